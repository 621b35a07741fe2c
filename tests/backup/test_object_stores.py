"""Object stores that list late, refuse to delete or answer with nothing: all backups stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import pytest
from backup.conftest import TEXTS, Quick
from fsspec.implementations.memory import MemoryFileSystem

from eywa_fs import restore
from eywa_fs.backup.manifest import Head
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.vault import Vault
from eywa_fs.errors import DependencyUnavailable, NotFound

URL = "kept://bucket/memory"


class Kept(MemoryFileSystem):  # type: ignore[misc]
    """A store that can be told to hide names from its lists, and to refuse to delete them."""

    protocol = "kept"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    hidden: ClassVar[tuple[str, ...]] = ()
    undeletable: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.removeprefix("kept://")))

    def find(self, path: str, *given: Any, **named: Any) -> Any:
        found = super().find(path, *given, **named)
        return {k: v for k, v in found.items() if not any(part in k for part in self.hidden)}

    def _rm(self, path: str) -> None:
        if any(part in path for part in self.undeletable):
            raise PermissionError("AccessDenied")
        super()._rm(path)


@pytest.fixture
def store() -> Iterator[type[Kept]]:
    """An empty store with one bucket, behind ``kept://``."""
    fsspec.register_implementation("kept", Kept, clobber=True)
    Kept.store.clear()
    Kept.pseudo_dirs[:] = ["", "/bucket"]
    Kept.hidden = Kept.undeletable = ()
    Kept.clear_instance_cache()
    yield Kept
    Kept.hidden = Kept.undeletable = ()


def when_made(monkeypatch: pytest.MonkeyPatch, then: Callable[[Head], object]) -> None:
    """Do something each time that a backup's head was written, before it is pruned."""
    add = Vault.add

    def adding(self: Vault, head: Head) -> None:
        add(self, head)
        then(head)

    monkeypatch.setattr(Vault, "add", adding)


def test_a_url(root: Path, quick: Quick, store: type[Kept]) -> None:
    """Whatever fsspec knows: chunks, a list, a prune, a restore, credentials left out."""
    memory = quick()
    for text in TEXTS[:3]:
        memory.append(text)
        report = memory.backup(URL)
    assert report.to == URL and report.new_chunks == 2
    assert memory.verify_backups(URL).ok
    pruned = memory.backup(URL, keep=2).pruned
    assert pruned is not None and len(pruned.backups) == 2 and pruned.waits is None
    assert restore(root.with_name("new"), URL).records == 3
    assert memory.verify_backups(URL).ok and len(memory.backups(URL)) == 2
    place = open_vault(URL).place
    with place.using(alone=False), place.using(alone=True) as busy:
        assert "locks/" in busy and "another process uses the place" in busy
    with place.using(alone=True), place.using(alone=False) as busy:
        assert "locks/" in busy


def test_a_bucket_that_is_not_there_is_not_made_unasked(quick: Quick, store: type[Kept]) -> None:
    """It is what a name looks like that is not right."""
    memory = quick()
    memory.append(TEXTS[0])
    with pytest.raises(NotFound, match=r"there is no /buckte for kept://buckte/x: .* --begin"):
        memory.backup("kept://buckte/x")
    assert not store.store
    assert memory.backup("kept://buckte/x", begin=True).files and memory.backup("kept://buckte/x")


