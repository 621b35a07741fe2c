"""Rows of readings: what was read out of records, kept until their bytes change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eywa_fs.catalog.docs import above, bump
from eywa_fs.catalog.sql import AMONG, Connection, Table, columns_of, listed, value_of, values_of
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import Reading, ReadingKind
from eywa_fs.model.records import Scope

READINGS = Table(
    "readings",
    columns_of(Reading) | {"seq": int, "row_hash": str},
    "path, byte_start",
    {"readings_by_scope": "scope_key, seq", "readings_by_kind": "scope_key, kind"},
)
_IN_FILE_ORDER = "ORDER BY path, byte_start"


def put(connection: Connection, readings: Sequence[Reading]) -> None:
    """Write readings, replacing those of the same place."""
    versions = {scope: bump(connection, scope) for scope in {r.scope for r in readings}}
    values = values_of(
        READINGS.columns,
        seq=lambda reading: versions[reading.scope],
        row_hash=lambda reading: reading.fingerprint,
    )
    READINGS.put(connection, list(map(values, readings)))


def remove_path(connection: Connection, path: str) -> None:
    """Forget what was read in one file."""
    query = "SELECT DISTINCT tenant_id, user_id FROM readings WHERE path = ?"
    for tenant_id, user_id in connection.rows(query, path):
        bump(connection, Scope(tenant_id, user_id), removed=True)
    connection.change("DELETE FROM readings WHERE path = ?", path)


def of_scope(connection: Connection, key: str, *, after: int = 0) -> list[Reading]:
    """A scope's readings written after version ``after``, in file order."""
    rest = f"WHERE scope_key = ? AND seq > ? {_IN_FILE_ORDER}"
    return list(_sound(connection, rest, key, above(after)))


def of_kind(connection: Connection, key: str, kind: ReadingKind) -> list[Reading]:
    """A scope's readings of one kind, in file order."""
    rest = f"WHERE scope_key = ? AND kind = ? {_IN_FILE_ORDER}"
    return list(_sound(connection, rest, key, kind))


def _sound(connection: Connection, rest: str, *arguments: object) -> Iterator[Reading]:
    for reading, untouched in _kept(connection, rest, *arguments):
        if not untouched:
            raise READINGS.damaged(reading.anchor.citation, "it is not what was written")
        yield reading


def of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[tuple[Reading, bool]]]:
    """What was read in some files, in file order, each with whether it is what was written."""
    found: dict[str, list[tuple[Reading, bool]]] = {path: [] for path in paths}
    for kept in _kept(connection, f"WHERE path {AMONG} {_IN_FILE_ORDER}", listed(paths)):
        found[kept[0].anchor.file_path].append(kept)
    return found


def paths(connection: Connection) -> list[str]:
    """Every file that something was read in."""
    return [path for (path,) in connection.rows("SELECT DISTINCT path FROM readings ORDER BY path")]


def _kept(connection: Connection, rest: str, *arguments: object) -> Iterator[tuple[Reading, bool]]:
    for columns in READINGS.read(connection, rest, *arguments):
        reading = value_of(Reading, columns)
        noted = columns["row_hash"], columns["scope_key"]
        yield reading, noted == (reading.fingerprint, scope_key(reading.scope))
