"""Document rows: which documents exist, where their text stands, and how they are."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from eywa_fs.catalog.document_row import DOCS, IN_FILE_ORDER, StoredDocument, row_hash
from eywa_fs.catalog.sql import AMONG, Connection, Table, columns_of, listed, value_of, values_of
from eywa_fs.model.documents import VECTORLESS, DocRow, DocState, scope_key
from eywa_fs.model.records import Anchor, Scope

SCOPES = Table(
    "scopes",
    {"scope_key": str, "tenant_id": str, "user_id": str, "version": int, "removals": int},
    "scope_key",
    {"scopes_by_version": "version"},
)
"""One row a scope: ``version`` is the number of its last change, ``removals`` that of its last
deletion, so that a reader knows whether what it keeps in memory can be extended or must be read
again. The changes of all scopes are numbered together."""


def put(connection: Connection, rows: Sequence[DocRow]) -> None:
    """Write rows, replacing those of the same id, and move their scopes' versions on."""
    versions = {scope: bump(connection, scope) for scope in {row.scope for row in rows}}
    DOCS.put(connection, [stored(row, versions[row.scope]) for row in rows])


def remove(connection: Connection, rows: Sequence[DocRow]) -> None:
    """Delete rows; from here on search does not see the documents."""
    for scope in {row.scope for row in rows}:
        bump(connection, scope, removed=True)
    ids = listed(row.doc_id for row in rows)
    connection.change(f"DELETE FROM docs WHERE doc_id {AMONG}", ids)


def bump(connection: Connection, scope: Scope, *, removed: bool = False) -> int:
    """Move a scope's version on and return it."""
    key = scope_key(scope)
    version = newest(connection) + 1
    removals = version if removed else scope_version(connection, key)[1]
    SCOPES.put(connection, [(key, scope.tenant_id, scope.user_id, version, removals)])
    return version


def touch(connection: Connection, keys: Collection[str]) -> None:
    """Move the versions of scopes on, by their keys: something about them changed that is not in
    their documents. A scope without documents has no version and gets none."""
    for key in keys:
        connection.change(
            "UPDATE scopes SET version = ? WHERE scope_key = ?", newest(connection) + 1, key
        )


def newest(connection: Connection) -> int:
    """The highest version of any scope: what is written later has a higher one."""
    return int(connection.value("SELECT max(version) FROM scopes") or 0)


def scope_version(connection: Connection, key: str) -> tuple[int, int]:
    """``(version, removals)`` of a scope; ``(0, 0)`` for one that has no documents yet."""
    query = "SELECT version, removals FROM scopes WHERE scope_key = ?"
    found: tuple[int, int] | None = connection.first(query, key)
    return found or (0, 0)


def fetch(connection: Connection, ids: Sequence[str]) -> dict[str, DocRow]:
    """Rows by document id; ids that are not there are left out."""
    return {row.doc_id: row for row in _rows(connection, f"WHERE doc_id {AMONG}", listed(ids))}


def of_path(connection: Connection, path: str) -> list[DocRow]:
    """The documents made from one file, in file order."""
    return list(_rows(connection, f"WHERE path = ? {IN_FILE_ORDER}", path))


def of_scope(connection: Connection, key: str, *, after: int = 0) -> list[DocRow]:
    """A scope's documents written after version ``after``, in file order."""
    rest = f"WHERE scope_key = ? AND seq > ? {IN_FILE_ORDER}"
    return list(_rows(connection, rest, key, above(after)))


def above(version: int) -> float:
    """What ``seq`` of the rows written after a version is greater than; after 0 these are all, so
    that a number that was changed hides no row from who reads them anew."""
    return version or -math.inf


def misnumbered(connection: Connection, table: Table) -> Iterator[tuple[str, int, str | None]]:
    """Path, line and document id, if they have one, of rows that are numbered as no version of
    their scope until now: who keeps an earlier one in memory would miss them, or read them twice.
    ``table`` holds documents or readings."""
    odd = (
        f"SELECT r.scope_key FROM (SELECT scope_key, min(seq) AS low, max(seq) AS high "
        f"FROM {table.name} GROUP BY scope_key) r LEFT JOIN scopes s ON s.scope_key = r.scope_key "
        "WHERE low < 1 OR high > ifnull(version, 0)"
    )
    version = f"(SELECT version FROM scopes s WHERE s.scope_key = {table.name}.scope_key)"
    doc_id = "doc_id" if "doc_id" in table.columns else "NULL"
    return connection.each(
        f"SELECT path, line_start, {doc_id} FROM {table.name} WHERE scope_key IN ({odd}) "
        f"AND (seq < 1 OR seq > ifnull({version}, 0)) ORDER BY path, byte_start"
    )


