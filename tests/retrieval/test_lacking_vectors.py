"""A search whose documents lack the vectors that they should have says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from corpus import TINY_EN, MakeMemory, generation_of
from forked import without_store

from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.index import host_process
from eywa_fs.memory import EywaMemory

SMALL, LARGE = 10_000, 0
"""Limits by which a scope is looked at as a whole, or asked of the vector store."""


def prepare(root: Path, make_memory: MakeMemory, *, lose: int = 0) -> None:
    """Index records, so that their vectors stand in the store alone; one in ``lose`` is lost."""
    memory = make_memory(root)
    memory.append_many([{"content": text} for text in TINY_EN])
    memory.index()
    if lose:
        store, collection = (
            generation_of(memory).vectors(),
            generation_of(memory).collection("default"),
        )
        store.delete(collection, store.all_ids(collection)[::lose])
    memory.close()
    for cache in (root / ".index").glob("embeddings.db*"):
        cache.unlink()


def reasons(memory: EywaMemory) -> list[str]:
    found = memory.retrieve(TINY_EN[0], limit=len(TINY_EN))
    return [f"{reason.part}_{reason.kind}" for reason in found.degraded]


@pytest.mark.parametrize("limit", [SMALL, LARGE])
def test_a_store_that_cannot_be_opened(limit: int, root: Path, make_memory: MakeMemory) -> None:
    prepare(root, make_memory)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host_process, "started", without_store)
        memory = make_memory(root, {"vectors": {"exact_scope_limit": limit}}, warm=False)
        for _ in range(2):  # what is kept in memory lacks them as well
            assert reasons(memory) == ["vectors_unavailable"]
        assert not memory.retrieve(TINY_EN[0], strategy="exact").degraded
    memory.close()
    assert reasons(make_memory(root, warm=False)) == []


@pytest.mark.parametrize(
    ("limit", "lose", "reason"),
    [
        (SMALL, 2, "vectors_missing"),
        (SMALL, 1, "vectors_missing"),
        (LARGE, 2, "vectors_missing"),
        (LARGE, 1, "vectors_unavailable"),
    ],
)
def test_a_store_that_has_not_all(
    limit: int, lose: int, reason: str, root: Path, make_memory: MakeMemory
) -> None:
    prepare(root, make_memory, lose=lose)
    memory = make_memory(root, {"vectors": {"exact_scope_limit": limit}}, warm=False)
    assert reasons(memory) in ([reason], ["vectors_missing"])  # an empty SurrealDB answers
    assert memory.verify(deep=True).errors
    memory.repair(apply=True)
    assert reasons(memory) == []


def test_vectors_that_come_back_are_used(root: Path, make_memory: MakeMemory) -> None:
    """What is kept in memory without them is read again after a moment."""
    prepare(root, make_memory)
    memory = make_memory(root, warm=False)
    generation = generation_of(memory)
    generation.rest_s = 0.0
    store, collection = generation.vectors(), generation.collection("default")
    ids = store.all_ids(collection)
    vectors, described = store.get_vectors(collection, ids), store.get(collection, ids)
    store.delete(collection, ids)
    assert reasons(memory) == ["vectors_missing"]
    block = np.array([vectors[name] for name in ids], dtype=np.float32)
    store.upsert(collection, ids, block, [described[name] for name in ids])
    assert reasons(memory) == []


@pytest.mark.parametrize("limit", [SMALL, LARGE])
def test_records_that_were_indexed_while_the_embedder_failed(
    limit: int, root: Path, make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(root, {"vectors": {"exact_scope_limit": limit}}, warm=False)
    memory.append_many([{"content": text} for text in TINY_EN[1:]])
    memory.index()
    assert reasons(memory) == []
    with monkeypatch.context() as patch:
        patch.setattr(CachedEmbedder, "embed_documents", no_server)
        memory.append(TINY_EN[0])
        memory.index()
    for _ in range(2):  # the query has a vector, and what is kept in memory lacks that one as well
        found = memory.retrieve(TINY_EN[0], limit=len(TINY_EN))
        assert [(one.part, one.kind) for one in found.degraded] == [("vectors", "missing")]
        assert {hit.text for hit in found.hits} == set(TINY_EN)
    assert not memory.retrieve(TINY_EN[0], strategy="exact").degraded
    memory.repair(apply=True)
    assert reasons(memory) == []


def no_server(*args: object, **how: object) -> None:
    raise DependencyUnavailable("the model's server does not answer")
