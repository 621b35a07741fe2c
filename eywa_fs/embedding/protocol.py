"""What an embedder promises, and the identity that binds stored vectors to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from eywa_fs.errors import DependencyUnavailable, EmbeddingMismatch
from eywa_fs.hashing import short_key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CHARS = 4000
"""Longest part of a text that is embedded, in characters.

The lanes hand over at most some 400 tokens, so this is a guard and no tuning knob: a pasted
megabyte would keep one core busy for minutes.
"""

TEXT_VERSION = "t1"
"""Part of every identity; raised whenever :func:`prepare` gives another result for some text."""

MISSING = "none"
"""The name in the identity of what stands in where no embedder can be had; an index bound to it
holds no vectors."""


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """Which vectors these are. Two embedders of equal identity may share an index and a cache.

    ``embedder`` is the backend; ``version`` changes whenever the same text would get another
    vector: other weights, another tokenizer, prefix, or rule for preparing texts.
    """

    embedder: str
    model: str
    dimension: int
    version: str

    @property
    def key(self) -> str:
        """Short and stable, ``[a-z0-9-]`` only: names collections and rows of the cache."""
        return f"{self.embedder}-{self.dimension}-{self.digest}"

    @property
    def digest(self) -> str:
        """16 hex digits that stand for all of it."""
        return short_key(self.embedder, self.model, str(self.dimension), self.version)


@dataclass(frozen=True, slots=True)
class Part:
    """Where one model's unit vector lies, ``vector[start:stop]``: all zeros for a text that it does
    not read. A single model is one part."""

    name: str
    start: int
    stop: int


class Embedder(Protocol):
    """Embeds documents and queries; the dot product of two parts is their models' similarity.

    - Any ``str`` works: empty, NUL, lone surrogates, a megabyte (see :func:`prepare`).
    - The same text gives the same bits whatever batch it comes in, unless the backend's module
      says otherwise and names the tolerance.
    - Thread-safe. Constructing is cheap; the model is loaded by the first use.

    Every method may raise ``DependencyUnavailable`` (package or model missing, backend failing),
    ``DependencyTimeout`` (remote backends) or ``EmbeddingMismatch`` (vectors of another length).
    """

    @property
    def identity(self) -> EmbedderIdentity:
        """Known without loading the model wherever the backend can tell."""
        ...

    @property
    def parts(self) -> tuple[Part, ...]:
        """The models' shares of a vector, in their order, covering it without gaps."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts`` in their order, float32, shape ``(len(texts), dimension)``."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Vector of one query, float32, shape ``(dimension,)``."""
        ...

    def close(self) -> None:
        """Give the model or the connections back; a later call loads them again."""
        ...


class OneModel(ABC):
    """An embedder of one model. Prefixes are put before every text, prepared."""

    query_prefix = ""
    document_prefix = ""

    @property
    @abstractmethod
    def identity(self) -> EmbedderIdentity: ...

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part(self.identity.embedder, 0, self.identity.dimension),)

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._embed([self.document_prefix + prepare(text) for text in texts], query=False)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._embed([self.query_prefix + prepare(text)], query=True)[0]
        return row

    @abstractmethod
    def _embed(self, inputs: list[str], *, query: bool) -> NDArray[np.float32]:
        """Vectors of prepared texts, as :meth:`Embedder.embed_documents`."""


class MissingEmbedder(OneModel):
    """An embedder that never works, so that the rest of the memory can go on without vectors."""

    identity = EmbedderIdentity(MISSING, MISSING, 1, "1")

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def close(self) -> None:
        """There is nothing to give back."""

    def _embed(self, inputs: list[str], *, query: bool) -> NoReturn:
        raise DependencyUnavailable(self._reason)


def prepare(text: str) -> str:
    """``text`` as models get it: cut to ``MAX_CHARS``, a space for NUL (C engines stop reading
    there), ``?`` for a lone surrogate. Never raises."""
    head = text[:MAX_CHARS]
    return head.encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")


def unit_rows(raw: Any, count: int, dimension: int, source: str) -> NDArray[np.float32]:
    """``raw``, which ``source`` returned, as ``count`` unit vectors of length ``dimension``,
    C-contiguous float32. A vector of zeros stays one: it is similar to nothing.

    Raises:
        EmbeddingMismatch: the vectors have another length.
        DependencyUnavailable: wrong count, not numbers, or not finite.
    """
    import numpy as np

    try:
        rows = np.ascontiguousarray(raw, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise DependencyUnavailable(f"{source} returned something that is no vector") from error
    if count == 0:
        return np.empty((0, dimension), np.float32)
    if rows.ndim != 2 or rows.shape[0] != count:
        raise DependencyUnavailable(
            f"{source} returned an array of shape {rows.shape} for {count} texts"
        )
    if rows.shape[1] != dimension:
        raise EmbeddingMismatch(
            f"{source} returned vectors of length {rows.shape[1]}, expected {dimension}: "
            "set the right model or dimension and rebuild the index"
        )
    if not np.isfinite(rows).all():
        raise DependencyUnavailable(f"{source} returned a vector with NaN or infinity")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    divisors = np.where(lengths == 0.0, 1.0, lengths).astype(np.float32)
    return np.divide(rows, divisors, dtype=np.float32)
