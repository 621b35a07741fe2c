"""A database is switched to its write-ahead log though another process has it at that moment."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from eywa_fs.sqlitefile import write_ahead


def test_the_switch_waits_for_whoever_has_the_file(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    first = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    second = sqlite3.connect(file, timeout=0)
    first.execute("BEGIN EXCLUSIVE")
    first.execute("CREATE TABLE t (n)")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        write_ahead(second, 0)
    release = threading.Timer(0.1, lambda: first.execute("COMMIT"))
    release.start()
    write_ahead(second, 30)
    release.join()
    assert second.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    write_ahead(first, 0)  # it is so already
    first.close()
    second.close()


def test_what_is_no_database_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    file.write_bytes(b"rubbish " * 1000)
    connection = sqlite3.connect(file)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        write_ahead(connection, 30)
    connection.close()
