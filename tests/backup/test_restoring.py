"""Restoring: into a new root only, every byte proved, all of it or nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from backup.conftest import MINILM, TEXTS, Quick, below
from corpus import DAY_0, MakeMemory

from eywa_fs import restore
from eywa_fs.backup import manifest
from eywa_fs.backup.manifest import FileEntry, Head, Piece
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.vault import Vault
from eywa_fs.errors import BackupDamaged, BadRequest, EywaError, KeyRefused, NotFound


def audited(root: Path) -> list[str]:
    """The actions of the audit trail."""
    files = sorted((root / "audit").glob("*.log.jsonl"))
    return [json.loads(line)["action"] for f in files for line in f.read_bytes().splitlines()]


def test_a_rebuilt_index_is_the_same(root: Path, place: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root, MINILM)
    memory.append_many({"content": text, "timestamp": DAY_0} for text in TEXTS)
    memory.index()
    digest = memory.verify(deep=True).digest
    memory.backup(place)
    new = root.with_name("new")
    report = restore(new, place)
    assert report.ok and (report.records, report.other_lines, report.made_of) == (5, 0, str(root))
    with make_memory(new, MINILM) as restored:
        assert restored.retrieve("ferry").hits[0].text == TEXTS[0]  # before anything is indexed
        restored.index()
        found = restored.verify(deep=True)
        assert found.ok and found.digest == digest
    assert "restored" in audited(new)


def test_only_a_new_or_empty_root(root: Path, place: Path, tmp_path: Path, quick: Quick) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    before = below(root)
    (tmp_path / "file").touch()
    for used, why in ((root, "is not empty"), (tmp_path / "file", "is no folder")):
        with pytest.raises(BadRequest, match=f"{why}: restore into a new --root"):
            restore(used, place)
    assert below(root) == before
    (tmp_path / "empty").mkdir()
    assert restore(tmp_path / "empty", place).records == 1
    assert restore(tmp_path / "deep" / "er", place).records == 1
    assert [p.name for p in tmp_path.iterdir() if "restoring" in p.name] == []


def test_by_id_and_by_time(root: Path, place: Path, quick: Quick) -> None:
    memory = quick()
    made = []
    for number, text in enumerate(TEXTS[:3]):
        memory.append(text)
        made.append(memory.backup(place))
        if number < 2:
            while memory._parts.clock() <= made[-1].at:
                pass
    for number, report in enumerate(made):
        by_id = restore(root.with_name(f"id{number}"), place, backup=report.id)
        by_time = restore(root.with_name(f"at{number}"), place, at=report.at)
        assert by_id.records == by_time.records == number + 1
    assert restore(root.with_name("newest"), place).id == made[-1].id
    for wrong in ({"at": made[0].at - 1}, {"backup": "20200101T000000000Z-000000"},
                  {"backup": "../x"}):  # fmt: skip
        with pytest.raises(NotFound):
            restore(root.with_name("none"), place, **wrong)
    with pytest.raises(BadRequest, match="not both"):
        restore(root.with_name("none"), place, at=1, backup=made[0].id)
    with pytest.raises(NotFound, match="no backups"):
        restore(root.with_name("none"), root.with_name("nowhere"))
    assert not root.with_name("none").exists() and not root.with_name("nowhere").exists()


@pytest.mark.parametrize("what", ["chunks", "backups", "eywa-backup.json"])
@pytest.mark.parametrize("encrypted", [False, True])
def test_one_changed_byte(
    root: Path, place: Path, key: Path, quick: Quick, what: str, encrypted: bool
) -> None:
    """Each byte of a manifest and of chunks counts: nothing is restored, and it is named."""
    key_file = key if encrypted else None
    memory = quick()
    memory.append(TEXTS[0])
    made = memory.backup(place, key_file=key_file)
    changed = place / what
    files = [changed] if changed.is_file() else [p for p in changed.rglob("*") if p.is_file()]
    for file in files:
        data = file.read_bytes()
        for at in {0, len(data) // 2, len(data) - 1}:
            file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            with pytest.raises((BackupDamaged, KeyRefused)) as caught:
                restore(root.with_name("new"), place, key_file=key_file)
            name = file.stem if what == "backups" else file.name
            assert name in str(caught.value) or isinstance(caught.value, KeyRefused)
            if what != "eywa-backup.json":
                problems = memory.verify_backups(place, key_file=key_file).problems
                assert len(problems) == 1 and name in problems[0]
        file.write_bytes(data)
    for number, file in enumerate(files if what == "chunks" else ()):
        data = file.read_bytes()
        file.unlink()
        with pytest.raises(BackupDamaged, match="is missing"):
            restore(root.with_name("new"), place, backup=made.id, key_file=key_file)
        assert memory.backup(place, key_file=key_file).new_chunks  # what is missing is stored anew
        assert restore(root.with_name(f"n{number}"), place, key_file=key_file).records == 1
        file.write_bytes(data)
    assert not root.with_name("new").exists()


@pytest.mark.parametrize("encrypted", [False, True])
def test_the_note_of_the_place_is_lost(
    root: Path, place: Path, key: Path, quick: Quick, encrypted: bool
) -> None:
    """Backups that are not encrypted need none, and the next one writes it anew; of others what is
    needed is said, also where somebody is told to begin anew."""
    key_file = key if encrypted else None
    memory = quick()
    memory.append(TEXTS[0])
    made = memory.backup(place, key_file=key_file)
    note = (place / "eywa-backup.json").read_bytes()
    (place / "eywa-backup.json").unlink()
    if not encrypted:
        assert [one.id for one in memory.backups(place)] == [made.id]
        assert memory.verify_backups(place).ok
        assert restore(root.with_name("new"), place).records == 1
        assert not (place / "eywa-backup.json").exists()  # who only reads writes nothing
        memory.backup(place)
        assert (place / "eywa-backup.json").exists() and len(memory.backups(place)) == 2
        return
    for begin in (False, True):
        with pytest.raises(BackupDamaged, match="put a copy of it back"):
            memory.backup(place, key_file=key_file, begin=begin)
    (place / "eywa-backup.json").write_bytes(note)
    assert restore(root.with_name("new"), place, key_file=key_file).records == 1


def test_a_damaged_newest_backup_is_said_and_no_older_one_taken(
    root: Path, place: Path, quick: Quick
) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    first = memory.backup(place)
    second = memory.backup(place)
    (place / "backups" / f"{second.id}.json").write_bytes(b"{}")
    with pytest.raises(BackupDamaged, match=second.id):
        restore(root.with_name("new"), place)
    listed = memory.backups(place)
    assert [(one.id, one.problem is None) for one in listed] == [
        (second.id, False), (first.id, True)
    ]  # fmt: skip
    report = restore(root.with_name("new"), place, backup=first.id)
    assert (report.records, report.unread, report.ok) == (1, (second.id,), False)
    assert restore(root.with_name("earlier"), place, at=first.at).id == first.id
    with pytest.raises(BadRequest, match="at is -1"):
        restore(root.with_name("none"), place, at=-1)
    [told] = memory.backup(place, keep=2).problems  # nobody can tell what it needs
    assert second.id in told and len(memory.backups(place)) == 3
    assert memory.verify_backups(place).problems
    assert restore(root.with_name("third"), place).records == 1


HOSTILE = (
    "/etc/passwd", "../outside", "tenants/../../outside", "tenants/./x", "tenants//x", "", ".",
    "x\0y", ".index/CURRENT", ".INDEX/gen-000001/catalog.db",
)  # fmt: skip


def forged(vault: Vault, change: Callable[[Head, list[FileEntry]], None] | str) -> Head:
    """A backup that somebody wrote who knows the format."""
    head = vault.choose()
    files = vault.files(head)
    if isinstance(change, str):
        files[0] = files[0]._replace(path=change)
    else:
        change(head, files)
    listing, _ = vault.put(manifest.encode_files(files), vault.stored())
    total = sum(file.size for file in files)
    made = replace(head, id=manifest.new_id(head.at + 1000), listing=listing,
                   files=len(files), bytes=total)  # fmt: skip
    vault.add(made)
    return made


@pytest.mark.parametrize("path", HOSTILE)
def test_a_manifest_that_leaves_the_root(
    root: Path, place: Path, quick: Quick, tmp_path: Path, path: str
) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    head = forged(open_vault(place), path)
    before = set(tmp_path.rglob("*"))
    with pytest.raises(BackupDamaged, match=head.id):
        restore(tmp_path / "new", place)
    assert set(tmp_path.rglob("*")) == before
    assert memory.verify_backups(place).problems


def test_impossible_lists_of_files(root: Path, place: Path, quick: Quick) -> None:
    def twice(head: Head, files: list[FileEntry]) -> None:
        files.append(files[0])

    def below_a_file(head: Head, files: list[FileEntry]) -> None:
        files.append(files[0]._replace(path=f"{files[0].path}/x"))

    def longer(head: Head, files: list[FileEntry]) -> None:
        files[0] = files[0]._replace(size=files[0].size + 1)

    def elsewhere(head: Head, files: list[FileEntry]) -> None:
        files[0] = files[0]._replace(pieces=(Piece(7, 0, files[0].size),))

    def beyond(head: Head, files: list[FileEntry]) -> None:
        files[0] = files[0]._replace(pieces=(Piece(0, 10**6, files[0].size),))

    def other(head: Head, files: list[FileEntry]) -> None:
        files[0] = files[0]._replace(sha256="0" * 64)

    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    honest = open_vault(place).choose()
    for change in (twice, below_a_file, longer, elsewhere, beyond, other):
        vault = open_vault(place)
        head = forged(vault, change)
        with pytest.raises(BackupDamaged, match=head.id):
            restore(root.with_name("new"), place)
        vault.place.remove(f"backups/{head.id}.json")
    for value in (b"[]", b"{}", b'{"format":2}', b"x", b""):
        (place / "backups" / f"{honest.id}.json").write_bytes(value)
        with pytest.raises(BackupDamaged, match=honest.id):
            restore(root.with_name("new"), place)
    assert not root.with_name("new").exists()


def test_a_link_is_never_followed(root: Path, place: Path, quick: Quick, tmp_path: Path) -> None:
    """A root that is a link is restored to where it leads, if that is empty; nothing else is."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert restore(tmp_path / "link", place).root == str(tmp_path / "elsewhere")
    with pytest.raises(BadRequest, match="not empty"):
        restore(tmp_path / "link", place)


