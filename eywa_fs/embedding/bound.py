"""The embedder that fits a generation: the configured one, or the one its vectors were made by."""

from __future__ import annotations

import threading
from typing import Final

from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.embedding.factory import create_embedder, local_backend
from eywa_fs.embedding.missing import MISSING, MissingEmbedder
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable

WAY_OUT: Final = (
    "set embedding.* to it and start this process again, or go back with 'eywa migrate back'"
)


class Embedders:
    """Embedders by what they make; all share one cache. Threads may share it.

    A process keeps the settings it was started with, while another may switch the index to vectors
    of another model. Then this one goes on with that model, where it can have it.

    Args:
        configured: the embedder of the settings; closed by whoever made it.
        settings: for those of no configuration of their own: threads, texts at a time.
    """

    def __init__(self, configured: CachedEmbedder, settings: EmbeddingSettings) -> None:
        self.configured = configured
        self._settings = settings
        self._others: dict[EmbedderIdentity, CachedEmbedder] = {}
        self._mutex = threading.Lock()

    def of(self, bound: EmbedderIdentity) -> CachedEmbedder:
        """The embedder whose vectors are those of ``bound``; where this process cannot have it, one
        that raises ``DependencyUnavailable`` for each text, saying what to do.

        The configured one too stands in where it is itself missing.
        """
        if self.configured.identity == bound or self.configured.identity.embedder == MISSING:
            return self.configured
        with self._mutex:
            if bound not in self._others:
                self._others[bound] = self._cached(self._made(bound))
            return self._others[bound]

    def usable(self, bound: EmbedderIdentity) -> CachedEmbedder:
        """:meth:`of`, for writing; ``DependencyUnavailable`` where this process cannot have it."""
        found = self.of(bound)
        if found is not self.configured and found.identity.embedder == MISSING:
            raise DependencyUnavailable(_not_here(bound))
        return found

    def opened(self, settings: EmbeddingSettings) -> CachedEmbedder:
        """The embedder of other settings, given by :meth:`of` from now on;
        ``DependencyUnavailable`` where it cannot be had."""
        made = create_embedder(settings)
        identity = made.identity
        if identity == self.configured.identity:
            return self.configured
        with self._mutex:
            known = self._others.get(identity)
            if known is None or known.identity != identity:
                self._others[identity] = known = self._cached(made)
            return known

    def close(self) -> None:
        """Close all but the configured one."""
        with self._mutex:
            for embedder in self._others.values():
                embedder.close()
            self._others.clear()

    def _cached(self, embedder: Embedder) -> CachedEmbedder:
        size = self._settings.batch_size
        return CachedEmbedder(embedder, self.configured.cache, batch_size=size)

    def _made(self, bound: EmbedderIdentity) -> Embedder:
        backend = local_backend(bound)
        if backend is None:
            return MissingEmbedder(_not_here(bound))
        return create_embedder(self._settings.model_copy(update={"backend": backend}))


def _not_here(bound: EmbedderIdentity) -> str:
    return f"the index was switched to vectors of {bound.embedder}/{bound.model}: {WAY_OUT}"
