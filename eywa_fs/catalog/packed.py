"""Documents of a scope as columns, for ranking: no object is made of a row before it is asked for.

Objects of a thousand rows took 40 ms to make, and Python's garbage collector went over those of all
users again and again. Here SQLite puts a row together as two pieces of text: one that the row's
own hash proves, and a short one that is kept. Rows made of the latter lack their ``context``, which
only a deep verification asks for.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs
from eywa_fs.catalog.document_row import (
    ANCHOR_COLUMNS,
    ANCHOR_JSON_SQL,
    REST_COLUMNS,
    REST_JSON_SQL,
    seals,
)
from eywa_fs.catalog.sql import Connection, listed
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.model.documents import VECTORLESS, DocRow, DocState, Lane, scope_key
from eywa_fs.model.records import Scope, SourceType

Integers = NDArray[np.int64]


class Label(NamedTuple):
    """What many documents have in common, and filters go by."""

    scope: Scope
    lane: Lane
    path: str
    session_id: str
    role: str
    speaker: str
    source_type: SourceType
    tags: tuple[str, ...]

    @property
    def person(self) -> str:
        """Who said it: the user, or somebody with a name; empty for a program."""
        return f"user:{self.speaker}" if self.role == "user" else self.speaker


Health = tuple[DocState, bool]
"""``state`` and ``vector`` of a row, which its hash leaves out."""


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents in some order; everything is parallel to ``ids`` but ``labels``.

    Attributes:
        label: number of the document's own among ``labels``.
        start, line: byte and line at which the record begins in its file.
        vector: whether one is in the vector index.
        aged: whether it has none by policy.
    """

    rows: Rows
    ids: Sequence[str]
    embed_hashes: Sequence[str]
    labels: tuple[Label, ...]
    label: Integers
    start: Integers
    line: Integers
    timestamp: Integers
    terms: Integers
    vector: NDArray[np.bool_]
    aged: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)


class Rows(Protocol):
    """Rows by number; they may be made, or fetched, one by one when asked for."""

    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> DocRow: ...


class PackedRows:
    """Rows as text, each made into a :class:`DocRow` when asked for."""

    def __init__(
        self,
        texts: Sequence[str],
        labels: Sequence[Label],
        label: Integers,
        health: Sequence[Health],
    ) -> None:
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        self._text = b"".join(encoded)
        self._ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        self._labels = labels
        self._label = label.astype(np.int32)
        self._healths = list(dict.fromkeys(health))
        place = {value: number for number, value in enumerate(self._healths)}
        self._health = bytes([place[value] for value in health])

    def __len__(self) -> int:
        return len(self._health)

    @property
    def size_bytes(self) -> int:
        """What they hold in memory, about."""
        return len(self._text) + self._ends.nbytes + self._label.nbytes + len(self._health)

    def __getitem__(self, number: int) -> DocRow:
        start, end = self._ends[number], self._ends[number + 1]
        text = self._text[start:end].decode("utf-8", "surrogatepass")
        label = self._labels[self._label[number]]
        return _document(text, label, self._healths[self._health[number]])


class ChainedRows:
    """Rows of several sequences, one behind the other."""

    def __init__(self, parts: Sequence[Rows]) -> None:
        self.parts: list[Rows] = []
        for part in parts:
            self.parts += part.parts if isinstance(part, ChainedRows) else [part]
        self._begins = [0]
        for part in self.parts:
            self._begins.append(self._begins[-1] + len(part))

    def __len__(self) -> int:
        return self._begins[-1]

    def __getitem__(self, number: int) -> DocRow:
        part = bisect_right(self._begins, number) - 1
        return self.parts[part][number - self._begins[part]]


class ChosenRows:
    """Some rows of a sequence, by their numbers in it."""

    def __init__(self, rows: Rows, numbers: Integers) -> None:
        self._rows = rows
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, number: int) -> DocRow:
        return self._rows[int(self._numbers[number])]


def of_scope(connection: Connection, key: str, *, after: int = 0) -> Documents:
    """A scope's documents written after version ``after``, in file order."""
    found = _packed(connection, _OF_SCOPE, key, docs.above(after))
    return of_rows(docs.of_scope(connection, key, after=after)) if found is None else found


