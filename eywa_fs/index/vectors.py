"""The vector index: Chroma or SurrealDB, in a process of its own, behind a circuit breaker.

Whatever happens to the store – crash, hang, damaged files – a caller gets
:class:`~eywa_fs.errors.DependencyUnavailable` or its child ``DependencyTimeout`` within a bounded
time. See docs/decisions/0004-vector-host.md.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eywa_fs.batching import batched
from eywa_fs.errors import BadRequest
from eywa_fs.index.backends import CHROMA_DATABASE
from eywa_fs.index.chroma_tables import confirm
from eywa_fs.index.host_line import HostLine

WRITE_BATCH = 1000
"""Documents per upsert message: about 0.7 s of work, so that a waiting query gets its turn."""

READ_BATCH = 5000
"""Ids per message when many are read."""

YIELD_S = 0.001
"""Pause between two batches, for a waiting thread to take the lock (locks are not fair)."""


class VectorIndex(HostLine):
    """Collections of vectors by name. Thread-safe; calls to the store are made one at a time."""

    as_of = 0
    """A ``moment`` of :meth:`catch_up` before which everything written is seen."""

    def ensure_collection(self, name: str, dimension: int, metadata: Mapping[str, str]) -> None:
        """Make sure that a collection exists and was built by this embedder; ``EmbeddingMismatch``
        where it has another dimension or metadata.

        Args:
            name: 3 to 512 of ``[a-zA-Z0-9._-]``.
            dimension: of its vectors.
            metadata: what binds it: embedder, model, version.
        """
        binding: dict[str, str | int] = {**metadata, "dimension": dimension}
        self.call("ensure_collection", name, binding, writes=True)

    def list_collections(self) -> list[str]:
        """All collections' names, sorted."""
        return list(self.call("list_collections"))

    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: NDArray[np.float32],
        metadatas: Sequence[Mapping[str, Any]],
    ) -> None:
        """Write documents, in batches; durable when it returns, and safe to repeat.

        Args:
            name: an existing collection.
            ids: unique, n of them.
            vectors: float32, shape (n, dimension); unit length where similarity is to be cosine.
            metadatas: n flat mappings, none empty.

        Raises:
            BadRequest: a vector holds NaN or infinity, which the store would keep.
            EmbeddingMismatch: the dimension is not the collection's.
            DependencyUnavailable: the store failed; earlier batches may have been written.
        """
        block = np.ascontiguousarray(vectors, dtype=np.float32)
        _refuse_strange(block)
        size = min(WRITE_BATCH, self.max_batch)
        for start in range(0, len(ids), size):
            if start:
                time.sleep(YIELD_S)
            part = slice(start, start + size)
            described = [dict(metadata) for metadata in metadatas[part]]
            self.call(
                "upsert", name, list(ids[part]), block[part], described,
                writes=True, collection=name,
            )  # fmt: skip

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Remove documents; unknown ids and a missing collection are fine."""
        for part in batched(dict.fromkeys(ids), min(WRITE_BATCH, self.max_batch)):
            self.call("delete", name, part, writes=True, collection=name)

    def query(self, name: str, vector: NDArray[np.float32], k: int) -> list[tuple[str, float]]:
        """The ``k`` nearest documents as (id, similarity), best first; no filter.

        The similarity is the inner product (the cosine of unit vectors). The search is
        approximate: a graph may miss some. A missing collection is an empty one. What another
        process wrote or deleted since the store was opened is not seen (:meth:`catch_up`).

        Args:
            vector: float32, shape (dimension,).
            k: at least 1.
        """
        return self.query_each(name, vector.reshape(1, -1), k)[0]

    def query_each(
        self, name: str, vectors: NDArray[np.float32], k: int, *, patient: bool = False
    ) -> list[list[tuple[str, float]]]:
        """:meth:`query` for each row of ``vectors``, in one call: a few hundred at most."""
        _refuse_strange(vectors)
        found: list[list[tuple[str, float]]] = self.call(
            "query", name, vectors, k, patient=patient, collection=name
        )
        return found

    def get(self, name: str, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The metadata of those of ``ids`` that exist. No search asks for it: it is patient."""
        found: dict[str, dict[str, Any]] = {}
        for part in batched(dict.fromkeys(ids), min(READ_BATCH, self.max_batch)):
            found |= self.call("get", name, part, patient=True, collection=name)
        return found

    def holds(self, name: str, key: str, texts: Mapping[str, str]) -> bool:
        """Whether all these documents exist, each with this text under ``key`` and nothing else.
        Mostly its tables say so; else it is asked.

        Args:
            texts: by document id, without a line break.
        """
        if (
            self.backend == "chroma"
            and isinstance(self._target, str)
            and confirm(Path(self._target) / CHROMA_DATABASE, name, key, texts)
        ):
            return True
        return self.get(name, list(texts)) == {i: {key: text} for i, text in texts.items()}

    def get_vectors(
        self, name: str, ids: Sequence[str], *, patient: bool = False
    ) -> dict[str, NDArray[np.float32]]:
        """The vectors of those of ``ids`` that exist, float32, shape (dimension,) each."""
        self.catch_up()
        found: dict[str, NDArray[np.float32]] = {}
        for part in batched(dict.fromkeys(ids), min(WRITE_BATCH, self.max_batch)):
            known, vectors = self.call("get_vectors", name, part, patient=patient, collection=name)
            found.update(zip(known, vectors, strict=True))
        return found

    def all_ids(self, name: str) -> list[str]:
        """Every id of a collection, in no particular order."""
        found: list[str] = []
        while True:
            page: list[str] = self.call("page_of_ids", name, len(found), READ_BATCH, patient=True)
            found += page
            if len(page) < READ_BATCH:
                return found

    def count(self, name: str, *, patient: bool = False) -> int:
        """How many documents a collection holds; 0 for a missing one."""
        return int(self.call("count", name, patient=patient))

    def catch_up(self, moment: int = 0, *, reopen: bool = True) -> bool:
        """See to it that what other processes wrote to the folder is seen.

        Chroma reads a graph when it opens and never again, and opening takes as long as thousands
        of searches. What this object wrote itself is always seen.

        Args:
            moment: a number that grows with what is written, taken before this call.
            reopen: whether the store may be opened anew for it.

        Returns:
            Whether everything is seen that was written before this call; without ``reopen`` it may
            not be. Then ``moment`` is :attr:`as_of`.
        """
        state = self.call("refresh", reopen, opens=reopen)
        if state == "reopened":
            self._warm.clear()  # the next call on each collection loads its graph
        if state != "behind":
            self.as_of = max(self.as_of, moment)
        return bool(state != "behind")


def _refuse_strange(vectors: NDArray[np.float32]) -> None:
    if not np.isfinite(vectors).all():
        raise BadRequest("a vector holds NaN or infinity")
