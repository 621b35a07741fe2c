"""How an answer and the records found with it stand: pure, from the state of the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from eywa_fs.factbase.doubts import Said, doubtful_facts, doubtful_records, overtaken_records
from eywa_fs.factbase.outdated import Outdated, outdated
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.answers import Answer
from eywa_fs.facts.replay import FactState, Turn

TOLD_WITHIN_MS: Final = 30 * DAY_MS
"""What happened at a time is told in the weeks behind it; later records speak of other times. With
no such delay, records of what was asked about lost their places (measured on lifebench-zh)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What holds of an answer, and of the records of the same search.

    Attributes:
        given: facts that answer.
        weak: those a later, unread change speaks against.
        outdated: event id -> why that record is not current, or was not at the time asked about.
        behind: event ids of records that go behind the others: their value was replaced by an
            answering fact, or they were said long after the time asked about.
    """

    given: tuple[Afu, ...]
    weak: tuple[Afu, ...] = ()
    outdated: Mapping[str, str] = field(default_factory=dict)
    behind: frozenset[str] = frozenset()


def standing(state: FactState, found: Answer, said: Sequence[Said], at: int) -> Standing:
    """How ``found`` and the records ``said`` stand; in a course of changes, nothing is outdated.

    Args:
        state: the facts.
        found: the answer to the question.
        said: records that a search found for the same question.
        at: the time of asking (ms).
    """
    asked = found.question
    if asked.intent == "history_trace":
        return Standing(found.facts)
    current = asked.intent == "current_state"
    doubted = doubtful_facts(state, found.facts) if current else {}
    given = tuple(fact for fact in found.facts if fact.atomic_id not in doubted)
    weak = tuple(fact for fact in found.facts if fact.atomic_id in doubted)
    moment = at if asked.period is None else min(at, asked.period[1])
    known = [record for record in said if record.at < moment]
    reasons: dict[str, str] = {}
    if current and asked.is_present:
        topic = asked.words if asked.asks_now else frozenset()
        reasons |= _named(doubtful_records(state, known, doubted, at, topic))
    if not given and asked.asks_now:
        reasons |= _named(overtaken_records(state, known))
    gone = outdated(state, [record.event_id for record in known], moment)
    reasons |= {event_id: _reason(item) for event_id, item in gone.items()}
    chain = _predecessors(state, {fact.atomic_id for fact in given})
    replaced = {e for e, item in gone.items() if any(f.atomic_id in chain for f in item.gone)}
    later = {record.event_id for record in said if record.at >= moment + TOLD_WITHIN_MS}
    return Standing(given, weak, reasons, frozenset(replaced | later))


def _predecessors(state: FactState, ids: set[str]) -> frozenset[str]:
    """Facts whose chain of successors leads to one of ``ids``."""
    found = set(ids)
    grown = True
    while grown:
        more = {f.atomic_id for f in state.facts if f.superseded_by in found} - found
        found |= more
        grown = bool(more)
    return frozenset(found - ids)


def _named(turns: Mapping[str, Turn]) -> dict[str, str]:
    return {event_id: _doubt(turn) for event_id, turn in turns.items()}


def _doubt(turn: Turn) -> str:
    anchor = turn.source.anchor if turn.source is not None else None
    where = anchor.citation if anchor is not None else turn.event_id
    return f"outdated: a later record tells of a change: {where}"


def _reason(item: Outdated) -> str:
    if item.successor is not None:
        return f"outdated: replaced by {item.successor.source_anchor.citation}"
    if any(fact.status == "retracted" for fact in item.gone):
        return "outdated: taken back"
    return "outdated: over"
