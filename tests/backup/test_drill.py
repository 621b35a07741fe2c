"""A drill really restores, searches and compares; it leaves an audit entry and nothing else."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from backup.conftest import MINILM, TEXTS, Quick, below
from corpus import MakeMemory, generation_of
from factbase.lives import QuickMemory

from eywa_fs.backup import drill as drills
from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.lockfile import lock
from eywa_fs.model.reports import VerifyReport


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's temporary folder during the test."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_a_whole_drill(root: Path, make_memory: MakeMemory, scratch: Path) -> None:
    memory = make_memory(root, MINILM)
    for number, text in enumerate(TEXTS):
        memory.append(text, session_id=f"s{number}")
    memory.index()
    before = below(root)
    steps: list[str] = []
    report = memory.drill(step=steps.append)
    assert report.ok and report.verified and report.same_index and report.digest
    assert (report.records, report.searches, report.found, report.missed) == (5, 5, 5, [])
    assert (report.lost_records, report.lost_bytes, report.rpo_s) == (0, 0, 0.0)
    assert report.restore_s <= (report.first_answer_s or 0) <= (report.indexed_s or 0)
    assert report.at_million is None and report.targets == {"rpo": True, "rto": None}
    assert steps == ["making a backup", "restoring", "searching", "indexing", "verifying"]
    assert list(scratch.iterdir()) == []
    after = below(root)
    [audit] = after.keys() - before.keys()
    assert {name: after[name] for name in before} == before
    [entry] = memory.audit(action="drill")
    assert entry.target == report.id and entry.after["ok"] is True
    assert audit.startswith("audit/")


def test_what_a_kept_backup_would_lose(
    root: Path, place: Path, quick: Quick, scratch: Path
) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    memory.backup(place)
    assert memory.drill(place, index=False).lost_records == 0
    memory.append("Later.")
    memory.append("Later still.", session_id="new")
    before = below(place)
    report = memory.drill(place, index=False)
    assert report.ok and (report.lost_records, report.records) == (2, 1) and report.rpo_s > 0
    assert report.backup_s is report.indexed_s is report.verified is report.same_index is None
    assert below(place) == before and list(scratch.iterdir()) == []


def test_a_drill_that_finds_something(
    root: Path, quick: Quick, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index that the files do not give, and a record that is not found, are said. An index of
    other bytes is not compared with."""
    monkeypatch.setattr(QuickMemory, "verify", lambda self, *, deep: VerifyReport(deep))
    memory = quick()
    memory.append(TEXTS[0])
    memory.index()
    generation = generation_of(memory)
    with closing(sqlite3.connect(generation.folder / "catalog.db")) as catalog, catalog:
        catalog.execute("UPDATE docs SET row_hash = 'another'")
    monkeypatch.setattr(drills, "_finds", lambda memory, record: False)
    report = memory.drill()
    assert not report.ok and report.same_index is False and len(report.missed) == 1
    memory.append(TEXTS[1])
    assert memory.drill().same_index is None


def test_records_that_were_taken_back_are_not_searched_for(
    root: Path, quick: Quick, scratch: Path
) -> None:
    memory = quick()
    for number, text in enumerate(TEXTS):
        memory.append(text, event_id=str(number))
    memory.delete("0")
    memory.archive("1")
    memory.update("2", "Something else altogether.")
    report = memory.drill(index=False)
    assert report.ok and report.searches == report.found == len(TEXTS) - 3


def test_a_million_records(root: Path, quick: Quick, scratch: Path) -> None:
    memory = quick(root, {"backup": {"to": "/nowhere", "interval_s": 200}})
    memory.append_many({"content": f"{n} {TEXTS[n % 5]}", "session_id": f"s{n % 40}"}
                       for n in range(1000))  # fmt: skip
    report = memory.drill(index=False)
    assert report.ok and report.records == 1000 and report.searches == 10
    assert report.at_million is not None and report.first_answer_s is not None
    assert report.at_million["first_answer_s"] == round(report.first_answer_s * 1000, 1)
    assert report.targets["rto"] == (report.at_million["first_answer_s"] <= 1800)
    assert report.scheduled_rpo_s is not None and 200 < report.scheduled_rpo_s < 300
    value = report.as_dict()
    assert value["ok"] and value["targets"]["rpo"]


def test_what_is_refused(root: Path, place: Path, quick: Quick, scratch: Path) -> None:
    memory = quick()
    memory.append(TEXTS[0])
    with pytest.raises(BadRequest, match="searches is 0"):
        memory.drill(searches=0)
    with pytest.raises(NotFound):
        memory.drill(place)
    assert list(scratch.iterdir()) == [] and not memory.audit(action="drill")


def test_what_a_killed_drill_left_is_removed(root: Path, quick: Quick, scratch: Path) -> None:
    """A running one has its folder locked; folders of other names are not ours."""
    memory = quick(root)
    memory.append(TEXTS[0])
    for name in ("eywa-drill-deadbeef", "eywa-drill-alive_00", "other"):
        (scratch / name / "root").mkdir(parents=True)
    fd = os.open(scratch / "eywa-drill-alive_00", os.O_RDONLY)
    lock(fd, wait=False)
    memory.drill(index=False)
    os.close(fd)
    assert sorted(path.name for path in scratch.iterdir()) == ["eywa-drill-alive_00", "other"]