@pytest.mark.parametrize("hidden", ["the new one", "an older one", "all"])
def test_nothing_is_taken_where_the_list_lacks_a_backup(
    root: Path, quick: Quick, store: type[Kept], monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    """What a backup that is not seen needs would go: also that of the backup just made."""
    memory = quick()
    made = []
    for text in TEXTS[:3]:
        memory.append(text)
        made.append(memory.backup(URL).id)

    def hide(head: Head) -> None:
        store.hidden = {"the new one": (head.id,), "an older one": (made[1],)}.get(
            hidden, ("/backups/",)
        )

    when_made(monkeypatch, hide)
    memory.append(TEXTS[3])
    report = memory.backup(URL, keep=2)
    assert report.pruned is not None and not report.pruned.backups and not report.pruned.chunks
    missing = made[1] if hidden == "an older one" else report.id
    assert report.pruned.waits is not None and missing in report.pruned.waits
    store.hidden = ()
    assert memory.verify_backups(URL).ok and len(memory.backups(URL)) == 4
    monkeypatch.undo()
    pruned = memory.backup(URL, keep=2).pruned
    assert pruned is not None and pruned.backups == tuple(made) and pruned.chunks
    assert restore(root.with_name("new"), URL).records == 4


def test_backups_that_were_never_listed_are_not_pruned_by_the_first_look(
    root: Path, quick: Quick, store: type[Kept]
) -> None:
    """The list of backups is empty from the beginning, that of the chunks is not."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(URL)
    store.hidden = ("/backups/",)
    memory.append(TEXTS[1])
    pruned = memory.backup(URL, keep=1).pruned
    assert pruned is not None and pruned.waits and not pruned.chunks
    store.hidden = ()
    assert memory.verify_backups(URL).ok and len(memory.backups(URL)) == 2


def test_a_chunk_that_came_meanwhile_stays(
    root: Path, quick: Quick, store: type[Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another backup was made while this one was, and is not listed yet, as its chunks are."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(URL)
    other: list[str] = []

    def another(head: Head) -> None:
        if not other:
            other.append("")
            memory.append(TEXTS[2])
            other[0] = memory.backup(URL).id
            store.hidden = (other[0],)

    when_made(monkeypatch, another)
    memory.append(TEXTS[1])
    report = memory.backup(URL, keep=2)
    assert report.pruned is not None and report.pruned.waits is None
    store.hidden = ()
    assert len(memory.backups(URL)) == 3 and memory.verify_backups(URL).ok


def test_a_backup_is_not_taken_by_its_own_prune(
    place: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer one came meanwhile: the one that was made is there when the command ends."""
    memory = quick()
    memory.append(TEXTS[0])
    other: list[str] = []

    def another(head: Head) -> None:
        if not other:
            other.append("")
            other[0] = memory.backup(place).id

    when_made(monkeypatch, another)
    report = memory.backup(place, keep=1)
    assert [one.id for one in memory.backups(place)] == [other[0], report.id]
    assert memory.verify_backups(place).ok


@pytest.mark.parametrize("undeletable", ["/unfinished/", "/locks/", "/chunks/", "/backups/", "/"])
def test_a_backup_is_made_where_nothing_can_be_deleted(
    root: Path, quick: Quick, store: type[Kept], undeletable: str
) -> None:
    """It is there when the call ends, and what failed afterwards is told."""
    memory = quick(root, {"backup": {"to": URL, "keep": 1}})
    memory.append(TEXTS[0])
    first = memory.backup(URL).id
    memory.append(TEXTS[1])
    store.undeletable = (undeletable,)
    report = memory.backup(keep=1)
    assert report.problems and all("is made and whole, but" in one for one in report.problems)
    assert "AccessDenied" in " ".join(report.problems)
    assert report.pruned is not None
    assert report.pruned.backups == ((first,) if undeletable == "/chunks/" else ())
    assert memory.backups(URL)[0].id == report.id and memory.verify_backups(URL).ok
    done = memory.run_job("backup")
    assert not done.ok and "is made and whole" in memory.status().jobs["backup"]
    store.undeletable = ()
    assert restore(root.with_name("new"), URL).records == 2


def test_a_note_of_use_of_a_killed_process_is_named(
    root: Path, quick: Quick, store: type[Kept]
) -> None:
    """With the time until which it counts; without it all goes on."""
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(URL)
    store.undeletable = ("/locks/",)
    memory.backup(URL)
    store.undeletable = ()
    [note] = [name for name in store.store if "/locks/" in name]
    waits = memory.backup(URL, keep=1).problems[0]
    assert note.removeprefix("/bucket/memory/") in waits and "wait until 2" in waits
    del store.store[note]
    report = memory.backup(URL, keep=1)
    assert not report.problems and len(memory.backups(URL)) == 1


def test_a_damaged_manifest_among_those_that_stay(root: Path, place: Path, quick: Quick) -> None:
    """A backup is made beside it, nothing is taken away, and the way out is named."""
    memory = quick()
    made = []
    for text in TEXTS[:3]:
        memory.append(text)
        made.append(memory.backup(place).id)
    (place / f"backups/{made[2]}.json").write_bytes(b"{}")
    report = memory.backup(place, keep=2)
    assert report.pruned is not None and report.pruned.backups == ()
    assert f"remove backups/{made[2]}.json there" in report.problems[0]
    (place / f"backups/{made[2]}.json").unlink()
    report = memory.backup(place, keep=1)
    assert not report.problems and [one.id for one in memory.backups(place)] == [report.id]
    assert memory.verify_backups(place).ok and restore(root.with_name("new"), place).records == 3


def test_an_answer_that_is_lost_is_no_backup_that_is_lost(
    root: Path, quick: Quick, store: type[Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy was made, the answer to it did not come; one that was not made is a failure."""
    memory = quick()
    memory.append(TEXTS[0])
    copy = store.cp_file

    def lost(self: Kept, *given: Any, **named: Any) -> None:
        copy(self, *given, **named)
        raise TimeoutError("no answer")

    monkeypatch.setattr(store, "cp_file", lost)
    report = memory.backup(URL)
    assert not report.problems and memory.backups(URL)[0].id == report.id

    def refused(self: Kept, *given: Any, **named: Any) -> None:
        raise TimeoutError("no answer")

    monkeypatch.setattr(store, "cp_file", refused)
    with pytest.raises(DependencyUnavailable, match="no answer"):
        memory.backup(URL)
    assert [one.id for one in memory.backups(URL)] == [report.id]


def test_verify_counts_what_stands_there(place: Path, quick: Quick) -> None:
    """Damaged backups are counted, a chunk is looked at though the list of files is gone, and who
    needs a chunk is told of all."""
    memory = quick()
    memory.append(TEXTS[0])
    first, second, third = (memory.backup(place).id for _ in range(3))
    vault = open_vault(place)
    shared = next(iter(set(vault.head(first).needs()) & set(vault.head(second).needs())))
    listing = vault.head(first).listing
    for chunk in (shared, listing):
        (place / "chunks" / chunk.name[:2] / chunk.name).unlink()
    found = memory.verify_backups(place)
    assert found.backups == 3 and found.chunks > 3 and len(found.problems) == 2
    by_chunk = {
        name: one for one in found.problems for name in (shared.name, listing.name) if name in one
    }
    assert f"3 backups from {first} to {third} need it" in by_chunk[shared.name]
    assert f"backup {first} needs it" in by_chunk[listing.name]
    for head in (place / "backups").iterdir():
        head.write_bytes(b"{}")
    found = memory.verify_backups(place)
    assert (found.backups, found.chunks, len(found.problems)) == (3, 0, 3)
