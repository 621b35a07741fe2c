"""A scope's documents as columns in memory: what ranking a scope needs, and no text.

Derived and disposable. It is extended when documents were added, and read again when some were
removed or replaced (the catalog's scope version tells which).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog.packed import ChainedRows, ChosenRows, Documents, Label, PackedRows, Rows
from eywa_fs.index.exact import CompactVectors
from eywa_fs.lru import Lru
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Scope
from eywa_fs.model.results import Filters

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

_FILE_BITS = 40
"""Of a record's number, those below the file's: files of up to a terabyte."""

_BYTES_PER_ROW = 270
"""A document's id with its place in the lookup, and its numbers, measured."""

_BYTES_PER_OBJECT = 1500
"""A row that is an object, with its strings."""

_ROWS_KEPT = 256
"""Rows that are kept as objects, of each scope."""


def _none() -> Integers:
    return np.zeros(0, np.int64)


def _session(path: str) -> str:
    """What the files of the days of one session have in common."""
    return path.rpartition("/")[0] if path.endswith(".jsonl") else path


@dataclass
class Columns:
    """Documents, one row each, as :class:`Documents` has them; nothing of it is changed.

    Attributes:
        index: row number by document id, in the order of the rows.
        lacking: why some of them have no vector, though they should.
    """

    rows: Rows = ()
    index: dict[str, int] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    label: Integers = field(default_factory=_none)
    start: Integers = field(default_factory=_none)
    line: Integers = field(default_factory=_none)
    timestamp: Integers = field(default_factory=_none)
    terms: Integers = field(default_factory=_none)
    vectors: CompactVectors = field(default_factory=CompactVectors)
    lacking: Degraded | None = None
    _made: Lru[int, DocRow] = field(default_factory=lambda: Lru(_ROWS_KEPT))

    def __len__(self) -> int:
        return len(self.index)

    def row(self, number: int) -> DocRow:
        """One of the rows; those asked for lately are kept."""
        return self._made.get(number) or self._made.put(number, self.rows[number])

    @property
    def parts(self) -> int:
        """Of how many pieces the rows are put together."""
        return len(self.rows.parts) if isinstance(self.rows, ChainedRows) else 1

    @property
    def size_bytes(self) -> int:
        """What it holds in memory, about, once as many rows are objects as are kept."""
        parts = self.rows.parts if isinstance(self.rows, ChainedRows) else [self.rows]
        packed = sum(part.size_bytes for part in parts if isinstance(part, PackedRows))
        objects = sum(len(part) for part in parts if not isinstance(part, PackedRows))
        objects += min(len(self), _ROWS_KEPT)
        return (
            self.vectors.nbytes + packed + _BYTES_PER_OBJECT * objects + _BYTES_PER_ROW * len(self)
        )

    @cached_property
    def file(self) -> Integers:
        """Number of the file a row's record stands in, from 0."""
        return self._numbers([label.path for label in self.labels], {})

    @cached_property
    def session(self) -> Integers:
        """Number of the session a row's record was said in, from 0; a note is one of its own."""
        return self._numbers([_session(label.path) for label in self.labels], {})

    @cached_property
    def line_of_session(self) -> Integers:
        """How many lines of its session a row's record is the last of: its line, behind those of
        the days before."""
        paths = list(dict.fromkeys(label.path for label in self.labels))
        lines, before = np.zeros(len(paths), np.int64), np.zeros(len(paths), np.int64)
        np.maximum.at(lines, self.file, self.line)
        told: dict[str, int] = {}
        for number in sorted(range(len(paths)), key=paths.__getitem__):
            session = _session(paths[number])
            before[number] = told.get(session, 0)
            told[session] = int(before[number] + lines[number])
        return self.line + before[self.file]

    @cached_property
    def by(self) -> Integers:
        """Number of the person who said it; 0 where that is nobody with a name."""
        return self._numbers([label.person for label in self.labels], {"": 0})

    @cached_property
    def of_user(self) -> Mask:
        """Whether the user said it."""
        return self.with_label(lambda label: label.role == "user")

    def _numbers(self, names: Sequence[str], known: dict[str, int]) -> Integers:
        """A number for each row, by what its label is called."""
        numbers = [known.setdefault(name, len(known)) for name in names]
        return np.array(numbers, dtype=np.int64)[self.label] if numbers else _none()

    @cached_property
    def record(self) -> Integers:
        """Number of the record a row belongs to."""
        return (self.file << _FILE_BITS) + self.start

    @cached_property
    def single(self) -> bool:
        """Whether no two rows are of one record."""
        return len(np.unique(self.record)) == len(self)

    @cached_property
    def mean(self) -> NDArray[np.float64] | None:
        """The mean of all vectors."""
        return self.vectors.mean()

    @cached_property
    def scopes(self) -> frozenset[Scope]:
        """Whose documents they are."""
        return frozenset(label.scope for label in self.labels)

    def with_label(self, wanted: Callable[[Label], bool]) -> Mask:
        """The rows whose label is wanted."""
        if not self.labels:
            return np.zeros(0, np.bool_)
        return np.array([wanted(label) for label in self.labels], dtype=np.bool_)[self.label]


