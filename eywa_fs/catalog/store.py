"""Opening the catalog: connections, transactions, and one kind of error for all that can fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, select, update
from sqlalchemy.exc import SQLAlchemyError

from eywa_fs.catalog.schema import FENCE, META, migrate
from eywa_fs.errors import DependencyTimeout, DependencyUnavailable, EywaError, IndexerBusy

READ_WAIT_S = 1.5
"""How long a reader waits for another process's lock. In WAL mode a writer does not lock readers
out, so one that is locked out waits for something odd: search goes on without the catalog."""

WRITE_WAIT_S = 15.0
"""How long a writer waits for the writer before it."""

_BUSY_CODES = frozenset((5, 6))
"""SQLite's ``SQLITE_BUSY`` and ``SQLITE_LOCKED``."""


class Catalog:
    """One SQLite file in WAL mode. Threads may share it; processes may open it side by side."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open a catalog.

        Args:
            create: make a new one where there is none, and migrate an old one.

        Raises:
            DependencyTimeout: locked by another process for too long.
            DependencyUnavailable: missing (without ``create``) or corrupt.
            SchemaMismatch: written by a newer program.
        """
        self.path = path
        if not create:
            self._refuse_absent()
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": READ_WAIT_S})
        event.listen(self._engine, "connect", _set_pragmas)
        event.listen(self._engine, "begin", _begin)
        if create:
            self.migrate()

    def migrate(self) -> None:
        """Bring the tables to the version this program knows.

        Raises:
            DependencyUnavailable, DependencyTimeout: it cannot be written.
            SchemaMismatch: written by a newer program.
        """
        with self.write() as connection:
            migrate(connection)

    def reread(self) -> None:
        """Close the connections nobody uses, so that the next one sees what is on the disk: an open
        one answers from pages it keeps, and from a file that was deleted.

        Raises:
            DependencyUnavailable: the file is gone.
        """
        self._refuse_absent()
        self._engine.dispose()

    def _refuse_absent(self) -> None:
        if not self.path.is_file():
            raise DependencyUnavailable(f"there is no catalog at {self.path}; run 'eywa rebuild'")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent view. Any failure of the database becomes :class:`DependencyUnavailable`,
        another process's lock its child :class:`DependencyTimeout`."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _unavailable(self.path, error) from error

    @contextmanager
    def write(self, *, fence: int | None = None) -> Iterator[Connection]:
        """A write transaction, committed at the end, rolled back on any error.

        Args:
            fence: the caller's fencing token; the transaction fails if another one was given since.

        Raises:
            IndexerBusy: another process took over the indexer.
        """
        try:
            with (
                self._engine.connect().execution_options(eywa_write=True) as connection,
                connection.begin(),
            ):
                if fence is not None:
                    _check_fence(connection, fence)
                yield connection
        except SQLAlchemyError as error:
            raise _unavailable(self.path, error) from error

    def take_fence(self, owner: str) -> int:
        """Take the next fencing token; whoever held an older one can no longer write."""
        with self.write() as connection:
            token = int(connection.scalar(select(FENCE.c.token)) or 0) + 1
            if token == 1:
                connection.execute(FENCE.insert().values(id=1, token=token, owner=owner))
            else:
                connection.execute(update(FENCE).values(token=token, owner=owner))
        return token

    def fence(self) -> int:
        """The fencing token that was given out last; 0 before the first."""
        with self.read() as connection:
            return int(connection.scalar(select(FENCE.c.token)) or 0)

    def set_meta(self, name: str, value: str) -> None:
        """Remember one value."""
        with self.write() as connection:
            note_meta(connection, name, value)

    def meta(self, name: str) -> str | None:
        """A remembered value."""
        with self.read() as connection:
            return connection.scalar(select(META.c.value).where(META.c.name == name))

    def check(self) -> str | None:
        """SQLite's own quick check; a description of the first damage, or ``None``."""
        try:
            with self.read() as connection:
                found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        except EywaError as error:
            return str(error)
        return None if found == "ok" else found

    def close(self) -> None:
        """Fold the write-ahead log into the file and close every connection."""
        try:
            with self._engine.connect() as connection:
                connection.rollback()
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLAlchemyError:
            pass  # another process still reads, or the file is damaged: the log simply stays
        self._engine.dispose()


def _set_pragmas(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, see _begin
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-65536"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes the write lock at once: upgrading a read transaction later can fail with BUSY.
    writing = connection.get_execution_options().get("eywa_write")
    wait_s = WRITE_WAIT_S if writing else READ_WAIT_S
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(wait_s * 1000)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _check_fence(connection: Connection, token: int) -> None:
    held = connection.execute(select(FENCE.c.token, FENCE.c.owner)).first()
    if held is None or held.token != token:
        owner = held.owner if held else "nobody"
        raise IndexerBusy(f"another process took over the indexer ({owner}); nothing was written")


def _unavailable(path: Path, error: SQLAlchemyError) -> DependencyUnavailable:
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _BUSY_CODES:
        return DependencyTimeout(f"the catalog {path} is locked by another process ({cause})")
    return DependencyUnavailable(
        f"the catalog {path} cannot be used ({cause}); run 'eywa repair' to see what to do"
    )


def note_meta(connection: Connection, name: str, value: str) -> None:
    """Remember one value, together with what else the transaction does."""
    connection.execute(META.delete().where(META.c.name == name))
    connection.execute(META.insert().values(name=name, value=value))
