"""Document rows: which documents exist, where their text stands, and how they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from eywa_fs.batching import batched
from eywa_fs.catalog.anchors import AnchorRow, plain_rows, row_hash
from eywa_fs.catalog.rowtypes import check_types, damaged_row, types_of
from eywa_fs.catalog.schema import DOCS, READINGS, SCOPES, SUMMARIES
from eywa_fs.model.documents import DocRow, DocState, scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.summaries import LANE as SUMMARY_LANE
from eywa_fs.model.summaries import Summary

_CHUNK = 500
"""Rows a statement: below every engine's limit of bound parameters."""


def put(connection: Connection, rows: Sequence[DocRow]) -> None:
    """Write rows, replacing those of the same id, and move their scopes' versions on."""
    versions = {scope: bump(connection, scope) for scope in {row.scope for row in rows}}
    for batch in batched(rows, _CHUNK):
        connection.execute(delete(DOCS).where(DOCS.c.doc_id.in_([row.doc_id for row in batch])))
    for batch in batched(rows, 5000):
        connection.execute(insert(DOCS), [_values(row, versions[row.scope]) for row in batch])


def remove(connection: Connection, rows: Sequence[DocRow]) -> None:
    """Delete rows; from here on search does not see the documents."""
    for scope in {row.scope for row in rows}:
        bump(connection, scope, removed=True)
    for batch in batched(rows, _CHUNK):
        connection.execute(delete(DOCS).where(DOCS.c.doc_id.in_([row.doc_id for row in batch])))


def bump(connection: Connection, scope: Scope, *, removed: bool = False) -> int:
    """Move a scope's version on and return it."""
    key = scope_key(scope)
    found = connection.execute(
        select(SCOPES.c.version, SCOPES.c.removals).where(SCOPES.c.scope_key == key)
    ).first()
    if found is None:
        connection.execute(
            insert(SCOPES).values(
                scope_key=key,
                tenant_id=scope.tenant_id,
                user_id=scope.user_id,
                version=1,
                removals=int(removed),
            )
        )
        return 1
    connection.execute(
        update(SCOPES)
        .where(SCOPES.c.scope_key == key)
        .values(version=found.version + 1, removals=found.removals + int(removed))
    )
    return int(found.version) + 1


def scope_version(connection: Connection, key: str) -> tuple[int, int]:
    """``(version, removals)`` of a scope; ``(0, 0)`` for one that has no documents yet."""
    found = connection.execute(
        select(SCOPES.c.version, SCOPES.c.removals).where(SCOPES.c.scope_key == key)
    ).first()
    return (found.version, found.removals) if found else (0, 0)


def fetch(connection: Connection, ids: Sequence[str]) -> dict[str, DocRow]:
    """Rows by document id; ids that are not there are left out."""
    found: dict[str, DocRow] = {}
    for batch in batched(ids, _CHUNK):
        query = select(DOCS).where(DOCS.c.doc_id.in_(batch))
        found.update((row.doc_id, _row(row)) for row in connection.execute(query))
    return found


def of_path(connection: Connection, path: str) -> list[DocRow]:
    """The documents made from one file, in file order."""
    query = select(DOCS).where(DOCS.c.path == path).order_by(DOCS.c.byte_start, DOCS.c.span)
    return [_row(row) for row in connection.execute(query)]


def of_scope(connection: Connection, key: str, *, after: int = 0) -> list[DocRow]:
    """A scope's documents written after version ``after``, in file order."""
    query = (
        select(DOCS)
        .where(DOCS.c.scope_key == key, DOCS.c.seq > after)
        .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
    )
    return [_row(row) for row in connection.execute(query)]


def ids_in_window(
    connection: Connection, key: str, start_ms: int, end_ms: int, limit: int
) -> list[str]:
    """A scope's documents with a time in ``[start_ms, end_ms)``, newest first."""
    query = (
        select(DOCS.c.doc_id)
        .where(DOCS.c.scope_key == key, DOCS.c.timestamp >= start_ms, DOCS.c.timestamp < end_ms)
        .order_by(DOCS.c.timestamp.desc(), DOCS.c.doc_id)
        .limit(limit)
    )
    return [str(value) for value in connection.scalars(query)]


def sample(connection: Connection, key: str, size: int) -> list[str]:
    """Up to ``size`` embedding hashes of a scope's documents that have a vector.

    Document ids are hashes, so taking the first in their order is a fair and repeatable sample.
    """
    query = (
        select(DOCS.c.embed_hash)
        .where(DOCS.c.scope_key == key, DOCS.c.vector.is_(True))
        .order_by(DOCS.c.doc_id)
        .limit(size)
    )
    return [str(value) for value in connection.scalars(query)]


