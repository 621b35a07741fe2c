"""Which facts hold when: now, in the course of time, or within a period. Candidates never do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from eywa_fs.facts.afu import DAY_MS, Afu, stands
from eywa_fs.facts.identity import bare, key_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.values import value_hash

_HAD: Final = frozenset({"has_pet", "things", "spouse", "relation", "friend"})
"""Slots of what the user has, and of which there are facts of its own."""


def current(state: FactState, at: int) -> tuple[Afu, ...]:
    """Facts that hold at ``at`` (ms), in event-time order; values for a while only come first."""
    return tuple(sorted(holding(state, state.facts, at), key=lambda fact: not is_temporary(fact)))


def holding(state: FactState, found: Iterable[Afu], at: int) -> list[Afu]:
    """Those of ``found`` that hold at ``at`` (ms); of what the user has no more, nothing does."""
    standing = [fact for fact in found if stands(fact, at)]
    if not any(thing(fact.subject) for fact in standing if fact.subject != USER):
        return standing
    had = [f for f in state.facts if f.subject == USER and f.slot in _HAD and not f.negated]
    gone = {f.object_hash for f in had if once_held(f) and f.validity_start_at <= at}
    gone -= {fact.object_hash for fact in had if stands(fact, at)}
    return [f for f in standing if f.subject == USER or thing(f.subject) not in gone]


def thing(subject: str) -> str:
    """The value of a role as a fact of the user would have it."""
    return value_hash(bare(subject)) if key_of(subject).startswith("@") else ""


def is_temporary(fact: Afu) -> bool:
    """Whether ``fact`` says itself when it ends, where one value holds."""
    return fact.stated_end and not fact.negated and PREDICATES[fact.predicate].cardinality == "one"


def within(state: FactState, start: int, end: int, *, planned: bool = False) -> tuple[Afu, ...]:
    """Facts that held at some time in ``[start, end)`` (ms), in event-time order.

    A plan counts for its planned period and for the time in which it was planned, with ``planned``
    even where it was given up before; an appointment that was only planned then does not, where
    another of its kind was kept."""
    found = [f for f in state.facts if once_held(f) and touches(f, start, end, planned=planned)]
    kept = {(f.subject, f.slot) for f in found if not f.is_ahead}
    return tuple(
        f for f in found
        if f.type == "plan" or f.holds_within(start, end) or (f.subject, f.slot) not in kept
    )  # fmt: skip


def mostly(state: FactState, start: int, end: int) -> tuple[Afu, ...]:
    """What is so in ``[start, end)`` (ms): of two values one of which gave way to the other then,
    the one that held longer. Of a single value that was only told later, and nobody said since
    when, the first that is known."""

    def overlap(fact: Afu) -> int:
        return min(end, fact.validity_end_at or end) - max(start, fact.validity_start_at)

    found = {fact.atomic_id: fact for fact in within(state, start, end)}
    pairs = ((fact, found.get(fact.superseded_by or "")) for fact in found.values())
    less = {
        min(old, new, key=overlap).atomic_id
        for old, new in pairs
        if new is not None and not (old.is_ahead or new.is_ahead)
    }
    heirs = {fact.superseded_by for fact in state.facts}
    taken = {(key_of(fact.subject), fact.slot) for fact in found.values()}
    for fact in sorted(state.facts, key=by_time):
        late = fact.validity_start_at >= end and not fact.stated_start and not fact.negated
        one = PREDICATES[fact.predicate].cardinality == "one" and fact.slot != "name"
        place = (key_of(fact.subject), fact.slot)
        if late and one and place not in taken and fact.atomic_id not in heirs and once_held(fact):
            found[fact.atomic_id] = fact
            taken.add(place)
    return tuple(fact for name, fact in found.items() if name not in less)


def once_held(fact: Afu) -> bool:
    """Whether the fact passed for true for a time: no slip, nothing rejected, no joke of a day."""
    if not fact.sure or (fact.never_held and (fact.is_ahead, fact.status) != (True, "superseded")):
        return False
    if fact.never_held or (fact.status == "retracted" and not fact.is_ahead):
        return fact.updated_at - fact.observed_at >= DAY_MS
    return True


def touches(fact: Afu, start: int, end: int, *, planned: bool = False) -> bool:
    """Whether ``fact`` held, or was planned, at some time in ``[start, end)`` (ms); ``planned``: or
    was planned for it, whatever came of it."""
    if fact.is_ahead:
        if planned and fact.stated_start and fact.validity_start_at < end:
            return fact.said_end_at is None or fact.said_end_at > start
        over = fact.updated_at if fact.status != "active" else fact.validity_end_at
        if fact.observed_at < end and (over is None or over > start):
            return True
        if fact.status == "retracted" or (over is not None and over <= fact.validity_start_at):
            return False  # called off, or moved before its day came
    return fact.holds_within(start, end)


def by_time(fact: Afu) -> tuple[int, int, str]:
    """Sort key: start of validity (of a plan: when it was made), then when it was said."""
    start = fact.observed_at if fact.is_ahead else fact.validity_start_at
    return start, fact.observed_at, fact.source_event_id
