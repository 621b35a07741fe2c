"""The facts that answer a question, chosen from the ranked ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from eywa_fs.facts import slots
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.questions import Question, read_question
from eywa_fs.facts.ranking import Ranked, rank
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time, current, history, within
from eywa_fs.facts.values import contains, same_value, tokens, value_classes
from eywa_fs.language.script import fold

#: Facts below this share of the best semantic score are not part of an answer.
ANSWER_MARGIN = 0.85
#: Least fit of an answer: more than merely being a fact about the right person.
MIN_FIT = 0.3
#: The share for a history, whose older members often share fewer words with the question.
HISTORY_MARGIN = 0.55


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts that answer a question: best first, or in time order for a history.

    ``related`` are further facts that fit the question less well, best first.
    """

    question: Question
    facts: tuple[Afu, ...]
    related: tuple[Afu, ...] = ()


def answer(
    state: FactState,
    text: str,
    asked_at: int,
    semantic_scores: Mapping[str, float] | None = None,
) -> Answer:
    """The facts that answer ``text``; empty where nothing fits its words."""
    question = _dated(read_question(text, asked_at), state)
    if question.period is not None:
        candidates = within(state, *question.period)
    elif question.intent == "history_trace":
        candidates = history(state)
    else:
        candidates = current(state, asked_at)
    ranked = rank(question, candidates, state, semantic_scores)
    chosen = _together(question, ranked, state)
    if question.intent == "history_trace":
        fits = {r.fact.atomic_id: r.semantic for r in ranked}
        chosen.sort(key=lambda fact: -fits[fact.atomic_id])
        chosen = _with_returns(sorted(_trace(question, chosen), key=by_time), state, asked_at)
    ids = {fact.atomic_id for fact in chosen}
    related = (r.fact for r in ranked if r.semantic >= MIN_FIT and r.fact.atomic_id not in ids)
    return Answer(question, tuple(chosen), tuple(related))


def _dated(question: Question, state: FactState) -> Question:
    """``question`` with the period of the state that it names ("when I lived in Leeds")."""
    if not question.during:
        return question
    named = [
        fact
        for fact in history(state)
        if not fact.negated
        and (contains(question.during, fact.object) or contains(fact.object, question.during))
    ]
    if not named:
        return question
    meant = named[0]
    end = meant.validity_end_at
    period = (meant.validity_start_at, question.asked_at if end is None else end)
    return replace(
        question,
        intent="time_slice",
        period=period,
        words=question.words - tokens(question.during),
    )


def _trace(question: Question, chosen: Sequence[Afu]) -> list[Afu]:
    """The course of values that begins with the best fact; nothing where there is but one value.

    One value is no history: what came before or after it was not read, and the records tell it.
    """
    if not chosen:
        return []
    groups = _courses(chosen)
    best = next(group for group in groups if chosen[0] in group)
    whole = [group for group in groups if len({_value(fact) for fact in group}) > 1]
    if best not in whole:
        return _alike(chosen)
    asked = [group for group in whole if any(_is_asked(question, fact) for fact in group)]
    return [fact for group in asked or whole for fact in group]


def _alike(chosen: Sequence[Afu]) -> list[Afu]:
    """What the best fact's subject had of its kind, where no link makes a course of it."""
    first = chosen[0]
    kind = [f for f in chosen if f.predicate == first.predicate and f.subject == first.subject]
    return kind if len({_value(fact) for fact in kind if not fact.negated}) > 1 else []


def _with_returns(course: Sequence[Afu], state: FactState, at: int) -> list[Afu]:
    """``course`` with each value once more where one that stood in for it had run out."""
    over = {link.source: link.target for link in state.links if link.kind == "overlay"}
    places = {fact.atomic_id: fact for fact in course}
    told: list[Afu] = []
    for fact in course:
        told.append(fact)
        base, end = places.get(over.get(fact.atomic_id, "")), fact.validity_end_at
        if base is None or end is None or end > at:
            continue
        if base.validity_end_at is None or base.validity_end_at > end:
            told.append(base)
    return told


def _value(fact: Afu) -> tuple[str, str]:
    """What tells two members of a course apart: the value, and of a role its holder."""
    return (fact.subject if fact.predicate in _ROLES else "", fold(fact.object))


#: Predicates under which several people can hold one role, one after the other.
_ROLES = frozenset({"relation", "works_as"})


def _is_asked(question: Question, fact: Afu) -> bool:
    return any(slots.near(name, fact.predicate) for name in question.predicates)


def _courses(facts: Sequence[Afu]) -> list[list[Afu]]:
    """``facts`` parted by what they are values of: linked ones, and those of one narrow slot."""
    groups: list[list[Afu]] = []
    for fact in facts:
        mine = [group for group in groups if any(_same_course(fact, other) for other in group)]
        groups = [group for group in groups if group not in mine]
        groups.append([member for group in mine for member in group] + [fact])
    return groups


def _same_course(left: Afu, right: Afu) -> bool:
    if left.superseded_by == right.atomic_id or right.superseded_by == left.atomic_id:
        return True
    if {left.predicate, right.predicate} == {"works_at", "works_as"}:
        return left.subject == right.subject
    if slots.slot_name(left) != slots.slot_name(right):
        return False
    if left.subject != right.subject and left.predicate in _ROLES:
        return same_value(left.object, right.object) or bool(_about(left) & _about(right))
    loose = slots.slot_rule(left.predicate).cardinality == "keyed" and not left.attribute
    if loose or left.subject != right.subject:
        return bool(_about(left) & _about(right))
    return True


