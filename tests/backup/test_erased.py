"""What was erased after a backup does not come back with it."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from backup.conftest import TEXTS, Quick, below

from eywa_fs import restore
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory
from eywa_fs.truth import erasures
from eywa_fs.truth.erasures import Erasure, Range, new_id

SECRET = b"xyzzy"


def lines(root: Path, file: Path, numbers: range) -> Range:
    """Adjoining lines of a file, from 0."""
    ends = [0]
    for line in file.read_bytes().splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    rel = file.relative_to(root).as_posix()
    return Range(rel, ends[numbers[0]], ends[numbers[-1] + 1] - 1)


def erase(memory: EywaMemory, *ranges: Range, markdown: dict[str, str] | None = None) -> Erasure:
    """Decide an erasure and overwrite what it names."""
    decision = Erasure(
        new_id(), 0, "human", "", {"tenantId": "default", "userId": "me"}, ("text",),
        {"records": len(ranges)}, ranges, markdown=markdown or {},
    )  # fmt: skip
    erasures.write(memory._parts.journal, decision)
    erasures.overwrite(memory.layout, decision)
    return decision


def told(memory: EywaMemory, root: Path) -> Path:
    """Five records, of which those in the middle are secret; their file."""
    for number, text in enumerate(TEXTS):
        memory.append(f"{SECRET.decode()} {text}" if number in (1, 2, 3) else text)
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    return file


def holds(folder: Path) -> bool:
    return any(SECRET in data for data in below(folder).values())


@pytest.mark.parametrize("known_by", ["a later backup", "the log beside", "a file", "nobody"])
def test_text_erased_later(
    root: Path, place: Path, tmp_path: Path, quick: Quick, known_by: str
) -> None:
    """The older backup holds it; whichever log knows of the erasure keeps it from coming back."""
    memory = quick()
    file = told(memory, root)
    old = memory.backup(place)
    decision = erase(memory, lines(root, file, range(1, 4)))
    assert not holds(root) and holds(place)
    extra = None
    if known_by == "a later backup":
        memory.backup(place)
    elif known_by == "the log beside":
        shutil.copy(root / erasures.LOG, place / "erasures.jsonl")
    elif known_by == "a file":
        extra = Path(shutil.copy(root / erasures.LOG, tmp_path / "kept.jsonl"))
    report = restore(tmp_path / "new", place, backup=old.id, erasures=extra)
    restored = (tmp_path / "new" / file.relative_to(root)).read_bytes()
    if known_by == "nobody":
        assert report.erasures == 0 and holds(tmp_path / "new")
        return
    assert (report.erasures, report.withheld, report.ok) == (1, (), True)
    assert not holds(tmp_path / "new") and restored == file.read_bytes()
    with quick(tmp_path / "new") as again:  # the decision stands in its log, once, to be finished
        known = erasures.read(again.layout)
        assert [*known.erasures] == [decision.id] and known.pending
        assert "ferry" in again.retrieve("ferry").hits[0].text
        again.backup(tmp_path / "place two")
    assert restore(tmp_path / "third", tmp_path / "place two").erasures == 1
    assert not holds(tmp_path / "third")


def test_a_backup_that_ends_within_an_erased_range(
    root: Path, place: Path, tmp_path: Path, quick: Quick
) -> None:
    """What the file is too short for is not heeded; the rest of the range is erased."""
    memory = quick()
    for number in range(6):
        memory.append(f"{SECRET.decode()} {number}")
        memory.backup(place)
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    erase(memory, lines(root, file, range(0, 6)))
    memory.backup(place)
    for number, one in enumerate(reversed(memory.backups(place))):
        new = tmp_path / f"new{number}"
        report = restore(new, place, backup=one.id)
        assert report.ok and not holds(new) and report.records == 0
        restored = (new / file.relative_to(root)).read_bytes()
        assert file.read_bytes().startswith(restored)


@pytest.mark.parametrize("rounds", [1, 2])
def test_what_is_written_after_restoring_is_not_taken_for_what_was_erased(
    root: Path, place: Path, tmp_path: Path, quick: Quick, rounds: int
) -> None:
    """A record as long as the erased one, at the same place of the same file, stays; also when the
    restored root is itself restored. The older backups stay closed to what was erased."""
    memory = quick()
    memory.append("kept, and erased with what follows")
    old = memory.backup(place)
    memory.append(f"{SECRET.decode()} 1")
    memory.backup(place)
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    erase(memory, lines(root, file, range(0, 2)))
    shutil.copy(root / erasures.LOG, place / "erasures.jsonl")
    source, at = place, str(old.id)
    for number in range(rounds):
        new = tmp_path / f"new {number}"
        assert restore(new, source, backup=at, erasures=place / "erasures.jsonl").ok
        with quick(new) as again:
            texts = [item.record.content for item in again.list().items]
            assert texts == ["after 1"] * number
            if not number:
                again.append("after 1")
            again._parts.upkeep.finish_erasures()
            assert [item.record.content for item in again.list().items] == ["after 1"]
            assert not erasures.read(again.layout).pending
            assert {finding.kind for finding in again.verify().findings} <= {"index_missing"}
            source = tmp_path / f"place {number}"
            at = again.backup(source).id
            shutil.copy(new / erasures.LOG, place / "erasures.jsonl")
    assert restore(tmp_path / "third", place).erasures == 1 and not holds(tmp_path / "third")


def test_erased_while_the_backup_was_made(
    root: Path, place: Path, tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is read last: whatever was read of the file, the backup's own log takes it out."""
    from eywa_fs.backup.making import _Making

    memory = quick()
    file = told(memory, root)
    original = _Making._entry

    def entry(self: _Making, plan: object) -> object:
        found = original(self, plan)  # type: ignore[arg-type]
        if "sessions" in plan.path:  # type: ignore[attr-defined]
            erase(memory, lines(root, file, range(1, 4)))
        return found

    monkeypatch.setattr(_Making, "_entry", entry)
    memory.backup(place)
    assert holds(place)
    assert restore(tmp_path / "new", place).erasures == 1
    assert not holds(tmp_path / "new")


