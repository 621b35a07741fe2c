"""Real files, real locks, real processes; times are only ever set, never compared."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eywa_fs.errors import DependencyUnavailable, WaitTimeout
from eywa_fs.index import seal
from eywa_fs.index.chroma_host import ChromaHost
from eywa_fs.index.seal import LOCK_FILE, SEAL_FILE, DamagedFile, Usage, UsageLock, inspect

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@contextmanager
def using(folder: Path) -> Iterator[tuple[DamagedFile, ...]]:
    usage = Usage(folder)
    damaged = usage.acquire()
    try:
        yield damaged
    except BaseException:
        usage.release(clean=False)
        raise
    usage.release()


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    folder = tmp_path / "gen-000001"
    with using(folder) as damaged:
        assert not damaged
        (folder / "words").mkdir()
        (folder / "words" / "a.idx").write_bytes(bytes(range(256)) * 40)
        (folder / "words" / "ü 词.store").write_bytes(b"stored")
        (folder / "catalog.db").write_bytes(b"rows" * 1000)
    return folder


def age(folder: Path) -> None:
    """Make every file look old, as files mostly are."""
    for path in folder.rglob("*"):
        if path.is_file() and path.name not in (SEAL_FILE, LOCK_FILE):
            os.utime(path, ns=(10**18, 10**18))


def reasons(folder: Path) -> dict[str, str]:
    with using(folder) as damaged:
        return dict(damaged)


def is_whole(folder: Path) -> bool:
    return (folder / SEAL_FILE).exists() and not inspect(folder)


def test_an_untouched_folder_is_sealed_and_whole(sealed: Path) -> None:
    assert is_whole(sealed)
    with using(sealed) as damaged:
        assert not damaged
        assert not (sealed / SEAL_FILE).exists()
    assert (sealed / SEAL_FILE).exists()


@pytest.mark.parametrize("name", ["words/a.idx", "words/ü 词.store", "catalog.db"])
def test_one_flipped_bit_is_found(sealed: Path, name: str) -> None:
    data = bytearray((sealed / name).read_bytes())
    data[len(data) // 2] ^= 1
    (sealed / name).write_bytes(data)
    assert reasons(sealed) == {name: "other bytes"}


def test_missing_added_cut_and_replaced_files_are_found(sealed: Path) -> None:
    (sealed / "catalog.db").unlink()
    (sealed / "words" / "a.idx").write_bytes(b"short")
    (sealed / "words" / "stray").write_bytes(b"")
    (sealed / "words" / "ü 词.store").unlink()
    (sealed / "words" / "ü 词.store").symlink_to("/dev/zero")
    assert reasons(sealed) == {
        "catalog.db": "missing",
        "words/a.idx": "5 bytes long, was 10240",
        "words/stray": "not there when the folder was sealed",
        "words/ü 词.store": "not a plain file",
    }


def test_a_named_pipe_blocks_nobody(sealed: Path) -> None:
    (sealed / "catalog.db").unlink()
    os.mkfifo(sealed / "catalog.db")
    assert reasons(sealed) == {"catalog.db": "not a plain file"}
    assert reasons(sealed) == {"catalog.db": "not there when the folder was sealed"}


def test_a_touched_file_with_the_same_bytes_is_whole(sealed: Path) -> None:
    age(sealed)
    assert reasons(sealed) == {}


def test_damage_is_carried_from_seal_to_seal(sealed: Path) -> None:
    (sealed / "words" / "a.idx").write_bytes(b"x" * 10240)
    for _ in range(3):
        assert reasons(sealed) == {"words/a.idx": "other bytes"}


def test_damage_survives_a_killed_user(sealed: Path) -> None:
    (sealed / "catalog.db").write_bytes(b"y" * 4000)
    usage = Usage(sealed)
    usage.acquire()
    usage._lock.release()  # what the system does for a killed process
    next_user = Usage(sealed)
    assert [damage.path for damage in next_user.acquire()] == ["catalog.db"]
    next_user.release()


def test_own_changes_are_no_damage(sealed: Path) -> None:
    age(sealed)
    with using(sealed):
        (sealed / "catalog.db").write_bytes(b"new rows")
        (sealed / "words" / "a.idx").unlink()
        (sealed / "words" / "b.idx").write_bytes(b"b")
    assert is_whole(sealed)


def test_a_change_within_the_clocks_grain_is_hashed_again(sealed: Path) -> None:
    """Same size, same modification time: only its freshness tells that the old hash is void."""
    path = sealed / "catalog.db"
    status = path.stat()
    with using(sealed):
        path.write_bytes(b"Rows" * 1000)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    os.utime(path)
    assert is_whole(sealed)


def test_only_the_last_one_out_seals(sealed: Path) -> None:
    first, second = Usage(sealed), Usage(sealed)
    assert not first.acquire() and not second.acquire()
    assert first.release() is False
    assert not (sealed / SEAL_FILE).exists()
    assert second.release() is True
    assert is_whole(sealed)


def test_unclean_leaving_leaves_no_seal(sealed: Path) -> None:
    with pytest.raises(RuntimeError), using(sealed):
        raise RuntimeError
    assert not (sealed / SEAL_FILE).exists()


def test_an_unreadable_seal_is_said_to_be(sealed: Path) -> None:
    (sealed / SEAL_FILE).write_bytes((sealed / SEAL_FILE).read_bytes().replace(b"4000", b"4001"))
    assert reasons(sealed) == {SEAL_FILE: "the seal cannot be read"}
    assert is_whole(sealed)


def test_one_who_holds_the_folder_alone_is_waited_for_only_so_long(
    sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seal, "WAIT_S", 0.05)
    lock = UsageLock(sealed / LOCK_FILE)
    assert lock.try_exclusive()
    with pytest.raises(WaitTimeout):
        Usage(sealed).acquire()
    lock.release()
    assert is_whole(sealed)


USER = """
import sys, pathlib
from eywa_fs.index.seal import Usage
folder = pathlib.Path(sys.argv[1])
usage = Usage(folder)
print(usage.acquire(), flush=True)
(folder / "catalog.db").write_bytes(b"half")
sys.stdin.readline()
usage.release()
"""


def user(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", USER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENV,
    )


def test_a_host_that_comes_late_leaves_a_folder_that_was_made_anew(
    sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seal, "WAIT_S", 0.3)
    monkeypatch.chdir(sealed)  # a host goes into its folder
    host = ChromaHost()
    with pytest.raises(DependencyUnavailable, match="made anew"):
        host.open(str(sealed / "vectors"), str(sealed / LOCK_FILE))
    usage = Usage(sealed)
    assert not usage.acquire()
    usage.release()


def test_a_killed_process_leaves_no_seal(sealed: Path) -> None:
    with user(sealed) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "()\n"
        process.send_signal(signal.SIGKILL)
    assert not (sealed / SEAL_FILE).exists()
    assert reasons(sealed) == {}
    assert is_whole(sealed)


def test_processes_share_and_the_last_seals(sealed: Path) -> None:
    with user(sealed) as one, user(sealed) as two:
        assert one.stdout is not None and two.stdout is not None
        assert one.stdout.readline() == two.stdout.readline() == "()\n"
        assert reasons(sealed) == {}
        assert not (sealed / SEAL_FILE).exists()
        one.communicate("\n")
        assert not (sealed / SEAL_FILE).exists()
        two.communicate("\n")
    assert is_whole(sealed)


CROWD = """
import os, sys, pathlib
from eywa_fs.index.seal import Usage
folder = pathlib.Path(sys.argv[1])
for turn in range(40):
    usage = Usage(folder)
    damaged = usage.acquire()
    assert not damaged, damaged
    assert not (folder / "SEAL.json").exists()
    (folder / f"mine-{os.getpid()}").write_text(str(turn))
    assert not (folder / "SEAL.json").exists()
    usage.release()
