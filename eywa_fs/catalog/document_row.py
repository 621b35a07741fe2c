"""Documents as rows: their columns, the anchor among them, and the hash that proves a row.

A row's own hash goes over JSON that SQLite puts together as well as we do, so a sound row is proven
by its JSON, and its columns are read one by one only to say what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring as _quoted
from typing import Annotated, NamedTuple, get_type_hints

import xxhash

from eywa_fs.catalog.sql import Connection, Table, columns_of, values_of

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
