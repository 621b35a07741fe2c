"""SIGKILL in the middle of a backup, a prune or a restore: nothing whole is hurt, nothing half is
left that counts, and the next run succeeds."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from backup.conftest import TEXTS, Quick, below
from forked import Child

from eywa_fs import restore
from eywa_fs.durable import beside, is_unfinished
from eywa_fs.errors import NotFound

SCRIPTS = Path(__file__).parents[2] / "scripts"
DYING = """
import sys
from proving import arm
from eywa_fs import EywaMemory, restore
from eywa_fs.backup import making
act, step, times, root, place = sys.argv[1:]
making.CHUNK_BYTES = 1000
arm(step, int(times))
if act == "import":
    EywaMemory(root, background=False).import_file(place)
elif act == "restore":
    restore(root, place)
else:
    EywaMemory(root, background=False).backup(place, keep=1 if act == "prune" else None)
"""
OWNERS = {
    "FolderPlace": "eywa_fs.backup.places:FolderPlace.",
    "restoring": "eywa_fs.backup.restoring:",
    "os": "os:",
    "Journal": "eywa_fs.truth.journal:Journal.",
}


def killed(act: str, where: str, root: Path, place: Path) -> None:
    """Run a process that kills itself at ``owner.name when times``."""
    called, when, times = where.split()
    owner, name = called.split(".")
    code = f"import sys; sys.path.insert(0, {str(SCRIPTS)!r}){DYING}"
    child = Child("-c", code, act, f"{when} {OWNERS[owner]}{name}", times, str(root), str(place))
    done = child.ended()
    assert done.returncode == -signal.SIGKILL, done


@pytest.mark.parametrize(
    ("where", "made"),
    [
        ("FolderPlace.write_new before 1", 0),
        ("FolderPlace.write_new after 1", 0),
        ("FolderPlace.write before 3", 0),
        ("os.replace before 2", 0),
        ("FolderPlace.write after 4", 0),
        ("Journal.audit before 1", 1),
    ],
)
def test_a_first_backup(root: Path, place: Path, quick: Quick, where: str, made: int) -> None:
    memory = quick()
    for number in range(20):
        memory.append(f"{number} {TEXTS[number % 5]}", session_id=f"s{number % 3}")
    before = below(root)
    killed("backup", where, root, place)
    assert below(root) == before
    if not made:
        with pytest.raises(NotFound):
            restore(root.with_name("none"), place)
    memory.backup(place)
    assert len(memory.backups(place)) == made + 1 and memory.verify_backups(place).ok
    assert restore(root.with_name("new"), place).records == 20
    memory.backup(place, keep=2)
    assert not list(place.rglob(".tmp-*"))


@pytest.mark.parametrize(
    ("act", "where"),
    [
        ("backup", "FolderPlace.write before 2"),
        ("backup", "os.replace before 1"),
        ("prune", "FolderPlace.remove before 1"),
        ("prune", "FolderPlace.remove after 1"),
        ("prune", "FolderPlace.remove after 3"),
    ],
)
def test_earlier_backups_stay_whole(
    root: Path, place: Path, quick: Quick, act: str, where: str
) -> None:
    memory = quick()
    for text in TEXTS[:3]:
        memory.append(text)
        memory.backup(place)
    killed(act, where, root, place)
    found = memory.backups(place)
    assert found and not any(one.problem for one in found) and memory.verify_backups(place).ok
    for number, one in enumerate(found):
        assert restore(root.with_name(f"new{number}"), place, backup=one.id).ok
    assert memory.backup(place, keep=1).pruned is not None
    assert len(memory.backups(place)) == 1 and memory.verify_backups(place).ok
    assert restore(root.with_name("new"), place).records == 3


@pytest.mark.parametrize(
    "where",
    [
        "restoring._put before 3",
        "restoring._prove before 1",
        "restoring._count after 1",
        "os.rename before 1",
    ],
)
def test_a_restore(root: Path, place: Path, quick: Quick, tmp_path: Path, where: str) -> None:
    """No root until it is complete; what was begun goes with the next one beside it."""
    memory = quick()
    for number in range(9):
        memory.append(f"{number} {TEXTS[number % 5]}", session_id=f"s{number % 3}")
    memory.backup(place)
    new = tmp_path / "new"
    killed("restore", where, new, place)
    assert not new.exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".new.restoring-")]
    (tmp_path / "mine.restoring-notes").mkdir()
    (tmp_path / ".mine.restoring-notes").mkdir()
    assert restore(tmp_path / "other", place).records == 9
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [".mine.restoring-notes", "mine.restoring-notes", "other", "root", "safe"]


def test_killed_when_all_is_there(root: Path, place: Path, quick: Quick, tmp_path: Path) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    killed("restore", "os.rename after 1", tmp_path / "new", place)
    with quick(tmp_path / "new") as restored:
        assert restored.retrieve("ferry").hits


def unfinished(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if is_unfinished(path.name)]


@pytest.mark.parametrize("removed_by", ["index", "erase"])
def test_a_note_that_was_being_imported(
    root: Path, place: Path, quick: Quick, tmp_path: Path, removed_by: str
) -> None:
    """What is left of it is told, in no backup, and goes; what a living process writes stays."""
    note = tmp_path / "notes/a.md"
    note.parent.mkdir()
    note.write_text("# A\n\nthe zebra code is stripe26 and more\n")
    memory = quick()
    memory.append(TEXTS[0])
    killed("import", "os.replace before 1", root, note.parent)
    (left,) = unfinished(root)
    assert b"stripe26" in left.read_bytes()
    ours = [root / "config.yaml", left.parent / "b.md"]
    with beside(ours[0], b"x"), beside(ours[1], b"y"):
        assert len(unfinished(root)) == 3
        found = [f.target for f in memory.verify(deep=True).findings if f.kind == "stray_path"]
        assert found == [left.relative_to(root).as_posix()]
        memory.backup(place)
        restore(root.with_name("new"), place)
        assert not unfinished(root.with_name("new"))
        if removed_by == "index":
            memory.index()
        else:
            with pytest.raises(NotFound):
                memory.erase(text="zebra code is stripe26")
        assert not left.exists() and len(unfinished(root)) == 2
    assert not unfinished(root)
