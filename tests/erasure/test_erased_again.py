"""What came back and was erased once more is well, whichever erasure's tombstone stands there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, MINUTE, MakeMemory
from erasure.marked import FOLDER, USER

from eywa_fs import restore
from eywa_fs.memory import EywaMemory

DAY = f"{FOLDER}/sessions/field/2026-02-03.jsonl"


def told(root: Path, make_memory: MakeMemory) -> tuple[EywaMemory, Path]:
    memory = make_memory(root)
    for number, bird in enumerate(("heron", "bittern", "godwit", "curlew")):
        text = f"A {bird} stood in the reeds."
        memory.append(text, timestamp=DAY_0 + number * MINUTE, session_id="field", **USER)
    [file] = (root / FOLDER / "sessions/field").iterdir()
    return memory, file


def undone(memory: EywaMemory) -> list[tuple[str, str]]:
    return [(one.kind, one.target) for one in memory.verify(deep=True).errors]


@pytest.mark.parametrize("first", ["all of it", "one line"])
def test_a_day_that_was_copied_back_and_is_erased_again(
    root: Path, make_memory: MakeMemory, first: str
) -> None:
    memory, file = told(root, make_memory)
    old = file.read_bytes()
    asked: dict[str, Any] = {"session_id": "field"} if first == "all of it" else {"text": "godwit"}
    memory.erase(**asked, **USER)
    file.write_bytes(old)
    memory.index()
    line = 1 if first == "all of it" else 3
    assert ("erasure_undone", f"{file.relative_to(root)}:{line}") in undone(memory)
    memory.erase(session_id="field", **USER)
    assert memory.verify(deep=True).ok
    # What comes back now is told, once, as what the later one took.
    file.write_bytes(old)
    memory.index()
    told_of = [place for kind, place in undone(memory) if kind == "erasure_undone"]
    assert told_of == [f"{file.relative_to(root)}:1"]


def test_only_a_part_of_what_came_back_is_erased_again(root: Path, make_memory: MakeMemory) -> None:
    memory, file = told(root, make_memory)
    old = file.read_bytes()
    memory.erase(session_id="field", **USER)
    gone = file.read_bytes()
    file.write_bytes(old)
    memory.index()
    memory.erase(text="bittern", **USER)
    kept = {place for kind, place in undone(memory) if kind == "erasure_undone"}
    assert kept == {f"{file.relative_to(root)}:1"}
    lines = zip(gone.splitlines(True), file.read_bytes().splitlines(True), strict=True)
    file.write_bytes(b"".join(b if n == 1 else a for n, (a, b) in enumerate(lines)))
    memory.index()
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize("half", ['{"co', '{"content":"the first half of what a spoonbill did '])
def test_a_line_that_goes_on_behind_its_tombstone(
    root: Path, tmp_path: Path, make_memory: MakeMemory, half: str
) -> None:
    place = tmp_path / "safe"
    memory = make_memory(root)
    file = root / DAY
    file.parent.mkdir(parents=True)
    file.write_text(f'{{"content":"an avocet waded"}}\n{half}')
    memory.erase(session_id="field", **USER)
    with file.open("a") as torn:
        torn.write('and a dunlin flew"}\n{"content":"a plover ran"}\n')
    memory.index()
    assert memory.verify().ok
    memory.backup(place)
    memory.erase(text="dunlin", **USER)
    assert memory.verify(deep=True).ok
    memory.backup(place)
    for made in memory.backups(place):
        target = root.parent / made.id
        report = restore(target, place, backup=made.id)
        assert report.ok and report.withheld == ()
        with EywaMemory(target, background=False) as other:
            other.index()
            assert other.verify(deep=True).ok
            texts = [one.record.content for one in other.list(**USER).items]
            assert texts == ["a plover ran"]
        data = (target / DAY).read_bytes()
        assert b"dunlin" not in data and b"avocet" not in data
        shutil.rmtree(target)


def test_tombstones_of_two_erasures_that_lie_in_one_another(
    root: Path, make_memory: MakeMemory
) -> None:
    """The later one took a line in the middle: those behind it are still the first one's."""
    memory, file = told(root, make_memory)
    old = file.read_bytes().splitlines(True)
    memory.erase(session_id="field", **USER)
    gone = file.read_bytes().splitlines(True)
    file.write_bytes(b"".join([gone[0], old[1], *gone[2:]]))
    memory.index()
    memory.erase(text="bittern", **USER)
    assert memory.verify(deep=True).ok