def test_the_next_backup_leaves_the_erased_text_behind(
    root: Path, place: Path, quick: Quick
) -> None:
    memory = quick()
    file = told(memory, root)
    memory.append("Something else.", session_id="other")
    memory.backup(place)
    erase(memory, lines(root, file, range(1, 4)))
    memory.backup(place, keep=1)
    assert not holds(place)


def test_markdown_that_was_edited_in_between_is_left_out(
    root: Path, place: Path, tmp_path: Path, quick: Quick
) -> None:
    """Nobody can tell where in it the erased text stands."""
    memory = quick()
    memory.append(TEXTS[0])
    notes = root / "tenants/default/users/me/longterm/notes.md"
    notes.parent.mkdir()
    notes.write_bytes(b"# Tea\n\nxyzzy\n")
    first = memory.backup(place)
    notes.write_bytes(b"# Tea and coffee\n\nxyzzy\n")
    second = memory.backup(place)
    at = Range(notes.relative_to(root).as_posix(), 18, 23)
    blank = hashlib.sha256(b"# Tea and coffee\n\n     \n").hexdigest()
    erase(memory, at, markdown={at.path: blank})
    memory.backup(place)
    report = restore(tmp_path / "one", place, backup=first.id)
    assert report.withheld == (at.path,) and not report.ok
    report = restore(tmp_path / "two", place, backup=second.id)
    assert report.ok and (tmp_path / "two" / at.path).read_bytes() == notes.read_bytes()
    assert not holds(tmp_path / "one") and not holds(tmp_path / "two")


def test_a_missing_log_is_said(root: Path, place: Path, tmp_path: Path, quick: Quick) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    with pytest.raises(BadRequest, match="no log of erasures at"):
        restore(tmp_path / "new", place, erasures=tmp_path / "none.jsonl")
    assert not (tmp_path / "new").exists()
