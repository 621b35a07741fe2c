"""The background indexer outlives whatever happens to the index under it."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from corpus import DAY_0, TINY_EN, MakeMemory, catalog_of, generation_of, until

from eywa_fs.catalog import docs, outbox
from eywa_fs.config import IngestSettings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, IndexerBusy, WaitTimeout
from eywa_fs.ingest import filepass, indexer
from eywa_fs.ingest.commit import Begun, Committer, Worked
from eywa_fs.ingest.derive import record_documents
from eywa_fs.ingest.indexer import BackgroundIndexer
from eywa_fs.ingest.lease import Lease, Turn
from eywa_fs.ingest.worker import Worker
from eywa_fs.memory import EywaMemory

CONFIG = {"ingest": {"debounce_ms": 0, "watch": False}}
MakeIndexer = Callable[[Callable[[], Worker]], BackgroundIndexer]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that waits after an error waits only a moment."""
    monkeypatch.setattr(indexer, "LEASE_RETRY_S", 0.05)
    monkeypatch.setattr(indexer, "HEALTH_INTERVAL_S", 0.2)


@pytest.fixture
def running(make_memory: MakeMemory) -> Iterator[EywaMemory]:
    """A memory with its indexing thread, one record indexed."""
    memory = make_memory(None, CONFIG, background=True)
    memory.append(TINY_EN[0], timestamp=DAY_0)
    memory.flush(30)
    yield memory
    memory.close()


