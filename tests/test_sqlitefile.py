"""A database is switched to its write-ahead log though another process has it at that moment."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from eywa_fs import sqlitefile
from eywa_fs.catalog.store import Catalog
from eywa_fs.errors import Hindered
from eywa_fs.sqlitefile import no_room, write_ahead


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
    usage = shutil._ntuple_diskusage
    free = {tmp_path: 1 << 30}
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: usage(1 << 40, 0, free.get(path, 1 << 40))
    )
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("CREATE TABLE t (n)")
    connection.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert no_room(full.value, file) == (tmp_path, "database or disk is full")
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert no_room(broken, file) is None
    monkeypatch.setattr(sqlitefile, "_refused", lambda place: "quota" * (place == tmp_path))
    assert no_room(broken, file) == (tmp_path, "quota")
    assert no_room(sqlite3.DatabaseError("malformed"), file) is None
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
    assert no_room(failed, tmp_path / "some.db") == (sorting, "database or disk is full")
    (catalog := Catalog(tmp_path / "catalog.db", create=True)).close()
    assert isinstance(error := catalog._failure(failed), Hindered)
    assert f"there is no room in {sorting} (" in str(error) and "TMPDIR" in str(error)
