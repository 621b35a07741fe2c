"""A store that is slow is waited for, and one that gives no answer at all is not called damaged."""

from __future__ import annotations

import os
import signal

import pytest
from corpus import TINY_EN, TINY_ZH, MakeMemory

from eywa_fs.errors import DependencyTimeout
from eywa_fs.index.vectors import VectorIndex
from eywa_fs.maintenance.repair import plan
from eywa_fs.memory import EywaMemory
from eywa_fs.model.reports import VerifyReport

CONFIG = {"embedding": {"backend": "minilm"}, "vectors": {"exact_scope_limit": 0}}


@pytest.fixture
def indexed(make_memory: MakeMemory) -> EywaMemory:
    memory = make_memory(None, CONFIG)
    memory.append_many({"content": text} for text in (*TINY_EN, *TINY_ZH))
    memory.index()
    return memory


def stopped(memory: EywaMemory) -> VectorIndex:
    """The store of a memory, which gives no answer until its process is ended."""
    generation = memory.generation()
    assert generation is not None
    store = generation.vectors()
    assert store.count(generation.collection("default"))
    os.kill(store.host_pid or 0, signal.SIGSTOP)
    return store


def test_a_deep_look_waits_longer_than_a_search(
    indexed: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is slower than a search would wait, and was left alone before for that."""
    store = stopped(indexed)
    monkeypatch.setattr(store, "_call_timeout_s", 1e-4)
    with pytest.raises(DependencyTimeout):
        store.count("any")
    before: str = store.state.phase
    report = indexed.verify(deep=True)
    assert report.ok and report.checked["probes"], report.findings
    assert (before, store.state.phase) == ("open", "closed")


def test_no_answer_is_no_damage(indexed: EywaMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    store = stopped(indexed)
    for name in ("_call_timeout_s", "_write_timeout_s", "_start_timeout_s"):
        monkeypatch.setattr(store, name, 0.01)
    done = indexed.repair(apply=True)
    [silent] = done.before.errors
    assert silent.kind == "part_unreachable" and "no answer" in silent.detail
    assert not done.actions and done.rebuilt is None and not done.ok
    monkeypatch.undo()
    assert indexed.verify(deep=True).ok


def test_only_what_is_passing_is_no_damage() -> None:
    report = VerifyReport(deep=True)
    report.damaged("catalog", DependencyTimeout("it is locked"))
    assert report.counts == {"part_unreachable": 1} and not plan(report).actions
    report.damaged("words", "checksums do not fit")
    assert [action.kind for action in plan(report).actions] == ["rebuild"]
