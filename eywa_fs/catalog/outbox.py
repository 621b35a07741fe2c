"""The outbox: work that is due, with leases, retries and dead letters.

It is a cache of "bytes past the committed offset": a scan can always write it again.
States: ``pending → processing → done (deleted) | pending (retry) | dead_letter``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from eywa_fs.batching import batched
from eywa_fs.catalog.schema import OUTBOX

EventType = Literal["INDEX_UPSERT", "INDEX_DELETE", "INDEX_REPAIR"]

MAX_ATTEMPTS = 8
RETRY_SECONDS = (1, 2, 4, 8, 16)
"""Waits after the first failures; the last one is used from then on (seed 000 §7.3)."""
LONGEST_WAIT_MS = RETRY_SECONDS[-1] * 1000

_CHUNK = 500
"""Rows a statement: below every engine's limit of bound parameters."""

_NOTED = 200
"""Documents an event: what fails is tried again as a whole."""


@dataclass(frozen=True, slots=True)
class OutboxEvent:
    """One piece of work: ``target`` is a file, or a collection key for ``INDEX_DELETE``."""

    id: int
    event_type: EventType
    target: str
    payload: str
    reason: str
    status: str
    attempts: int
    next_attempt_at: int
    created_at: int
    error: str


def add(
    connection: Connection,
    event_type: EventType,
    target: str,
    *,
    reason: str,
    now_ms: int,
    payload: str = "",
    attempts: int = 0,
    error: str = "",
    revive: bool = True,
) -> bool:
    """Queue work unless the same is waiting already; says whether it was queued.

    With ``attempts`` it carries on the count of an earlier event: it waits as long as that would,
    or becomes a dead letter. A dead letter of the same work is replaced; without ``revive`` it
    stays, and nothing is queued.
    """
    same = (
        OUTBOX.c.event_type == event_type,
        OUTBOX.c.target == target,
        OUTBOX.c.payload == payload,
    )
    states = set(connection.scalars(select(OUTBOX.c.status).where(*same)))
    if "pending" in states or ("dead_letter" in states and not revive):
        return False
    connection.execute(delete(OUTBOX).where(*same, OUTBOX.c.status == "dead_letter"))
    _insert(connection, _values(event_type, target, payload, reason, now_ms, attempts, error))
    return True


def add_files(
    connection: Connection,
    event_type: EventType,
    paths: Sequence[str],
    *,
    reason: str,
    now_ms: int,
    revive: bool = True,
) -> int:
    """:func:`add` for many files in a few statements; how many were queued."""
    queued = 0
    for batch in batched(dict.fromkeys(paths), _CHUNK):
        same = (
            OUTBOX.c.event_type == event_type,
            OUTBOX.c.target.in_(batch),
            OUTBOX.c.payload == "",
        )
        found = connection.execute(select(OUTBOX.c.target, OUTBOX.c.status).where(*same)).all()
        keeping = ("pending",) if revive else ("pending", "dead_letter")
        waiting = {row.target for row in found if row.status in keeping}
        given_up = {row.target for row in found if row.status == "dead_letter"} - waiting
        if given_up:
            dead = (*same, OUTBOX.c.status == "dead_letter", OUTBOX.c.target.in_(given_up))
            connection.execute(delete(OUTBOX).where(*dead))
        new = [path for path in batch if path not in waiting]
        if new:
            rows = [_values(event_type, path, "", reason, now_ms, 0, "") for path in new]
            connection.execute(insert(OUTBOX), rows)
        queued += len(new)
    return queued


def insert_due(
    connection: Connection,
    event_type: EventType,
    target: str,
    *,
    reason: str,
    now_ms: int,
    payload: str,
) -> int:
    """Make work due now, whether or not the same waits or was given up; its id, to acknowledge."""
    same = select(OUTBOX.c.id).where(
        OUTBOX.c.event_type == event_type,
        OUTBOX.c.target == target,
        OUTBOX.c.payload == payload,
        OUTBOX.c.status != "processing",
    )
    known = connection.scalar(same.limit(1))
    if known is not None:
        due = {"status": "pending", "attempts": 0, "next_attempt_at": now_ms}
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == known).values(due))
        return int(known)
    return _insert(connection, _values(event_type, target, payload, reason, now_ms, 0, ""))


def note_unfinished(
    connection: Connection, ids: Mapping[str, Sequence[str]], *, now_ms: int
) -> list[int]:
    """Note which documents the stores are about to get; the ids of the notes.

    The commit acknowledges the notes. After a crash they are work that is due: what the catalog
    does not know by then leaves the stores again.

    Args:
        ids: by tenant.
    """
    return [
        insert_due(
            connection, "INDEX_DELETE", tenant_id, reason="unfinished", now_ms=now_ms,
            payload=json.dumps(part),
        )
        for tenant_id, listed in sorted(ids.items())
        for part in batched(listed, _NOTED)
    ]  # fmt: skip


