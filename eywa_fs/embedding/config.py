"""Which embedder to use, as one plain value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from eywa_fs.config import Backend
from eywa_fs.errors import ConfigError

BACKENDS: tuple[str, ...] = get_args(Backend)


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """Settings of the embedder. Unset strings mean the backend's default.

    Attributes:
        backend: ``auto`` takes the best one installed.
        model: sentence-transformers: a folder or a model's name; http: the model's name.
        base_url: http only, up to and including ``/v1``.
        api_key: http only, sent as a bearer token when set; never shown.
        dimension: length of the vectors; http asks the server once when it is 0.
        version: http only: change it when the server's model changed but kept its name.
        query_prefix, document_prefix: put before every text (sentence-transformers and http),
            e.g. ``"query: "`` and ``"passage: "`` for models of the E5 family.
        query_input_type, document_input_type: http only: the request's ``input_type``; not sent
            when empty.
        batch_size: texts per call of the model or per request.
        timeout_s: http only: seconds per attempt.
        attempts: http only: tries per request of documents; a query gets one retry.
        threads: CPU threads of a local model; 0 leaves it to the engine.

    Raises:
        ConfigError: a value is impossible.
    """

    backend: Backend = "auto"
    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    dimension: int = 0
    version: str = ""
    query_prefix: str = ""
    document_prefix: str = ""
    query_input_type: str = ""
    document_input_type: str = ""
    batch_size: int = 64
    timeout_s: float = 30.0
    attempts: int = 4
    threads: int = 0

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise ConfigError(
                f"embedding backend {self.backend!r} is none of {', '.join(BACKENDS)}"
            )
        if self.batch_size < 1 or self.attempts < 1 or self.timeout_s <= 0:
            raise ConfigError("embedding batch_size, attempts and timeout_s must be positive")
        if self.dimension < 0 or self.threads < 0:
            raise ConfigError("embedding dimension and threads must not be negative")
        if not (self.api_key.isascii() and self.api_key.isprintable()):
            raise ConfigError("embedding api_key must be printable ASCII")
        if self.backend == "http" and not (self.base_url and self.model):
            raise ConfigError("embedding backend http needs base_url and model")
        if self.base_url and not self.base_url.startswith(("http://", "https://")):
            raise ConfigError("embedding base_url must start with http:// or https://")
