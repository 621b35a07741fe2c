"""Rows of readings: what was read out of records, kept until their bytes change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from eywa_fs.batching import batched
from eywa_fs.catalog.docs import bump
from eywa_fs.catalog.schema import READINGS
from eywa_fs.hashing import text_fingerprint
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor, Scope

_CHUNK = 500


def put(connection: Connection, readings: Sequence[Reading]) -> None:
    """Write readings, replacing those of the same place."""
    versions = {scope: bump(connection, scope) for scope in {r.scope for r in readings}}
    for path in {reading.anchor.file_path for reading in readings}:
        starts = [r.anchor.byte_start for r in readings if r.anchor.file_path == path]
        for batch in batched(starts, _CHUNK):
            connection.execute(
                delete(READINGS).where(READINGS.c.path == path, READINGS.c.byte_start.in_(batch))
            )
    for part in batched(readings, 2000):
        connection.execute(insert(READINGS), [_values(r, versions[r.scope]) for r in part])


def remove_path(connection: Connection, path: str) -> None:
    """Forget what was read in one file."""
    scopes = connection.execute(
        select(READINGS.c.tenant_id, READINGS.c.user_id).where(READINGS.c.path == path).distinct()
    ).all()
    for found in scopes:
        bump(connection, Scope(found.tenant_id, found.user_id), removed=True)
    connection.execute(delete(READINGS).where(READINGS.c.path == path))


def of_scope(connection: Connection, key: str, *, after: int = 0) -> list[Reading]:
    """A scope's readings written after version ``after``, in file order."""
    query = (
        select(READINGS)
        .where(READINGS.c.scope_key == key, READINGS.c.seq > after)
        .order_by(READINGS.c.path, READINGS.c.byte_start)
    )
    return [_reading(row) for row in connection.execute(query)]


def of_path(connection: Connection, path: str) -> list[Reading]:
    """What was read in one file, in file order."""
    query = select(READINGS).where(READINGS.c.path == path).order_by(READINGS.c.byte_start)
    return [_reading(row) for row in connection.execute(query)]


def _values(reading: Reading, seq: int) -> dict[str, Any]:
    anchor = reading.anchor
    return {
        "path": anchor.file_path,
        "byte_start": anchor.byte_start,
        "seq": seq,
        "kind": reading.kind,
        "scope_key": scope_key(reading.scope),
        "tenant_id": reading.scope.tenant_id,
        "user_id": reading.scope.user_id,
        "event_id": reading.event_id,
        "session_id": reading.session_id,
        "timestamp": reading.timestamp,
        "fs_version": anchor.fs_version,
        "line_start": anchor.line_start,
        "line_end": anchor.line_end,
        "byte_end": anchor.byte_end,
        "content_hash": anchor.content_hash,
        "payload": reading.payload,
        "payload_hash": text_fingerprint(reading.payload),
    }


def _reading(row: Row[Any]) -> Reading:
    return Reading(
        kind=row.kind,
        scope=Scope(row.tenant_id, row.user_id),
        event_id=row.event_id,
        session_id=row.session_id,
        timestamp=row.timestamp,
        anchor=Anchor(
            row.path,
            row.fs_version,
            row.line_start,
            row.line_end,
            row.byte_start,
            row.byte_end,
            row.content_hash,
        ),
        payload=row.payload,
    )
