"""Documents that their own vectors do not find through the index are a finding past a share."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import DAY_0, MINUTE, TINY_EN, TINY_ZH, MakeMemory

from eywa_fs.index.vectors import VectorIndex
from eywa_fs.maintenance.repair import plan
from eywa_fs.memory import EywaMemory

MINILM = {"embedding": {"backend": "minilm"}}


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


def test_a_graph_that_loses_documents_is_rebuilt(
    indexed: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = VectorIndex.query_each

    def losing(self: VectorIndex, *given: Any) -> list[list[tuple[str, float]]]:
        first, *rest = real(self, *given)
        return [first[1:], *rest]

    with monkeypatch.context() as patch:
        patch.setattr(VectorIndex, "query_each", losing)
        report = indexed.verify(deep=True)  # one of ten
    [weak] = report.errors
    assert weak.kind == "vector_graph_weak" and "1 of 10 documents" in weak.detail
    assert [action.kind for action in plan(report).actions] == ["rebuild"]
    assert indexed.verify(deep=True).ok
