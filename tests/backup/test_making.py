"""Backups while others write: everything acknowledged is in them, and only what is new is added."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from backup.conftest import MINILM, TEXTS, Quick, below, chunks

from eywa_fs import restore
from eywa_fs.backup import cut, manifest
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.places import FolderPlace
from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.memory import EywaMemory

WRITER = """
import sys, time
from eywa_fs.memory import EywaMemory
memory = EywaMemory(sys.argv[1], background=False)
for number in range(100_000):
    memory.append(f"{sys.argv[2]} says {number}", session_id=sys.argv[2])
    print(number, flush=True)
    time.sleep(0.01)
"""


def events(root: Path) -> set[str]:
    """What the records below a root say."""
    found = set()
    for path in (root / "tenants").rglob("sessions/*/*.jsonl"):
        found |= {json.loads(line)["content"] for line in path.read_bytes().splitlines()}
    return found


def test_everything_acknowledged_before_is_in_it(root: Path, place: Path, quick: Quick) -> None:
    """Four processes append while a backup is made; what is restored passes a deep verify."""
    names = ("ana", "bo", "cai", "dee")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(root), name], stdout=subprocess.PIPE, text=True
        )
        for name in names
    ]
    acknowledged = set()
    try:
        for name, process in zip(names, running, strict=True):
            assert process.stdout is not None
            for _ in range(5):
                acknowledged.add(f"{name} says {int(process.stdout.readline())}")
        report = quick().backup(place)
        assert all(process.poll() is None for process in running)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    new = root.with_name("new")
    restored = restore(new, place)
    assert restored.ok and restored.other_lines == 0 and restored.id == report.id
    assert acknowledged <= events(new) <= events(root)
    for path, data in below(new).items():
        if path.startswith("tenants/"):  # what a log is in a backup is a beginning of it
            assert (root / path).read_bytes().startswith(data) and data.endswith(b"\n")
    with EywaMemory(new, MINILM, background=False) as memory:
        memory.index()
        checked = memory.verify(deep=True)
        assert checked.ok and not checked.counts


def test_only_new_bytes_are_added(root: Path, place: Path, quick: Quick) -> None:
    memory = quick()
    for text in TEXTS:
        memory.append(text)
    first = memory.backup(place)
    assert first.new_bytes > first.bytes and not first.skipped  # with the list of files
    before = chunks(place)
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    size = file.stat().st_size
    memory.append("One more thing.")
    grown = file.stat().st_size - size + sum(p.stat().st_size for p in root.glob("audit/*"))
    second = memory.backup(place)
    added = chunks(place) - before
    assert len(added) == second.new_chunks == 2  # the new bytes of all files, and the list of files
    sizes = sorted(next(place.glob(f"chunks/*/{name}")).stat().st_size for name in added)
    assert grown in sizes and sum(sizes) == second.new_bytes
    assert second.bytes == first.bytes + grown
    assert before <= chunks(place)


def test_what_has_not_changed_is_not_read(
    root: Path, place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut, "_SETTLED_NS", 200_000_000)
    memory = quick()
    memory.append(TEXTS[0])
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    time.sleep(cut._SETTLED_NS / 1e9 + 0.1)
    memory.backup(place)
    audited = sum(path.stat().st_size for path in root.glob("audit/*"))
    assert memory.backup(place).read == audited
    state = file.stat()
    data = file.read_bytes()
    file.write_bytes(data.replace(b"seven", b"eight"))  # as many bytes, with the old time
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    memory.backup(place)
    restore(root.with_name("new"), place)
    assert (root.with_name("new") / file.relative_to(root)).read_bytes() == file.read_bytes()


def test_a_file_of_many_pieces_is_stored_in_few(
    root: Path, place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eywa_fs.backup.making.MOST_PIECES", 3)
    memory = quick()
    for text in TEXTS * 2:
        memory.append(text)
        memory.backup(place)
    vault = open_vault(place)
    entries = vault.files(vault.choose())
    assert max(len(entry.pieces) for entry in entries) <= 4
    named = [chunk.name for chunk in vault.choose().chunks]
    assert sorted(named) == sorted(set(named)), "each chunk has one number"
    restore(root.with_name("new"), place)
    kept = {k: v for k, v in below(root).items() if k.startswith("tenants/")}
    assert kept == {k: v for k, v in below(root.with_name("new")).items() if k in kept}


def test_large_files_are_cut_into_chunks(
    root: Path, place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eywa_fs.backup.making.CHUNK_BYTES", 1000)
    memory = quick()
    for number in range(30):
        memory.append(f"{number} {TEXTS[number % 5]}", session_id=f"s{number % 7}")
    memory.backup(place)
    assert len(chunks(place)) > 5
    restore(root.with_name("new"), place)
    assert events(root.with_name("new")) == events(root)


def test_an_edited_file_leaves_the_chunks_of_older_backups(
    root: Path, place: Path, quick: Quick
) -> None:
    """Once these are pruned, no chunk holds what was taken out, not even beside other files."""
    memory = quick()
    memory.append("a secret word: xyzzy", session_id="one")
    memory.append(TEXTS[0], session_id="two")
    memory.backup(place)
    [file] = root.glob("tenants/*/users/*/sessions/one/*.jsonl")
    file.write_bytes(file.read_bytes().replace(b"xyzzy", b"....."))
    memory.backup(place)
    assert any(b"xyzzy" in data for data in below(place).values())
    report = memory.backup(place, keep=1)
    assert report.pruned is not None and len(report.pruned.backups) == 2
    assert not any(b"xyzzy" in data for data in below(place).values())
    assert restore(root.with_name("new"), place).ok


def test_pruning_takes_only_what_nobody_needs(root: Path, place: Path, quick: Quick) -> None:
    memory = quick()
    made = []
    for text in TEXTS:
        memory.append(text)
        made.append(memory.backup(place).id)
    (place / "chunks" / "ab").mkdir(exist_ok=True)
    (place / "chunks" / "ab" / ("ab" * 32)).write_bytes(b"of a backup that was never finished")
    pruned = open_vault(place).prune(2, made[-1])
    assert pruned.backups == tuple(made[:3]) and pruned.chunks == 3 + 1  # lists of files, and it
    assert [one.id for one in memory.backups(place)] == made[:2:-1]
    assert memory.verify_backups(place).ok
    for backup_id in made[3:]:
        new = root.with_name(f"new-{backup_id}")
        assert restore(new, place, backup=backup_id).records == 4 + (backup_id == made[-1])
    with pytest.raises(NotFound, match=made[0]):
        restore(root.with_name("other"), place, backup=made[0])
    with pytest.raises(BadRequest, match="at least 1"):
        memory.backup(place, keep=0)


def test_nothing_is_pruned_while_another_backup_is_made(place: Path, quick: Quick) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    with open_vault(place).place.using(alone=False):
        report = memory.backup(place, keep=1)
    assert report.pruned is not None and report.pruned.waits and not report.pruned.backups
    assert len(memory.backups(place)) == 2


def test_a_backup_that_began_meanwhile_is_joined(
    place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one begins between the look for a header and the look for other things."""
    memory = quick()
    memory.append(TEXTS[0])
    read = FolderPlace.read

    def late(self: FolderPlace, name: str) -> bytes:
        monkeypatch.setattr(FolderPlace, "read", read)
        memory.backup(place)
        raise FileNotFoundError(name)

    monkeypatch.setattr(FolderPlace, "read", late)
    memory.backup(place)
    assert len(memory.backups(place)) == 2


