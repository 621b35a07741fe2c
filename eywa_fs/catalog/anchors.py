"""Document rows as a deep verify compares them, and the hash that proves each.

A row's own hash goes over JSON that SQLite puts together as well as we do: the anchor as the vector
store keeps it, and the other columns. So a sound row is proven by its JSON
(:mod:`eywa_fs.catalog.sealed`), and its columns are read one by one only to say what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from json.encoder import encode_basestring as _quoted
from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash
from sqlalchemy import Connection, Integer, Select, select, type_coerce

from eywa_fs.batching import batched
from eywa_fs.catalog.schema import DOCS
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    from eywa_fs.catalog.docs import VectorRow

ANCHOR_KEY = "anchor"
"""The one key of what the vector store keeps beside a vector."""

_CHUNK = 500

ANCHOR_COLUMNS = {
    "lane": "lane", "eventId": "event_id", "filePath": "path", "fsVersion": "fs_version",
    "lineStart": "line_start", "lineEnd": "line_end", "byteStart": "byte_start",
    "byteEnd": "byte_end", "contentHash": "content_hash", "createdAt": "timestamp",
    "sourceType": "source_type",
}  # fmt: skip
"""Keys of an anchor in the vector store and their columns, in the order of :func:`anchor_json`."""

REST_COLUMNS = (
    "scope_key", "tenant_id", "user_id", "session_id", "doc_id", "span", "span_start", "span_end",
    "role", "speaker", "tags", "terms", "embed_hash", "word_hash",
)  # fmt: skip
"""With ``context``, and the anchor's, these are all columns that a rebuild must reproduce."""


class AnchorRow(NamedTuple):
    """The columns a deep verify compares; the order lets it compare most of them at once.

    ``row_hash`` proves all that stand before it (:attr:`untouched`).
    """

    content_hash: str
    byte_end: int
    line_start: int
    line_end: int
    fs_version: str
    scope_key: str
    tenant_id: str
    user_id: str
    session_id: str
    source_type: str
    lane: str
    event_id: str
    timestamp: int
    role: str
    speaker: str
    tags: str
    doc_id: str
    byte_start: int
    context: str
    span: int
    span_start: int
    span_end: int
    terms: int
    embed_hash: str
    word_hash: str
    path: str
    row_hash: str
    state: str
    vector: int

    @property
    def untouched(self) -> bool:
        """Whether all columns that a rebuild must reproduce are what was written."""
        try:
            return self.row_hash == row_hash(self)
        except TypeError:
            return False  # bytes stand where a text belongs


_anchor_row: Callable[[tuple[Any, ...]], AnchorRow] = partial(tuple.__new__, AnchorRow)
"""``AnchorRow._make`` without its check of the length."""

_ROW_COLUMNS = [
    type_coerce(DOCS.c[name], Integer) if name == "vector" else DOCS.c[name]
    for name in AnchorRow._fields
]
compact_json: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":")
).encode
"""JSON as SQLite writes it."""


def anchor_json(row: VectorRow | AnchorRow) -> str:
    """A document's anchor as the vector store keeps it: JSON in a fixed order, no text.

    Raises:
        TypeError: bytes stand where a text belongs.
    """
    return (
        f'{{"lane":"{row.lane}","eventId":{_quoted(row.event_id)},'
        f'"filePath":{_quoted(row.path)},"fsVersion":"{row.fs_version}",'
        f'"lineStart":{row.line_start},"lineEnd":{row.line_end},'
        f'"byteStart":{row.byte_start},"byteEnd":{row.byte_end},'
        f'"contentHash":"{row.content_hash}","createdAt":{row.timestamp},'
        f'"sourceType":"{row.source_type}"}}'
    )  # put together by hand, which takes a quarter of the time of an encoder: one a vector


def row_hash(row: AnchorRow) -> str:
    """XXH3-128 over what a row says, but for its health: any edit of it shows.

    Raises:
        TypeError: bytes stand where a text belongs.
    """
    rest = compact_json([getattr(row, name) for name in REST_COLUMNS])
    return seals([anchor_json(row)], [rest], [row.context])[0]


def seals(anchors: Iterable[str], rests: Iterable[str], contexts: Iterable[str]) -> list[str]:
    """The ``row_hash`` of rows: :func:`anchor_json` of each, the rest as JSON, and its context."""
    return [
        xxhash.xxh3_128_hexdigest(f"{anchor}{rest}{context}".encode(errors="surrogatepass"))
        for anchor, rest, context in zip(anchors, rests, contexts, strict=True)
    ]  # JSON ends where it ends: the three cannot run into each other


def of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[AnchorRow]]:
    """What the catalog says of some files' documents, by path, in file order.

    Raises:
        DependencyUnavailable: a value cannot be read.
    """
    found: dict[str, list[AnchorRow]] = {path: [] for path in paths}
    for batch in batched(paths, _CHUNK):
        query = (
            select(*_ROW_COLUMNS)
            .where(DOCS.c.path.in_(batch))
            .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
        )
        for values in plain_rows(connection, query):
            row = _anchor_row(values)
            found[row.path].append(row)
    return found


class WholeRows(Mapping[str, Sequence[AnchorRow]]):
    """The rows of some files column by column, read when a file is asked for."""

    def __init__(self, connection: Connection, paths: Sequence[str]) -> None:
        self._connection = connection
        self._paths = dict.fromkeys(paths)
        self._read: dict[str, list[AnchorRow]] = {}

    def __getitem__(self, path: str) -> Sequence[AnchorRow]:
        if path not in self._paths:
            raise KeyError(path)
        if path not in self._read:
            self._read |= of_paths(self._connection, [path])
        return self._read[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def plain_rows(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """The rows as the driver gives them. A deep verify reads every row: made into SQLAlchemy's own,
    they would cost half as much again."""
    result = connection.execute(query)  # kept: with it, the cursor would go
    cursor = result.cursor
    if cursor is None:
        return
    try:
        cursor.arraysize = 1000
        for rows in iter(cursor.fetchmany, []):
            yield from rows
    except connection.dialect.loaded_dbapi.Error as error:
        raise DependencyUnavailable(
            f"documents of the catalog cannot be read ({error}); run 'eywa repair --apply'"
        ) from error
    finally:
        cursor.close()
