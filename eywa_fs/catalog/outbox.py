"""The outbox: work that is due, with leases, retries and dead letters.

It is a cache of "bytes past the committed offset": a scan can always write it again.
States: ``pending → processing → done (deleted) | pending (retry) | dead_letter``. Of the dead
letters one a minute is tried again; where that goes well, all are pending again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from eywa_fs.batching import batched
from eywa_fs.catalog.sql import AMONG, Connection, Table, columns_of, listed, value_of

EventType = Literal["INDEX_UPSERT", "INDEX_DELETE", "INDEX_REPAIR"]

MAX_ATTEMPTS: Final = 8
RETRY_SECONDS: Final = (1, 2, 4, 8, 16)
"""Waits after the first failures; the last one is used from then on (seed 000 §7.3)."""
LONGEST_WAIT_MS: Final = RETRY_SECONDS[-1] * 1000
TRIAL_MS: Final = 60_000
"""How long dead letters wait until one of them is tried again."""

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


OUTBOX = Table(
    "outbox",
    columns_of(OutboxEvent) | {"claimed_by": int},
    "id",
    {"outbox_due": "status, next_attempt_at", "outbox_target": "event_type, target, status"},
)
_INSERT = OUTBOX.insertion("id")  # the database gives it


def add(
    connection: Connection,
    event_type: EventType,
    targets: Iterable[str],
    *,
    reason: str,
    now_ms: int,
    payload: str = "",
    attempts: int = 0,
    error: str = "",
    revive: bool = True,
) -> int:
    """Queue work unless the same is waiting already; how much was queued.

    Args:
        attempts: carry on the count of an earlier event: it waits as long as that would, or
            becomes a dead letter.
        revive: a dead letter of the same work is replaced; else it stays, and nothing is queued.
    """
    same = f"event_type = ? AND payload = ? AND target {AMONG} AND status"
    wanted = list(dict.fromkeys(targets))
    keeping = listed(["pending"] if revive else ["pending", "dead_letter"])
    query = f"SELECT target FROM outbox WHERE {same} {AMONG}"
    waiting = set(connection.texts(query, event_type, payload, listed(wanted), keeping))
    new = [target for target in wanted if target not in waiting]
    gone = f"DELETE FROM outbox WHERE {same} = 'dead_letter'"
    connection.change(gone, event_type, payload, listed(new))
    rows = [_values(event_type, each, payload, reason, now_ms, attempts, error) for each in new]
    connection.change_all(_INSERT, rows)
    return len(new)


def insert_due(
    connection: Connection,
    event_type: EventType,
    target: str,
    *,
    reason: str,
    now_ms: int,
    payload: str,
) -> int:
    """Make work due now, even where the same waits or is a dead letter; its id, to acknowledge."""
    known: int | None = connection.value(
        "SELECT id FROM outbox WHERE event_type = ? AND target = ? AND payload = ? "
        "AND status <> 'processing' LIMIT 1",
        event_type, target, payload,
    )  # fmt: skip
    if known is None:
        values = _values(event_type, target, payload, reason, now_ms)
        known = connection.value(f"{_INSERT} RETURNING id", *values)
    else:
        _make_due(connection, "id = ?", known, now_ms=now_ms)
    return int(known or 0)


def note_unfinished(
    connection: Connection, ids: Mapping[str, Sequence[str]], *, now_ms: int
) -> list[int]:
    """Note which documents, by tenant, the stores are about to get; the ids of the notes.

    The commit acknowledges them. After a crash they are work that is due: what the catalog does
    not know by then leaves the stores again.
    """
    return [
        insert_due(
            connection, "INDEX_DELETE", tenant_id, reason="unfinished", now_ms=now_ms,
            payload=json.dumps(part),
        )
        for tenant_id, names in sorted(ids.items())
        for part in batched(names, _NOTED)
    ]  # fmt: skip


def add_removals(
    connection: Connection, ids: Mapping[str, Iterable[str]], *, reason: str, now_ms: int
) -> None:
    """Have documents, by tenant, leave the stores."""
    for tenant_id, names in ids.items():
        for part in batched(sorted(names), _NOTED):
            add(
                connection, "INDEX_DELETE", [tenant_id], payload=json.dumps(part), reason=reason,
                now_ms=now_ms,
            )  # fmt: skip


def due_to_leave(connection: Connection, tenant_id: str) -> set[str]:
    """The documents of a tenant that :func:`note_unfinished` and :func:`add_removals` noted, dead
    letters left out: they are being written, or about to leave the stores."""
    listed_ids = "json_each(CASE WHEN json_valid(payload) THEN payload ELSE '[]' END)"
    query = (
        f"SELECT value FROM outbox, {listed_ids} "
        "WHERE event_type = 'INDEX_DELETE' AND target = ? AND status <> 'dead_letter'"
    )
    return set(connection.texts(query, tenant_id))


def claim(connection: Connection, token: int, now_ms: int, limit: int) -> list[OutboxEvent]:
    """Take up to ``limit`` due events for the holder of the fencing ``token``, oldest first, and
    behind them one dead letter, unless one was taken in the last :data:`TRIAL_MS`; its ``status``
    still says what it was. Of several it is one that failed least often.

    What an earlier holder had claimed and not finished is taken again: its claim died with it.
    What is due later than the longest wait from now was noted before the clock was set back: it is
    due, so that nothing ever waits longer than that.
    """
    _give_back(connection, "<>", token)
    due = OUTBOX.read(
        connection,
        "WHERE status = 'pending' AND (next_attempt_at <= ? OR next_attempt_at > ?) "
        "ORDER BY id LIMIT ?",
        now_ms, now_ms + LONGEST_WAIT_MS, limit,
    )  # fmt: skip
    trial = OUTBOX.read(
        connection,
        "WHERE status = 'dead_letter' AND (next_attempt_at <= ? OR next_attempt_at > ?) "
        "ORDER BY attempts, id LIMIT 1",
        now_ms, now_ms + TRIAL_MS,
    )  # fmt: skip
    events = list(map(_event, [*due, *trial]))
    if events and events[-1].status == "dead_letter":
        connection.change(
            "UPDATE outbox SET next_attempt_at = ? WHERE status = 'dead_letter'", now_ms + TRIAL_MS
        )
    connection.change(
        f"UPDATE outbox SET status = 'processing', claimed_by = ? WHERE id {AMONG}",
        token, listed(event.id for event in events),
    )  # fmt: skip
    return events


def release(connection: Connection, token: int) -> None:
    """Give back what the holder of ``token`` claimed and did not finish: it is due again."""
    _give_back(connection, "=", token)


def acknowledge(connection: Connection, ids: Sequence[int]) -> None:
    """Finished work leaves the outbox; the documents it made are its trace."""
    connection.change(f"DELETE FROM outbox WHERE id {AMONG}", listed(ids))


def fail(connection: Connection, event: OutboxEvent, error: str, now_ms: int) -> bool:
    """Put failed work back for a retry, or aside as a dead letter; says whether it is one now."""
    attempts = event.attempts + 1
    status, wait_ms = _after(attempts)
    connection.change(
        "UPDATE outbox SET status = ?, attempts = ?, next_attempt_at = ?, error = ? WHERE id = ?",
        status, attempts, now_ms + wait_ms, error[:2000], event.id,
    )  # fmt: skip
    return status == "dead_letter"


def retry(connection: Connection, now_ms: int) -> int:
    """Give all dead letters another eight attempts; how many."""
    return _make_due(connection, "status = 'dead_letter'", now_ms=now_ms)


def listing(connection: Connection, limit: int = 1000) -> list[OutboxEvent]:
    """What waits, runs or failed eight times, oldest first."""
    return list(map(_event, OUTBOX.read(connection, "ORDER BY id LIMIT ?", limit)))


def counts(connection: Connection) -> dict[str, int]:
    """How many events are in each state."""
    rows = connection.rows("SELECT status, count(*) FROM outbox GROUP BY status")
    return {str(status): int(number) for status, number in rows}


def failing(connection: Connection) -> tuple[str, bool]:
    """The error of work that failed and is tried again, of a dead letter if there is one, and
    whether it is one; empty where nothing failed."""
    found: tuple[str, str] | None = connection.first(
        "SELECT error, status FROM outbox WHERE attempts > 0 "
        "ORDER BY status = 'dead_letter' DESC, id LIMIT 1"
    )
    return ("", False) if found is None else (found[0], found[1] == "dead_letter")


def next_due(connection: Connection) -> int | None:
    """When the earliest pending event is due, in epoch milliseconds."""
    due: int | None = connection.value(
        "SELECT min(next_attempt_at) FROM outbox WHERE status = 'pending'"
    )
    return due


def _give_back(connection: Connection, whose: str, token: int) -> None:
    connection.change(
        "UPDATE outbox SET status = 'pending' "
        f"WHERE status = 'processing' AND claimed_by {whose} ?",
        token,
    )


def _make_due(connection: Connection, which: str, *arguments: object, now_ms: int) -> int:
    return connection.change(
        f"UPDATE outbox SET status = 'pending', attempts = 0, next_attempt_at = ? WHERE {which}",
        now_ms,
        *arguments,
    )


def _values(
    event_type: EventType,
    target: str,
    payload: str,
    reason: str,
    now_ms: int,
    attempts: int = 0,
    error: str = "",
) -> tuple[object, ...]:
    """The columns of new work, without its id."""
    status, wait_ms = _after(attempts)
    due = now_ms + wait_ms
    return (
        event_type, target, payload, reason, status, attempts, due, now_ms, error[:2000], 0,
    )  # fmt: skip


def _after(attempts: int) -> tuple[Literal["pending", "dead_letter"], int]:
    """What work is that failed so many times, due again later or put aside as a dead letter; and
    how long it waits, in milliseconds."""
    if attempts >= MAX_ATTEMPTS:
        return "dead_letter", TRIAL_MS
    wait_s = RETRY_SECONDS[min(attempts, len(RETRY_SECONDS)) - 1] if attempts else 0
    return "pending", wait_s * 1000


_event = partial(value_of, OutboxEvent)