def extent(connection: Connection, key: str) -> tuple[int, dict[str, int]]:
    """How many documents a scope has, and how many records each named speaker of it."""
    query = (
        select(DOCS.c.speaker, func.count(), func.count().filter(DOCS.c.span == 0))
        .where(DOCS.c.scope_key == key)
        .group_by(DOCS.c.speaker)
        .order_by(DOCS.c.speaker)
    )
    rows = connection.execute(query).all()
    speakers = {str(name): int(records) for name, _, records in rows if name and records}
    return sum(int(documents) for _, documents, _ in rows), speakers


def every(connection: Connection) -> Iterator[DocRow]:
    """All documents in file order, streamed."""
    query = select(DOCS).order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
    for row in connection.execute(query.execution_options(yield_per=2000)):
        yield _row(row)


class VectorRow(NamedTuple):
    """The columns that the vector store has a copy of."""

    doc_id: str
    lane: str
    event_id: str
    path: str
    fs_version: str
    line_start: int
    line_end: int
    byte_start: int
    byte_end: int
    content_hash: str
    timestamp: int
    source_type: str

    @classmethod
    def of(cls, row: DocRow | Summary) -> VectorRow:
        """The same columns of a whole row; a summary stands where its first record does."""
        anchor, lane = (
            (row.anchor, row.lane) if isinstance(row, DocRow) else (row.anchors[0], SUMMARY_LANE)
        )
        return cls(
            row.doc_id,
            lane,
            row.event_id,
            anchor.file_path,
            anchor.fs_version,
            anchor.line_start,
            anchor.line_end,
            anchor.byte_start,
            anchor.byte_end,
            anchor.content_hash,
            row.timestamp,
            row.source_type,
        )


def context_hashes(row: AnchorRow) -> list[tuple[int, str]]:
    """Byte offset and hash of each record in a row's context column.

    Raises:
        DependencyUnavailable: the column is damaged.
    """
    return [(values[3], values[5]) for values in _context(row.doc_id, row.context)]


def tags_value(tags: Sequence[str]) -> str:
    """Tags as the column holds them."""
    return json.dumps(list(tags), ensure_ascii=False) if tags else ""


def paths(connection: Connection) -> list[str]:
    """Every path some document points at."""
    return list(connection.scalars(select(DOCS.c.path).distinct().order_by(DOCS.c.path)))


def tenants(connection: Connection) -> list[str]:
    """Every tenant that ever had a document."""
    query = select(SCOPES.c.tenant_id).distinct().order_by(SCOPES.c.tenant_id)
    return list(connection.scalars(query))


def ids_of_tenant(connection: Connection, tenant_id: str) -> set[str]:
    """The ids of one tenant's documents."""
    query = select(DOCS.c.doc_id).where(DOCS.c.tenant_id == tenant_id)
    return {doc_id for (doc_id,) in plain_rows(connection, query)}


def paths_of_tenant(connection: Connection, tenant_id: str) -> dict[str, str]:
    """Path by document id, of one tenant."""
    query = select(DOCS.c.doc_id, DOCS.c.path).where(DOCS.c.tenant_id == tenant_id)
    return dict(plain_rows(connection, query))


def set_state(connection: Connection, rows: Iterable[DocRow], state: DocState) -> None:
    """Move documents to a state."""
    for batch in batched(rows, _CHUNK):
        ids = [row.doc_id for row in batch]
        connection.execute(update(DOCS).where(DOCS.c.doc_id.in_(ids)).values(state=state))


def counts(connection: Connection) -> dict[str, int]:
    """How many documents are in each state, plus ``total``, ``summaries`` and ``vectors``
    (of documents and summaries)."""
    query = select(DOCS.c.state, func.count()).group_by(DOCS.c.state)
    found = {str(state): int(number) for state, number in connection.execute(query)}
    vectors = select(func.count()).select_from(DOCS).where(DOCS.c.vector.is_(True))
    summaries = int(connection.scalar(select(func.count()).select_from(SUMMARIES)) or 0)
    return {
        **found,
        "total": sum(found.values()),
        "summaries": summaries,
        "vectors": int(connection.scalar(vectors) or 0) + summaries,
    }


def number(connection: Connection) -> int:
    """How many documents there are."""
    return int(connection.scalar(select(func.count()).select_from(DOCS)) or 0)


def digest(connection: Connection, known: Mapping[str, str] = MappingProxyType({})) -> str:
    """SHA-256 over everything a rebuild must reproduce, in an order independent of time.

    It goes over the rows' own hashes; that they fit the rows is what a deep verify proves.

    Args:
        known: :func:`file_digest` of files whose rows were read in the same transaction.
    """
    total = hashlib.sha256()
    found = paths(connection)
    of_files = dict(known)
    for batch in batched([path for path in found if path not in known], _CHUNK):
        query = (
            select(DOCS.c.path, DOCS.c.row_hash)
            .where(DOCS.c.path.in_(batch))
            .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
        )
        for path, rows in groupby(plain_rows(connection, query), itemgetter(0)):
            of_files[path] = file_digest([row_hash for _, row_hash in rows])
    for path in found:
        total.update(repr((path, of_files[path])).encode("utf-8", "surrogatepass"))
    readings = select(READINGS.c.path, READINGS.c.byte_start, READINGS.c.row_hash).order_by(
        READINGS.c.path, READINGS.c.byte_start
    )
    for row in plain_rows(connection, readings):
        total.update(repr(row).encode("utf-8", "surrogatepass"))
    return "sha256:" + total.hexdigest()


