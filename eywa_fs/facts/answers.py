"""The facts that answer a question: pure, from the replayed state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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

PREDICATE_SHARE, WORDS_SHARE, FOUND_SHARE = 0.5, 0.5, 0.4
"""What the predicate asked for, the question's own words, and the place of the fact's record in a
search add to its fit. A convention: facts are few, and it orders them."""
_BY_RANK = (1.0, 0.8, 0.6)
MIN_FIT = 0.3
"""Least fit of an answer: a predicate asked for by a word of the question, or most of its words, or
the record that answers it best."""
MARGIN = 0.85
"""Facts below this share of the best fit are related, not part of the answer."""
MOST_FACTS = 12
"""Facts of one answer, the newest where there are more."""
HISTORY_MARGIN = 0.5
"""The share for the slots of a history: its older members often share fewer words with it."""
BY_PLACE = (1.0, 0.9, 0.8)
"""How much the first records of a search count; their scores lie close together."""
_EVENTS = frozenset({"visited", "met", "started", "stopped", "other"})
"""Predicates of what happened: over, and still the answer to "what did I ...?"."""

_HOLD_ONE = {p.slot for p in PREDICATES.values() if p.cardinality == "one"}

Found = Sequence[str]
"""Event ids of the records that a search for the question found, best first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts that answer a question: best first, or in the order of time for a history.

    ``related`` are further current facts that fit less well, best first.
    """

    question: Question
    facts: tuple[Afu, ...]
    related: tuple[Afu, ...] = ()


def answer(
    state: FactState, text: str, asked_at: int, tz: str = "UTC", found: Found = ()
) -> Answer:
    """The facts that answer ``text``, asked at a time (ms) in a zone; none where nothing fits its
    words, or where it asks about somebody of whom nothing is known. ``found``: by a search for it.
    """
    question = read_question(text, asked_at, tz)
    if "profile" in question.marks:
        return Answer(question, standing_profile(current(state, asked_at)))
    names = names_of(state.facts)
    asked = _asked_about(question, state, names)
    pool = [fact for fact in _pool(state, question) if _is_about(fact, question, asked, names)]
    said = {fact.atomic_id: _fit(fact, question) for fact in pool}
    support = _support(state, found)
    fits = {name: fit + FOUND_SHARE * support.get(name, 0.0) for name, fit in said.items()}
    if max(fits.values(), default=0.0) < MIN_FIT:
        return Answer(question, ())
    if question.intent == "history_trace":
        return Answer(question, _course(pool, fits, said))
    ranked = sorted(pool, key=lambda f: (-fits[f.atomic_id], -f.observed_at, f.atomic_id))
    leading = _leading(fits) | _leading(said)
    chosen = [fact for fact in ranked if fact.atomic_id in leading]
    chosen = _with_rivals(chosen, ranked, state)
    if "yes_no" not in question.marks:  # a denial answers where nothing positive does
        chosen = [fact for fact in chosen if not fact.negated] or chosen
    chosen = chosen[:MOST_FACTS]
    rest = [f for f in ranked if f not in chosen and fits[f.atomic_id] > 0 and not f.negated]
    return Answer(question, tuple(chosen), tuple(rest[:MOST_FACTS]))


def _leading(fits: Mapping[str, float]) -> set[str]:
    """The names that fit nearly as well as the best."""
    least = max(MIN_FIT, MARGIN * max(fits.values()))
    return {name for name, fit in fits.items() if fit >= least}


def _pool(state: FactState, question: Question) -> list[Afu]:
    """The facts of the time that is asked about."""
    if question.period is not None:
        return list(within(state, *question.period))
    if question.intent == "history_trace":
        return [fact for fact in state.facts if once_held(fact)]
    now = list(current(state, question.asked_at))
    if "past_tense" in question.marks:
        known = {fact.atomic_id for fact in now}
        over = (f for f in state.facts if f.status == "active" and f.predicate in _EVENTS)
        now += [fact for fact in over if once_held(fact) and fact.atomic_id not in known]
    return now


def _support(state: FactState, found: Found) -> dict[str, float]:
    """How well the records of facts were found, 0 to 1, by atomic id; with a fact its chain is:
    the record of an old value leads to the new one."""
    shares = dict(zip(found, BY_PLACE, strict=False))
    support: dict[str, float] = {}
    for fact in state.facts:
        events = (fact.source_event_id, *fact.evidence.event_ids)
        share = max((shares.get(event, 0.0) for event in events), default=0.0)
        if share:
            for name in _chain(state, fact):
                support[name] = max(share, support.get(name, 0.0))
    return support


def _chain(state: FactState, fact: Afu) -> set[str]:
    """Atomic ids of a fact and of what took its place, one after the other."""
    chain: set[str] = set()
    at: Afu | None = fact
    while at is not None and at.atomic_id not in chain:
        chain.add(at.atomic_id)
        at = state.get(at.superseded_by) if at.superseded_by else None
    return chain | {f.atomic_id for f in state.facts if f.superseded_by == fact.atomic_id}


def _fit(fact: Afu, question: Question) -> float:
    """How well a fact fits the question's predicates and words, 0 to 1; a denial half as well
    where what is so is asked for."""
    rank = question.predicates.get(fact.predicate)
    asked = 0.0 if rank is None else _BY_RANK[min(rank, 2)]
    text = f"{fact.subject} {fact.object} {fact.said}"
    own = tokens(text)  # a single Chinese character may stand anywhere
    hits = [w for w in question.words if w in own or (len(w) == 1 and w in text)]
    shared = len(hits) / len(question.words) if hits else 0.0
    if not question.predicates and shared < 0.5:
        shared = 0.0
    fit = PREDICATE_SHARE * asked + WORDS_SHARE * shared
    return fit / 2 if fact.negated and "yes_no" not in question.marks else fit


def _with_rivals(chosen: Sequence[Afu], ranked: Sequence[Afu], state: FactState) -> list[Afu]:
    """With the facts that are in open conflict with a chosen one: both are the answer."""
    names = {fact.atomic_id for fact in chosen}
    for link in state.links:
        if names & {link.source, link.target}:
            names |= {link.source, link.target}
    return [fact for fact in ranked if fact.atomic_id in names]


def _course(
    pool: Sequence[Afu], fits: Mapping[str, float], said: Mapping[str, float]
) -> tuple[Afu, ...]:
    """All that once held in the slots of the facts that fit best, oldest first; nothing where that
    is a single value: then the records tell the course."""
    least = HISTORY_MARGIN * max(fits.values())
    slots = {(key_of(f.subject), f.slot) for f in pool if fits[f.atomic_id] >= least}
    by_words = HISTORY_MARGIN * max(said.values())
    one = {slot for slot in slots if slot[1] in _HOLD_ONE} or slots
    fitting = {n for n, fit in fits.items() if fit >= least or said[n] >= by_words > 0}
    held = [f for f in pool if (key_of(f.subject), f.slot) in one and not f.negated]
    course = [fact for fact in held if fact.slot in _HOLD_ONE or fact.atomic_id in fitting]
    told = len({fact.object_hash for fact in course}) > 1
    return tuple(sorted(course, key=by_time)) if told else ()


# -- whom a question is about -------------------------------------------------------------------


def _is_about(fact: Afu, question: Question, asked: frozenset[str], names: Names) -> bool:
    """Whether the fact's subject is one of those that the question can mean."""
    if fact.subject == USER:
        return USER in asked
    if any(names.same_subject(fact.subject, who) for who in asked - {USER}):
        return True
    if asked != {USER} or "first_person" not in question.marks:
        return False
    # The user's own question may ask for it: "what is my dog called?", "who has the spare key?".
    own = tokens(f"{bare(fact.subject)} {fact.object}")
    named = {fact.predicate} & {"relation", "name"} & question.predicates.keys()
    return bool(named or own & question.words)


def _asked_about(question: Question, state: FactState, names: Names) -> frozenset[str]:
    """Subjects a question can mean: those it names; else the user, if it names nobody else."""
    folded = fold(question.text).replace("’", "'")
    known = _named_subjects(folded, state, names)
    kin = kin_in(folded)
    without = folded
    for name in (*map(bare, known), *kin):
        without = re.sub(rf"(?:\bmy |\bthe user's |我的?|用户的?)?{re.escape(name)}", " ", without)
    about_user = speaks_of_self(without)
    others = known | set(kin.values())
    if others or about_user:
        return frozenset(others | ({USER} if about_user else set()))
    objects = {fold(fact.object) for fact in state.facts}
    unknown = [n for n in strangers(question) if not any(n in value for value in objects)]
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
    whole = rf"\b{re.escape(name)}\b" if name.isascii() else re.escape(name)
    return re.search(whole, folded) is not None
