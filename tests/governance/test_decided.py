"""What is decided next costs what is new, and goes by what stands in the files all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory

from eywa_fs.errors import NotFound
from eywa_fs.governance import decided
from eywa_fs.governance.decided import decided_in
from eywa_fs.governance.ledger import Ledger
from eywa_fs.model.records import Scope
from eywa_fs.truth import codec, reader
from eywa_fs.truth.layout import Layout

ME = Scope("default", "me")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    decided._KEPT.clear()
    yield
    decided._KEPT.clear()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The lines of decisions that are decoded."""
    lines, own = list[Any](), codec.record_in

    def counted(*args: Any) -> Any:
        lines.append(args)
        return own(*args)

    monkeypatch.setattr(decided, "record_in", counted)
    return lines


def _file(memory: QuickMemory) -> Path:
    [path] = (memory.layout.root / "tenants/default/users/me/decisions").iterdir()
    return path


def test_an_update_reads_its_own_line_and_not_those_of_others(
    quick: QuickMemory, read: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.append("The lamp is off.", event_id="lamp")
    quick.append("门是开着的。", event_id="door")
    for n in range(40):
        quick.update("lamp", f"The lamp is at {n} percent.")
    read.clear()
    opened, own = list[str](), reader._open_regular

    def counted(layout: Layout, rel: str) -> Any:
        opened.append(rel)
        return own(layout, rel)

    monkeypatch.setattr(reader, "_open_regular", counted)
    with quick.transaction() as changes:
        changes.update("lamp", "The lamp is on.")
    quick.update("door", "门关上了。")
    assert quick.get("lamp").record.content == "The lamp is on."
    assert quick.get("door").version == 2
    assert len(read) <= 4 and len(opened) < 30  # of 40 before
    assert [one.number for one in quick.versions("lamp")] == [*range(1, 43)]


def test_what_another_program_wrote_over_the_lines_counts(
    quick: QuickMemory, read: list[Any]
) -> None:
    quick.append("书在左边的架子上。", event_id="book")
    first = quick.update("book", "书在右边。")
    quick.update("book", "The book is on the desk.")
    file = _file(quick)
    kept = file.read_bytes()
    with file.open("r+b") as opened:  # in place, and longer by a line
        opened.write(kept.replace(b'"target":"book"', b'"target":"desk"', 1))
        opened.write(b"{}\n")
    assert quick.get("book").version == 3  # its second decision stands
    assert "desk" in {one.target for one in Ledger(quick.layout, ME).changes}
    file.write_bytes(kept.splitlines(keepends=True)[0])
    assert (quick.get("book").version, quick.get("book").record.content) == (2, first.text)
    file.unlink()
    assert quick.get("book").version == 1
    with pytest.raises(NotFound):
        quick.update("desk", "It is not there.")


@pytest.mark.parametrize("erased", ["", "One, 1."])
def test_a_file_that_grows_line_by_line_says_what_it_says_as_a_whole(
    quick: QuickMemory, tmp_path: Path, erased: str
) -> None:
    for name in "abc":
        quick.append(f"第{name}条。", event_id=name)
    quick.pin("a")
    for n in range(2):
        with quick.transaction() as changes:
            changes.update("a", f"One, {n}.")
            changes.update("b", f"Two, {n}.")
            changes.archive("c") if n else changes.pin("c")
        quick.update("c" if not n else "a", "Between.")
    if erased:
        quick.erase(text=erased)
    data = _file(quick).read_bytes().splitlines(keepends=True)
    data = [*data[:3], *data[1:5], *data[5:]]  # a transaction without its end as well
    [truth] = [one for one in quick.layout.scope_files(ME) if one.kind == "decisions"]
    other = Layout(tmp_path / "other")
    place = other.root / truth.rel
    place.parent.mkdir(parents=True)
    for end in range(1, len(data) + 1):
        place.write_bytes(b"".join(data[:end]) + data[end % len(data)][:20])
        grown = decided_in(other, truth)
        decided._KEPT.clear()
        anew = decided_in(other, truth)
        assert (grown.changes, dict(grown.of), grown.digest) == (
            anew.changes, dict(anew.of), anew.digest,
        )  # fmt: skip
        decided._KEPT.put((str(other.root), other.max_record_bytes, truth.rel), grown)
    assert {one.target for one in anew.changes} == {"a", "b", "c"}