def columns_of(documents: Documents, vectors: Floats, lacking: Degraded | None = None) -> Columns:
    """Documents in their order with their vectors: float32, shape (len(documents), dimension), NaN
    rows where unknown."""
    return Columns(
        rows=documents.rows,
        index={name: number for number, name in enumerate(documents.ids)},
        labels=documents.labels,
        label=documents.label,
        start=documents.start,
        line=documents.line,
        timestamp=documents.timestamp,
        terms=documents.terms,
        vectors=CompactVectors.of(vectors),
        lacking=lacking,
    )


def join(first: Columns, second: Columns) -> Columns:
    """Documents of both, the first one's before the second one's; ids must not repeat."""
    if not len(second):
        return first
    if not len(first):
        return second
    places = {label: number for number, label in enumerate(first.labels)}
    renamed = [places.setdefault(label, len(places)) for label in second.labels]
    return Columns(
        rows=ChainedRows([first.rows, second.rows]),
        index=first.index | {name: len(first) + number for name, number in second.index.items()},
        labels=tuple(places),
        label=np.concatenate([first.label, np.array(renamed, dtype=np.int64)[second.label]]),
        start=np.concatenate([first.start, second.start]),
        line=np.concatenate([first.line, second.line]),
        timestamp=np.concatenate([first.timestamp, second.timestamp]),
        terms=np.concatenate([first.terms, second.terms]),
        vectors=first.vectors.join(second.vectors),
        lacking=first.lacking or second.lacking,
    )


def matches(row: DocRow, filters: Filters) -> bool:
    """Whether a document satisfies every filter."""
    return (
        _label_matches(row, filters)
        and (filters.time_from is None or row.timestamp >= filters.time_from)
        and (filters.time_to is None or row.timestamp < filters.time_to)
    )


def _label_matches(row: DocRow | Label, filters: Filters) -> bool:
    return (
        (not filters.session_ids or row.session_id in filters.session_ids)
        and (not filters.roles or row.role in filters.roles)
        and (not filters.source_types or row.source_type in filters.source_types)
        and (not filters.tags or bool(set(filters.tags) & set(row.tags)))
    )


def mask(columns: Columns, filters: Filters) -> Mask:
    """Which rows satisfy the filters."""
    chosen = np.ones(len(columns), dtype=np.bool_)
    if filters.time_from is not None:
        chosen &= columns.timestamp >= filters.time_from
    if filters.time_to is not None:
        chosen &= columns.timestamp < filters.time_to
    if filters.session_ids or filters.roles or filters.tags or filters.source_types:
        chosen &= columns.with_label(lambda label: _label_matches(label, filters))
    return chosen


def select(columns: Columns, chosen: Mask) -> Columns:
    """The rows of a mask."""
    if chosen.all():
        return columns
    names = compress(columns.index, chosen.tolist())
    return Columns(
        rows=ChosenRows(columns.rows, np.flatnonzero(chosen)),
        index={name: number for number, name in enumerate(names)},
        labels=columns.labels,
        label=columns.label[chosen],
        start=columns.start[chosen],
        line=columns.line[chosen],
        timestamp=columns.timestamp[chosen],
        terms=columns.terms[chosen],
        vectors=columns.vectors.take(chosen),
        lacking=columns.lacking,
    )