def add_removals(
    connection: Connection, ids: Mapping[str, Iterable[str]], *, reason: str, now_ms: int
) -> None:
    """Have documents leave the stores.

    Args:
        ids: by tenant.
    """
    for tenant_id, listed in ids.items():
        for part in batched(sorted(listed), _NOTED):
            add(
                connection, "INDEX_DELETE", tenant_id, reason=reason, now_ms=now_ms,
                payload=json.dumps(part),
            )  # fmt: skip


def claim(connection: Connection, token: int, now_ms: int, limit: int) -> list[OutboxEvent]:
    """Take up to ``limit`` due events for the holder of the fencing ``token``, oldest first.

    What an earlier holder had claimed and not finished is taken again: its claim died with it.
    What is due later than the longest wait from now was noted before the clock was set back: it is
    due, so that nothing ever waits longer than that.
    """
    connection.execute(
        update(OUTBOX)
        .where(OUTBOX.c.status == "processing", OUTBOX.c.claimed_by != token)
        .values(status="pending")
    )
    query = (
        select(OUTBOX)
        .where(
            OUTBOX.c.status == "pending",
            or_(
                OUTBOX.c.next_attempt_at <= now_ms,
                OUTBOX.c.next_attempt_at > now_ms + LONGEST_WAIT_MS,
            ),
        )
        .order_by(OUTBOX.c.id)
        .limit(limit)
    )
    events = [_event(row) for row in connection.execute(query)]
    if events:
        connection.execute(
            update(OUTBOX)
            .where(OUTBOX.c.id.in_([event.id for event in events]))
            .values(status="processing", claimed_by=token)
        )
    return events


def release(connection: Connection, token: int) -> None:
    """Give back what the holder of ``token`` claimed and did not finish: it is due again."""
    connection.execute(
        update(OUTBOX)
        .where(OUTBOX.c.status == "processing", OUTBOX.c.claimed_by == token)
        .values(status="pending")
    )


def acknowledge(connection: Connection, ids: Sequence[int]) -> None:
    """Finished work leaves the outbox; the documents it made are its trace."""
    if ids:
        connection.execute(delete(OUTBOX).where(OUTBOX.c.id.in_(ids)))


def fail(connection: Connection, event: OutboxEvent, error: str, now_ms: int) -> bool:
    """Put failed work back for a retry, or aside as a dead letter; says whether it is one now."""
    attempts = event.attempts + 1
    connection.execute(
        update(OUTBOX)
        .where(OUTBOX.c.id == event.id)
        .values(
            status=_status(attempts),
            attempts=attempts,
            next_attempt_at=now_ms + _wait_ms(attempts),
            error=error[:2000],
        )
    )
    return _status(attempts) == "dead_letter"


def retry(connection: Connection, now_ms: int, ids: Sequence[int] | None = None) -> int:
    """Give dead letters (all, or those named) another eight attempts; how many."""
    query = update(OUTBOX).where(OUTBOX.c.status == "dead_letter")
    if ids is not None:
        query = query.where(OUTBOX.c.id.in_(ids))
    done = connection.execute(query.values(status="pending", attempts=0, next_attempt_at=now_ms))
    return int(done.rowcount)


def listing(connection: Connection, limit: int = 1000) -> list[OutboxEvent]:
    """What waits, runs or was given up, oldest first."""
    query = select(OUTBOX).order_by(OUTBOX.c.id).limit(limit)
    return [_event(row) for row in connection.execute(query)]


def counts(connection: Connection) -> dict[str, int]:
    """How many events are in each state."""
    query = select(OUTBOX.c.status, func.count()).group_by(OUTBOX.c.status)
    return {str(status): int(number) for status, number in connection.execute(query)}


def next_due(connection: Connection) -> int | None:
    """When the earliest pending event is due, in epoch milliseconds."""
    query = select(func.min(OUTBOX.c.next_attempt_at)).where(OUTBOX.c.status == "pending")
    due = connection.scalar(query)
    return None if due is None else int(due)


def _insert(connection: Connection, values: Mapping[str, Any]) -> int:
    done = connection.execute(insert(OUTBOX).values(values))
    return int(done.inserted_primary_key[0]) if done.inserted_primary_key else 0


def _values(
    event_type: EventType,
    target: str,
    payload: str,
    reason: str,
    now_ms: int,
    attempts: int,
    error: str,
) -> dict[str, Any]:
    return {
        "event_type": event_type,
        "target": target,
        "payload": payload,
        "reason": reason,
        "status": _status(attempts),
        "attempts": attempts,
        "next_attempt_at": now_ms + _wait_ms(attempts),
        "created_at": now_ms,
        "claimed_by": 0,
        "error": error[:2000],
    }


def _status(attempts: int) -> str:
    return "dead_letter" if attempts >= MAX_ATTEMPTS else "pending"


def _wait_ms(attempts: int) -> int:
    return RETRY_SECONDS[min(attempts, len(RETRY_SECONDS)) - 1] * 1000 if attempts else 0


def _event(row: Row[Any]) -> OutboxEvent:
    return OutboxEvent(**{name: getattr(row, name) for name in OutboxEvent.__dataclass_fields__})
