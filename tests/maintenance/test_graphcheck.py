"""Documents that their own vectors do not find through the index are a finding past a share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from corpus import DAY_0, MINUTE, TINY_EN, TINY_ZH, MakeMemory

from eywa_fs.index.vectors import VectorIndex
from eywa_fs.maintenance.repair import plan
from eywa_fs.memory import EywaMemory

MINILM = {"embedding": {"backend": "minilm"}, "vectors": {"exact_scope_limit": 0}}


@pytest.fixture
def indexed(make_memory: MakeMemory) -> EywaMemory:
    """Ten records that differ and twelve that say the same."""
    memory = make_memory(None, MINILM)
    texts = (*TINY_EN, *TINY_ZH, *["Yes."] * 12)
    memory.append_many(
        {"content": text, "timestamp": DAY_0 + n * MINUTE} for n, text in enumerate(texts)
    )
    memory.index()
    return memory


def test_what_says_the_same_is_not_asked_for(indexed: EywaMemory) -> None:
    report = indexed.verify(deep=True)
    assert report.ok and report.checked["probes"] == len(TINY_EN) + len(TINY_ZH)
    assert "probes" not in indexed.verify().checked


@pytest.mark.parametrize(("lost", "told"), [(3, []), (4, ["4 of 10"])])
def test_a_graph_that_loses_documents_is_rebuilt(
    indexed: EywaMemory, monkeypatch: pytest.MonkeyPatch, lost: int, told: list[str]
) -> None:
    real = VectorIndex.query_each

    def losing(self: VectorIndex, *given: Any, **how: Any) -> list[list[tuple[str, float]]]:
        found = real(self, *given, **how)
        return [near[1:] if number < lost else near for number, near in enumerate(found)]

    with monkeypatch.context() as patch:
        patch.setattr(VectorIndex, "query_each", losing)
        report = indexed.verify(deep=True)
    assert [error.kind for error in report.errors] == ["vector_graph_weak" for _ in told]
    assert [error.detail[: error.detail.index(" documents")] for error in report.errors] == told
    assert [action.kind for action in plan(report).actions] == ["rebuild" for _ in told]
    assert indexed.verify(deep=True).ok


@pytest.mark.parametrize(("users", "used"), [(2, False), (1, True)])
def test_a_weak_graph_that_no_search_uses_is_no_error(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch, users: int, used: bool
) -> None:
    """Nobody has more documents than are ranked exactly, but all together have."""
    memory = make_memory(None, MINILM | {"vectors": {"exact_scope_limit": 5}})
    texts = [*TINY_EN[:3], *TINY_ZH[:3]]
    memory.append_many(
        {"content": text, "user_id": f"u{n % users}"} for n, text in enumerate(texts)
    )
    memory.index()
    monkeypatch.setattr(VectorIndex, "query_each", lambda *_, **__: [[]] * len(texts))
    report = memory.verify(deep=True)
    assert report.ok != used and report.counts == ({"vector_graph_weak": 1} if used else {})


def test_of_few_documents_all_must_be_lost(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(None, MINILM)
    memory.append_many({"content": text} for text in TINY_EN[:2])
    memory.index()
    monkeypatch.setattr(VectorIndex, "query_each", lambda *_, **__: [[], []])
    [weak] = memory.verify(deep=True).errors
    assert "2 of 2 documents" in weak.detail
    memory.append_many({"content": "Yes."} for _ in range(2))
    memory.index()
    assert memory.verify(deep=True).ok  # those that repeat may have led there only by chance


def test_vectors_that_were_exchanged_are_derived_anew(indexed: EywaMemory) -> None:
    generation = indexed.generation()
    assert generation is not None
    store, name = generation.vectors(), generation.collection("default")
    ids = sorted(store.all_ids(name))
    vectors, anchors = store.get_vectors(name, ids), store.get(name, ids)
    shifted = np.stack([vectors[one] for one in (*ids[1:], ids[0])])
    store.upsert(name, ids, shifted, [anchors[one] for one in ids])
    [finding] = indexed.verify(deep=True).errors
    assert finding.kind == "part_damaged" and "not their own" in finding.detail
    assert indexed.repair(apply=True).ok
