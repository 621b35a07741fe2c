"""What stands in where no embedder can be had: it refuses, and says why."""

from __future__ import annotations

from typing import NoReturn

from eywa_fs.embedding.protocol import EmbedderIdentity, OneModel
from eywa_fs.errors import DependencyUnavailable

MISSING = "none"
"""The name in its identity; an index bound to it holds no vectors."""


class MissingEmbedder(OneModel):
    """An embedder that never works, so that the rest of the memory can go on without vectors."""

    identity = EmbedderIdentity(MISSING, MISSING, 1, "1")

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def close(self) -> None:
        """There is nothing to give back."""

    def _embed(self, inputs: list[str], *, query: bool) -> NoReturn:
        raise DependencyUnavailable(self._reason)