"""


def test_a_crowd_coming_and_going_never_sees_damage_or_a_seal_in_use(sealed: Path) -> None:
    crowd = [
        subprocess.Popen([sys.executable, "-c", CROWD, str(sealed)], env=ENV) for _ in range(3)
    ]
    assert [process.wait(60) for process in crowd] == [0, 0, 0]
    assert is_whole(sealed)


def test_a_file_that_its_owner_removes_while_it_is_looked_at_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The word index removes files when it merges; one verify in many met that."""
    for name in ("stays", "goes"):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, ns=(1_500_000_001, 1_500_000_001))
    seal.close_with(tmp_path, seal.take(tmp_path, None))
    seal.put_aside(tmp_path)
    hashed = seal._hash

    def merged(path: Path) -> str:
        (tmp_path / "goes").unlink(missing_ok=True)
        return hashed(path)

    monkeypatch.setattr(seal, "_hash", merged)
    assert seal.rotten(tmp_path) == ()
    (tmp_path / "stays").write_text("stayS")
    os.utime(tmp_path / "stays", ns=(1_500_000_001, 1_500_000_001))
    assert [one.path for one in seal.rotten(tmp_path)] == ["stays"]


def test_a_database_that_was_looked_at_is_whole(sealed: Path) -> None:
    """SQLite leaves an index of the log and an empty log beside it."""
    (sealed / "catalog.db-shm").write_bytes(bytes(32768))
    (sealed / "catalog.db-wal").write_bytes(b"")
    assert reasons(sealed) == {}  # and is sealed anew
    (sealed / "catalog.db-shm").unlink()
    (sealed / "catalog.db-wal").unlink()
    assert reasons(sealed) == {}
    (sealed / "catalog.db-wal").write_bytes(b"rows that nobody of us wrote")
    (sealed / "catalog.db-shm").symlink_to("/dev/zero")
    assert reasons(sealed) == dict.fromkeys(
        ["catalog.db-shm", "catalog.db-wal"], "not there when the folder was sealed"
    )
