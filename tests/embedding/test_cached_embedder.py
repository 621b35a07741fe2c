"""The embedder with a memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from erasure.hashed import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from eywa_fs.embedding.cached import CachedEmbedder, EmbeddingCache
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint

PLAIN = HashEmbedder()


class CountingEmbedder(HashEmbedder):
    """Counts the texts it is asked for and can be told to fail."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.queries = 0
        self.fail_after = 10**9

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.asked) >= self.fail_after:
            raise DependencyUnavailable("told to fail")
        self.asked.append(list(texts))
        return PLAIN.embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self.queries += 1
        return PLAIN.embed_query(text)


@pytest.fixture
def cache(tmp_path: Path) -> EmbeddingCache:
    return EmbeddingCache(tmp_path / "cache.sqlite3")


def test_a_text_is_embedded_once(cache: EmbeddingCache) -> None:
    inner = CountingEmbedder()
    texts = ["tide", "lamp", "tide", "", "pier", "a\ud800"]
    first = CachedEmbedder(inner, cache).embed_documents(texts)
    assert sorted(inner.asked[0]) == sorted(set(texts))
    again = CachedEmbedder(inner, cache).embed_documents(texts[::-1])[::-1]
    assert len(inner.asked) == 1
    assert first.tobytes() == np.ascontiguousarray(again).tobytes()
    assert first.shape == (6, 32)


def test_only_the_missing_are_embedded_sorted_by_length(cache: EmbeddingCache) -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache, batch_size=2)
    embedder.embed_documents(["lamp"])
    embedder.embed_documents(["quite a long one", "lamp", "mid size", "x"])
    assert inner.asked[1:] == [["x", "mid size"], ["quite a long one"]]


def test_nothing_asked_gives_an_empty_table(cache: EmbeddingCache) -> None:
    assert CachedEmbedder(CountingEmbedder(), cache).embed_documents([]).shape == (0, 32)


def test_an_interrupted_import_keeps_its_work(cache: EmbeddingCache) -> None:
    inner = CountingEmbedder()
    inner.fail_after = 2
    embedder = CachedEmbedder(inner, cache, batch_size=3)
    with pytest.raises(DependencyUnavailable):
        embedder.embed_documents([f"text {number}" for number in range(9)])
    assert cache.count() == 6
    inner.fail_after = 10**9
    embedder.embed_documents([f"text {number}" for number in range(9)])
    assert [len(batch) for batch in inner.asked] == [3, 3, 3]


def test_a_broken_cache_is_done_without(cache: EmbeddingCache) -> None:
    cache.path.write_bytes(b"not a database, whatever its name says" * 50)
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache)
    for _ in range(2):
        rows = embedder.embed_documents(["tide", "lamp"])
        assert np.array_equal(rows[0], PLAIN.embed_query("tide"))
    cache.reset()
    embedder.embed_documents(["tide", "lamp"])
    assert cache.count() == 2


def test_a_row_of_another_length_is_embedded_again(cache: EmbeddingCache) -> None:
    inner = CountingEmbedder()
    cache.put_many(inner.identity.key, {text_fingerprint("tide"): np.ones(3, np.float32)})
    rows = CachedEmbedder(inner, cache).embed_documents(["tide"])
    assert np.array_equal(rows[0], PLAIN.embed_query("tide"))


def test_the_same_query_costs_once_and_old_ones_are_forgotten(cache: EmbeddingCache) -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache, query_capacity=2)
    first = embedder.embed_query("one")
    assert embedder.embed_query("one") is first and inner.queries == 1
    with pytest.raises(ValueError):
        first[0] = 9.0
    embedder.embed_query("two")
    embedder.embed_query("one")
    embedder.embed_query("three")
    embedder.embed_query("one")
    assert inner.queries == 3
    embedder.embed_query("two")
    assert inner.queries == 4
    assert cache.count() == 0


@given(st.lists(st.text(max_size=20), max_size=12), st.integers(1, 5))
def test_any_texts_in_any_batches_give_the_same_rows(texts: list[str], batch_size: int) -> None:
    embedder = CachedEmbedder(CountingEmbedder(), _MEMORY, batch_size=batch_size)
    rows = embedder.embed_documents(texts)
    assert [row.tobytes() for row in rows] == [PLAIN.embed_query(t).tobytes() for t in texts]


_MEMORY = EmbeddingCache(Path(":memory:"))
