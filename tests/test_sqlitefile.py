"""A database is switched to its write-ahead log though another process has it at that moment."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from eywa_fs.sqlitefile import is_full, write_ahead


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


def test_a_full_disk_is_told_from_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.db"
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("CREATE TABLE t (n)")
    connection.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert is_full(full.value, file)
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert not is_full(broken, file)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, 0))
    assert is_full(broken, file)
    assert not is_full(sqlite3.DatabaseError("malformed"), file)
    connection.close()
