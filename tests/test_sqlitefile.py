"""A database is switched to its write-ahead log though another process has it at that moment."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from eywa_fs.catalog.store import Catalog
from eywa_fs.sqlitefile import full_folder, write_ahead


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
    file, free = tmp_path / "some.db", 1 << 40
    usage = shutil._ntuple_diskusage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(free, 0, free))
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("CREATE TABLE t (n)")
    connection.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert full_folder(full.value, file) == tmp_path
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert full_folder(broken, file) is None
    free = 0
    assert full_folder(broken, file) == tmp_path
    assert full_folder(sqlite3.DatabaseError("malformed"), file) is None
    connection.close()


def test_where_there_is_no_room_to_sort_that_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sorting := tmp_path / "sorting").mkdir()
    monkeypatch.setenv("TMPDIR", str(sorting))
    monkeypatch.delenv("SQLITE_TMPDIR", raising=False)
    monkeypatch.setattr(
        shutil,
        "disk_usage",
        lambda path: shutil._ntuple_diskusage(9, 9, 0 if path == sorting else 1 << 40),
    )
    failed = sqlite3.OperationalError("database or disk is full")
    failed.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert full_folder(failed, tmp_path / "some.db") == sorting
    (catalog := Catalog(tmp_path / "catalog.db", create=True)).close()
    message = str(catalog._failure(failed))
    assert f"the disk of {sorting} is full" in message and "TMPDIR" in message
