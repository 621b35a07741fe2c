"""Exact search of a small scope: its vectors as one matrix in memory.

Up to some ten thousand vectors a product with the whole matrix is faster than the graph of the
vector store, misses nothing, and any filter is a choice of rows.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eywa_fs.errors import BadRequest

SMALLEST_ROOM = 64
"""Rows allocated at least; room doubles, so that appending is cheap on average."""

BYTES_PER_ID = 100
"""What an id, its place in the tuple and in the lookup cost about, for the cache's budget."""


class VectorMatrix:
    """Vectors by id. Rows are only ever appended or overwritten; not thread-safe for writers.

    Args:
        dimension: of the vectors.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._room = np.zeros((0, dimension), dtype=np.float32)
        self._ids: list[str] = []
        self._rows: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids in the order of the rows."""
        return tuple(self._ids)

    @property
    def matrix(self) -> NDArray[np.float32]:
        """The rows, float32, shape (n, dimension); a view, not to be written to."""
        return self._room[: len(self._ids)]

    @property
    def size_bytes(self) -> int:
        """What it holds in memory, about."""
        return int(self._room.nbytes) + BYTES_PER_ID * len(self._ids)

    def row(self, doc_id: str) -> int | None:
        """The row of an id, or ``None``."""
        return self._rows.get(doc_id)

    def put(self, ids: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Append vectors, or overwrite those of known ids.

        Args:
            vectors: float32, shape (len(ids), dimension).
        """
        block = np.asarray(vectors, dtype=np.float32)
        if block.shape != (len(ids), self.dimension):
            raise BadRequest(
                f"{len(ids)} vectors of dimension {self.dimension} expected, got {block.shape}"
            )
        rows = []
        for doc_id in ids:
            row = self._rows.setdefault(doc_id, len(self._ids))
            if row == len(self._ids):
                self._ids.append(doc_id)
            rows.append(row)
        if len(self._ids) > len(self._room):
            self._grow(len(self._ids))
        self._room[rows] = block

    def scores(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """The inner product of every row with ``query``: float32, shape (n,), in row order."""
        vector = np.asarray(query, dtype=np.float32)
        if vector.shape != (self.dimension,):
            raise BadRequest(f"a vector of dimension {self.dimension} expected, got {vector.shape}")
        product: NDArray[np.float32] = self.matrix @ vector
        return product

    def _grow(self, needed: int) -> None:
        room = np.zeros((max(needed, 2 * len(self._room), SMALLEST_ROOM), self.dimension), "f4")
        room[: len(self._room)] = self._room
        self._room = room


@dataclass(frozen=True, slots=True)
class CachedMatrix:
    """A scope's matrix and the version of the scope it stands for."""

    matrix: VectorMatrix
    version: int


class MatrixCache:
    """The most recently used scopes' matrices, within a budget of bytes. Thread-safe.

    Args:
        budget_bytes: beyond it the longest unused go; a matrix larger than that is not kept.
    """

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        self._entries: OrderedDict[str, CachedMatrix] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, scope_key: str) -> CachedMatrix | None:
        """The scope's entry, now the most recently used; compare its version before using it."""
        with self._lock:
            entry = self._entries.get(scope_key)
            if entry is not None:
                self._entries.move_to_end(scope_key)
            return entry

    def put(self, scope_key: str, matrix: VectorMatrix, version: int) -> None:
        """Keep a matrix, in place of the scope's earlier one."""
        with self._lock:
            self._entries[scope_key] = CachedMatrix(matrix, version)
            self._entries.move_to_end(scope_key)
            while self._entries and self._bytes() > self.budget_bytes:
                self._entries.popitem(last=False)

    def drop(self, scope_key: str) -> None:
        """Forget a scope."""
        with self._lock:
            self._entries.pop(scope_key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    @property
    def size_bytes(self) -> int:
        """What all kept matrices hold, about."""
        with self._lock:
            return self._bytes()

    def _bytes(self) -> int:
        return sum(entry.matrix.size_bytes for entry in self._entries.values())
