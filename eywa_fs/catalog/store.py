"""Opening the catalog: its tables and their version, connections, transactions, and one kind of
error for all that can fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eywa_fs.catalog.docs import SCOPES
from eywa_fs.catalog.document_row import DOCS
from eywa_fs.catalog.files import FILES
from eywa_fs.catalog.outbox import OUTBOX
from eywa_fs.catalog.readings import READINGS
from eywa_fs.catalog.sql import Connection, Driver, Table
from eywa_fs.catalog.summaries import STAND_INS, SUMMARIES, SUMMARISED
from eywa_fs.errors import (
    DependencyTimeout,
    DependencyUnavailable,
    EywaError,
    Hindered,
    IndexerBusy,
    SchemaMismatch,
)
from eywa_fs.sqlitefile import is_damaged, no_room, write_ahead

META = Table("meta", {"name": str, "value": str}, "name")

FENCE = Table("fence", {"id": int, "token": int, "owner": str}, "id")
"""One row: the fencing token of the process that may write. Each new indexer takes the next one, so
that a process whose work another took over may not write any more, however long it slept."""

TABLES = (
    META, FILES, DOCS, SCOPES, READINGS, SUMMARIES, STAND_INS, SUMMARISED, OUTBOX, FENCE,
)  # fmt: skip

VERSION = 6
"""Raised with every change of the tables: a catalog of another version is derived anew."""

READ_WAIT_S = 1.5
"""How long a reader waits for another process's lock. In WAL mode a writer does not lock readers
out, so one that is locked out waits for something odd: search goes on without the catalog."""

WRITE_WAIT_S = 15.0
"""How long a writer waits for the writer before it."""

_MOST_IDLE = 16
"""Connections that are kept for the next transactions; each has a cache of its own."""

_BUSY_CODES = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))


class Catalog:
    """One SQLite file in WAL mode. Threads may share it; processes may open it side by side."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a catalog; with ``create`` a new one is made where there is none.

        Raises:
            DependencyTimeout: locked by another process for too long.
            DependencyUnavailable: missing (without ``create``) or corrupt.
            SchemaMismatch: another version of the program made it (with ``create``).
        """
        self.path = path
        self._idle: list[Driver] = []  # taken and put back in one step: threads share
        if create:
            self.prepare()
        else:
            self._refuse_absent()

    def prepare(self) -> None:
        """Make the tables where there are none; raises as opening does."""
        with self.write() as connection:
            version = stored_version(connection)
            if version not in (0, VERSION):
                raise SchemaMismatch(
                    f"the catalog has schema version {version}, this program knows {VERSION}: "
                    "run 'eywa rebuild' to derive it anew, or use the program that wrote it"
                )
            if version or connection.value("SELECT count(*) FROM sqlite_master"):
                self._refuse_lacking(connection)  # else the next line makes them, without a row
            for table in TABLES:
                table.create(connection)
            if not version:
                note_meta(connection, "schema_version", str(VERSION))

    def refuse_damaged(self) -> None:
        """Raise ``DependencyUnavailable`` where the file is no database, or lacks a table,
        ``DependencyTimeout`` where it is locked; what else fails is no damage of it."""
        try:
            with self.read() as connection:
                if stored_version(connection) in (0, VERSION):
                    self._refuse_lacking(connection)
        except DependencyTimeout:
            raise
        except DependencyUnavailable as error:
            if error.__cause__ is None or is_damaged(error):
                raise

    def _refuse_lacking(self, connection: Connection) -> None:
        found = connection.texts("SELECT name FROM sqlite_master WHERE type = 'table'")
        if lacking := [table.name for table in TABLES if table.name not in found]:
            tables = ", ".join(lacking)
            raise DependencyUnavailable(f"the catalog {self.path} lacks the tables {tables}")

    def reread(self) -> None:
        """See what is on the disk from now on: an open connection answers from pages it keeps, and
        from a file that was deleted. ``DependencyUnavailable`` where it is gone."""
        self._refuse_absent()
        self._dispose()

    def _refuse_absent(self) -> None:
        if not self.path.is_file():
            raise DependencyUnavailable(f"there is no catalog at {self.path}; run 'eywa rebuild'")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent view. Any failure of the database becomes :class:`DependencyUnavailable`,
        another process's lock its child :class:`DependencyTimeout`."""
        with self._transaction("BEGIN", READ_WAIT_S) as connection:
            yield connection

    @contextmanager
    def write(self, *, fence: int | None = None) -> Iterator[Connection]:
        """A write transaction, committed at the end, rolled back on any error. With the caller's
        fencing token as ``fence``, ``IndexerBusy`` if another one was given since."""
        # The write lock is taken at once: upgrading a read transaction later can fail with BUSY.
        with self._transaction("BEGIN IMMEDIATE", WRITE_WAIT_S) as connection:
            if fence is not None:
                _refuse_overtaken(connection, fence)
            yield connection
            connection.change("COMMIT")

    @contextmanager
    def _transaction(self, begin: str, wait_s: float) -> Iterator[Connection]:
        """A connection for one transaction, which ends here if it was not committed."""
        home = self._idle
        try:
            driver = home.pop()
        except IndexError:
            driver = self._connect()
        connection = Connection(driver, self._failure)
        try:
            if driver.wait_s != wait_s:
                connection.change(f"PRAGMA busy_timeout = {int(wait_s * 1000)}")
                driver.wait_s = wait_s
            connection.change(begin)
            yield connection
        finally:
            try:
                driver.rollback()
            except sqlite3.Error:
                driver.close()
            else:
                if home is self._idle and len(home) < _MOST_IDLE:
                    home.append(driver)
                else:
                    driver.close()

    def _connect(self) -> Driver:
        try:
            driver = sqlite3.connect(
                self.path,
                timeout=READ_WAIT_S,
                isolation_level=None,  # we begin transactions ourselves
                check_same_thread=False,
                factory=Driver,
            )
        except sqlite3.Error as error:
            raise self._failure(error) from error
        try:
            write_ahead(driver, READ_WAIT_S)
            for pragma in ("synchronous=NORMAL", "cache_size=-65536"):
                driver.execute(f"PRAGMA {pragma}")
        except sqlite3.Error as error:
            driver.close()
            raise self._failure(error) from error
        return driver

    def _failure(self, error: sqlite3.Error) -> DependencyUnavailable:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY_CODES:
            return DependencyTimeout(
                f"the catalog {self.path} is locked by another process ({error})"
            )
        if (full := no_room(error, self.path)) is not None:
            folder, why = full
            advice = "'Disk full' in docs/operations.md"
            if folder != self.path.parent:
                advice = "it is for temporary files, and TMPDIR names another one"
            return Hindered(
                f"the catalog {self.path} cannot be used, as there is no room in {folder} ({why}); "
                f"nothing is damaged: free space there, or raise the limit ({advice}), then try "
                "again"
            )
        return DependencyUnavailable(
            f"the catalog {self.path} cannot be used ({error}); run 'eywa repair' to see what to do"
        )

    def take_fence(self, owner: str) -> int:
        """Take the next fencing token; whoever held an older one can no longer write."""
        with self.write() as connection:
            token = _last_fence(connection) + 1
            FENCE.put(connection, [(1, token, owner)])
            return token

    def fence(self) -> int:
        """The fencing token that was given out last; 0 before the first."""
        with self.read() as connection:
            return _last_fence(connection)

    def set_meta(self, name: str, value: str) -> None:
        with self.write() as connection:
            note_meta(connection, name, value)

    def meta(self, name: str) -> str | None:
        with self.read() as connection:
            value: str | None = connection.value("SELECT value FROM meta WHERE name = ?", name)
            return value

    def check(self) -> str | None:
        """SQLite's own quick check; a description of the first damage, or ``None``. ``Hindered``
        where it cannot be made."""
        try:
            with self.read() as connection:
                found = str(connection.value("PRAGMA quick_check(1)"))
        except Hindered:
            raise
        except EywaError as error:
            return str(error)
        return None if found == "ok" else found

    def close(self) -> None:
        """Fold the write-ahead log into the file and close every connection."""
        # Where another process still reads, or the file is damaged, the log simply stays.
        with suppress(EywaError), self.read() as connection:
            connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        self._dispose()

    def _dispose(self) -> None:
        idle, self._idle = self._idle, []
        with suppress(IndexError):  # another thread takes them too
            while True:
                idle.pop().close()


def _last_fence(connection: Connection) -> int:
    return int(connection.value("SELECT token FROM fence") or 0)


def _refuse_overtaken(connection: Connection, token: int) -> None:
    held, owner = connection.first("SELECT token, owner FROM fence") or (None, "nobody")
    if held != token:
        raise IndexerBusy(f"another process took over the indexer ({owner}); nothing was written")


def note_meta(connection: Connection, name: str, value: str) -> None:
    """Remember one value, together with what else the transaction does."""
    META.put(connection, [(name, value)])


def stored_version(connection: Connection) -> int:
    """The version a catalog has; 0 for an empty database."""
    if not connection.has_table("meta"):
        return 0
    return int(connection.value("SELECT value FROM meta WHERE name = 'schema_version'") or 0)
