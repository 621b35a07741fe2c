"""Documents as rows: their columns, the anchor among them, and the hash that proves a row; and many
files' rows at once, in JSON that SQLite makes, as a deep verify proves them.

A row's own hash goes over JSON that SQLite puts together as well as we do, so a sound row is proven
by its JSON, and its columns are read one by one only to say what is wrong.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from functools import partial
from json.encoder import encode_basestring as _quoted
from typing import Annotated, NamedTuple, get_type_hints

import xxhash

from eywa_fs.catalog.sql import Connection, Table, columns_of, values_of
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.model.documents import Lane

ANCHOR_KEY = "anchor"
"""The one key of what the vector store keeps beside a vector."""


class StoredDocument(NamedTuple):
    """The columns of a document: names, types and order. Those of an anchor in the vector store
    are first, with their keys in it; a rebuild must reproduce all down to ``context``."""

    lane: Annotated[str, "lane"]
    event_id: Annotated[str, "eventId"]
    path: Annotated[str, "filePath"]
    fs_version: Annotated[str, "fsVersion"]
    line_start: Annotated[int, "lineStart"]
    line_end: Annotated[int, "lineEnd"]
    byte_start: Annotated[int, "byteStart"]
    byte_end: Annotated[int, "byteEnd"]
    content_hash: Annotated[str, "contentHash"]
    timestamp: Annotated[int, "createdAt"]
    source_type: Annotated[str, "sourceType"]
    scope_key: str
    tenant_id: str
    user_id: str
    session_id: str
    doc_id: str
    span: int
    span_start: int
    span_end: int
    role: str
    speaker: str
    tags: str
    terms: int
    embed_hash: str
    word_hash: str
    context: str
    row_hash: str
    state: str
    vector: int
    seq: int


ANCHOR_COLUMNS: dict[str, str] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(StoredDocument, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}
"""The columns of an anchor in the vector store, with their keys there."""

_PROVEN = StoredDocument._fields.index("context")
REST_COLUMNS = StoredDocument._fields[len(ANCHOR_COLUMNS) : _PROVEN]
"""With ``context``, and the anchor's, these are all columns that a rebuild must reproduce."""

_PAIRS = [f"'{key}', {name}" for name, key in ANCHOR_COLUMNS.items()]
ANCHOR_JSON_SQL = f"json_object({', '.join(_PAIRS)})"
REST_JSON_SQL = f"json_array({', '.join(REST_COLUMNS)})"
"""How SQLite puts together what ``row_hash`` goes over; ``context`` follows."""

DOCS = Table(
    "docs",
    columns_of(StoredDocument),
    indexes={
        "docs_by_scope": "scope_key, seq",
        "docs_by_path": "path, byte_start",
        "docs_by_time": "scope_key, timestamp",
        "docs_by_state": "state",
    },
)
IN_FILE_ORDER = "ORDER BY path, byte_start, span"

_anchor_values = values_of(ANCHOR_COLUMNS)
_ANCHOR_JSON = "{" + ",".join(f'"{key}":%s' for key in ANCHOR_COLUMNS.values()) + "}"
_ANCHOR_TYPES = [columns_of(StoredDocument)[name] for name in ANCHOR_COLUMNS]
compact_json: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":")
).encode
"""JSON as SQLite writes it."""


def anchor_json(item: object) -> str:
    """The anchor of a document, a summary or a row as the vector store keeps it: JSON, no text.
    ``TypeError`` where bytes stand instead of a text."""
    values = item if isinstance(item, StoredDocument) else _anchor_values(item)
    pairs = zip(_ANCHOR_TYPES, values, strict=False)
    return _ANCHOR_JSON % tuple([_quoted(value) if kind is str else value for kind, value in pairs])


def row_hash(row: StoredDocument) -> str:
    """XXH3-128 over what a row says, but for its health: any edit of it shows. Errors as of
    :func:`anchor_json`."""
    rest = compact_json(row[len(ANCHOR_COLUMNS) : _PROVEN])
    return seals([anchor_json(row)], [rest], [row.context])[0]


