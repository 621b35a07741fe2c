"""A batch is begun while the vector store takes in the one before it: same result, same order."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from corpus import TINY_EN, Clock, MakeMemory, catalog_of

from eywa_fs.catalog import docs
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.index.vectors import VectorIndex
from eywa_fs.ingest.commit import Batch, Begun, Committer, Worked
from eywa_fs.memory import EywaMemory

DAY_0 = 1_700_000_000_000
SMALL = {"ingest": {"batch_records": 2}}


def _fill(memory: EywaMemory, count: int, sessions: int = 1) -> None:
    memory.append_many(
        {
            "content": f"{TINY_EN[number % 5]} It is number {number}.",
            "timestamp": DAY_0 + number,
            "session_id": f"s{number % sessions}",
            "event_id": f"e{number}",
        }
        for number in range(count)
    )


def _documents(memory: EywaMemory) -> int:
    with catalog_of(memory).read() as connection:
        return docs.counts(connection)["total"]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What was begun and finished, by the line number its first document has."""
    seen: list[tuple[str, int]] = []
    begin, finish = Committer.begin, Committer.finish

    def first(batch: Batch) -> int:
        return batch.documents[0].row.anchor.line_start if batch.documents else 0

    def note_begin(self: Committer, batch: Batch, **how: Any) -> Begun:
        seen.append(("begin", first(batch)))
        return begin(self, batch, **how)

    def note_finish(self: Committer, begun: Begun) -> Worked:
        seen.append(("finish", first(begun.batch)))
        return finish(self, begun)

    monkeypatch.setattr(Committer, "begin", note_begin)
    monkeypatch.setattr(Committer, "finish", note_finish)
    return seen


def refuse_once(monkeypatch: pytest.MonkeyPatch, broken: int) -> None:
    """Have the catalog refuse one batch: the first, the second …"""
    record, calls = Committer._record, count(1)

    def refuse(*arguments: Any) -> None:
        if next(calls) == broken:
            raise DependencyUnavailable("the catalog's disk is gone")
        record(*arguments)

    monkeypatch.setattr(Committer, "_record", refuse)


def test_the_next_batch_is_begun_before_the_last_is_finished(
    make_memory: MakeMemory, calls: list[tuple[str, int]]
) -> None:
    memory = make_memory(None, SMALL)
    _fill(memory, 6)
    memory.index()
    with_documents = [call for call in calls if call[1]]
    assert with_documents == [
        ("begin", 1), ("begin", 3), ("finish", 1), ("begin", 5), ("finish", 3), ("finish", 5),
    ]  # fmt: skip
    assert memory.verify(deep=True).ok


def test_many_files_end_up_as_with_one_at_a_time(make_memory: MakeMemory, tmp_path: Path) -> None:
    """Batches that overlap, or each file in a run of its own: the same documents."""
    digests = []
    for number, together in enumerate((True, False)):
        memory = make_memory(tmp_path / str(number), SMALL)
        for session in range(4):
            memory.append(
                f"The kettle in room {session} hums.",
                session_id=f"s{session}",
                timestamp=DAY_0 + session,
                event_id=f"e{session}",
            )
            if not together:
                memory.index()
        memory.index()
        digests.append(memory.verify(deep=True).digest)
    assert digests[0] == digests[1]


@pytest.mark.parametrize("broken", [1, 2, 3])
def test_a_batch_that_fails_leaves_no_gap_behind_it(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    """What continues the same file is not recorded either, and the retry puts all in place."""
    memory = make_memory(None, SMALL, clock=clock)
    _fill(memory, 6)
    refuse_once(monkeypatch, broken)
    worked = memory.index()
    assert worked.failed and len(memory.outbox()) >= 1
    assert _documents(memory) == 2 * (broken - 1)
    monkeypatch.undo()
    clock.advance(2)
    memory.index()
    assert _documents(memory) == 6 and not memory.outbox()
    assert memory.verify(deep=True).ok


def test_other_files_do_not_fall_with_one(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(None, SMALL, clock=clock)  # it stands still: no retry is due
    _fill(memory, 8, sessions=4)
    refuse_once(monkeypatch, 1)
    memory.index()
    assert 0 < _documents(memory) < 8
    assert {event.attempts for event in memory.outbox() if event.event_type == "INDEX_UPSERT"} == {
        1
    }


def test_an_interruption_leaves_nothing_behind_that_still_writes(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(None, SMALL)
    _fill(memory, 6)
    upsert, under_way = VectorIndex.upsert, []

    def noted(self: VectorIndex, *arguments: Any) -> None:
        under_way.append(1)
        upsert(self, *arguments)
        under_way.pop()

    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(VectorIndex, "upsert", noted)
    monkeypatch.setattr(Committer, "_record", interrupt)
    with pytest.raises(KeyboardInterrupt):
        memory.index()
    assert not under_way
    monkeypatch.undo()
    memory.index()
    assert memory.verify(deep=True).ok and _documents(memory) == 6
