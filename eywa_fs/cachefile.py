"""A file of values that only save computing: by group and name, each with a checksum."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import xxhash

from eywa_fs.batching import batched
from eywa_fs.errors import DependencyUnavailable, RootLost
from eywa_fs.sqlitefile import SqliteFile, transaction

CHUNK = 4000
"""Names per statement; SQLite takes at most 32,766 parameters."""


class CacheFile(SqliteFile):
    """Bytes that need not be made again, in one table of one SQLite file. Derived, disposable.

    Losing rows costs computing time only, so a commit is not synced: after
    a power cut the newest may be missing, never wrong. Every row carries an XXH3-64 of its key and
    value; a row that does not match it counts as absent.

    Every method raises ``DependencyUnavailable`` when the file cannot be opened, is no SQLite
    file, is damaged, is locked for too long or comes from a newer program; ``reset`` replaces it.
    """

    what: ClassVar[str]
    """What messages call it, and what its loss costs."""
    loss: ClassVar[str]
    table: ClassVar[str]
    group: ClassVar[str]
    """The columns: a text, its rows' names (bytes, unique in the group), and the values."""
    name: ClassVar[str]
    value: ClassVar[str]
    schema_version: ClassVar[int] = 1
    unusable: ClassVar = (*SqliteFile.unusable, RootLost)
    path: Path

    def __init__(self, path: Path, claim: Callable[[], object] = lambda: None) -> None:
        """``claim`` is called before the file or its folder is made, and raises if none may be."""
        super().__init__(path)
        self._claim = claim

    def count(self, group: str | None = None) -> int:
        """Number of rows, of one group or of all."""
        where, arguments = ("", ()) if group is None else (f"WHERE {self.group} = ?", (group,))
        with self._using() as connection:
            row = connection.execute(
                f"SELECT count(*) FROM {self.table} {where}", arguments
            ).fetchone()
        return int(row[0])

    def reset(self) -> None:
        """Replace the file by an empty one."""
        super().reset()
        with self._using():
            pass

    def _sound(self, group: str, names: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Name and value of the rows that are there and undamaged, in no order.

        The file is locked to other threads until the last is taken.
        """
        begin = group.encode("utf-8")
        query = (
            f"SELECT {self.name}, checksum, {self.value} FROM {self.table} "
            f"WHERE {self.group} = ? AND {self.name} IN "
        )
        with self._using() as connection:
            for chunk in batched(names, CHUNK):
                rows = connection.execute(query + _marks(chunk), (group, *chunk))
                for name, checksum, value in rows:
                    # A damaged row may hold anything, a number too.
                    sound = isinstance(value, bytes) and isinstance(name, bytes)
                    if sound and checksum == xxhash.xxh3_64_digest(begin + name + value):
                        yield name, value

    def _put(self, group: str, values: Mapping[bytes, bytes], *, alone: bool = False) -> None:
        """Store values by name in one transaction; rows that exist are replaced.

        Args:
            alone: drop the rows of every other group.
        """
        begin = group.encode("utf-8")
        rows = [
            (group, name, xxhash.xxh3_64_digest(begin + name + value), value)
            for name, value in values.items()
        ]
        with self._using() as connection, transaction(connection):
            if alone:  # two ranges of the key: "!=" would look at every row
                connection.execute(
                    f"DELETE FROM {self.table} WHERE {self.group} < ? OR {self.group} > ?",
                    (group, group),
                )
            connection.executemany(f"INSERT OR REPLACE INTO {self.table} VALUES (?, ?, ?, ?)", rows)

    def _prune(self, keep: Iterable[tuple[str, bytes]], *, anyway: bool = False) -> int:
        """Remove every row but those of ``keep``, pairs of (group, name).

        Args:
            anyway: also where no row is removed, leave no byte of one that was removed before.

        Returns:
            How many rows were removed. If there are any, no byte of them is left in the files.

        Raises:
            DependencyUnavailable: also when another process keeps the log from being emptied: the
                rows are gone for readers but their bytes may remain; call again.
        """
        with self._using() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS kept "
                "(part TEXT, name BLOB, PRIMARY KEY (part, name))"
            )
            with transaction(connection):
                connection.execute("DELETE FROM kept")
                connection.executemany("INSERT OR IGNORE INTO kept VALUES (?, ?)", keep)
                removed = connection.execute(
                    f"DELETE FROM {self.table} WHERE NOT EXISTS (SELECT 1 FROM kept "
                    f"WHERE kept.part = {self.table}.{self.group} "
                    f"AND kept.name = {self.table}.{self.name})"
                ).rowcount
                connection.execute("DELETE FROM kept")
            if removed or anyway:
                _compact(connection)
        return removed

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version > self.schema_version:
            raise sqlite3.DatabaseError(f"written by a newer program, schema {version}")
        if version < self.schema_version:
            with transaction(connection):
                connection.execute(
                    f"CREATE TABLE IF NOT EXISTS {self.table} ({self.group} TEXT NOT NULL, "
                    f"{self.name} BLOB NOT NULL, checksum BLOB NOT NULL, "
                    f"{self.value} BLOB NOT NULL, PRIMARY KEY ({self.group}, {self.name}))"
                )
                connection.execute(f"PRAGMA user_version = {self.schema_version}")

    def _open(self) -> sqlite3.Connection:
        self._claim()
        self.path.parent.mkdir(0o700, exist_ok=True)
        return super()._open()

    def _failure(self, error: Exception) -> DependencyUnavailable:
        return DependencyUnavailable(
            f"{self.what} {self.path.name} cannot be used ({error}); "
            f"it is derived: reset it, at the price of {self.loss}"
        )


def _compact(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise sqlite3.OperationalError("another process reads it, its log cannot be emptied")


def _marks(items: Sequence[bytes]) -> str:
    return f"({','.join('?' * len(items))})"
