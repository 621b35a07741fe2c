"""What was known before each message of a batch, brought forward message by message."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import USER
from eywa_fs.facts.readings import read_decision, timeline_record
from eywa_fs.facts.replay import Decided, FactState, ModelTurn, TimelineRecord, extend
from eywa_fs.llm.unread import Place
from eywa_fs.model.records import Anchor, Record

MOST_PEOPLE = 30
"""Subjects of known facts that a model is told, so that it names them alike."""


class Past:
    """A user's facts at one moment that only moves on: one replay of what lies before a batch, then
    only what each message adds.

    Args:
        state: all that is known now, later records too.
    """

    def __init__(self, state: FactState) -> None:
        self._rest = deque(state.records)
        self._state = FactState()

    def before(self, place: Place) -> list[Afu]:
        """Facts and candidates from records before ``place``, oldest first."""
        passed: list[TimelineRecord] = []
        while self._rest and _precedes(self._rest[0], place):
            passed.append(self._rest.popleft())
        self._state = extend(self._state, passed)
        known = [*self._state.facts, *self._state.candidates]
        return sorted(known, key=lambda fact: fact.observed_at)

    def add(self, decision: Record, anchor: Anchor) -> None:
        """Know what was just journaled about a message, instead of what the rules read in it."""
        reading = read_decision(decision, anchor)
        turn = timeline_record(reading) if reading is not None else None
        if isinstance(turn, ModelTurn):
            self._rest = deque(r for r in self._rest if r.event_id != turn.event_id)
            self._state = extend(self._state, [turn])


def people(known: Sequence[Afu]) -> list[str]:
    """Whom facts are about beside the user, the latest named last."""
    return list({fact.subject: None for fact in known if fact.subject != USER})[-MOST_PEOPLE:]


def _precedes(record: TimelineRecord, place: Place) -> bool:
    if isinstance(record, Decided):
        return record.timestamp < place[0]
    return (record.timestamp, record.event_id) < place
