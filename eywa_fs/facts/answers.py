"""The facts that answer a question: pure, from the replayed state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import Names, bare, key_of, kin_in, names_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.profile import standing_profile
from eywa_fs.facts.questions import Question, read_question, speaks_of_self, strangers
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time, current, once_held, within
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold

PREDICATE_SHARE = 0.5
"""Share of the fit that the predicate makes; the question's own words make the rest. Both shares,
like the margins below, are a convention: facts are few, and it only orders them."""
_BY_RANK = (1.0, 0.8, 0.6)
MIN_FIT = 0.3
"""Least fit of an answer: a predicate asked for by a word of the question, or most of its words."""
MARGIN = 0.85
"""Facts below this share of the best fit are related, not part of the answer."""
MOST_FACTS = 12
"""Facts of one answer, the newest where there are more."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts that answer a question: best first, or in the order of time for a history.

    ``related`` are further current facts that fit less well, best first.
    """

    question: Question
    facts: tuple[Afu, ...]
    related: tuple[Afu, ...] = ()


def answer(state: FactState, text: str, asked_at: int, tz: str = "UTC") -> Answer:
    """The facts that answer ``text``; none where nothing fits its words, or where it asks about
    somebody of whom nothing is known.

    Args:
        asked_at: epoch milliseconds.
        tz: IANA zone of whoever asks.
    """
    question = read_question(text, asked_at, tz)
    if "profile" in question.marks:
        return Answer(question, standing_profile(current(state, asked_at)))
    names = names_of(state.facts)
    asked = _asked_about(question, state, names)
    pool = [fact for fact in _pool(state, question) if _is_about(fact, question, asked, names)]
    fits = {fact.atomic_id: _fit(fact, question) for fact in pool}
    best = max(fits.values(), default=0.0)
    if best < MIN_FIT:
        return Answer(question, ())
    if question.intent == "history_trace":
        return Answer(question, _course(pool, fits, best))
    ranked = sorted(pool, key=lambda f: (-fits[f.atomic_id], -f.observed_at, f.atomic_id))
    chosen = [fact for fact in ranked if fits[fact.atomic_id] >= MARGIN * best]
    chosen = _affirmed(chosen, question)[:MOST_FACTS]
    rest = [f for f in ranked if f not in chosen and fits[f.atomic_id] > 0 and not f.negated]
    return Answer(question, tuple(chosen), tuple(rest[:MOST_FACTS]))


def _pool(state: FactState, question: Question) -> Iterable[Afu]:
    """The facts of the time that is asked about."""
    if question.period is not None:
        return within(state, *question.period)
    if question.intent == "history_trace":
        return [fact for fact in state.facts if once_held(fact)]
    return current(state, question.asked_at)


def _fit(fact: Afu, question: Question) -> float:
    """How well a fact fits the question's predicates and words, 0 to 1."""
    rank = question.predicates.get(fact.predicate)
    asked = 0.0 if rank is None else _BY_RANK[min(rank, 2)]
    own = tokens(f"{fact.object} {fact.said}")
    shared = len(question.words & own) / len(question.words) if question.words else 0.0
    if not question.predicates and shared < 0.5:
        return 0.0
    return PREDICATE_SHARE * asked + (1 - PREDICATE_SHARE) * shared


def _affirmed(chosen: Sequence[Afu], question: Question) -> list[Afu]:
    """Without denials, where what is so is known as well, or no yes or no is asked for."""
    if "yes_no" in question.marks:
        return list(chosen)
    positive = [fact for fact in chosen if not fact.negated]
    return positive or list(chosen)


def _course(pool: Sequence[Afu], fits: dict[str, float], best: float) -> tuple[Afu, ...]:
    """All that once held in the slots of the facts that fit best, oldest first."""
    slots = {
        (key_of(fact.subject), fact.slot) for fact in pool if fits[fact.atomic_id] >= MARGIN * best
    }
    one = {slot for slot in slots if _holds_one(slot[1])} or slots
    course = [
        fact
        for fact in pool
        if (key_of(fact.subject), fact.slot) in one
        and not fact.negated
        and (_holds_one(fact.slot) or fits[fact.atomic_id] >= MIN_FIT)
    ]
    return tuple(sorted(course, key=by_time))


def _holds_one(slot: str) -> bool:
    return any(p.slot == slot and p.cardinality == "one" for p in PREDICATES.values())


# -- whom a question is about -------------------------------------------------------------------


def _is_about(fact: Afu, question: Question, asked: frozenset[str], names: Names) -> bool:
    """Whether the fact's subject is one of those that the question can mean."""
    if fact.subject == USER:
        return USER in asked
    return any(names.same_subject(fact.subject, who) for who in asked if who != USER) or (
        asked == frozenset({USER}) and "first_person" in question.marks and _serves(fact, question)
    )


def _serves(fact: Afu, question: Question) -> bool:
    """Whether a fact about somebody of the user's answers a question of the user's own: "what is
    my dog called?", "who has the spare key?"."""
    own = tokens(f"{bare(fact.subject)} {fact.object}")
    return bool(own & question.words) or (
        fact.predicate in ("relation", "name") and fact.predicate in question.predicates
    )


def _asked_about(question: Question, state: FactState, names: Names) -> frozenset[str]:
    """Subjects a question can mean: those it names; else the user, if it names nobody else."""
    folded = fold(question.text).replace("’", "'")
    known = _named_subjects(folded, state, names)
    kin = kin_in(folded)
    without = folded
    for name in (*map(bare, known), *kin):
        without = re.sub(rf"(?:\bmy |我的?|用户的?)?{re.escape(name)}", " ", without)
    about_user = speaks_of_self(without)
    others = known | set(kin.values())
    if others:
        return frozenset(others | ({USER} if about_user else set()))
    if about_user:
        return frozenset({USER})
    objects = {fold(fact.object) for fact in state.facts}
    unknown = [n for n in strangers(question.text) if not any(n in value for value in objects)]
    return frozenset() if unknown else frozenset({USER})


def _named_subjects(folded: str, state: FactState, names: Names) -> set[str]:
    """Subjects of facts that the question names, by any of their names; of "Nate's dog" and "Nate"
    the longer one."""
    found: dict[str, str] = {}
    for subject in {fact.subject for fact in state.facts if fact.subject != USER}:
        for name in names.of(subject):
            if len(name) > 1 and _stands_in(name, folded):
                found[name] = subject
    return {s for n, s in found.items() if not any(n != other and n in other for other in found)}


def _stands_in(name: str, folded: str) -> bool:
    if not name.isascii():
        return name in folded
    return re.search(rf"\b{re.escape(name)}\b", folded) is not None