def _about(fact: Afu) -> frozenset[str]:
    """What the sentence of a fact is about, besides its value."""
    return (tokens(fact.context) | tokens(fact.subject)) - tokens(fact.object) - {"user", "用户"}


def _together(question: Question, ranked: Sequence[Ranked], state: FactState) -> list[Afu]:
    """The best fact and those that answer as well as it does.

    All values of a narrow slot answer together, whatever their sentences say; facts in open
    conflict always do. A history takes the whole chain of a fact along. Denials answer only where
    the question asks for one, where they are the value (a diet), or where nothing else does.
    """
    fit = {r.fact.atomic_id: r.semantic + _closeness(question, r.fact) for r in ranked}
    is_history = question.intent == "history_trace"
    if not (question.asks_denial or is_history):
        fitting = [r.fact for r in ranked if fit[r.fact.atomic_id] >= MIN_FIT]
        ended = _followed_ends(fitting, state)
        ranked = [r for r in ranked if r.fact.atomic_id not in ended]
        fit = {r.fact.atomic_id: fit[r.fact.atomic_id] for r in ranked}
    best = max(fit.values(), default=0.0)
    if best < MIN_FIT:
        return []
    margin = HISTORY_MARGIN if is_history else ANSWER_MARGIN
    leading = [r.fact for r in ranked if fit[r.fact.atomic_id] >= margin * best]
    narrow = {(f.subject, slots.slot_name(f)) for f in leading if f.predicate in _NARROW}
    ids = {fact.atomic_id for fact in leading}
    ids |= {r.fact.atomic_id for r in ranked if (r.fact.subject, slots.slot_name(r.fact)) in narrow}
    for link in state.links:
        if link.kind == "conflict" and ids & {link.source, link.target}:
            ids |= {link.source, link.target}
    facts = [r.fact for r in ranked]
    if is_history:
        ids |= _chain_ids([f for f in facts if f.atomic_id in ids], facts)
    chosen = [fact for fact in facts if fact.atomic_id in ids]
    if not is_history and not question.asks_many:
        chosen = [fact for fact in chosen if not _is_overtaken(fact, chosen, state)]
    affirmed = [fact for fact in chosen if not _denies(fact, question)]
    return chosen if question.asks_denial or is_history or not affirmed else affirmed


def _denies(fact: Afu, question: Question) -> bool:
    """Whether a fact says that something is not so, where a value is asked for."""
    if fact.predicate == "stopped" and "stopped" not in question.predicates:
        return True
    return fact.negated and fact.predicate not in _DENIAL_IS_VALUE


def _followed_ends(facts: Sequence[Afu], state: FactState) -> frozenset[str]:
    """Ids of denials that only ended a value, where a value of the kind was said since."""
    ends = {fact.superseded_by for fact in state.facts if not fact.negated}
    return frozenset(
        fact.atomic_id
        for fact in facts
        if fact.negated
        and fact.atomic_id in ends
        and any(
            not other.negated
            and other.subject == fact.subject
            and other.predicate == fact.predicate
            and other.observed_at >= fact.observed_at
            for other in facts
        )
    )


def _is_overtaken(fact: Afu, others: Sequence[Afu], state: FactState) -> bool:
    """Whether a later fact gives the same question a newer figure, day or level.

    The last guard against stale answers: where no rule saw that one value replaced the other, a
    question for one value still gets the newest of one kind. Open conflicts are left alone.
    """
    if fact.predicate in _NARROW:
        return False
    rivals = {
        link.target if link.source == fact.atomic_id else link.source
        for link in state.links
        if link.kind == "conflict" and fact.atomic_id in (link.source, link.target)
    }
    kinds = value_classes(fact.object)
    return any(
        kinds & value_classes(other.object)
        and other.observed_at > fact.observed_at
        and other.subject == fact.subject
        and slots.near(other.predicate, fact.predicate)
        and other.atomic_id not in rivals
        and not other.negated
        for other in others
    )


def _closeness(question: Question, fact: Afu) -> float:
    """A bonus in a time slice for what was said of that time only, against what held anyway."""
    bounded = fact.stated_end and fact.type != "plan"
    return 0.15 if question.period is not None and bounded else 0.0


#: Predicates all of whose values answer a question for one of them.
_NARROW_WORDS = """
    lives_in moved_to works_at works_as has_pet has_child spouse sibling speaks allergic_to
    age birthday born_in name from studies_at
"""


_NARROW = frozenset(_NARROW_WORDS.split())


#: Predicates under which a denial is itself what one wants to know.
_DENIAL_IS_VALUE = frozenset({"diet", "must", "must_not", "can", "believes"})


def _chain_ids(chosen: Sequence[Afu], facts: Sequence[Afu]) -> frozenset[str]:
    """Ids of ``chosen`` and of everything linked to them by ``superseded_by``, either way."""
    ids = {fact.atomic_id for fact in chosen}
    grown = True
    while grown:
        more = {f.atomic_id for f in facts if f.superseded_by in ids}
        more |= {f.superseded_by for f in facts if f.atomic_id in ids and f.superseded_by}
        grown = not more <= ids
        ids |= more
    return frozenset(ids)
