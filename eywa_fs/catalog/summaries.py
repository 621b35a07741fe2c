"""Rows of summaries, what ranks the documents they cover, and which files have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from eywa_fs.batching import batched
from eywa_fs.catalog.docs import bump
from eywa_fs.catalog.rowtypes import check_types, damaged_row, types_of
from eywa_fs.catalog.schema import DOCS, FILES, STAND_INS, SUMMARIES, SUMMARISED
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.summaries import StandIn, Summary

_CHUNK = 500
_TYPES = types_of(SUMMARIES)
_STAND_IN_TYPES = types_of(STAND_INS)


@dataclass(frozen=True, slots=True)
class Summarised:
    """A file that summaries were made of.

    Attributes:
        unit: the user's month it was grouped in.
        fingerprint: of the bytes they were made from.
        mode: ``on`` where they replace the vectors of the file's records, else ``shadow``.
        summaries: how many its month has.
    """

    path: str
    unit: str
    fingerprint: str
    mode: str
    summaries: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A summary with what it ranks, and whether all of it is what was written."""

    summary: Summary
    untouched: bool


def put(
    connection: Connection,
    states: Sequence[Summarised],
    rows: Sequence[Summary],
    stand_ins: Sequence[StandIn],
    scope: Scope,
) -> None:
    """Write a month's summaries; there must be none of it (:func:`remove_unit`).

    Args:
        states: its files.
    """
    key = scope_key(scope)
    if rows:
        connection.execute(insert(SUMMARIES), [_values(row) for row in rows])
        connection.execute(insert(STAND_INS), [_stand_in_values(row, key) for row in stand_ins])
    connection.execute(
        insert(SUMMARISED),
        [{name: getattr(state, name) for name in Summarised.__slots__} for state in states],
    )
    bump(connection, scope, removed=True)  # what readers keep of the scope has other vectors now


def remove_unit(connection: Connection, unit: str) -> dict[str, list[str]]:
    """Forget a month's summaries; their ids by tenant."""
    query = select(SUMMARIES.c.doc_id, SUMMARIES.c.tenant_id, SUMMARIES.c.user_id).where(
        SUMMARIES.c.unit == unit
    )
    gone: dict[str, list[str]] = {}
    scopes = set()
    for row in connection.execute(query).all():
        gone.setdefault(row.tenant_id, []).append(row.doc_id)
        scopes.add(Scope(row.tenant_id, row.user_id))
    for scope in scopes:
        bump(connection, scope, removed=True)
    for ids in gone.values():
        for batch in batched(ids, _CHUNK):
            connection.execute(delete(STAND_INS).where(STAND_INS.c.summary_id.in_(batch)))
    connection.execute(delete(SUMMARIES).where(SUMMARIES.c.unit == unit))
    connection.execute(delete(SUMMARISED).where(SUMMARISED.c.unit == unit))
    return gone


def remove_path(connection: Connection, path: str) -> dict[str, list[str]]:
    """Forget the summaries of the month that a file is in; their ids by tenant."""
    gone: dict[str, list[str]] = {}
    units = select(SUMMARISED.c.unit).where(SUMMARISED.c.path == path)
    more = select(SUMMARIES.c.unit).where(SUMMARIES.c.path == path).distinct()
    found = {*map(str, connection.scalars(units)), *map(str, connection.scalars(more))}
    for unit in sorted(found):
        for tenant_id, ids in remove_unit(connection, unit).items():
            gone.setdefault(tenant_id, []).extend(ids)
    connection.execute(delete(STAND_INS).where(STAND_INS.c.path == path))
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
    """Every file that summaries were made of, by path."""
    return {
        row.path: Summarised(row.path, row.unit, row.fingerprint, row.mode, row.summaries)
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


def stand_ins_of_scope(connection: Connection, key: str) -> list[StandIn]:
    """What stands in for the vectors of a scope's documents, in no order."""
    return _stand_ins(connection, select(STAND_INS).where(STAND_INS.c.scope_key == key))


def stand_ins_of(connection: Connection, doc_ids: Sequence[str]) -> list[StandIn]:
    """What stands in for the vectors of these documents, in no order."""
    found = []
    for batch in batched(doc_ids, _CHUNK):
        query = select(STAND_INS).where(STAND_INS.c.doc_id.in_(batch))
        found += _stand_ins(connection, query)
    return found


def stand_ins_of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[StandIn]]:
    """What stands in for the vectors of some files' documents, by path."""
    found: dict[str, list[StandIn]] = {path: [] for path in paths}
    for batch in batched(paths, _CHUNK):
        query = select(STAND_INS).where(STAND_INS.c.path.in_(batch))
        for item in _stand_ins(connection, query):
            found[item.path].append(item)
    return found