def file_digest(hashes: Sequence[str]) -> str:
    """SHA-256 over the ``row_hash`` of all documents of a file, in file order."""
    joined = "\n".join(map(str, hashes))
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def _values(row: DocRow, seq: int) -> dict[str, Any]:
    values = _stored(row)
    return values | {"seq": seq, "row_hash": row_hash(AnchorRow(**values, row_hash=""))}


def _stored(row: DocRow) -> dict[str, Any]:
    anchor = row.anchor
    context = json.dumps([_context_value(c) for c in row.context]) if row.context else ""
    return {
        "doc_id": row.doc_id,
        "lane": row.lane,
        "scope_key": scope_key(row.scope),
        "tenant_id": row.scope.tenant_id,
        "user_id": row.scope.user_id,
        "event_id": row.event_id,
        "session_id": row.session_id,
        "role": row.role,
        "speaker": row.speaker,
        "source_type": row.source_type,
        "tags": tags_value(row.tags),
        "timestamp": row.timestamp,
        "path": anchor.file_path,
        "fs_version": anchor.fs_version,
        "line_start": anchor.line_start,
        "line_end": anchor.line_end,
        "byte_start": anchor.byte_start,
        "byte_end": anchor.byte_end,
        "content_hash": anchor.content_hash,
        "context": context,
        "span": row.span,
        "span_start": row.span_start,
        "span_end": row.span_end,
        "terms": row.terms,
        "embed_hash": row.embed_hash,
        "word_hash": row.word_hash,
        "state": row.state,
        "vector": row.vector,
    }


def _context_value(anchor: Anchor) -> list[object]:
    # Context always stands in the same file as the record: its path is not repeated.
    return [
        anchor.fs_version,
        anchor.line_start,
        anchor.line_end,
        anchor.byte_start,
        anchor.byte_end,
        anchor.content_hash,
    ]


def _row(row: Row[Any]) -> DocRow:
    """A row as a value.

    Raises:
        DependencyUnavailable: it cannot be what was written.
    """
    check_types(row, _TYPES, DOCS)
    return DocRow(
        doc_id=row.doc_id,
        lane=row.lane,
        scope=Scope(row.tenant_id, row.user_id),
        event_id=row.event_id,
        session_id=row.session_id,
        role=row.role,
        speaker=row.speaker,
        source_type=row.source_type,
        tags=tags_of(row.doc_id, row.tags),
        timestamp=row.timestamp,
        anchor=Anchor(
            row.path,
            row.fs_version,
            row.line_start,
            row.line_end,
            row.byte_start,
            row.byte_end,
            row.content_hash,
        ),
        context=context_of(row.doc_id, row.path, row.context),
        span=row.span,
        span_start=row.span_start,
        span_end=row.span_end,
        terms=row.terms,
        embed_hash=row.embed_hash,
        word_hash=row.word_hash,
        state=row.state,
        vector=bool(row.vector),
    )


_TYPES = types_of(DOCS)
_CONTEXT_TYPES = [str, int, int, int, int, str]


def tags_of(doc_id: str, column: str) -> tuple[str, ...]:
    """A row's tags.

    Raises:
        DependencyUnavailable: the column is damaged.
    """
    if not column:
        return ()
    value = _json(doc_id, column)
    if not all(isinstance(tag, str) for tag in value):
        raise damaged_row(DOCS, doc_id, "a tag is no text")
    return tuple(value)


def context_of(doc_id: str, path: str, column: str) -> tuple[Anchor, ...]:
    """The further records whose text went into a document of this file.

    Raises:
        DependencyUnavailable: the column is damaged.
    """
    return tuple(Anchor(path, *values) for values in _context(doc_id, column))


def _context(doc_id: str, column: str) -> list[list[Any]]:
    if not column:
        return []
    value = _json(doc_id, column)
    if not all(isinstance(v, list) and list(map(type, v)) == _CONTEXT_TYPES for v in value):
        raise damaged_row(DOCS, doc_id, "its context is no list of anchors")
    return value


def _json(doc_id: str, column: str) -> list[Any]:
    try:
        value = json.loads(column)
    except (ValueError, RecursionError) as error:
        raise damaged_row(DOCS, doc_id, error) from None
    if not isinstance(value, list):
        raise damaged_row(DOCS, doc_id, "a list was expected")
    return value
