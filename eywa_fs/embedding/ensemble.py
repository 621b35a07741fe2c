"""Several models as one: stored side by side, weighed against each other only by the query.

A document is the concatenation ``[d_1 | d_2 | …]`` of unit vectors, one per model, stored neither
scaled nor centred, so that its length is ``sqrt(parts)`` for every document: ranking by inner
product and by cosine agree, and a graph index over the inner product stays sound. A query is
``[w_1 q_1 | w_2 q_2 | …]`` with ``w_i >= 0`` and ``sum(w_i) = 1``. Hence

    dot(query, document) = sum(w_i * cos(q_i, d_i)),

a weighted mean of cosines, in -1..1, and the weights can be chosen (and changed) per query without
touching what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity, Part
from eywa_fs.errors import ConfigError
from eywa_fs.hashing import short_key

Weigh = Callable[[str], Sequence[float]]
"""From a query's text to one non-negative weight per part; scaled to a sum of 1 afterwards."""


class EnsembleEmbedder:
    """Concatenates the vectors of ``parts``; see the module for the arithmetic.

    The weights belong to the query and are no part of the identity: changing them needs no
    rebuild. The order of the parts is.

    Args:
        parts: at least one; their lifetime passes to the ensemble (``close`` closes them).
        weigh: the weights of a query.
    """

    def __init__(self, parts: Sequence[Embedder], weigh: Weigh) -> None:
        if not parts:
            raise ConfigError("an ensemble needs at least one embedder")
        self._parts = tuple(parts)
        self._weigh = weigh

    @property
    def identity(self) -> EmbedderIdentity:
        identities = [part.identity for part in self._parts]
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
        for embedder in self._parts:
            for part in embedder.parts:
                found.append(Part(part.name, start + part.start, start + part.stop))
            start += embedder.identity.dimension
        return tuple(found)

    def load(self) -> None:
        for part in self._parts:
            part.load()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.concatenate([part.embed_documents(texts) for part in self._parts], axis=1)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The weighted query vector; a model of weight 0 is not even asked."""
        return self.weigh_query(text, self._weigh(text))

    def weigh_query(self, text: str, weights: Sequence[float]) -> NDArray[np.float32]:
        """The query vector with the caller's own weights (non-negative, not all zero)."""
        shares = np.asarray(weights, np.float64)
        if shares.shape != (len(self._parts),) or (shares < 0).any() or not shares.sum() > 0:
            raise ConfigError(f"{len(self._parts)} non-negative weights needed, got {weights!r}")
        shares /= shares.sum()
        return np.concatenate(
            [
                part.embed_query(text) * np.float32(share)
                if share
                else np.zeros(part.identity.dimension, np.float32)
                for part, share in zip(self._parts, shares, strict=True)
            ]
        )

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        return np.concatenate([part.embed_query_parts(text) for part in self._parts])

    def close(self) -> None:
        for part in self._parts:
            part.close()