def test_a_backlog_lets_others_in(make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs the worker meanwhile (an erasure, a repair) waits for a part of a batch, and the
    lease for nothing."""
    with make_memory(None, CONFIG) as before:
        for session in range(12):
            before.append("The kettle leaks.", session_id=f"s{session}")
    begun, go, whole, done = threading.Event(), threading.Event(), Worker._perform, list[int]()
    turns: list[Turn] = []

    def slow(self: Worker, *args: Any) -> None:
        begun.set()
        until(lambda: go.is_set() or any(turn.wanted for turn in turns))
        whole(self, *args)
        done.append(1)

    monkeypatch.setattr(Worker, "_perform", slow)
    with make_memory(None, CONFIG, background=True) as memory:
        assert begun.wait(30) and memory.indexer_behind
        memory.hold_indexer()
        assert not done
        turns.append(memory._parts.turn)
        with memory._parts.turn:
            assert len(done) < 6  # of twelve
            go.set()
        monkeypatch.undo()
        memory.flush(60)
        until(lambda: not memory.indexer_behind)


def test_it_is_behind_from_the_moment_it_is_told_until_all_is_indexed(
    running: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go, whole = threading.Event(), threading.Event(), Worker._perform

    def slow(self: Worker, *args: Any) -> None:
        begun.set()
        assert go.wait(30)
        whole(self, *args)

    monkeypatch.setattr(Worker, "_perform", slow)
    until(lambda: not running.indexer_behind)
    with running._parts.turn:
        running.append(TINY_EN[1], timestamp=DAY_0)
        assert running.indexer_behind
    assert begun.wait(30) and running.indexer_behind
    go.set()
    until(lambda: not running.indexer_behind)
    assert texts(running) == list(TINY_EN[:2])


def texts(memory: EywaMemory) -> list[str]:
    """What the index knows, by event id in file order."""
    with catalog_of(memory).read() as connection:
        rows = list(docs.every(connection))
    return [
        memory.show(
            row.anchor.citation, tenant_id=row.scope.tenant_id, user_id=row.scope.user_id
        ).content
        for row in rows
    ]


def remove(folder: Path) -> None:
    """Delete a folder into which others write meanwhile."""
    gone = folder.rename(folder.parent.with_name("gone"))
    shutil.rmtree(gone, ignore_errors=True)


def test_the_index_is_deleted_while_it_runs(running: EywaMemory) -> None:
    remove(running.layout.index)
    until(lambda: not running.retrieve("kettle").degraded)
    running.append(TINY_EN[1], timestamp=DAY_0)
    running.flush(30)
    assert texts(running) == list(TINY_EN[:2])
    assert running.verify(deep=True).ok


def test_a_deleted_index_is_noticed_by_who_only_reads(
    running: EywaMemory, make_memory: MakeMemory
) -> None:
    reader = make_memory(background=False)
    assert len(texts(reader)) == 1
    remove(running.layout.index)
    running.append(TINY_EN[1], timestamp=DAY_0)
    running.flush(30)
    assert texts(reader) == list(TINY_EN[:2])  # the new index has the old one's number


def test_the_catalog_is_damaged_while_it_runs(running: EywaMemory) -> None:
    generation = generation_of(running)
    generation.condemn("catalog", DependencyUnavailable("a page does not fit its checksum"))
    found = running.retrieve("kettle")  # unless the background was quicker to derive it anew
    assert found.degraded or running.generation() is not generation
    until(lambda: not running.retrieve("kettle").degraded)
    running.append(TINY_EN[1], timestamp=DAY_0)
    running.flush(30)
    assert texts(running) == list(TINY_EN[:2])


@pytest.mark.parametrize("prove", [False, True])
def test_a_rebuild_in_the_foreground(running: EywaMemory, prove: bool) -> None:
    running.append(TINY_EN[1], timestamp=DAY_0)
    report = running.rebuild(prove=prove)
    assert report.equal in (True, None) and report.documents == 2
    running.append(TINY_EN[2], timestamp=DAY_0)
    running.flush(30)
    assert texts(running) == list(TINY_EN[:3])


def test_foreground_and_background_share_one_worker(running: EywaMemory) -> None:
    failures: list[Exception] = []

    def index() -> None:
        try:
            for _ in range(10):
                running.index()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=index) for _ in range(3)]
    for thread in threads:
        thread.start()
    for n in range(10):
        running.append(TINY_EN[n % 5], timestamp=DAY_0 + n)
    running.repair(apply=True)
    for thread in threads:
        thread.join()
    running.flush(30)
    assert failures == [] and len(texts(running)) == 11
    assert running.verify(deep=True).ok


def test_one_file_that_cannot_be_derived_does_not_stop_the_others(
    running: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    derive = record_documents

    def stumble(placed: object, *args: object, **kw: object) -> object:
        if "stumble" in placed.record.content:  # type: ignore[attr-defined]
            raise ZeroDivisionError("a defect of ours")
        return derive(placed, *args, **kw)  # type: ignore[arg-type]

    monkeypatch.setattr(filepass, "record_documents", stumble)
    running.append("They stumble here.", session_id="a", timestamp=DAY_0)
    last = running.append(TINY_EN[3], session_id="b", timestamp=DAY_0)
    running.wait_indexed(last, 30)
    [event] = [e for e in running.outbox() if e.attempts]
    assert "ZeroDivisionError" in event.error
    until(lambda: "ZeroDivisionError" in (running.status().last_error or ""))
    monkeypatch.undo()
    until(lambda: not running.outbox())
    until(lambda: running.indexer_problem is None)
    assert running.verify(deep=True).ok


def test_an_unexpected_error_does_not_end_the_thread(
    running: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan, raised = Worker.scan, threading.Event()

    def fail(*args: object) -> int:
        raised.set()
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(Worker, "scan", fail)
    running.append(TINY_EN[1], timestamp=DAY_0)
    assert raised.wait(30)
    until(lambda: "nobody thought of this" in (running.status().last_error or ""))
    monkeypatch.setattr(Worker, "scan", scan)
    running.flush(30)
    assert texts(running) == list(TINY_EN[:2])


def test_the_log_says_when_work_fails_and_when_it_failed_eight_times(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An outage of the embedder: each is told once, however often it is tried."""

    def refuse(*args: object, **how: object) -> None:
        raise DependencyUnavailable("the model's server does not answer")

    monkeypatch.setattr(outbox, "RETRY_SECONDS", (0.02,))
    monkeypatch.setattr(outbox, "TRIAL_MS", 20)
    with make_memory(None, CONFIG, background=True) as memory:
        with monkeypatch.context() as patch:
            patch.setattr(CachedEmbedder, "embed_documents", refuse)
            memory.append(TINY_EN[0], session_id="a", timestamp=DAY_0)
            memory.append(TINY_EN[1], session_id="b", timestamp=DAY_0)
            until(lambda: min((e.attempts for e in memory.outbox()), default=0) > 8)
            assert "8 times" in (memory.indexer_problem or "")
        until(lambda: not memory.outbox())  # nobody asked for it
        until(lambda: memory.indexer_problem is None)
        assert memory.verify(deep=True).ok
    told = [one for one in caplog.messages if "server does not answer" in one]
    assert len(told) == 2 and "8 times" in told[1], told


class Busy:
    """A worker that is given a hint in each round, and the clock by which the rounds are timed."""

    def __init__(self, of: MakeIndexer) -> None:
        self.now, self.due, self.ends = 0.0, 0, list[float]()
        self.indexer = of(lambda: cast(Worker, self))

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float, _: object = None) -> None:
        self.now += max(seconds, 0)

    def scan(self, paths: object = None) -> int:
        self.due = 1
        return 1

    def run_once(self, **_: object) -> Worked:
        done, self.due = Worked(events=self.due), 0
        if done.events:
            self.now += 0.1
            self.ends.append(self.now)
            self.indexer.hint("a")
            self.indexer._stopping = len(self.ends) == 4
        return done

    def age(self, _: Worked) -> bool:
        return False

    def failing(self) -> tuple[str, bool]:
        return "", False

    def next_due(self) -> None:
        return None


