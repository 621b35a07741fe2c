"""A record that went from its file after it was indexed leaves a trace that verify shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corpus import TINY_EN, catalog_of, generation_of

from eywa_fs.catalog import docs, files
from eywa_fs.errors import NotFound
from eywa_fs.ingest import losses
from eywa_fs.memory import EywaMemory


def session_file(memory: EywaMemory) -> Path:
    [path] = memory.layout.root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    return path


def lost(memory: EywaMemory, *, deep: bool = False) -> list[tuple[str, str]]:
    found = memory.verify(deep=deep)
    assert found.ok
    return [(f.target, f.detail) for f in found.findings if f.kind == "records_lost"]


@pytest.fixture
def told(memory: EywaMemory) -> EywaMemory:
    for text in TINY_EN[:4]:
        memory.append(text)
    memory.index()
    assert not lost(memory)
    return memory


def test_a_line_taken_out_is_named_after_the_index_has_followed(told: EywaMemory) -> None:
    path = session_file(told)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((lines[0], lines[1], lines[3])))
    told.index()
    [(_, detail)] = lost(told, deep=True)
    assert "1 record, in line 3, went or changed" in detail
    told.append(TINY_EN[4])  # nothing else is lost by what comes later
    told.index()
    told.rebuild()
    assert len(lost(told)) == 1


def test_a_repair_that_takes_the_new_bytes_notes_what_went(told: EywaMemory) -> None:
    path = session_file(told)
    path.write_bytes(path.read_bytes().replace(b"blue", b"grey"))
    told.repair(apply=True)
    assert "in line 1, went" in lost(told)[0][1]


def test_a_rebuild_that_meets_the_change_first_notes_what_went(told: EywaMemory) -> None:
    path = session_file(told)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    told.rebuild()
    assert "2 records, in lines 3, 4, went" in lost(told)[0][1]
    told.rebuild()
    assert len(lost(told)) == 1


@pytest.mark.parametrize("column", ["event_id", "content_hash"])
@pytest.mark.parametrize("mend", ["repair", "rebuild"])
def test_a_damaged_index_is_no_loss(told: EywaMemory, column: str, mend: str) -> None:
    """The file has grown meanwhile, but what was indexed of it stands."""
    with catalog_of(told).write() as connection:
        connection.change(f"UPDATE docs SET {column} = 'evt_00' WHERE line_start = 2")
    told.append(TINY_EN[4])
    if mend == "repair":
        told.repair(apply=True)
    told.rebuild()
    assert not lost(told) and not told.audit(action="file_rewritten")


def test_work_that_is_tried_again_notes_the_same_once(told: EywaMemory) -> None:
    path = session_file(told)
    generation = generation_of(told)
    rel = path.relative_to(told.layout.root).as_posix()
    with generation.catalog().read() as connection:
        row = files.get(connection, rel)
        went = losses.gone(docs.of_path(connection, rel), set())
    assert row is not None
    journal = told._parts.journal
    for since in (1, 1, None):
        losses.report(told.layout, journal, row, went, vanished=True, since=since)
    assert len(lost(told)) == 2


def test_a_file_that_vanishes_is_named(told: EywaMemory) -> None:
    session_file(told).unlink()
    told.index()
    [(where, detail)] = lost(told)
    assert "4 records, in lines 1, 2, 3, 4, went" in detail
    assert [e.action for e in told.audit(action="file_vanished")] == ["file_vanished"]
    told.accept_break(where, "cleared by hand")
    assert not lost(told)
    with pytest.raises(NotFound):
        told.accept_break("audit/2000-01-01.log.jsonl:1", "no such entry")


def test_what_only_moved_is_not_lost(told: EywaMemory) -> None:
    path = session_file(told)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines)))
    told.index()
    assert not lost(told)


def test_what_an_erasure_took_is_not_lost(told: EywaMemory) -> None:
    told.erase(text=TINY_EN[1], reason="asked for")
    told.index()
    path = session_file(told)
    path.write_bytes(path.read_bytes().replace(b"blue", b"grey"))
    told.index()
    [(_, detail)] = lost(told)
    assert "1 record, in line 1, went" in detail


def test_a_note_in_markdown_is_edited_as_people_like(memory: EywaMemory) -> None:
    folder = memory.layout.root / "tenants/default/users/me/longterm"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Home\n\nThe spare key is under the pot.\n", "utf-8")
    memory.index()
    (folder / "MEMORY.md").write_text("# Home\n\nThe spare key is at Ada's.\n", "utf-8")
    memory.index()
    (folder / "MEMORY.md").unlink()
    memory.index()
    assert not lost(memory)


def test_entries_that_no_program_of_ours_wrote(told: EywaMemory) -> None:
    """Whatever stands there, the trail can be read and verify says what it found."""
    session_file(told).unlink()
    told.index()
    [log] = (told.layout.root / "audit").glob("*.log.jsonl")
    with log.open("a", encoding="utf-8") as file:
        for broken in (
            {"timestamp": 10**20},
            {"timestamp": True},
            {"before": {"lost": {"records": [], "lines": 5}}},
            {"before": {"lost": {"records": 1, "lines": [{}]}}},
            {"before": {"lost": 5}},
        ):
            file.write(json.dumps({"timestamp": 1, "action": "x", "target": "y"} | broken) + "\n")
    assert len(lost(told)) == 1
    assert [e.timestamp for e in told.audit()][1:] == [1, 1, 1]
