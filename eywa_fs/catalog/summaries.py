"""Rows of summaries, and which files have them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from eywa_fs.batching import batched
from eywa_fs.catalog.docs import bump
from eywa_fs.catalog.rowtypes import check_types, damaged_row, types_of
from eywa_fs.catalog.schema import DOCS, FILES, SUMMARIES, SUMMARISED
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.summaries import Summary

_CHUNK = 500
_TYPES = types_of(SUMMARIES)


@dataclass(frozen=True, slots=True)
class Summarised:
    """A file that has summaries.

    Attributes:
        fingerprint: of the bytes they were made from.
        mode: ``on`` where they replace the vectors of the file's records, else ``shadow``.
        summaries: how many there are.
    """

    path: str
    fingerprint: str
    mode: str
    summaries: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A summary as the catalog has it, and whether it is what was written."""

    summary: Summary
    untouched: bool


def put(connection: Connection, state: Summarised, scope: Scope, rows: Sequence[Summary]) -> None:
    """Write a file's summaries; there must be none of it (:func:`remove_path`)."""
    if rows:
        connection.execute(insert(SUMMARIES), [_values(row) for row in rows])
    connection.execute(
        insert(SUMMARISED).values(
            path=state.path,
            fingerprint=state.fingerprint,
            mode=state.mode,
            summaries=state.summaries,
        )
    )
    bump(connection, scope, removed=True)  # what readers keep of the scope has other vectors now


def remove_path(connection: Connection, path: str) -> dict[str, list[str]]:
    """Forget a file's summaries; their ids by tenant."""
    query = select(SUMMARIES.c.doc_id, SUMMARIES.c.tenant_id, SUMMARIES.c.user_id).where(
        SUMMARIES.c.path == path
    )
    gone: dict[str, list[str]] = {}
    scopes = set()
    for row in connection.execute(query).all():
        gone.setdefault(row.tenant_id, []).append(row.doc_id)
        scopes.add(Scope(row.tenant_id, row.user_id))
    for scope in scopes:
        bump(connection, scope, removed=True)
    connection.execute(delete(SUMMARIES).where(SUMMARIES.c.path == path))
    connection.execute(delete(SUMMARISED).where(SUMMARISED.c.path == path))
    return gone


def drop_vectors(connection: Connection, path: str) -> list[str]:
    """Note that the documents of a file have no vectors any more; the ids of those that had."""
    query = select(DOCS.c.doc_id).where(DOCS.c.path == path, DOCS.c.vector.is_(True))
    ids = [str(value) for value in connection.scalars(query)]
    if ids:
        connection.execute(
            update(DOCS).where(DOCS.c.path == path).values(vector=False, state="indexed_fresh")
        )
    return ids


def summarised(connection: Connection) -> dict[str, Summarised]:
    """Every file that has summaries, by path."""
    return {
        row.path: Summarised(row.path, row.fingerprint, row.mode, row.summaries)
        for row in connection.execute(select(SUMMARISED))
    }


def bare_paths(connection: Connection, max_vector_spans: int) -> list[str]:
    """Session files some of whose documents have no vector although they once could have."""
    query = (
        select(DOCS.c.path)
        .where(DOCS.c.vector.is_(False), DOCS.c.span < max_vector_spans)
        .where(DOCS.c.state == "indexed_fresh")
        .distinct()
    )
    return [str(value) for value in connection.scalars(query)]


def of_scope(connection: Connection, key: str) -> list[Summary]:
    """Those of a scope that stand in for the vectors of their records."""
    query = (
        select(SUMMARIES)
        .join(SUMMARISED, SUMMARISED.c.path == SUMMARIES.c.path)
        .where(SUMMARIES.c.scope_key == key, SUMMARISED.c.mode == "on")
        .order_by(SUMMARIES.c.path, SUMMARIES.c.number)
    )
    return [_summary(row) for row in connection.execute(query)]