def seals(anchors: Iterable[str], rests: Iterable[str], contexts: Iterable[str]) -> list[str]:
    """The ``row_hash`` of rows: :func:`anchor_json` of each, the rest as JSON, and its context."""
    return [
        xxhash.xxh3_128_hexdigest(f"{anchor}{rest}{context}".encode(errors="surrogatepass"))
        for anchor, rest, context in zip(anchors, rests, contexts, strict=True)
    ]  # JSON ends where it ends: the three cannot run into each other


def of_path(connection: Connection, path: str) -> list[StoredDocument]:
    """What the catalog says of a file's documents, in file order, sound or not."""
    rows = connection.rows(f"{DOCS.select} WHERE path = ? {IN_FILE_ORDER}", path)
    return list(map(StoredDocument._make, rows))


class SealedFile(NamedTuple):
    """The documents of a file, column by column, in file order.

    Attributes:
        anchors: as the vector store keeps them.
        rests: JSON that begins with :func:`rest_begin` in a session's file. The document's id in
            quotes, its span, and where that begins and ends in characters follow, then more.
        contexts, hashes: the columns ``context`` and ``row_hash``.
        health: ``1`` for a fresh document with a vector, ``0`` for one without, else anything.
    """

    anchors: Sequence[str]
    rests: Sequence[str]
    contexts: Sequence[str]
    hashes: Sequence[str]
    health: Sequence[str]


_HEALTH = """
CASE WHEN lane = ? AND source_type = 'conversation' AND state = 'indexed_fresh'
    AND typeof(context) = 'text' AND typeof(row_hash) = 'text' AND typeof(vector) = 'integer'
THEN vector ELSE '?' END
"""
_SEALED = (ANCHOR_JSON_SQL, REST_JSON_SQL, "context", "row_hash", _HEALTH)
_ASKED = "FROM (SELECT value FROM json_each(?)) asked"
_FILE_SIZES = f"""
SELECT group_concat((SELECT count(*) FROM docs WHERE docs.path = asked.value)) {_ASKED}
"""
_SEALED_FILES = f"""
SELECT {", ".join(f"group_concat({column}, char(10))" for column in _SEALED)}
{_ASKED} CROSS JOIN docs INDEXED BY docs_by_path ON docs.path = asked.value
"""
"""All files' rows in one, so that SQLite does it at a stretch while other threads go on. A cross
join is never reordered, and the index goes by place in the file; the spans of a record come as they
were written, in order. Bytes where a text belongs make it fail: JSON cannot hold them. No column
of a sound row holds a line break."""


def rest_begin(scope_key: str, tenant_id: str, user_id: str, session_id: str) -> str:
    """What the rest of each document of a session begins with."""
    return compact_json((scope_key, tenant_id, user_id, session_id))[:-1] + ","


def sealed_files(
    connection: Connection, lane: Lane, groups: Sequence[Sequence[str]], pool: Executor
) -> Generator[Mapping[str, SealedFile]]:
    """The documents of each group of files, by path, all of one lane; those of the next group are
    read by another thread meanwhile. Empty where a value cannot be what was written, or cannot be
    read: :func:`of_path` tells. To be closed: then nothing is read
    any more."""
    read = partial(_read, connection, lane)
    if sqlite3.threadsafety != 3:  # threads may not share a connection
        yield from map(read, groups)
        return
    ahead: list[Future[Mapping[str, SealedFile]]] = []
    try:
        for number, paths in enumerate(groups):
            found = (ahead.pop() if ahead else pool.submit(read, paths)).result()
            ahead += [pool.submit(read, following) for following in groups[number + 1 : number + 2]]
            yield found
    finally:
        wait(ahead)


def _read(connection: Connection, lane: Lane, paths: Sequence[str]) -> Mapping[str, SealedFile]:
    asked = json.dumps(paths)
    try:
        (sizes,) = connection.first(_FILE_SIZES, asked)
        texts = connection.first(_SEALED_FILES, lane, asked)
    except DependencyUnavailable:
        return {}
    if not all(isinstance(text, str) for text in (sizes, *texts)):
        return {}
    columns = [text.split("\n") for text in texts]
    files: dict[str, SealedFile] = {}
    start = end = 0
    for path, size in zip(paths, sizes.split(","), strict=True):
        end = start + int(size)
        files[path] = SealedFile(*[column[start:end] for column in columns])
        start = end
    return files if {end} == set(map(len, columns)) else {}
