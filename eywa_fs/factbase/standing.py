"""How an answer and the records found with it stand: pure, from the state of the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from eywa_fs.factbase.answers import Answer
from eywa_fs.factbase.outdated import Outdated, Over, names_somebody, outdated
from eywa_fs.facts.afu import DAY_MS
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.values import tokens

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