def test_encrypted_backups_tell_nothing(
    root: Path, place: Path, key: Path, tmp_path: Path, quick: Quick
) -> None:
    memory = quick()
    memory.append("a secret word: xyzzy", user_id="zacharias")
    memory.backup(place, key_file=key)
    memory.append(TEXTS[1], user_id="zacharias")
    report = memory.backup(place, key_file=key)
    assert report.new_chunks == 2  # as without a key: only what is new
    for name, data in below(place).items():
        for word in (b"xyzzy", b"zacharias", b"tenants", b"ferry"):
            assert word not in data and word.decode() not in name
    new = tmp_path / "new"
    assert restore(new, place, key_file=key).records == 2
    wrong = tmp_path / "wrong.key"
    wrong.write_bytes(b"\1" * 32)
    short = tmp_path / "short.key"
    short.write_bytes(b"password")
    for given, said in (
        (wrong, "not the one"), (None, "give --key-file"), (short, "at least 32"),
        (tmp_path / "none.key", "cannot be read"),
    ):  # fmt: skip
        with pytest.raises(KeyRefused, match=said):
            restore(tmp_path / "other", place, key_file=given)
        with pytest.raises(KeyRefused, match=said):
            memory.backup(place, key_file=given)
    memory.backup(tmp_path / "plain")
    with pytest.raises(KeyRefused, match="not encrypted"):
        memory.backup(tmp_path / "plain", key_file=key)


