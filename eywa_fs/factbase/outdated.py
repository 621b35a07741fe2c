"""Records that say what is no longer so: pure, from the standing of the facts read in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.afu import Afu, day_after, stands
from eywa_fs.facts.identity import KIN
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import current
from eywa_fs.language.script import fold

_PEOPLE: Final = (*KIN, "name")
"""Slots whose values are people."""


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
        gone: facts that held or were thought to, by their folded value; none who is called
            or related so, as a person of whom one speaks is not over.
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
            told = not fact.negated and fact.atomic_id not in held and fact.slot not in _PEOPLE
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
