"""The embedding cache: vectors by model and text hash, in one SQLite file. Derived, disposable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.cachefile import CacheFile

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
