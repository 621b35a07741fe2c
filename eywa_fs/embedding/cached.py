"""An embedder with a memory: what was embedded once is not embedded again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from eywa_fs.batching import batched
from eywa_fs.embedding.cache import EmbeddingCache
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity, Part
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.lru import Lru

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Stopped(Exception):
    """Whoever asked for it does not want the rest any more; what was made is in the cache."""


class CachedEmbedder:
    """Puts ``cache`` in front of ``embedder``; satisfies ``Embedder`` itself.

    A failing cache never fails an embedding: the call goes on without it and the next call tries
    it again (not a second time within a call). Query vectors are kept in memory only.

    Args:
        cache: the store behind it, for reading vectors of known texts.
        batch_size: texts embedded and stored at a time; an interruption loses at most one batch.
        query_capacity: query vectors kept, least recently used first out.
    """

    def __init__(
        self,
        embedder: Embedder,
        cache: EmbeddingCache,
        *,
        batch_size: int = 64,
        query_capacity: int = 256,
    ) -> None:
        self.cache = cache
        self._embedder = embedder
        self._batch_size = batch_size
        self._queries: Lru[str, NDArray[np.float32]] = Lru(query_capacity)

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder.identity

    @property
    def parts(self) -> tuple[Part, ...]:
        return self._embedder.parts

    def embed_documents(
        self, texts: Sequence[str], *, stop: Callable[[], bool] = lambda: False
    ) -> NDArray[np.float32]:
        """Vectors of ``texts``; only unknown ones cost, and equal ones only once.

        Each batch is stored before the next one is embedded, so that an interrupted import keeps
        its work. ``stop`` is asked before each; once it says so, :class:`Stopped` is raised.
        """
        import numpy as np

        identity = self.identity
        shape = (identity.dimension,)
        digests = [text_fingerprint(text) for text in texts]
        unique = dict(zip(digests, texts, strict=True))
        known: dict[str, NDArray[np.float32]] = {}
        cache: EmbeddingCache | None = self.cache
        try:
            found = self.cache.get_many(identity.key, unique)
            known = {name: row for name, row in found.items() if row.shape == shape}
        except DependencyUnavailable:
            cache = None
        missing = sorted(unique.keys() - known.keys(), key=lambda key: (len(unique[key]), key))
        for batch in batched(missing, self._batch_size):
            if stop():
                raise Stopped
            rows = self._embedder.embed_documents([unique[digest] for digest in batch])
            fresh = dict(zip(batch, rows, strict=True))
            known |= fresh
            if cache is not None:
                try:
                    cache.put_many(identity.key, fresh)
                except DependencyUnavailable:
                    cache = None
        if not digests:
            return np.empty((0, *shape), np.float32)
        return np.stack([known[digest] for digest in digests])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector of one query, read-only; the same query again costs nothing."""
        vector = self._queries.get(text)
        if vector is None:
            vector = self._embedder.embed_query(text)
            vector.flags.writeable = False
            self._queries.put(text, vector)
        return vector

    def close(self) -> None:
        self._queries.clear()
        self._embedder.close()
        self.cache.close()
