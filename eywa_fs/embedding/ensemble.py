"""Several models as one: their unit vectors side by side.

A document is the concatenation ``[d_1 | d_2 | …]`` of unit vectors, one per model, stored neither
scaled nor centred; zeros stand for a model that does not read the text's script. What a model
counts is a matter of the query: a search weighs the query's parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity, Part
from eywa_fs.hashing import short_key
from eywa_fs.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EnsembleEmbedder:
    """Concatenates the vectors of some embedders, in their order; :meth:`close` closes them."""

    def __init__(self, *embedders: Embedder) -> None:
        self._embedders = embedders
        self._loaded = False

    @property
    def identity(self) -> EmbedderIdentity:
        identities = [embedder.identity for embedder in self._embedders]
        return EmbedderIdentity(
            "ensemble",
            "+".join(identity.model for identity in identities),
            sum(identity.dimension for identity in identities),
            "concat1-" + short_key(*(identity.key for identity in identities)),
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        found: list[Part] = []
        start = 0
        for embedder in self._embedders:
            for part in embedder.parts:
                found.append(Part(part.name, start + part.start, start + part.stop))
            start += embedder.identity.dimension
        return tuple(found)

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        return np.concatenate([each.embed_documents(texts) for each in self._embedders], axis=1)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        if self._loaded:
            return np.concatenate([each.embed_query(text) for each in self._embedders])
        # The first text loads the models, which is most of the time of a short program's search.
        with Pool(len(self._embedders)) as pool:
            found = list(pool.map(lambda each: each.embed_query(text), self._embedders))
        self._loaded = True
        return np.concatenate(found)

    def close(self) -> None:
        self._loaded = False
        for embedder in self._embedders:
            embedder.close()
