"""A process that holds the indexer and does nothing is told, where work waits."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import MakeMemory, until
from erasure.marked import child

from eywa_fs.clock import system_clock
from eywa_fs.errors import WaitTimeout
from eywa_fs.maintenance.status import SILENT_S
from eywa_fs.memory import EywaMemory


@pytest.fixture
def holder(root: Path, make_memory: MakeMemory) -> Iterator[int]:
    """A process that indexes in the background."""
    with make_memory(root) as memory:
        memory.append("The ferry leaves at six.")
        memory.index()
    with child("hold", str(root), "background") as process:
        yield process.pid


def later(root: Path, make_memory: MakeMemory) -> EywaMemory:
    return make_memory(root, clock=lambda: system_clock() + int(SILENT_S * 2000))


def test_a_stopped_holder_is_told_at_once(root: Path, make_memory: MakeMemory, holder: int) -> None:
    memory = make_memory(root)
    assert memory.status().ok and f"process {holder}" in (memory.status().indexer or "")
    os.kill(holder, signal.SIGSTOP)
    try:
        assert memory.status().ok  # nothing waits for it
        memory.append("The lock keeper waves.")
        until(lambda: "indexer" in memory.status().parts)
        status = memory.status()
        assert not status.ok and f"process {holder} " in status.parts["indexer"]
        assert any("end it" in line for line in status.what_next())
        [found] = [one for one in memory.doctor().checks if one.name == "indexer"]
        assert found.state == "error" and "end that process" in found.advice
    finally:
        os.kill(holder, signal.SIGCONT)
    until(lambda: memory.status().ok and not memory.status().lag["bytes"])


def test_a_holder_that_writes_nothing_is_told_after_a_while(
    root: Path, make_memory: MakeMemory, holder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eywa_fs.ingest.lease.Lease.stopped", lambda self: False)
    os.kill(holder, signal.SIGSTOP)
    try:
        memory = make_memory(root)
        memory.append("The lock keeper waves.")
        assert memory.status().ok
        after = later(root, make_memory).status()
        assert "written nothing for" in after.parts["indexer"] and not after.ok
    finally:
        os.kill(holder, signal.SIGCONT)


def test_a_holder_without_work_is_well(root: Path, make_memory: MakeMemory, holder: int) -> None:
    memory = later(root, make_memory)
    assert memory.status().ok
    assert {one.name: one.state for one in memory.doctor().checks}["indexer"] == "ok"


def test_what_was_erased_a_moment_ago_does_not_make_a_resting_holder_silent(
    root: Path, make_memory: MakeMemory, holder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eywa_fs.ingest.lease.Lease.stopped", lambda self: False)
    os.kill(holder, signal.SIGSTOP)
    try:
        memory = later(root, make_memory)
        with pytest.raises(WaitTimeout):
            memory.erase(text="ferry", timeout=0)
        assert memory.status().erasures["unfinished"] == 1 and memory.status().ok
    finally:
        os.kill(holder, signal.SIGCONT)
