"""The manifest: how far each truth file has been derived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eywa_fs.catalog.sql import AMONG, Connection, Table, columns_of, listed


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


FILES = Table("files", columns_of(FileRow), "path", {"ix_files_scope_key": "scope_key"})


def put(connection: Connection, rows: Sequence[FileRow]) -> None:
    """Write rows, replacing those of the same path."""
    FILES.put_each(connection, rows)


def remove(connection: Connection, path: str) -> None:
    """Forget a file that is gone."""
    connection.change("DELETE FROM files WHERE path = ?", path)


def get(connection: Connection, path: str) -> FileRow | None:
    """The row of one file."""
    return some(connection, [path]).get(path)


def some(connection: Connection, paths: Iterable[str]) -> dict[str, FileRow]:
    """The rows of those of ``paths`` that have one, by path."""
    return _rows(connection, f"WHERE path {AMONG}", listed(paths))


def every(connection: Connection) -> dict[str, FileRow]:
    """All rows by path."""
    return _rows(connection)


def of_scope(connection: Connection, key: str) -> dict[str, FileRow]:
    """The rows of one scope by path."""
    return _rows(connection, "WHERE scope_key = ?", key)


def scope_of(connection: Connection, path: str) -> str | None:
    """The key of the scope of one file, if it has a row."""
    found: str | None = connection.value("SELECT scope_key FROM files WHERE path = ?", path)
    return found


def records(connection: Connection) -> dict[str, int]:
    """How many lines that are records are derived, by scope."""
    query = (
        "SELECT scope_key, sum(committed_lines - malformed) FROM files "
        "WHERE kind <> 'longterm' GROUP BY scope_key"
    )
    return dict(connection.each(query))


def _rows(connection: Connection, rest: str = "", *arguments: object) -> dict[str, FileRow]:
    return {row["path"]: FileRow(**row) for row in FILES.read(connection, rest, *arguments)}
