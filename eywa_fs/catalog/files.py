"""The manifest: how far each truth file has been derived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from eywa_fs.batching import batched
from eywa_fs.catalog.anchors import plain_rows
from eywa_fs.catalog.rowtypes import check_types, types_of
from eywa_fs.catalog.schema import FILES

_TYPES = types_of(FILES)
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class FileRow:
    """One truth file.

    Attributes:
        committed_offset, committed_lines: everything up to here is derived, in bytes and lines.
        fingerprint: XXH3-128 of the bytes up to ``committed_offset``.
        size, mtime_ns, inode: the file's state when it was last looked at.
        malformed, unsealed: lines up to ``committed_offset`` that are no record, or lack a seal.
        read_hash: :func:`~eywa_fs.model.readings.chained` of all that was read in them.
    """

    path: str
    scope_key: str
    kind: str
    committed_offset: int
    committed_lines: int
    fingerprint: str
    size: int
    mtime_ns: int
    inode: int
    malformed: int = 0
    unsealed: int = 0
    read_hash: str = ""


def put(connection: Connection, rows: Sequence[FileRow]) -> None:
    """Write rows, replacing those of the same path."""
    for batch in batched(rows, _CHUNK):
        connection.execute(delete(FILES).where(FILES.c.path.in_([row.path for row in batch])))
    if rows:
        connection.execute(insert(FILES), [asdict(row) for row in rows])


def remove(connection: Connection, path: str) -> None:
    """Forget a file that is gone."""
    connection.execute(delete(FILES).where(FILES.c.path == path))


def get(connection: Connection, path: str) -> FileRow | None:
    """The row of one file."""
    row = connection.execute(select(FILES).where(FILES.c.path == path)).first()
    return None if row is None else _row(row)


def some(connection: Connection, paths: Iterable[str]) -> dict[str, FileRow]:
    """The rows of those of ``paths`` that have one, by path."""
    found: dict[str, FileRow] = {}
    for batch in batched(paths, _CHUNK):
        query = select(FILES).where(FILES.c.path.in_(batch))
        found |= {row.path: _row(row) for row in connection.execute(query)}
    return found


def every(connection: Connection) -> dict[str, FileRow]:
    """All rows by path."""
    return {row.path: _row(row) for row in connection.execute(select(FILES))}


def of_scope(connection: Connection, key: str) -> dict[str, FileRow]:
    """The rows of one scope by path."""
    query = select(FILES).where(FILES.c.scope_key == key)
    return {row[0]: _row(row) for row in plain_rows(connection, query)}


def _row(row: Row[Any]) -> FileRow:
    check_types(row, _TYPES, FILES)
    return FileRow(*tuple(row))  # the table has the columns in the same order
