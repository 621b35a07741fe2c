"""Rows of readings: what was read out of records, kept until their bytes change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from eywa_fs.batching import batched
from eywa_fs.catalog.docs import bump
from eywa_fs.catalog.rowtypes import check_types, damaged_row, types_of
from eywa_fs.catalog.schema import READINGS
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor, Scope

_CHUNK = 500
_TYPES = types_of(READINGS)


@dataclass(frozen=True, slots=True)
class Kept:
    """A reading as the catalog has it, and whether it is what was written."""

    reading: Reading
    untouched: bool


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
    """A scope's readings written after version ``after``, in file order.

    Raises:
        DependencyUnavailable: a row is not what was written.
    """
    query = (
        select(READINGS)
        .where(READINGS.c.scope_key == key, READINGS.c.seq > after)
        .order_by(READINGS.c.path, READINGS.c.byte_start)
    )
    return [_sound(row) for row in connection.execute(query)]


def of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[Kept]]:
    """What was read in some files, in file order, sound or not.

    Raises:
        DependencyUnavailable: a row holds values of other types than its columns.
    """
    found: dict[str, list[Kept]] = {path: [] for path in paths}
    for part in batched(paths, _CHUNK):
        query = (
            select(READINGS)
            .where(READINGS.c.path.in_(part))
            .order_by(READINGS.c.path, READINGS.c.byte_start)
        )
        for row in connection.execute(query):
            found[row.path].append(_kept(row))
    return found


def paths(connection: Connection) -> list[str]:
    """Every file that something was read in."""
    return list(connection.scalars(select(READINGS.c.path).distinct().order_by(READINGS.c.path)))


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
        "row_hash": reading.fingerprint,
    }


def _sound(row: Row[Any]) -> Reading:
    kept = _kept(row)
    if not kept.untouched:
        raise damaged_row(READINGS, f"{row.path}:{row.line_start}", "it is not what was written")
    return kept.reading


def _kept(row: Row[Any]) -> Kept:
    check_types(row, _TYPES, READINGS)
    reading = _reading(row)
    fits = (row.row_hash, row.scope_key) == (reading.fingerprint, scope_key(reading.scope))
    return Kept(reading, fits)


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
