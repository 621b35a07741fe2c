"""Which facts hold when: now, in the course of time, or within a period.

Routing of the time intents (seed 32.2): ``current_state`` sees the facts that hold at the asking
time, ``history_trace`` every fact that once held, in time order, ``time_slice`` those that held
within the period asked about. Ranking is in :mod:`eywa_fs.facts.ranking`.
"""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.identity import names_of
from eywa_fs.facts.replay import FactState


def current(state: FactState, at: int) -> tuple[Afu, ...]:
    """Facts that hold at ``at`` (ms): not retracted, valid, and not covered by a temporary value.

    A change announced for the coming weeks counts already (:data:`ANNOUNCED_MS`), with its date.
    Plans hold from the day they were made.
    """
    standing = [fact for fact in state.facts if stands(fact, at)]
    ids = {fact.atomic_id for fact in standing}
    covered = {link.target for link in state.links if link.kind == "overlay" and link.source in ids}
    return tuple(fact for fact in standing if fact.atomic_id not in covered)


def stands(fact: Afu, at: int) -> bool:
    """Whether ``fact`` is so at ``at`` (ms), as far as its own standing and dates say."""
    if fact.type == "plan":
        ended = fact.validity_end_at is not None and fact.validity_end_at <= at
        return fact.status == "active" and fact.observed_at <= at and not ended
    if fact.status == "superseded":
        return fact.holds_at(at) and fact.validity_end_at is not None and fact.updated_at > at
    return fact.status == "active" and (
        fact.holds_at(at) or _is_event(fact, at) or _is_announced(fact, at)
    )


#: How far ahead an announced change already counts: "from next month on" does, "in two years" not.
ANNOUNCED_MS = 45 * DAY_MS


def _is_announced(fact: Afu, at: int) -> bool:
    """Whether the fact is a change that was announced and is about to come."""
    return fact.observed_at <= at < fact.validity_start_at <= at + ANNOUNCED_MS


#: Predicates of what happens, as against states and arrangements that run out.
_HAPPENINGS = frozenset(
    {"visited", "met", "started", "stopped", "moved_to", "health", "other", "relation", "spouse"}
)


def _is_event(fact: Afu, at: int) -> bool:
    """Whether the fact is a past event (both ends named): it stays true after its day."""
    if fact.predicate not in _HAPPENINGS:
        return False
    return fact.stated_start and fact.stated_end and fact.validity_start_at <= at


def history(
    state: FactState, subject: str | None = None, predicate: str | None = None
) -> tuple[Afu, ...]:
    """Every fact that once held, by start of validity; corrected and false values are left out.

    Args:
        subject, predicate: restrict to one subject and to the slot of one predicate.
    """
    names = names_of(state.facts)
    chain = [
        fact
        for fact in state.facts
        if once_held(fact)
        and (subject is None or names.same_subject(subject, fact.subject))
        and (
            predicate is None
            or slots.slot_rule(fact.predicate).name == slots.slot_rule(predicate).name
        )
    ]
    return tuple(sorted(chain, key=by_time))


def by_time(fact: Afu) -> tuple[int, int, str]:
    start = fact.observed_at if fact.type == "plan" else fact.validity_start_at
    return (start, fact.observed_at, fact.source_event_id)


def once_held(fact: Afu) -> bool:
    """Whether the fact passed for true for a time: no slip, and no joke of the same day."""
    end = fact.validity_end_at
    if end is not None and end <= fact.validity_start_at:
        return False
    if fact.status != "retracted" or fact.type == "plan":
        return True
    return fact.updated_at - fact.observed_at >= DAY_MS


def within(state: FactState, start: int, end: int) -> tuple[Afu, ...]:
    """Facts that held at some time in ``[start, end)`` (ms).

    A plan counts for its planned period and for the time in which it was planned. In a slot that
    holds one value, a value is left out that another one covers for most of the period.
    """
    hits = [fact for fact in state.facts if once_held(fact) and touches(fact, start, end)]
    return tuple(fact for fact in hits if not _crowded_out(fact, hits, state, start, end))


def touches(fact: Afu, start: int, end: int) -> bool:
    if fact.type == "plan":
        over = fact.updated_at if fact.status != "active" else fact.validity_end_at
        if fact.observed_at < end and (over is None or over > start):
            return True
    return fact.holds_within(start, end)


def _crowded_out(fact: Afu, hits: Sequence[Afu], state: FactState, start: int, end: int) -> bool:
    if not slots.holds_one(fact) or fact.negated:
        return False
    covers = {
        link.source
        for link in state.links
        if link.target == fact.atomic_id and link.kind == "overlay"
    }
    mine = _share(fact, start, end)
    for other in hits:
        if other.atomic_id in covers and _share(other, start, end) > 0.5:
            return True
        follows = other.atomic_id == fact.superseded_by or fact.atomic_id == other.superseded_by
        if follows and mine < 0.5 <= _share(other, start, end):
            return True
    return False


def _share(fact: Afu, start: int, end: int) -> float:
    """Share of ``[start, end)`` in which ``fact`` holds."""
    first = max(fact.validity_start_at, start)
    last = end if fact.validity_end_at is None else min(fact.validity_end_at, end)
    return max(0, last - first) / max(1, end - start)