def fetch(connection: Connection, key: str, ids: Sequence[str]) -> Documents:
    """Those documents of a scope that exist, in file order."""
    found = _packed(connection, _BY_ID, listed(ids), key)
    if found is None:
        rows = [row for row in docs.fetch(connection, ids).values() if scope_key(row.scope) == key]
        rows.sort(key=lambda row: (row.anchor.file_path, row.anchor.byte_start, row.span))
        return of_rows(rows)
    return found


def of_rows(rows: Sequence[DocRow]) -> Documents:
    """The same of rows that are objects already, in their order."""
    labels: dict[Label, int] = {}
    label = [
        labels.setdefault(
            Label(
                row.scope, row.lane, row.anchor.file_path, row.session_id, row.role, row.speaker,
                row.source_type, row.tags,
            ),
            len(labels),
        )
        for row in rows
    ]  # fmt: skip
    return Documents(
        rows=rows,
        ids=[row.doc_id for row in rows],
        embed_hashes=[row.embed_hash for row in rows],
        labels=tuple(labels),
        label=_integers(label),
        start=_integers([row.anchor.byte_start for row in rows]),
        line=_integers([row.anchor.line_start for row in rows]),
        timestamp=_integers([row.timestamp for row in rows]),
        terms=_integers([row.terms for row in rows]),
        vector=np.array([row.vector for row in rows], dtype=np.bool_),
        aged=_aged([(row.state, row.vector) for row in rows]),
    )


_LABEL = ("tenant_id", "user_id", *Label._fields[1:])
_SHARED = {*_LABEL, "scope_key"}
_KEPT = [name for name in (*ANCHOR_COLUMNS, *REST_COLUMNS) if name not in _SHARED]
_COLUMNS = f"""
SELECT {ANCHOR_JSON_SQL} || {REST_JSON_SQL} || context, row_hash,
    json_array({", ".join(_KEPT)}), doc_id, embed_hash,
    json_array({", ".join(_LABEL)}), byte_start, line_start, timestamp, terms,
    state, vector
"""
_OF_SCOPE = f"""
{_COLUMNS} FROM docs WHERE scope_key = ? AND seq > ? ORDER BY path, byte_start, span
"""
_BY_ID = f"""
{_COLUMNS} FROM (SELECT value FROM json_each(?)) asked CROSS JOIN docs ON doc_id = asked.value
WHERE scope_key = ? ORDER BY path, byte_start, span
"""


def _packed(connection: Connection, query: str, *arguments: object) -> Documents | None:
    """The documents of a query; ``None`` unless each is proven by its hash."""
    try:
        rows = connection.rows(query, *arguments)
    except DependencyUnavailable:
        return None  # read one by one, they tell what is wrong
    if not rows:
        return of_rows([])
    proven, hashes, kept, ids, embed, labels_of, start, line, timestamp, terms, states, vectors = (
        zip(*rows, strict=True)
    )
    numbers = (*start, *line, *timestamp, *terms, *vectors)
    none = [""] * len(rows)
    if seals(proven, none, none) != list(hashes) or set(map(type, numbers)) != {int}:
        return None
    places: dict[str, int] = {}
    label = _integers([places.setdefault(text, len(places)) for text in labels_of])
    labels = _labels(places)
    health = [(state, bool(vector)) for state, vector in zip(states, vectors, strict=True)]
    return Documents(
        rows=PackedRows(kept, labels, label, health),
        ids=ids,
        embed_hashes=embed,
        labels=labels,
        label=label,
        start=_integers(start),
        line=_integers(line),
        timestamp=_integers(timestamp),
        terms=_integers(terms),
        vector=np.array(vectors, dtype=np.bool_),
        aged=_aged(health),
    )


def _labels(texts: Iterable[str]) -> tuple[Label, ...]:
    """Labels out of the JSON of each."""
    found = []
    for tenant_id, user_id, lane, path, *values, tags in json.loads(f"[{','.join(texts)}]"):
        scope, given = Scope(tenant_id, user_id), docs.tags_of(path, tags)
        found.append(Label._make([scope, lane, path, *values, given]))
    return tuple(found)


def _document(text: str, label: Label, health: Health) -> DocRow:
    columns = dict(zip(_KEPT, json.loads(text), strict=True)) | label._asdict()
    columns |= {"state": health[0], "vector": health[1], "context": ""}
    return docs.document(columns, scope=label.scope, tags=label.tags)


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)


def _aged(health: Sequence[Health]) -> NDArray[np.bool_]:
    bare = [not vector and state not in VECTORLESS for state, vector in health]
    return np.array(bare, dtype=np.bool_)
