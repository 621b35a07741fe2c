"""A deep verify beside another process that indexes reports no fault that is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from corpus import MakeMemory

from eywa_fs.catalog import outbox
from eywa_fs.maintenance import verify
from eywa_fs.memory import EywaMemory


@pytest.fixture
def memory(make_memory: MakeMemory) -> EywaMemory:
    made = make_memory()
    for number in range(3):
        made.append(f"Yrsa bought hovercraft {number}.", event_id=f"e{number}")
    made.index()
    return made


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Have something done between the look at the catalog and that at the stores."""
    compare = verify._compare

    def compared(*arguments: Any) -> Any:
        found = compare(*arguments)
        act()
        return found

    monkeypatch.setattr(verify, "_compare", compared)


def orphan(memory: EywaMemory, noted: bool) -> None:
    """What a batch has stored that the catalog does not know yet."""
    generation = memory.generation()
    assert generation is not None
    name = generation.collection("default")
    if noted:
        with generation.catalog().write() as connection:
            outbox.note_unfinished(connection, {"default": ["begun"]}, now_ms=0)
    vector = np.zeros((1, generation.binding.dimension), dtype=np.float32)
    generation.vectors().upsert(name, ["begun"], vector, [{"anchor": "{}"}])


def test_what_was_committed_or_removed_meanwhile_is_no_fault(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed() -> None:
        [file] = memory.layout.root.glob("tenants/*/users/*/sessions/*/*.jsonl")
        file.unlink()
        memory.append("Yrsa bought a canoe.", session_id="another")
        memory.index()

    meanwhile(monkeypatch, changed)
    assert memory.verify(deep=True).ok


def test_what_is_being_committed_is_no_orphan(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: orphan(memory, noted=True))
    assert memory.verify(deep=True).ok


def test_what_nobody_is_committing_is_an_orphan(memory: EywaMemory) -> None:
    orphan(memory, noted=False)
    assert [finding.kind for finding in memory.verify(deep=True).errors] == ["vector_orphan"]
    assert memory.repair(apply=True).ok