def test_chunks_cannot_be_exchanged(root: Path, place: Path, key: Path, quick: Quick) -> None:
    """A chunk under another one's name is no chunk, however well it was encrypted."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place, key_file=key)
    memory.append(TEXTS[1])
    memory.backup(place, key_file=key)
    one, other, *_ = sorted(p for p in (place / "chunks").rglob("*") if p.is_file())
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    with pytest.raises(BackupDamaged):
        restore(root.with_name("new"), place, key_file=key)


def test_no_room(small_disk: Path, root: Path, place: Path, quick: Quick) -> None:
    """A full disk, of the backups or of the new root: said, nothing half, and it goes on after."""
    memory = quick()
    for number in range(40):
        memory.append(f"{number} " + os.urandom(50_000).hex(), session_id=f"s{number}")
    there = small_disk / "safe"
    memory_place = place
    memory.backup(memory_place)
    with pytest.raises(EywaError, match="disk is full"):
        memory.backup(there)
    assert not list(there.glob("backups/*"))
    with pytest.raises(EywaError, match="nothing was restored"):
        restore(small_disk / "new", memory_place)
    assert sorted(path.name for path in small_disk.iterdir()) == ["safe"]
    for file in (root / "tenants").rglob("*.jsonl"):
        if "/s0/" not in str(file):
            file.unlink()
    report = memory.backup(there, keep=1)
    assert report.files == 2 and restore(root.with_name("new"), there).records == 1
