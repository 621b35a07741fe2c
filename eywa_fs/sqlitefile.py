"""What every SQLite file here needs: its write-ahead log, and transactions that wait for others."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PAUSE_S = 0.005


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