def of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[Kept]]:
    """All summaries of some files, by path."""
    found: dict[str, list[Kept]] = {path: [] for path in paths}
    for batch in batched(paths, _CHUNK):
        query = (
            select(SUMMARIES)
            .where(SUMMARIES.c.path.in_(batch))
            .order_by(SUMMARIES.c.path, SUMMARIES.c.number)
        )
        for row in connection.execute(query):
            summary = _summary(row)
            intact = row.doc_id == summary.doc_id and row.row_hash == summary.row_hash
            found[summary.path].append(Kept(summary, intact))
    return found


def fetch(connection: Connection, ids: Sequence[str]) -> dict[str, Summary]:
    """Summaries by id; ids that are none are left out."""
    found: dict[str, Summary] = {}
    for batch in batched(ids, _CHUNK):
        query = select(SUMMARIES).where(SUMMARIES.c.doc_id.in_(batch))
        found.update((row.doc_id, _summary(row)) for row in connection.execute(query))
    return found


def ids_of_tenant(connection: Connection, tenant_id: str) -> dict[str, str]:
    """Path by summary id, of one tenant."""
    query = select(SUMMARIES.c.doc_id, SUMMARIES.c.path).where(SUMMARIES.c.tenant_id == tenant_id)
    return {row.doc_id: row.path for row in connection.execute(query)}


def sample(connection: Connection, key: str, size: int) -> list[str]:
    """Up to ``size`` embedding hashes of the summaries that :func:`of_scope` gives."""
    query = (
        select(SUMMARIES.c.embed_hash)
        .join(SUMMARISED, SUMMARISED.c.path == SUMMARIES.c.path)
        .where(SUMMARIES.c.scope_key == key, SUMMARISED.c.mode == "on")
        .order_by(SUMMARIES.c.doc_id)
        .limit(size)
    )
    return [str(value) for value in connection.scalars(query)]


def stray_paths(connection: Connection) -> list[str]:
    """Paths with summaries that the manifest does not have."""
    known = select(FILES.c.path)
    query = select(SUMMARISED.c.path).where(SUMMARISED.c.path.not_in(known))
    more = select(SUMMARIES.c.path).where(SUMMARIES.c.path.not_in(known)).distinct()
    return sorted({*map(str, connection.scalars(query)), *map(str, connection.scalars(more))})


def hashes(connection: Connection) -> dict[str, str]:
    """What a rebuild on the same day must reproduce: a fingerprint by summary id.

    Apart from the digest of documents, because summaries depend on the day: they are made of what
    is old by then.
    """
    query = select(SUMMARIES.c.doc_id, SUMMARIES.c.row_hash)
    return {row.doc_id: row.row_hash for row in connection.execute(query)}


def _values(row: Summary) -> dict[str, Any]:
    covers = [
        [doc_id, a.fs_version, a.line_start, a.line_end, a.byte_start, a.byte_end, a.content_hash]
        for doc_id, a in zip(row.covers, row.anchors, strict=True)
    ]
    return {
        "doc_id": row.doc_id,
        "scope_key": scope_key(row.scope),
        "tenant_id": row.scope.tenant_id,
        "user_id": row.scope.user_id,
        "path": row.path,
        "number": row.number,
        "event_id": row.event_id,
        "source_type": row.source_type,
        "timestamp": row.timestamp,
        "covers": json.dumps(covers),
        "sentences": json.dumps(row.sentences),
        "embed_hash": row.embed_hash,
        "row_hash": row.row_hash,
    }


def _summary(row: Row[Any]) -> Summary:
    check_types(row, _TYPES, SUMMARIES)
    try:
        covers = json.loads(row.covers)
        return Summary(
            scope=Scope(row.tenant_id, row.user_id),
            path=row.path,
            number=row.number,
            event_id=row.event_id,
            source_type=row.source_type,
            timestamp=row.timestamp,
            covers=tuple(str(values[0]) for values in covers),
            anchors=tuple(Anchor(row.path, *values[1:]) for values in covers),
            sentences=tuple((int(n), int(start), int(end)) for n, start, end in _list(row)),
            embed_hash=row.embed_hash,
        )
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise damaged_row(SUMMARIES, row.doc_id, error) from None


def _list(row: Row[Any]) -> list[Any]:
    value = json.loads(row.sentences)
    if not isinstance(value, list):
        raise TypeError("sentences are a list")
    return value