def test_two_backups_at_once(root: Path, place: Path, quick: Quick) -> None:
    memory = quick()
    for number in range(20):
        memory.append(f"{number} {TEXTS[number % 5]}", session_id=f"s{number}")
    threads = [threading.Thread(target=memory.backup, args=(place,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = memory.backups(place)
    assert len(found) == 4 and not any(one.problem for one in found)
    assert memory.verify_backups(place).ok
    for number, one in enumerate(found):
        assert restore(root.with_name(f"new{number}"), place, backup=one.id).records == 20


def test_a_torn_tail_is_kept_and_goes_on(root: Path, place: Path, quick: Quick) -> None:
    """A crash's half line is truth; a writer's line in progress is not in a backup."""
    memory = quick()
    memory.append(TEXTS[0])
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    with file.open("ab") as opened:
        opened.write(b'{"content": "torn')
    torn = file.read_bytes()
    memory.backup(place)
    restore(root.with_name("one"), place)
    assert (root.with_name("one") / file.relative_to(root)).read_bytes() == torn
    memory.append(TEXTS[1])
    memory.backup(place)
    restore(root.with_name("two"), place)
    assert (root.with_name("two") / file.relative_to(root)).read_bytes() == file.read_bytes()


def test_a_writer_that_keeps_its_lock(
    root: Path, place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not waited for forever; its file is cut behind its last complete line."""
    monkeypatch.setattr(cut, "_PATIENCE_S", 0.05)
    memory = quick()
    memory.append(TEXTS[0])
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    whole = file.read_bytes()
    with file.open("ab") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        opened.write(b'{"content": "half')
        opened.flush()
        memory.backup(place)
    restore(root.with_name("new"), place)
    assert (root.with_name("new") / file.relative_to(root)).read_bytes() == whole


def test_what_is_truth(root: Path, place: Path, quick: Quick) -> None:
    """Everything but the index; what is no file is named. Nothing but the audit entry is new."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.index()
    (root / "config.yaml").write_text("facts:\n  enabled: false\n")
    notes = root / "tenants/default/users/me/longterm"
    notes.mkdir()
    (notes / "aux: notes.md").write_text("# Tea\n\nEarl Grey.\n")
    (notes / "link.md").symlink_to("/etc/hostname")
    os.mkfifo(root / "pipe")
    (root / "empty").touch()
    before = below(root)
    report = memory.backup(place)
    assert {one.path.rpartition("/")[2]: one.why for one in report.skipped} == {
        "link.md": "a symbolic link",
        "pipe": "no regular file",
    }
    after = below(root)
    [audit] = after.keys() - before.keys()
    assert {k: v for k, v in after.items() if k != audit} == before
    entry = json.loads(after[audit])
    assert (entry["action"], entry["target"]) == ("backup_made", str(place))
    assert entry["after"] == {
        "id": report.id, "at": report.at, "files": report.files, "bytes": report.bytes
    }  # fmt: skip
    new = root.with_name("new")
    restore(new, place)
    kept = {k: v for k, v in before.items() if not k.endswith("link.md")}
    assert {k: v for k, v in below(new).items() if not k.startswith("audit/")} == kept
    assert oct((new / "config.yaml").stat().st_mode & 0o777) == "0o600"


def test_places_that_are_refused(root: Path, place: Path, tmp_path: Path, quick: Quick) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    before = set(root.rglob("*"))
    for inside in ("{}", "file://{}", "local://{}", "file://local://{}"):
        with pytest.raises(BadRequest, match="lies in the data root"):
            memory.backup(inside.format(root / "backups"))
    (tmp_path / "link").symlink_to(root)
    with pytest.raises(BadRequest, match="lies in the data root"):
        memory.backup(f"local://{tmp_path}/link/backups", begin=True)
    for before_it in ("simplecache", "filecache", "dir"):
        with pytest.raises(BadRequest, match="is a folder of this machine: name it by its path"):
            memory.backup(f"{before_it}::local://{root}/backups")
    assert set(root.rglob("*")) == before
    for gone in ("memory://x", "simplecache::memory://x"):
        with pytest.raises(BadRequest, match="ends with this process"):
            memory.backup(gone)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    with pytest.raises(BadRequest, match=r"holds other things and no backups, e\.g\. cat"):
        memory.backup(tmp_path / "photos")
    with pytest.raises(BadRequest, match="name a place"):
        memory.backup()
    with pytest.raises(BadRequest, match="cannot be used"):
        memory.backup("nosuch://bucket/x")
    memory.backup(place)
    with quick(tmp_path / "other") as other:
        other.append("Another memory.")
        with pytest.raises(BadRequest, match="backups of another memory"):
            other.backup(place)
    os.rename(root, tmp_path / "moved")
    with quick(tmp_path / "moved") as moved:  # the same memory, elsewhere
        assert moved.backup(place).new_chunks == 2


def test_a_disk_that_is_not_mounted(root: Path, place: Path, quick: Quick) -> None:
    """An empty folder where backups were is not filled anew unasked."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    place.rename(place.with_name("unmounted"))
    for _ in range(2):
        with pytest.raises(NotFound, match="any more: is its disk mounted"):
            memory.backup(place)
        place.mkdir(exist_ok=True)
    assert not list(place.iterdir())
    memory.backup(place, begin=True)
    assert len(memory.backups(place)) == 1


@pytest.mark.parametrize("gone", ["backups", "what is in it"])
def test_a_place_whose_backups_were_cleaned_away(
    root: Path, place: Path, quick: Quick, gone: str
) -> None:
    """The note of the place stands, and so do the chunks: it is no new place."""
    memory = quick()
    memory.append("The ferry leaves at six.")
    memory.backup(place)
    for one in (place / "backups").iterdir():
        one.unlink()
    if gone == "backups":
        (place / "backups").rmdir()
    for _ in range(2):
        with pytest.raises(NotFound, match=r"any more: .*--begin"):
            memory.backup(place)
    memory.backup(place, begin=True)
    assert memory.backup(place).files and len(memory.backups(place)) == 2


def test_a_disk_without_links_locks_and_modes(
    root: Path, place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backups are made there; nothing is pruned, since nobody can tell who else uses it."""

    def refuse(*args: object, **kw: object) -> None:
        raise OSError(95, "Operation not supported")

    memory = quick()
    memory.append(TEXTS[0])
    for missing in ("os.link", "os.fchmod", "eywa_fs.backup.places.lock"):
        monkeypatch.setattr(missing, refuse)
    for _ in range(2):
        report = memory.backup(place, keep=1)
    assert report.pruned is not None and "does not lock" in (report.pruned.waits or "")
    assert restore(root.with_name("new"), place).records == 1


def test_credentials_are_not_repeated(quick: Quick) -> None:
    from eywa_fs.backup.places import without_credentials

    shown = without_credentials("sftp://ana:s3cret@host.example:22/backups?token=t0p#x")
    assert shown == "sftp://host.example:22/backups"
    memory = quick()
    memory.append(TEXTS[0])
    with pytest.raises(BadRequest) as caught:
        memory.backup("nosuch://ana:s3cret@host/x")
    assert "s3cret" not in str(caught.value)


def test_file_urls_are_folders(root: Path, place: Path, quick: Quick) -> None:
    memory: EywaMemory = quick()
    memory.append(TEXTS[0])
    assert memory.backup(f"file://{place}").to == str(place)
    assert memory.backup(f"local://{place}").to == str(place)
    assert restore(root.with_name("new"), place).records == 1


def test_a_clock_that_was_set_back_makes_no_older_backup_the_newest(
    root: Path, place: Path, quick: Quick, caplog: pytest.LogCaptureFixture
) -> None:
    now = [1_900_000_000_000]
    memory = quick(root, clock=lambda: now[0])
    memory.append(TEXTS[0])
    ahead = memory.backup(place)
    now[0] -= 86_400_000
    memory.append(TEXTS[1])
    made = memory.backup(place, keep=1)
    assert made.at == now[0] and made.id > ahead.id and "ahead of the clock" in caplog.text
    assert made.pruned is not None and made.pruned.backups == (ahead.id,)
    assert [one.id for one in memory.backups(place)] == [made.id]
    assert restore(root.parent / "again", place).records == 2
    assert manifest.began(made.id) == ahead.at + 1 and manifest.began("no id") == 0