def every(connection: Connection) -> Iterator[Kept]:
    """All summaries, month by month."""
    for batch in batched(connection.scalars(select(SUMMARIES.c.unit).distinct()).all(), _CHUNK):
        query = select(SUMMARIES).where(SUMMARIES.c.unit.in_(batch)).order_by(SUMMARIES.c.unit)
        kept = [(row, _summary(row)) for row in connection.execute(query)]
        ranked: dict[str, list[str]] = {}
        ids = [summary.doc_id for _, summary in kept]
        for part in batched(ids, _CHUNK):
            query = select(STAND_INS).where(STAND_INS.c.summary_id.in_(part))
            for row in connection.execute(query):
                item = _stand_in(row)
                of_scope = row.doc_id.startswith(row.scope_key + "-")
                if row.row_hash == item.row_hash and row.doc_id == item.doc_id and of_scope:
                    ranked.setdefault(item.summary_id, []).append(item.doc_id)
        for row, summary in kept:
            intact = (row.doc_id, row.row_hash, row.scope_key) == (
                summary.doc_id, summary.row_hash, scope_key(summary.scope)
            )  # fmt: skip
            intact = intact and sorted(ranked.get(summary.doc_id, ())) == sorted(summary.covers)
            yield Kept(summary, intact)


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
    """Up to ``size`` embedding hashes of the summaries that stand in for vectors of a scope."""
    on = select(SUMMARISED.c.unit).where(SUMMARISED.c.mode == "on")
    query = (
        select(SUMMARIES.c.embed_hash)
        .where(SUMMARIES.c.scope_key == key, SUMMARIES.c.unit.in_(on))
        .order_by(SUMMARIES.c.doc_id)
        .limit(size)
    )
    return [str(value) for value in connection.scalars(query)]


def stray_paths(connection: Connection) -> list[str]:
    """Paths with summaries that the manifest does not have."""
    known = select(FILES.c.path)
    query = select(SUMMARISED.c.path).where(SUMMARISED.c.path.not_in(known))
    noted = select(SUMMARISED.c.unit)
    more = select(SUMMARIES.c.path).where(SUMMARIES.c.unit.not_in(noted)).distinct()
    last = select(STAND_INS.c.path).where(STAND_INS.c.path.not_in(known)).distinct()
    return sorted({str(value) for q in (query, more, last) for value in connection.scalars(q)})


def hashes(connection: Connection) -> dict[str, str]:
    """What a rebuild on the same day must reproduce: a fingerprint by summary id.

    Apart from the digest of documents, because summaries depend on the day: they are made of what
    is old by then.
    """
    query = select(SUMMARIES.c.doc_id, SUMMARIES.c.row_hash)
    return {row.doc_id: row.row_hash for row in connection.execute(query)}


def _values(row: Summary) -> dict[str, Any]:
    covers = [
        [
            doc_id, a.file_path, a.fs_version, a.line_start, a.line_end, a.byte_start, a.byte_end,
            a.content_hash,
        ]
        for doc_id, a in zip(row.covers, row.anchors, strict=True)
    ]  # fmt: skip
    return {
        "doc_id": row.doc_id,
        "scope_key": scope_key(row.scope),
        "tenant_id": row.scope.tenant_id,
        "user_id": row.scope.user_id,
        "unit": row.unit,
        "path": row.path,
        "event_id": row.event_id,
        "source_type": row.source_type,
        "timestamp": row.timestamp,
        "covers": json.dumps(covers),
        "embed_hash": row.embed_hash,
        "row_hash": row.row_hash,
    }


def _summary(row: Row[Any]) -> Summary:
    check_types(row, _TYPES, SUMMARIES)
    try:
        covers = _covers(row)
        return Summary(
            scope=Scope(row.tenant_id, row.user_id),
            unit=row.unit,
            event_id=row.event_id,
            source_type=row.source_type,
            timestamp=row.timestamp,
            covers=tuple(values[0] for values in covers),
            anchors=tuple(Anchor(*values[1:]) for values in covers),
            embed_hash=row.embed_hash,
        )
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise damaged_row(SUMMARIES, row.doc_id, error) from None


_COVER_TYPES = [str, str, str, int, int, int, int, str]


def _covers(row: Row[Any]) -> list[Any]:
    """Id and anchor of each document a row covers; a summary of nothing has no name, so none is."""
    value = json.loads(row.covers)
    if not value or any(list(map(type, values)) != _COVER_TYPES for values in value):
        raise TypeError("covers are documents and their anchors, one at least")
    return list(value)


def _stand_ins(connection: Connection, query: Select[Any]) -> list[StandIn]:
    return [_stand_in(row) for row in connection.execute(query)]


def _stand_in(row: Row[Any]) -> StandIn:
    check_types(row, _STAND_IN_TYPES, STAND_INS)
    return StandIn(*(getattr(row, name) for name in StandIn.__slots__))


def _stand_in_values(row: StandIn, key: str) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in StandIn.__slots__}
    return {**values, "scope_key": key, "row_hash": row.row_hash}
