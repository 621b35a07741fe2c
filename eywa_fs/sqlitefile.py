"""What every SQLite file here needs: its write-ahead log, transactions that wait for others, and of
what is derived a file that is opened when it is needed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

from eywa_fs.errors import DependencyUnavailable

_PAUSE_S = 0.005
_ROOM = 1 << 20
_HEAD = b"SQLite format 3\0"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def write_ahead(connection: sqlite3.Connection, within_s: float) -> None:
    """Have a database use its write-ahead log; at once where it does already.

    The switch needs the file for itself. SQLite does not wait for that, whatever timeout the
    connection has, where waiting could be a deadlock (https://www.sqlite.org/c3ref/busy_handler.html):
    of processes that make one file at the same time all but one would be refused.

    Raises:
        sqlite3.Error: others had the file for ``within_s`` seconds, or it is no database.
    """
    until = time.monotonic() + within_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > until:
                raise
        time.sleep(_PAUSE_S)


def is_database(path: Path) -> bool:
    """Whether a file begins as a database does; also where it cannot be opened now."""
    if not path.is_file():  # to open a named pipe would block
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except OSError:
        return True


def no_room(error: sqlite3.Error, path: Path) -> tuple[Path, str] | None:
    """The folder that takes no more, and why, where a database failed for that: its own, or the one
    where SQLite sorts; else ``None``. SQLite says that there is no room, or only gives an
    input/output error; a megabyte that is written there shows it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return None
    left: dict[Path, int] = {}
    for folder in (path.parent, temporary_folder()):
        if why := _refused(folder):
            return folder, why
        with suppress(OSError):
            left[folder] = shutil.disk_usage(folder).free
    if code == sqlite3.SQLITE_FULL:  # what was written is taken back by now
        return min(left, key=left.__getitem__, default=path.parent), str(error)
    return None


def _refused(folder: Path) -> str:
    """Why a folder has no room; empty where it has, or fails for something else."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ROOM))
    except OSError as error:
        return os.strerror(error.errno) if error.errno in _NO_ROOM else ""
    return ""


def temporary_folder() -> Path:
    """Where SQLite puts what it sorts (https://www.sqlite.org/tempfiles.html, 5)."""
    named = (os.environ.get(name) for name in ("SQLITE_TMPDIR", "TMPDIR"))
    places = (place for place in (*named, "/var/tmp", "/usr/tmp", "/tmp") if place)
    return next((Path(p) for p in places if os.access(p, os.W_OK | os.X_OK)), Path())


@contextmanager
def transaction(connection: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """All or nothing, under the write lock from the beginning."""
    connection.execute(begin)
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have rolled it back
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class SqliteFile(ABC):
    """One SQLite file of what is derived, opened at its first use. Threads (one connection behind a
    lock) and processes (write-ahead log, waits for a lock) may share it.

    Args:
        path: the file; ``None`` keeps everything in memory.
        busy_timeout_s: how long to wait for another process's write lock.
    """

    page_bytes: ClassVar[int] = 4096
    unusable: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error, OSError, UnicodeDecodeError)
    """What is raised where the file cannot be used; the last where SQLite's message quotes it."""

    def __init__(self, path: Path | None, busy_timeout_s: float = 10.0) -> None:
        self.path = path
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    def reset(self) -> None:
        """Remove the file, whatever state it is in.

        A process that has the old file open goes on with it unharmed and unshared.
        """
        with self._lock:
            self.close()
            for suffix in ("-wal", "-shm", "") if self.path is not None else ():
                try:
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)
                except OSError as error:
                    raise self._failure(error) from error

    def close(self) -> None:
        """Close the file; a later call opens it again. Never raises."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._open()
                yield self._connection
            except self.unusable as error:
                # A fresh connection next time: this one may have cached the damage.
                self.close()
                raise self._failure(error) from error

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path or ":memory:",
            timeout=self._busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            connection.execute(f"PRAGMA page_size = {self.page_bytes}")
            connection.execute("PRAGMA secure_delete = ON")
            write_ahead(connection, self._busy_timeout_s)
            connection.execute("PRAGMA synchronous = NORMAL")
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @abstractmethod
    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Make the tables where there are none."""

    @abstractmethod
    def _failure(self, error: Exception) -> DependencyUnavailable:
        """The error for a file that cannot be used."""


def is_damaged(error: DependencyUnavailable) -> bool:
    """Whether a file failed because it is no SQLite file (any more)."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    unreadable = isinstance(error.__cause__, UnicodeDecodeError)
    return unreadable or (code is not None and code & 0xFF in _DAMAGED)
