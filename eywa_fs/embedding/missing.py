"""What stands in where no embedder can be had: it refuses, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from eywa_fs.embedding.protocol import EmbedderIdentity, Part
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MISSING = "none"
"""The name in its identity; an index bound to it holds no vectors."""


class MissingEmbedder:
    """An embedder that never works, so that the rest of the memory can go on without vectors."""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self.identity = EmbedderIdentity(MISSING, MISSING, 1, "1")
        self.parts = (Part(MISSING, 0, 1),)

    def load(self) -> None:
        self._refuse()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._refuse()

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self._refuse()

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        self._refuse()

    def close(self) -> None:
        """There is nothing to give back."""

    def _refuse(self) -> NoReturn:
        raise DependencyUnavailable(self._reason)