def ids_since(connection: Connection, key: str, version: int, limit: int) -> list[str]:
    """Up to ``limit`` of a scope's documents written after a version."""
    query = "SELECT doc_id FROM docs WHERE scope_key = ? AND seq > ? LIMIT ?"
    return connection.texts(query, key, version, limit)


def ids_in_window(
    connection: Connection, key: str, start_ms: int, end_ms: int, limit: int
) -> list[str]:
    """A scope's documents with a time in ``[start_ms, end_ms)``, newest first."""
    return connection.texts(
        "SELECT doc_id FROM docs WHERE scope_key = ? AND timestamp >= ? AND timestamp < ? "
        "ORDER BY timestamp DESC, doc_id LIMIT ?",
        key, start_ms, end_ms, limit,
    )  # fmt: skip


def sample(connection: Connection, key: str, size: int) -> list[str]:
    """Up to ``size`` embedding hashes of a scope's documents that have a vector: the first in the
    order of their ids, which are hashes, are a fair and repeatable sample."""
    query = "SELECT embed_hash FROM docs WHERE scope_key = ? AND vector = 1 ORDER BY doc_id LIMIT ?"
    return connection.texts(query, key, size)


def extent(connection: Connection, key: str) -> tuple[int, int, dict[str, int]]:
    """How many documents a scope has, how many of them should have a vector and have none yet, and
    how many records each named speaker of it has."""
    rows = connection.rows(
        "SELECT speaker, count(*), sum(CASE WHEN span = 0 THEN 1 ELSE 0 END), "
        f"sum(vector = 0 AND state {AMONG}) FROM docs "
        "WHERE scope_key = ? GROUP BY speaker ORDER BY speaker",
        listed(VECTORLESS),
        key,
    )
    speakers = {str(name): int(records) for name, _, records, _ in rows if name and records}
    return sum(count for _, count, _, _ in rows), sum(bare for *_, bare in rows), speakers


def every(connection: Connection) -> Iterator[DocRow]:
    """All documents in file order, streamed."""
    return _rows(connection, IN_FILE_ORDER)


def embed_hashes(connection: Connection) -> list[str]:
    """The hashes of the texts of all documents, by which their vectors are cached."""
    return connection.texts("SELECT DISTINCT embed_hash FROM docs")


def paths(connection: Connection) -> list[str]:
    """Every path some document points at."""
    return [path for (path,) in connection.rows("SELECT DISTINCT path FROM docs ORDER BY path")]


def tenants(connection: Connection) -> list[str]:
    """Every tenant that ever had a document."""
    return connection.texts("SELECT DISTINCT tenant_id FROM scopes ORDER BY tenant_id")


def indexed_tenants(connection: Connection) -> list[str]:
    """Every tenant that has a document."""
    return connection.texts(
        "SELECT DISTINCT tenant_id FROM scopes s "
        "WHERE EXISTS (SELECT 1 FROM docs d WHERE d.scope_key = s.scope_key)"
    )


def ids_of_tenant(connection: Connection, tenant_id: str) -> set[str]:
    """The ids of one tenant's documents."""
    return set(connection.texts("SELECT doc_id FROM docs WHERE tenant_id = ?", tenant_id))


def largest_tenants(connection: Connection, most: int = -1) -> dict[str, int]:
    """The tenants with the most documents that have a vector, the largest first, and how many; by
    default all such tenants."""
    query = (
        "SELECT tenant_id, count(*) FROM docs WHERE vector = 1 GROUP BY tenant_id "
        "ORDER BY count(*) DESC, tenant_id LIMIT ?"
    )
    return dict(connection.rows(query, most))


def largest_scope(connection: Connection, tenant_id: str) -> int:
    """How many documents the user of a tenant has who has the most."""
    of_each = "SELECT count(*) AS n FROM docs WHERE tenant_id = ? GROUP BY scope_key"
    return int(connection.value(f"SELECT max(n) FROM ({of_each})", tenant_id) or 0)


