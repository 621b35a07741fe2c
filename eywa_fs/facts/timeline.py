"""Which facts hold when: now, in the course of time, or within a period. Candidates never do."""

from __future__ import annotations

from collections.abc import Iterable

from eywa_fs.facts.afu import DAY_MS, Afu, stands
from eywa_fs.facts.identity import names_of
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.replay import FactState


def current(state: FactState, at: int) -> tuple[Afu, ...]:
    """Facts that hold at ``at`` (ms), in event-time order; values for a while only come first."""
    standing = [fact for fact in state.facts if stands(fact, at)]
    return tuple(sorted(standing, key=lambda fact: not is_temporary(fact)))


def is_temporary(fact: Afu) -> bool:
    """Whether ``fact`` says itself when it ends, in a place that holds one value."""
    return fact.stated_end and not fact.negated and PREDICATES[fact.predicate].cardinality == "one"


def covered(facts: Iterable[Afu]) -> frozenset[str]:
    """Atomic ids of those of ``facts`` that a value for a while stands in front of."""
    every = list(facts)
    over = {(fact.subject, fact.slot): fact for fact in every if is_temporary(fact)}
    behind = [fact for fact in every if not is_temporary(fact) and not fact.negated]
    fronts = ((fact, over.get((fact.subject, fact.slot))) for fact in behind)
    return frozenset(
        f.atomic_id for f, front in fronts if front and front.observed_at > f.observed_at
    )


def history(
    state: FactState, subject: str | None = None, predicate: str | None = None
) -> tuple[Afu, ...]:
    """Every fact that once held, by start of validity; slips and jokes are left out. Only of this
    subject, by any of its names, and of the slot of this predicate (or the slot of this name)."""
    names = names_of(state.facts)
    slot = PREDICATES[predicate].slot if predicate in PREDICATES else predicate
    chain = [fact for fact in state.facts if once_held(fact) and slot in (None, fact.slot)]
    if subject is not None:
        chain = [fact for fact in chain if names.same_subject(subject, fact.subject)]
    return tuple(sorted(chain, key=by_time))


def within(state: FactState, start: int, end: int) -> tuple[Afu, ...]:
    """Facts that held at some time in ``[start, end)`` (ms), in event-time order.

    A plan counts for its planned period and for the time in which it was planned.
    """
    return tuple(fact for fact in state.facts if once_held(fact) and touches(fact, start, end))


def once_held(fact: Afu) -> bool:
    """Whether the fact passed for true for a time: no slip, nothing rejected, no joke of a day."""
    if not fact.sure or (fact.never_held and (fact.type, fact.status) != ("plan", "superseded")):
        return False
    if fact.never_held or (fact.status == "retracted" and fact.type != "plan"):
        return fact.updated_at - fact.observed_at >= DAY_MS
    return True


def touches(fact: Afu, start: int, end: int) -> bool:
    """Whether ``fact`` held, or was planned, at some time in ``[start, end)`` (ms)."""
    if fact.type == "plan":
        over = fact.updated_at if fact.status != "active" else fact.validity_end_at
        if fact.observed_at < end and (over is None or over > start):
            return True
        if fact.status == "retracted":
            return False
    return fact.holds_within(start, end)


def by_time(fact: Afu) -> tuple[int, int, str]:
    """Sort key: start of validity (of a plan: when it was made), then when it was said."""
    start = fact.observed_at if fact.type == "plan" else fact.validity_start_at
    return start, fact.observed_at, fact.source_event_id