@pytest.mark.parametrize(("debounce_ms", "between"), [(50, 0.5), (0, 0.1)])
def test_it_rests_between_rounds_also_where_there_is_always_more_to_do(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch, debounce_ms: int, between: float
) -> None:
    settings = IngestSettings(debounce_ms=debounce_ms)
    busy = Busy(
        lambda opened: BackgroundIndexer(
            memory.layout, opened, Turn(), clock=lambda: 0, settings=settings
        )
    )
    monkeypatch.setattr(indexer, "time", busy)
    monkeypatch.setattr(busy.indexer, "_sleep", busy.sleep)
    busy.indexer._serve()
    gaps = [after - before for before, after in pairwise(busy.ends)]
    assert gaps == pytest.approx([between] * 3)


def test_it_does_not_rest_while_somebody_waits(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "REST", 1e6)
    monkeypatch.setattr(indexer, "MAX_REST_S", 600.0)
    with make_memory(None, {"ingest": {"watch": False}}, background=True) as memory:
        for number, text in enumerate(TINY_EN[:3]):
            anchor = memory.append(text, timestamp=DAY_0 + number)
            memory.wait_indexed(anchor, 30)
        memory.append(TINY_EN[3], timestamp=DAY_0 + 3)
        memory.flush(30)
        assert texts(memory) == list(TINY_EN[:4])


def test_closing_amid_a_long_file_loses_nothing(
    root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {"ingest": {"debounce_ms": 0, "watch": False, "batch_records": 2}}
    finish, commits = Committer.finish, threading.Semaphore(0)

    def count(self: Committer, begun: Begun) -> Worked:
        done = finish(self, begun)
        if begun.batch.documents:
            commits.release()
        return done

    monkeypatch.setattr(Committer, "finish", count)
    with make_memory(None, config, background=True) as memory:
        memory.append_many(
            {"content": TINY_EN[n % 5], "timestamp": DAY_0 + n, "session_id": f"s{n % 2}"}
            for n in range(60)
        )
        assert commits.acquire(timeout=30)
    with make_memory(None, config) as memory:
        assert 0 < len(texts(memory)) < 60  # closing did not wait for all of it
        assert {event.status for event in memory.outbox()} == {"pending"}
        memory.index()
        assert len(texts(memory)) == 60 and not memory.outbox()
        assert memory.rebuild(prove=True).equal


def test_a_lock_file_that_was_deleted_holds_nothing(root: Path, memory: EywaMemory) -> None:
    mine, other = Lease(memory.layout), Lease(memory.layout)
    mine.acquire()
    (memory.layout.index / "indexer.lock").unlink()
    other.acquire()
    with pytest.raises(IndexerBusy):
        mine.acquire()
    assert not mine.held
    other.release()
    mine.acquire()
    mine.release()


def test_two_processes_and_a_lease_that_changes_hands(
    root: Path, running: EywaMemory, make_memory: MakeMemory
) -> None:
    """The thread that lost the lease comes back to work when it is free again."""
    (running.layout.index / "indexer.lock").unlink()
    other = make_memory(None, CONFIG, background=False)
    other.append(TINY_EN[1], timestamp=DAY_0)
    until(lambda: _index(other))
    assert texts(other) == list(TINY_EN[:2])
    other.close()
    running.append(TINY_EN[2], timestamp=DAY_0)
    running.flush(30)
    assert texts(running) == list(TINY_EN[:3])
    assert running.verify(deep=True).ok


def test_another_memory_of_the_process_is_named_as_what_it_is(make_memory: MakeMemory) -> None:
    first, second = (make_memory(None, CONFIG, background=False) for _ in range(2))
    first.append(TINY_EN[0], timestamp=DAY_0)
    first.index()
    with pytest.raises(IndexerBusy, match=r"another memory of this process, .*: close it first"):
        second.index()
    assert "another memory of this process" in str(second.status().indexer)
    assert "(this process)" in str(first.status().indexer)
    with pytest.raises(WaitTimeout, match="another memory of this process"):
        second.erase(text=TINY_EN[0], timeout=0.1)
    first.close()
    second.index()


def _index(memory: EywaMemory) -> bool:
    try:
        memory.index()
    except IndexerBusy as error:
        if "is held by" in str(error):  # the thread took the new lock first; else it lets go soon
            (memory.layout.index / "indexer.lock").unlink(missing_ok=True)
        return False
    return True
