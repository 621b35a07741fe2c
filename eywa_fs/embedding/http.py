"""Any server that speaks OpenAI's ``POST {base_url}/embeddings``.

Whether vectors depend on the batch is up to the server; with one that pads its batches expect
differences of about 1e-6 per component, which the cache (keyed by text) hides from a rebuild.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from eywa_fs.embedding.config import EmbeddingConfig
from eywa_fs.embedding.protocol import EmbedderIdentity, Part
from eywa_fs.embedding.text import TEXT_VERSION, prepare
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import short_key
from eywa_fs.jsonpost import JsonPost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUERY_ATTEMPTS = 2
"""A person waits for a query, and search goes on without vectors: one retry, no more."""


class HttpEmbedder:
    """Embeds by asking a server; one pooled client, safe for threads.

    Args:
        config: ``base_url`` and ``model`` are needed; see ``EmbeddingConfig``.
        sleep: waits between attempts; replaced in tests.
    """

    def __init__(
        self, config: EmbeddingConfig, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._config = config
        url = config.base_url.rstrip("/") + "/embeddings"
        self._server = JsonPost(
            url, "the embedding server", config.api_key, config.timeout_s, sleep
        )
        self._where = self._server.where
        self._dimension = config.dimension

    @property
    def identity(self) -> EmbedderIdentity:
        """Asks the server for one vector when the configuration gives no ``dimension``.

        The address is no part of it: a server may move. What the same server would answer
        differently is: model, version, prefixes and input types.
        """
        config = self._config
        rules = short_key(
            config.version,
            config.query_prefix,
            config.document_prefix,
            config.query_input_type,
            config.document_input_type,
        )
        return EmbedderIdentity(
            "http", config.model, self._known_dimension(), f"{rules}-{TEXT_VERSION}"
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part("http", 0, self._known_dimension()),)

    def load(self) -> None:
        """Make sure that the server answers with vectors of the expected length."""
        self.embed_query("")

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        config = self._config
        size = config.batch_size
        # Some servers refuse an empty input, none a space.
        inputs = [config.document_prefix + prepare(text) or " " for text in texts]
        parts = [
            self._embed(inputs[start : start + size], config.document_input_type, config.attempts)
            for start in range(0, len(inputs), size)
        ]
        if not parts:
            return np.empty((0, self._known_dimension()), np.float32)
        return np.concatenate(parts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        config = self._config
        inputs = [config.query_prefix + prepare(text) or " "]
        attempts = min(QUERY_ATTEMPTS, config.attempts)
        row: NDArray[np.float32] = self._embed(inputs, config.query_input_type, attempts)[0]
        return row

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        return self.embed_query(text)

    def close(self) -> None:
        self._server.close()

    def _known_dimension(self) -> int:
        if not self._dimension:
            self.load()
        return self._dimension

    def _embed(self, inputs: list[str], input_type: str, attempts: int) -> NDArray[np.float32]:
        from eywa_fs.embedding.vectors import unit_rows

        body: dict[str, Any] = {
            "model": self._config.model,
            "input": inputs,
            "encoding_format": "float",
        }
        if input_type:
            body["input_type"] = input_type
        rows = _read_rows(self._server.post(body, attempts), len(inputs), self._where)
        dimension = self._dimension or len(rows[0])
        vectors = unit_rows(rows, len(inputs), dimension, self._where)
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
