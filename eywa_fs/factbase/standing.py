"""How an answer and the records found with it stand: pure, from the state of the facts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from eywa_fs.factbase.answers import Answer
from eywa_fs.facts.afu import DAY_MS, Afu, day_after, stands
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import current
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold

TOLD_WITHIN_MS: Final = 30 * DAY_MS
"""What happened at a time is told in the weeks behind it; later records speak of other times. With
no such delay, records of what was asked about lost their places (measured on lifebench-zh)."""


@dataclass(frozen=True, slots=True)
class Said:
    """A record that a search found: its event id, its time (epoch ms), whether it fits
    better than by chance, and what it says."""

    event_id: str
    at: int
    certain: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds of the records found beside an answer.

    Attributes:
        outdated: event id -> why that record is not current, or was not at the time asked about.
        partly: event id -> the values of that record that hold no more, where others do, or where
            nothing was read in it.
        behind: event ids of records that go behind the others: their value was replaced by an
            answering fact, and the question does not name them by words of their own; or they
            were said long after the time asked about.
    """

    outdated: Mapping[str, str] = field(default_factory=dict)
    partly: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    behind: frozenset[str] = frozenset()


def standing(state: FactState, found: Answer, said: Sequence[Said], at: int) -> Standing:
    """How the records that a search found for the question stand at the time of asking (ms); in a
    course of changes no record is outdated or goes behind, but the values that hold no more are
    named."""
    asked = found.question
    course = asked.intent == "history_trace"
    moment = at if asked.period is None else min(at, asked.period[1])
    known = outdated(state, [record.event_id for record in said if record.at < moment], moment)
    gone = {event_id: item for event_id, item in known.items() if item.whole and not course}
    values = {e: [f.object for f in known[e].gone if not names_somebody(f)] for e in known}
    partly = {e: tuple(said) for e, said in values.items() if said and e not in gone}
    over = Over.of(state, moment)
    for record in said:
        if record.event_id in gone:
            continue
        if more := over.said_in(record.event_id, record.text):
            partly[record.event_id] = tuple(
                dict.fromkeys((*partly.get(record.event_id, ()), *more))
            )
    if course:
        return Standing({}, partly)
    chain = _predecessors(state, {fact.atomic_id for fact in found.facts})
    replaced = {e for e, item in gone.items() if any(f.atomic_id in chain for f in item.gone)}
    if replaced:
        replaced -= _named(found, said)
    later = {record.event_id for record in said if record.at >= moment + TOLD_WITHIN_MS}
    reasons = {event_id: _reason(item) for event_id, item in gone.items()}
    return Standing(reasons, partly, frozenset(replaced | later))


def _named(found: Answer, said: Sequence[Said]) -> frozenset[str]:
    """Event ids of the records that the text names by words which no record of an answering fact
    has ("invoice 4711"): these are looked for, whatever else they say. A question that asks for
    what a fact says, or for the present, looks for no old record."""
    asked = found.question
    states = asked.asks_now or any(f.predicate in asked.predicates for f in found.facts)
    if states and asked.marks & {"asking", "yes_no"}:
        return frozenset()
    answering = {event for f in found.facts for event in (f.source_event_id, *f.evidence.event_ids)}
    shared = {r.event_id: asked.words & tokens(r.text) for r in said}
    known = set[str]().union(*(shared[event] for event in answering & shared.keys()))
    return frozenset(event for event, words in shared.items() if words - known)


def _predecessors(state: FactState, ids: set[str]) -> frozenset[str]:
    """Facts whose chain of successors leads to one of ``ids``."""
    found = set(ids)
    grown = True
    while grown:
        more = {f.atomic_id for f in state.facts if f.superseded_by in found} - found
        found |= more
        grown = bool(more)
    return frozenset(found - ids)


def _reason(item: Outdated) -> str:
    if item.successor is not None:
        return f"outdated: replaced by {item.successor.source_anchor.citation}"
    if any(fact.status == "retracted" for fact in item.gone):
        return "outdated: taken back"
    return "outdated: over"


