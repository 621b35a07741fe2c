"""A scope's documents as columns in memory: what ranking a small scope needs, and no text.

Derived and disposable. It is extended when documents were added, and read again when some were
removed or replaced (the catalog's scope version tells which).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from eywa_fs.model.documents import DocRow
from eywa_fs.model.results import Filters

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(slots=True)
class Columns:
    """Documents in file order, one row each; the arrays are parallel.

    ``record`` numbers the record a span belongs to; ``vectors`` has a row of NaN where there is
    no vector, and zero columns when vectors were not asked for.
    """

    rows: list[DocRow] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    record: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    timestamp: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    file: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    terms: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    vectors: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def size_bytes(self) -> int:
        """What it holds in memory, about (a row with its strings measured at 1.5 KB)."""
        return int(self.vectors.nbytes) + 1500 * len(self.rows)


def columns_of(rows: Sequence[DocRow], vectors: Floats) -> Columns:
    """Build the columns.

    Args:
        rows: any order; they are kept in it.
        vectors: float32, shape (len(rows), dimension), NaN rows where unknown.
    """
    numbers: dict[tuple[str, int], int] = {}
    record = [
        numbers.setdefault((row.anchor.file_path, row.anchor.byte_start), len(numbers))
        for row in rows
    ]
    paths: dict[str, int] = {}
    file = [paths.setdefault(row.anchor.file_path, len(paths)) for row in rows]
    return Columns(
        rows=list(rows),
        index={row.doc_id: number for number, row in enumerate(rows)},
        record=np.array(record, dtype=np.int64),
        file=np.array(file, dtype=np.int64),
        timestamp=np.array([row.timestamp for row in rows], dtype=np.int64),
        terms=np.array([row.terms for row in rows], dtype=np.int64),
        vectors=vectors,
    )


def join(first: Columns, second: Columns) -> Columns:
    """Documents of both, the first one's before the second one's; ids must not repeat."""
    if not len(second):
        return first
    if not len(first):
        return second
    return columns_of([*first.rows, *second.rows], np.concatenate([first.vectors, second.vectors]))


def matches(row: DocRow, filters: Filters) -> bool:
    """Whether a document satisfies every filter."""
    return (
        (not filters.session_ids or row.session_id in filters.session_ids)
        and (not filters.roles or row.role in filters.roles)
        and (not filters.source_types or row.source_type in filters.source_types)
        and (not filters.tags or bool(set(filters.tags) & set(row.tags)))
        and (filters.time_from is None or row.timestamp >= filters.time_from)
        and (filters.time_to is None or row.timestamp < filters.time_to)
    )


def mask(columns: Columns, filters: Filters) -> Mask:
    """Which rows satisfy the filters."""
    chosen = np.ones(len(columns), dtype=np.bool_)
    if filters.time_from is not None:
        chosen &= columns.timestamp >= filters.time_from
    if filters.time_to is not None:
        chosen &= columns.timestamp < filters.time_to
    if filters.session_ids or filters.roles or filters.tags or filters.source_types:
        chosen &= np.array([matches(row, filters) for row in columns.rows], dtype=np.bool_)
    return chosen


def select(columns: Columns, chosen: Mask) -> Columns:
    """The rows of a mask."""
    if chosen.all():
        return columns
    rows = [row for row, keep in zip(columns.rows, chosen, strict=True) if keep]
    return columns_of(rows, columns.vectors[chosen])
