"""An embedder with a memory: what was embedded once is not embedded again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.cache import EmbeddingCache
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity, Part
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import fingerprint

Progress = Callable[[int, int], None]
"""Called with (different texts done, different texts asked for)."""


def text_hash(text: str) -> str:
    """The cache's key of a text, also for erasing it: XXH3-128 of its UTF-8 bytes, 32 hex."""
    return fingerprint(text.encode("utf-8", "surrogatepass"))


class CachedEmbedder:
    """Puts ``cache`` in front of ``embedder``; satisfies ``Embedder`` itself.

    A failing cache never fails an embedding: the call goes on without it and the next call tries
    it again.

    Args:
        batch_size: texts embedded and stored at a time; an interruption loses at most one batch.
        query_capacity: query vectors kept in memory, least recently used first out. They are
            never written to disk.
    """

    def __init__(
        self,
        embedder: Embedder,
        cache: EmbeddingCache,
        *,
        batch_size: int = 64,
        query_capacity: int = 256,
    ) -> None:
        self._embedder = embedder
        self._cache = cache
        self._batch_size = batch_size
        self._query_capacity = query_capacity
        self._degraded: str | None = None
        self._queries: OrderedDict[tuple[str, bool], NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder.identity

    @property
    def parts(self) -> tuple[Part, ...]:
        """Where each model's part lies in a vector; one part unless it is an ensemble."""
        return self._embedder.parts

    @property
    def cache(self) -> EmbeddingCache:
        """The store behind it, for reading vectors of known texts."""
        return self._cache

    @property
    def degraded(self) -> str | None:
        """Why the last call had to do without the cache, or ``None``."""
        return self._degraded

    def load(self) -> None:
        self._embedder.load()

    def embed_documents(
        self, texts: Sequence[str], progress: Progress | None = None
    ) -> NDArray[np.float32]:
        """Vectors of ``texts``; only unknown ones cost, and equal ones only once.

        Each batch is stored before the next one is embedded, so that an interrupted import keeps
        its work.
        """
        digests = [text_hash(text) for text in texts]
        unique = dict(zip(digests, texts, strict=True))
        known, cache_works = self._look_up(unique)
        missing = sorted(unique.keys() - known.keys(), key=lambda key: (len(unique[key]), key))
        if progress:
            progress(len(known), len(unique))
        for batch in _batches(missing, self._batch_size):
            rows = self._embedder.embed_documents([unique[digest] for digest in batch])
            fresh = dict(zip(batch, rows, strict=True))
            known.update(fresh)
            cache_works = cache_works and self._store(fresh)
            if progress:
                progress(len(known), len(unique))
        if not digests:
            return np.empty((0, self.identity.dimension), np.float32)
        return np.stack([known[digest] for digest in digests])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector of one query, read-only; the same query again costs nothing."""
        return self._query(text, weighted=True)

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        """Unweighted vector of one query, read-only; the same query again costs nothing."""
        return self._query(text, weighted=False)

    def forget_queries(self) -> None:
        """Drop the query vectors (and the query texts) held in memory."""
        with self._lock:
            self._queries.clear()

    def close(self) -> None:
        self.forget_queries()
        self._embedder.close()
        self._cache.close()

    def _query(self, text: str, weighted: bool) -> NDArray[np.float32]:
        key = (text, weighted)
        with self._lock:
            vector = self._queries.get(key)
            if vector is not None:
                self._queries.move_to_end(key)
                return vector
        embed = self._embedder.embed_query if weighted else self._embedder.embed_query_parts
        vector = embed(text)
        vector.flags.writeable = False
        with self._lock:
            self._queries[key] = vector
            while len(self._queries) > self._query_capacity:
                self._queries.popitem(last=False)
        return vector

    def _look_up(self, unique: dict[str, str]) -> tuple[dict[str, NDArray[np.float32]], bool]:
        identity = self.identity
        try:
            found = self._cache.get_many(identity.key, unique)
        except DependencyUnavailable as error:
            self._degraded = str(error)
            return {}, False
        self._degraded = None
        shape = (identity.dimension,)
        return {digest: row for digest, row in found.items() if row.shape == shape}, True

    def _store(self, fresh: dict[str, NDArray[np.float32]]) -> bool:
        try:
            self._cache.put_many(self.identity.key, fresh)
        except DependencyUnavailable as error:
            self._degraded = str(error)
            return False
        return True


def _batches(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
