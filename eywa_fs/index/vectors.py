"""The vector index: Chroma, in a process of its own, behind a circuit breaker.

Whatever happens to the store – crash, hang, damaged files – a caller gets
:class:`~eywa_fs.errors.DependencyUnavailable` or its child ``DependencyTimeout`` within a bounded
time. See docs/decisions/0004-vector-host.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from eywa_fs.batching import batched
from eywa_fs.errors import BadRequest
from eywa_fs.hashing import text_fingerprint
from eywa_fs.index.breaker import BreakerState
from eywa_fs.index.chroma_host import DATABASE_FILE
from eywa_fs.index.chroma_tables import confirm
from eywa_fs.index.host_line import HostLine
from eywa_fs.index.wire import Target

WRITE_BATCH = 1000
"""Documents per upsert message: about 0.7 s of work, so that a waiting query gets its turn."""

READ_BATCH = 5000
"""Ids per message when many are read."""

YIELD_S = 0.001
"""Pause between two batches, for a waiting thread to take the lock (locks are not fair)."""

Metadata = Mapping[str, str | int | float | bool]


class VectorIndex:
    """Collections of vectors by name. Thread-safe; calls to the store are made one at a time.

    Args:
        folder: the embedded store's folder, made when missing; ``None`` with ``server``.
        server: ``(host, port)`` of a Chroma server to use instead of a folder.
        start_timeout_s: for starting the process, opening the store, and the first call on each
            collection (which loads its graph).
        call_timeout_s: for reads, waiting for other threads' calls included up to twice.
        write_timeout_s: for each batch that is written.
        usage_lock: a lock file the process holds as a sharer for as long as it lives (see
            :class:`eywa_fs.index.seal.Usage`): should this program be killed, nobody takes the
            folder for unused while the last write still runs.
        clock: monotonic seconds, for the breaker.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        server: tuple[str, int] | None = None,
        start_timeout_s: float = 15.0,
        call_timeout_s: float = 2.0,
        write_timeout_s: float = 60.0,
        usage_lock: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        target: Target
        if folder is not None and server is None:
            target = ("folder", str(folder.absolute()))
        elif server is not None and folder is None:
            target = ("server", server)
        else:
            raise BadRequest("a vector index needs a folder or a server, and only one of them")
        self._database = None if folder is None else folder / DATABASE_FILE
        lock = None if usage_lock is None else str(usage_lock.absolute())
        self._line = HostLine(target, lock, start_timeout_s, clock)
        self._call_timeout_s = call_timeout_s
        self._write_timeout_s = write_timeout_s

    # -- life cycle ---------------------------------------------------------------------------

    @property
    def state(self) -> BreakerState:
        """Whether calls are let through, and if not, why and for how long."""
        return self._line.state

    @property
    def host_pid(self) -> int | None:
        """The process id of the running host, if any."""
        return self._line.host_pid

    def start(self) -> None:
        """Begin to start the process without waiting: its imports run beside the caller's work.

        Never raises; a failure shows in the first real call.
        """
        self._line.start()

    def refresh(self) -> bool:
        """Open the store anew if another process wrote to the folder since; whether it had.

        A store opened earlier misses what was written and still gives what was deleted or
        overwritten, without an error. :meth:`query`, :meth:`get_vectors` and writes do this by
        themselves. Costs a round trip and the read of a small file when nothing was written.

        Raises:
            DependencyUnavailable: the store does not open any more.
        """
        renewed: bool = self._line.call("refresh", timeout_s=self._call_timeout_s, opens=True)
        if renewed:
            self._line.cool()
        return renewed

    def reopen(self) -> None:
        """Open the store anew in any case."""
        self._line.call("reopen", timeout_s=self._call_timeout_s, opens=True)
        self._line.cool()

    def ping(self) -> None:
        """Raises ``DependencyUnavailable`` unless the store answers."""
        self._line.call("ping", timeout_s=self._call_timeout_s)

    def close(self) -> None:
        """Close the store and end its process; no file of it changes afterwards. Idempotent."""
        self._line.close(self._write_timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- collections --------------------------------------------------------------------------

    def ensure_collection(self, name: str, dimension: int, metadata: Mapping[str, str]) -> None:
        """Make sure that a collection exists and was built by this embedder.

        Args:
            name: 3 to 512 of ``[a-zA-Z0-9._-]``.
            dimension: of its vectors.
            metadata: what binds it: embedder, model, version. Compared with the existing one's.

        Raises:
            EmbeddingMismatch: it exists with another dimension or metadata.
        """
        binding: dict[str, str | int] = {**metadata, "dimension": dimension}
        self._line.call("ensure_collection", name, binding, timeout_s=self._write_timeout_s)

    def list_collections(self) -> list[str]:
        """All collections' names, sorted."""
        names: list[str] = self._line.call("list_collections", timeout_s=self._call_timeout_s)
        return names

    def delete_collection(self, name: str) -> None:
        """Forget a collection. Its files stay on disk: erasing needs a new generation."""
        self._line.call("delete_collection", name, timeout_s=self._write_timeout_s)

    # -- documents ----------------------------------------------------------------------------

    def upsert(
        self,
        name: str,
        ids: Sequence[str],
        vectors: NDArray[np.float32],
        metadatas: Sequence[Metadata] | None = None,
    ) -> None:
        """Write documents, in batches; durable when it returns, and safe to repeat.

        Args:
            name: an existing collection.
            ids: unique, n of them.
            vectors: float32, shape (n, dimension); unit length where similarity is to be cosine.
            metadatas: n non-empty flat mappings, or ``None``.

        Raises:
            EmbeddingMismatch: the dimension is not the collection's.
            DependencyUnavailable: the store failed; earlier batches may have been written.
        """
        block = _checked_vectors(ids, vectors, metadatas)
        size = min(WRITE_BATCH, self._line.max_batch)
        for start in range(0, len(ids), size):
            if start:
                time.sleep(YIELD_S)
            part = slice(start, start + size)
            described = None if metadatas is None else [dict(m) for m in metadatas[part]]
            self._line.call(
                "upsert",
                name,
                list(ids[part]),
                block[part],
                described,
                timeout_s=self._write_timeout_s,
                collection=name,
            )

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Remove documents; unknown ids and a missing collection are fine."""
        for part in batched(dict.fromkeys(ids), min(WRITE_BATCH, self._line.max_batch)):
            self._line.call(
                "delete",
                name,
                part,
                timeout_s=self._write_timeout_s,
                collection=name,
            )

    def query(self, name: str, vector: NDArray[np.float32], k: int) -> list[tuple[str, float]]:
        """The ``k`` nearest documents as (id, similarity), best first; no filter.

        The similarity is the inner product (the cosine of unit vectors). The search is
        approximate: a graph may miss some. A missing collection is an empty one.

        Args:
            vector: float32, shape (dimension,).
        """
        query = np.ascontiguousarray(vector, dtype=np.float32).reshape(-1)
        if not np.isfinite(query).all():
            raise BadRequest("the query vector holds NaN or infinity")
        if k < 1:
            return []
        self.refresh()
        found: list[tuple[str, float]] = self._line.call(
            "query", name, query, k, timeout_s=self._call_timeout_s, collection=name
        )
        return found

    def get(self, name: str, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The metadata of those of ``ids`` that exist."""
        found: dict[str, dict[str, Any]] = {}
        for part in batched(dict.fromkeys(ids), min(READ_BATCH, self._line.max_batch)):
            found.update(
                self._line.call("get", name, part, timeout_s=self._call_timeout_s, collection=name)
            )
        return found

    def holds(self, name: str, key: str, texts: Mapping[str, str]) -> bool:
        """Whether all these documents exist, each with this text under ``key`` and nothing else.

        Mostly its tables say so. Else it answers with a hash of what it has.

        Args:
            texts: by document id, without a line break or NUL.
        """
        if self._database is not None and confirm(self._database, name, key, texts):
            return True
        for ids in batched(texts, min(READ_BATCH, self._line.max_batch)):
            found = self._line.call(
                "fingerprint", name, key, ids, timeout_s=self._call_timeout_s, collection=name
            )
            if found != text_fingerprint("\0".join([texts[i] for i in ids])):
                return False
        return True

    def get_vectors(self, name: str, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of those of ``ids`` that exist, float32, shape (dimension,) each."""
        self.refresh()
        found: dict[str, NDArray[np.float32]] = {}
        for part in batched(dict.fromkeys(ids), min(WRITE_BATCH, self._line.max_batch)):
            known, vectors = self._line.call(
                "get_vectors", name, part, timeout_s=self._call_timeout_s, collection=name
            )
            found.update(zip(known, vectors, strict=True))
        return found

    def all_ids(self, name: str) -> list[str]:
        """Every id of a collection, in no particular order."""
        found: list[str] = []
        while True:
            page: list[str] = self._line.call(
                "page_of_ids", name, len(found), READ_BATCH, timeout_s=self._write_timeout_s
            )
            found += page
            if len(page) < READ_BATCH:
                return found

    def count(self, name: str) -> int:
        """How many documents a collection holds; 0 for a missing one."""
        number: int = self._line.call("count", name, timeout_s=self._call_timeout_s)
        return number


def _checked_vectors(
    ids: Sequence[str], vectors: NDArray[np.float32], metadatas: Sequence[Metadata] | None
) -> NDArray[np.float32]:
    block = np.ascontiguousarray(vectors, dtype=np.float32)
    if not ids:
        return block
    if block.ndim != 2 or len(block) != len(ids):
        raise BadRequest(f"{len(ids)} ids need that many vectors, got an array of {block.shape}")
    if metadatas is not None and len(metadatas) != len(ids):
        raise BadRequest(f"{len(ids)} ids need that many metadatas, got {len(metadatas)}")
    if len(set(ids)) != len(ids):
        raise BadRequest("an id occurs twice in one upsert")
    if not np.isfinite(block).all():
        raise BadRequest("a vector holds NaN or infinity")
    return block