@dataclass(frozen=True, slots=True)
class Outdated:
    """Why a record is not to be read as current: its facts that do not hold any more (``gone``),
    the fact that took the place of one of them, if one did, and whether nothing else that was read
    in the record still holds (``whole``)."""

    gone: tuple[Afu, ...]
    successor: Afu | None
    whole: bool


def outdated(state: FactState, event_ids: Iterable[str], at: int) -> dict[str, Outdated]:
    """Those records a fact of which is over at ``at`` (epoch ms): replaced, taken back, ended.

    A record says a fact first, or says it again. One from which no fact was read is left alone:
    nothing is known against it.
    """
    wanted = set(event_ids)
    by_event: dict[str, list[Afu]] = defaultdict(list)
    for fact in state.facts:
        for event_id in wanted & {fact.source_event_id, *fact.evidence.event_ids}:
            by_event[event_id].append(fact)
    found = {}
    for event_id, facts in by_event.items():
        gone = tuple(fact for fact in facts if _is_over(fact, at))
        if gone:
            found[event_id] = Outdated(gone, _successor(state, gone), len(gone) == len(facts))
    return found


@dataclass(frozen=True, slots=True)
class Over:
    """The values that are over at one moment, worked out once for all records of an answer.

    Attributes:
        gone: facts that held or were thought to, by their folded value.
        still: folded values that hold.
        tell: event ids of the records that say one of these.
    """

    gone: Mapping[str, Sequence[Afu]]
    still: Sequence[str]
    tell: Set[str] = frozenset()

    @classmethod
    def of(cls, state: FactState, at: int) -> Over:
        """What is over at ``at`` (epoch ms)."""
        now = [fact for fact in current(state, at) if not fact.negated]
        held = {fact.atomic_id for fact in now}
        gone: defaultdict[str, list[Afu]] = defaultdict(list)
        for fact in state.facts:
            told = not fact.negated and fact.atomic_id not in held and not names_somebody(fact)
            if told and (_is_over(fact, at) or stands(fact, at)):
                gone[fold(fact.object)].append(fact)
        tell = {fact.source_event_id for fact in now}
        return cls(gone, [fold(fact.object) for fact in now] if gone else [], tell)

    def said_in(self, event_id: str, text: str) -> list[str]:
        """The values in a record's text, word for word: who repeats one need not have said a fact.
        A value that another fact still has is none of them, nor one that this record ended, if it
        says what is so instead."""
        folded = fold(text) if self.gone else ""
        found = []
        for value, facts in self.gone.items():
            told = event_id in self.tell
            others = [fact for fact in facts if not told or fact.ended_by != event_id]
            said = others and len(value) > 1 and _stands_in(value, folded)
            if said and not any(value in other for other in self.still):
                found.append(others[-1].object)
        return found


def names_somebody(fact: Afu) -> bool:
    """Whether the value is the name of somebody of the user's: it stays theirs, whatever ends."""
    other = fact.predicate == "name" and fact.subject != USER
    return other or PREDICATES[fact.predicate].names == "person"


def _stands_in(value: str, folded: str) -> bool:
    if value not in folded:
        return False
    return not value.isascii() or re.search(rf"(?<!\w){re.escape(value)}(?!\w)", folded) is not None


def _is_over(fact: Afu, at: int) -> bool:
    """Whether ``fact`` held and does not any more; what was told as over is still so."""
    if stands(fact, at):
        return False
    if fact.status != "active":
        return True
    end = fact.validity_end_at
    return end is not None and day_after(fact.observed_at) < end <= at


def _successor(state: FactState, gone: Iterable[Afu]) -> Afu | None:
    """The fact at the end of the first chain that leads anywhere."""
    for fact in gone:
        seen: set[str] = set()
        last: Afu | None = None
        name = fact.superseded_by
        while name is not None and name not in seen:
            seen.add(name)
            last = state.get(name) or last
            name = last.superseded_by if last is not None else None
        if last is not None:
            return last
    return None
