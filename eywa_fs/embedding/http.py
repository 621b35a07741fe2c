"""Any server that speaks OpenAI's ``POST {base_url}/embeddings``.

Whether vectors depend on the batch is up to the server; with one that pads its batches expect
differences of about 1e-6 per component, which the cache (keyed by text) hides from a rebuild.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eywa_fs.batching import batched
from eywa_fs.breaker import Breaker
from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.protocol import TEXT_VERSION, EmbedderIdentity, OneModel, unit_rows
from eywa_fs.errors import DependencyTimeout, DependencyUnavailable
from eywa_fs.hashing import short_key
from eywa_fs.jsonpost import JsonPost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUERY_ATTEMPTS = 2
"""A person waits for a query, and search goes on without vectors: one retry, no more; and none
after a whole ``timeout_s``."""

QUERY_PAUSE_S = 10.0
"""How long a server that keeps failing, or let a query wait ``timeout_s``, is not asked for
queries: it would hold up one search after the other. Documents are tried all the same; their
success ends the pause."""


class HttpEmbedder(OneModel):
    """Embeds by asking a server; one pooled client, safe for threads. The settings have
    ``base_url`` and ``model``; ``sleep`` waits between attempts."""

    def __init__(
        self, settings: EmbeddingSettings, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.query_prefix = settings.query_prefix
        self.document_prefix = settings.document_prefix
        self._settings = settings
        url = settings.base_url.rstrip("/") + "/embeddings"
        key = settings.api_key.get_secret_value()
        self._server = JsonPost(url, "the embedding server", key, settings.timeout_s, sleep)
        self._dimension = settings.dimension
        self._lock = threading.Lock()
        self._breaker = Breaker(longest_s=QUERY_PAUSE_S)

    @property
    def identity(self) -> EmbedderIdentity:
        """Asks the server for one vector when the configuration gives no ``dimension``.

        The address is no part of it: a server may move. What the same server would answer
        differently is: model, version, prefixes and input types.
        """
        settings = self._settings
        rules = short_key(
            settings.version,
            settings.query_prefix,
            settings.document_prefix,
            settings.query_input_type,
            settings.document_input_type,
        )
        if not self._dimension:
            self.embed_query("")
        return EmbedderIdentity("http", settings.model, self._dimension, f"{rules}-{TEXT_VERSION}")

    def close(self) -> None:
        self._server.close()

    def _embed(self, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        import numpy as np

        settings = self._settings
        kind = settings.query_input_type if query else settings.document_input_type
        attempts = min(QUERY_ATTEMPTS, settings.attempts) if query else settings.attempts
        batches = list(batched(inputs, settings.batch_size))
        if query:
            self._refuse_while_it_fails()
        try:
            parts = [self._ask(batch, kind, attempts, patient=not query) for batch in batches]
        except DependencyUnavailable as error:
            hangs = query and isinstance(error, DependencyTimeout)
            with self._lock:
                self._breaker.failed(str(error), at_once=hangs)
            raise
        with self._lock:
            self._breaker.succeeded()
        if not parts:
            return np.empty((0, self.identity.dimension), np.float32)
        return np.concatenate(parts)

    def _refuse_while_it_fails(self) -> None:
        with self._lock:
            state = self._breaker.state
        if state.phase == "open":
            raise DependencyUnavailable(
                f"{state.reason}; it is asked again in {state.retry_in_s:.0f} s"
            )

    def _ask(
        self, inputs: list[str], input_type: str, attempts: int, *, patient: bool
    ) -> NDArray[np.float32]:
        body: dict[str, Any] = {
            "model": self._settings.model,
            "input": [text or " " for text in inputs],  # some servers refuse an empty one
            "encoding_format": "float",
        }
        if input_type:
            body["input_type"] = input_type
        where = self._server.where
        rows = _read_rows(self._server.post(body, attempts, patient=patient), len(inputs), where)
        dimension = self._dimension or len(rows[0])
        vectors = unit_rows(rows, len(inputs), dimension, where)
        if not vectors.any(axis=1).all():
            raise DependencyUnavailable(
                f"{where} returned a vector of zeros, which is near to nothing: is the right model "
                "loaded there?"
            )
        self._dimension = dimension
        return vectors


def _read_rows(answer: Any, count: int, where: str) -> list[list[float]]:
    """The vectors in the order of the inputs, which ``index`` tells."""
    try:
        rows = {int(item["index"]): item["embedding"] for item in answer["data"]}
        if rows.keys() != set(range(count)):
            raise ValueError("vectors are missing")
        ordered: list[list[float]] = [rows[index] for index in range(count)]
        if not all(isinstance(row, list) and row for row in ordered):
            raise ValueError("a vector is no list")
    except (KeyError, TypeError, ValueError) as error:
        raise DependencyUnavailable(
            f"{where} did not answer with one vector for each of {count} texts"
        ) from error
    return ordered
