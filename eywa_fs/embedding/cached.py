"""An embedder with a memory: what was embedded once is not embedded again. And that memory: vectors
by model and hash of the text, in one SQLite file; derived, disposable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.batching import batched
from eywa_fs.cachefile import CacheFile
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity, Part
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.lru import Lru

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EmbeddingCache(CacheFile):
    """Vectors that need not be computed again. Errors and safety as of :class:`CacheFile`."""

    what = "the embedding cache"
    loss = "embedding again"
    table, group, name, value = "vectors", "model_key", "text_hash", "vector"
    page_bytes = 16384
    """Vectors of 1.5 to 3 KB would leave a quarter of a small page empty."""

    def get_many(self, model_key: str, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """The known vectors (float32, read-only) of ``EmbedderIdentity.key``, by the
        ``text_fingerprint`` of their texts; missing and damaged rows are left out."""
        import numpy as np

        return {
            text_hash.hex(): np.frombuffer(vector, "<f4")
            for text_hash, vector in self._sound(model_key, map(bytes.fromhex, hashes))
        }

    def rows(self, model_key: str, hashes: Sequence[str], dimension: int) -> NDArray[np.float32]:
        """:meth:`get_many` as one array, at half the cost: float32, shape (len(hashes), dimension),
        NaN where a row is missing, damaged, or of another length. Hashes may repeat."""
        import numpy as np

        vectors = np.empty((len(hashes), dimension), dtype="<f4")
        wanted = [bytes.fromhex(digest) for digest in hashes]
        place = {text_hash: number for number, text_hash in enumerate(wanted)}
        lacking = np.ones(len(hashes), dtype=np.bool_)
        size = 4 * dimension
        target = vectors.reshape(-1).view(np.uint8).data
        for text_hash, vector in self._sound(model_key, place):
            if len(vector) == size:
                number = place[text_hash]
                target[number * size : (number + 1) * size] = vector
                lacking[number] = False
        vectors[lacking] = np.nan
        if len(place) < len(wanted):
            vectors = vectors[[place[text_hash] for text_hash in wanted]]
        return vectors.astype(np.float32, copy=False)

    def keep_only(self, hashes: Sequence[str]) -> int:
        """Drop every vector but those of these texts, by whichever model, so that no byte of
        them is left; how many there were."""
        with self._using() as connection:
            keys = [key for (key,) in connection.execute("SELECT DISTINCT model_key FROM vectors")]
        names = [bytes.fromhex(digest) for digest in hashes]
        return self._prune(((key, name) for key in keys for name in names), anyway=True)

    def put_many(self, model_key: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Store vectors by text hash in one transaction; rows that exist are replaced."""
        self._put(
            model_key,
            {
                bytes.fromhex(digest): vector.astype("<f4").tobytes()
                for digest, vector in vectors.items()
            },
        )


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
