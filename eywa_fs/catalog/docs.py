"""Document rows: which documents exist, where their text stands, and how they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from eywa_fs.batching import batched
from eywa_fs.catalog.schema import DOCS, SCOPES
from eywa_fs.model.documents import DocRow, DocState, scope_key
from eywa_fs.model.records import Anchor, Scope

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


def scopes(connection: Connection) -> list[Scope]:
    """Every scope that ever had a document."""
    query = select(SCOPES.c.tenant_id, SCOPES.c.user_id).order_by(SCOPES.c.scope_key)
    return [Scope(row.tenant_id, row.user_id) for row in connection.execute(query)]


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


def of_event(connection: Connection, key: str, event_id: str) -> list[DocRow]:
    """The documents of one record in a scope, in span order."""
    query = (
        select(DOCS)
        .where(DOCS.c.scope_key == key, DOCS.c.event_id == event_id)
        .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
    )
    return [_row(row) for row in connection.execute(query)]


def of_scope(connection: Connection, key: str, *, after: int = 0) -> list[DocRow]:
    """A scope's documents written after version ``after``, in file order."""
    query = (
        select(DOCS)
        .where(DOCS.c.scope_key == key, DOCS.c.seq > after)
        .order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
    )
    return [_row(row) for row in connection.execute(query)]


def in_window(
    connection: Connection, key: str, start_ms: int, end_ms: int, limit: int
) -> list[DocRow]:
    """A scope's documents with a time in ``[start_ms, end_ms)``, newest first."""
    query = (
        select(DOCS)
        .where(DOCS.c.scope_key == key, DOCS.c.timestamp >= start_ms, DOCS.c.timestamp < end_ms)
        .order_by(DOCS.c.timestamp.desc(), DOCS.c.doc_id)
        .limit(limit)
    )
    return [_row(row) for row in connection.execute(query)]


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


def speakers(connection: Connection, key: str) -> dict[str, int]:
    """How many records of a scope each named speaker has."""
    query = (
        select(DOCS.c.speaker, func.count())
        .where(DOCS.c.scope_key == key, DOCS.c.span == 0, DOCS.c.speaker != "")
        .group_by(DOCS.c.speaker)
    )
    return {str(name): int(number) for name, number in connection.execute(query)}


def count_of_scope(connection: Connection, key: str) -> int:
    """How many documents a scope has."""
    query = select(func.count()).select_from(DOCS).where(DOCS.c.scope_key == key)
    return int(connection.scalar(query) or 0)


def every(connection: Connection) -> Iterator[DocRow]:
    """All documents in file order, streamed."""
    query = select(DOCS).order_by(DOCS.c.path, DOCS.c.byte_start, DOCS.c.span)
    for row in connection.execution_options(yield_per=2000).execute(query):
        yield _row(row)


@dataclass(frozen=True, slots=True)
class AnchorRow:
    """The columns a deep verify compares; as few as it needs, because it reads all rows."""

    doc_id: str
    scope_key: str
    event_id: str
    session_id: str
    role: str
    tags: str
    timestamp: int
    line_start: int
    line_end: int
    byte_start: int
    byte_end: int
    content_hash: str
    context: str
    span_start: int
    span_end: int
    embed_hash: str
    state: str


_ANCHOR_COLUMNS = [DOCS.c[name] for name in AnchorRow.__slots__]


def anchors_of_path(connection: Connection, path: str) -> list[AnchorRow]:
    """What the catalog says of one file's documents."""
    query = select(*_ANCHOR_COLUMNS).where(DOCS.c.path == path)
    return [AnchorRow(*row) for row in connection.execute(query)]


def context_hashes(context: str) -> list[tuple[int, str]]:
    """Byte offset and hash of each record in a row's context column."""
    return [(values[3], values[5]) for values in json.loads(context or "[]")]


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


def ids_of_tenant(connection: Connection, tenant_id: str) -> dict[str, str]:
    """Path by document id, of one tenant."""
    query = select(DOCS.c.doc_id, DOCS.c.path).where(DOCS.c.tenant_id == tenant_id)
    return {row.doc_id: row.path for row in connection.execute(query)}


def of_tenant(connection: Connection, tenant_id: str) -> Iterator[DocRow]:
    """A tenant's documents, streamed in the order of their ids."""
    query = select(DOCS).where(DOCS.c.tenant_id == tenant_id).order_by(DOCS.c.doc_id)
    for row in connection.execution_options(yield_per=2000).execute(query):
        yield _row(row)


def set_state(connection: Connection, rows: Iterable[DocRow], state: DocState) -> None:
    """Move documents to a state."""
    for batch in batched(rows, _CHUNK):
        ids = [row.doc_id for row in batch]
        connection.execute(update(DOCS).where(DOCS.c.doc_id.in_(ids)).values(state=state))


def counts(connection: Connection) -> dict[str, int]:
    """How many documents are in each state, plus ``total`` and ``vectors``."""
    query = select(DOCS.c.state, func.count()).group_by(DOCS.c.state)
    found = {str(state): int(number) for state, number in connection.execute(query)}
    vectors = select(func.count()).select_from(DOCS).where(DOCS.c.vector.is_(True))
    return {
        **found,
        "total": sum(found.values()),
        "vectors": int(connection.scalar(vectors) or 0),
    }


def digest(connection: Connection) -> str:
    """SHA-256 over everything a rebuild must reproduce, in an order independent of time."""
    total = hashlib.sha256()
    query = select(DOCS).order_by(DOCS.c.doc_id)
    for row in connection.execution_options(yield_per=2000).execute(query):
        total.update(repr(_row(row).content_key()).encode("utf-8", "surrogatepass") + b"\n")
    return "sha256:" + total.hexdigest()


def _values(row: DocRow, seq: int) -> dict[str, Any]:
    anchor = row.anchor
    return {
        "doc_id": row.doc_id,
        "seq": seq,
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
        "context": json.dumps([_context_value(c) for c in row.context]) if row.context else "",
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
    return DocRow(
        doc_id=row.doc_id,
        lane=row.lane,
        scope=Scope(row.tenant_id, row.user_id),
        event_id=row.event_id,
        session_id=row.session_id,
        role=row.role,
        speaker=row.speaker,
        source_type=row.source_type,
        tags=tuple(json.loads(row.tags)) if row.tags else (),
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
        context=tuple(Anchor(row.path, *values) for values in json.loads(row.context or "[]")),
        span=row.span,
        span_start=row.span_start,
        span_end=row.span_end,
        terms=row.terms,
        embed_hash=row.embed_hash,
        word_hash=row.word_hash,
        state=row.state,
        vector=bool(row.vector),
    )