def sample_of_tenant(connection: Connection, tenant_id: str, size: int) -> list[str]:
    """Up to ``size`` documents of a tenant that have a vector which no other has, evenly over the
    order of their ids, which are hashes: a fair and repeatable sample of all its users."""
    ids = connection.texts(
        "SELECT min(doc_id) AS one FROM docs WHERE tenant_id = ? AND vector = 1 "
        "GROUP BY embed_hash HAVING count(*) = 1 ORDER BY one",
        tenant_id,
    )
    step = max(1, len(ids) // size)
    return ids[::step][:size]


def paths_of_tenant(connection: Connection, tenant_id: str) -> dict[str, str]:
    """Path by document id, of one tenant."""
    return dict(connection.rows("SELECT doc_id, path FROM docs WHERE tenant_id = ?", tenant_id))


def set_state(connection: Connection, rows: Iterable[DocRow], state: DocState) -> None:
    """Move documents to a state."""
    ids = listed(row.doc_id for row in rows)
    connection.change(f"UPDATE docs SET state = ? WHERE doc_id {AMONG}", state, ids)


def counts(connection: Connection) -> dict[str, int]:
    """How many documents are in each state, plus ``total``, ``summaries`` and ``vectors``
    (of documents and summaries)."""
    rows = connection.rows("SELECT state, count(*) FROM docs GROUP BY state")
    found = {str(state): int(number) for state, number in rows}
    summaries = connection.value("SELECT count(*) FROM summaries")
    vectors = connection.value("SELECT count(*) FROM docs WHERE vector = 1")
    total = sum(found.values())
    return found | {"total": total, "summaries": summaries, "vectors": vectors + summaries}


def number(connection: Connection) -> int:
    """How many documents there are."""
    return int(connection.value("SELECT count(*) FROM docs"))


def digest(connection: Connection, known: Mapping[str, str] = MappingProxyType({})) -> str:
    """SHA-256 over everything a rebuild must reproduce, in an order independent of time. It goes
    over the rows' own hashes; that they fit the rows is what a deep verify proves.

    Args:
        known: :func:`file_digest` of files whose rows were read in the same transaction.
    """
    total = hashlib.sha256()
    found = paths(connection)
    of_files = dict(known)
    unknown = listed(path for path in found if path not in known)
    query = f"SELECT path, row_hash FROM docs WHERE path {AMONG} {IN_FILE_ORDER}"
    for path, rows in groupby(connection.each(query, unknown), itemgetter(0)):
        of_files[path] = file_digest([row_hash for _, row_hash in rows])
    for path in found:
        total.update(repr((path, of_files[path])).encode("utf-8", "surrogatepass"))
    readings = "SELECT path, byte_start, row_hash FROM readings ORDER BY path, byte_start"
    for row in connection.each(readings):
        total.update(repr(row).encode("utf-8", "surrogatepass"))
    return "sha256:" + total.hexdigest()


def file_digest(hashes: Sequence[str]) -> str:
    """SHA-256 over the ``row_hash`` of all documents of a file, in file order."""
    joined = "\n".join(map(str, hashes))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def stored(row: DocRow, seq: int) -> StoredDocument:
    """A document's columns, as of a version of its scope."""
    values = StoredDocument._make(_values(row))
    return values._replace(seq=seq, row_hash=row_hash(values))


def document(columns: Mapping[str, Any], **given: object) -> DocRow:
    """The document that columns are of, but for the attributes that are given."""
    doc_id = columns["doc_id"]
    if "tags" not in given:
        given["tags"] = tags_of(doc_id, columns["tags"])
    given["context"] = context_of(doc_id, columns["path"], columns["context"])
    given["vector"] = bool(columns["vector"])
    return value_of(DocRow, columns, **given)


def _rows(connection: Connection, rest: str, *arguments: object) -> Iterator[DocRow]:
    return map(document, DOCS.read(connection, rest, *arguments))


def tags_of(doc_id: str, column: str) -> tuple[str, ...]:
    """A row's tags."""
    value = _json(doc_id, column)
    if not all(isinstance(tag, str) for tag in value):
        raise DOCS.damaged(doc_id, "a tag is no text")
    return tuple(value)


def _context_value(context: Sequence[Anchor]) -> str:
    """Context always stands in the same file as the record: its path is not repeated."""
    values = [[getattr(anchor, name) for name in Anchor.__slots__[1:]] for anchor in context]
    return json.dumps(values) if values else ""


def context_of(doc_id: str, path: str, column: str) -> tuple[Anchor, ...]:
    """The further records whose text went into a document of this file."""
    value = _json(doc_id, column)
    if not all(isinstance(v, list) and list(map(type, v)) == _CONTEXT_TYPES for v in value):
        raise DOCS.damaged(doc_id, "its context is no list of anchors")
    return tuple(Anchor(path, *values) for values in value)


def _json(doc_id: str, column: str) -> list[Any]:
    if not column:
        return []
    try:
        value = json.loads(column)
    except (ValueError, RecursionError) as error:
        raise DOCS.damaged(doc_id, error) from None
    if not isinstance(value, list):
        raise DOCS.damaged(doc_id, "a list was expected")
    return value


_CONTEXT_TYPES = list(columns_of(Anchor).values())[1:]
_values = values_of(
    StoredDocument._fields,
    tags=lambda row: json.dumps(row.tags, ensure_ascii=False) if row.tags else "",
    context=lambda row: _context_value(row.context),
    row_hash=lambda row: "",
    seq=lambda row: 0,
)
