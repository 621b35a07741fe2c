"""Rows of summaries, what ranks the documents they cover, and which files have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from eywa_fs.batching import batched
from eywa_fs.catalog.docs import bump
from eywa_fs.catalog.sql import AMONG, Connection, Table, columns_of, listed, value_of, values_of
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.summaries import StandIn, Summary


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


_MONTHS = 500
"""Of so many the summaries are held in memory at once."""

_OF_SUMMARY = columns_of(Summary) | {"doc_id": str, "path": str, "row_hash": str}
del _OF_SUMMARY["anchors"]  # they stand in "covers"

SUMMARIES = Table(
    "summaries",
    _OF_SUMMARY,
    "doc_id",
    {f"ix_summaries_{name}": name for name in ("scope_key", "unit", "path")},
)

STAND_INS = Table(
    "stand_ins",
    columns_of(StandIn) | {"scope_key": str, "row_hash": str},
    "doc_id",
    {f"ix_stand_ins_{name}": name for name in ("scope_key", "path", "summary_id")},
)
"""One row for each document that a summary covers: how it is ranked without a vector of its own."""

SUMMARISED = Table("summarised", columns_of(Summarised), "path", {"ix_summarised_unit": "unit"})


def put(
    connection: Connection,
    states: Sequence[Summarised],
    rows: Sequence[Summary],
    stand_ins: Sequence[StandIn],
    scope: Scope,
) -> None:
    """Write a month's summaries, with the ``states`` of its files; there must be none of it
    (:func:`remove_unit`)."""
    key = scope_key(scope)
    SUMMARIES.put(connection, list(map(stored, rows)))
    STAND_INS.put(connection, [stored_stand_in(row, key) for row in stand_ins])
    SUMMARISED.put_each(connection, states)
    bump(connection, scope, removed=True)  # what readers keep of the scope has other vectors now


def remove_unit(connection: Connection, unit: str) -> dict[str, list[str]]:
    """Forget a month's summaries; their ids by tenant."""
    query = "SELECT doc_id, tenant_id, user_id FROM summaries WHERE unit = ?"
    rows = connection.rows(query, unit)
    gone: dict[str, list[str]] = {}
    for doc_id, tenant_id, _ in rows:
        gone.setdefault(tenant_id, []).append(doc_id)
    for tenant_id, user_id in {row[1:] for row in rows}:
        bump(connection, Scope(tenant_id, user_id), removed=True)
    ids = listed(doc_id for doc_id, *_ in rows)
    connection.change(f"DELETE FROM stand_ins WHERE summary_id {AMONG}", ids)
    connection.change("DELETE FROM summaries WHERE unit = ?", unit)
    connection.change("DELETE FROM summarised WHERE unit = ?", unit)
    return gone


def remove_path(connection: Connection, path: str) -> dict[str, list[str]]:
    """Forget the summaries of the month that a file is in; their ids by tenant."""
    gone: dict[str, list[str]] = {}
    units = (
        "SELECT unit FROM summarised WHERE path = ? UNION SELECT unit FROM summaries WHERE path = ?"
    )
    for unit in connection.texts(units, path, path):
        for tenant_id, ids in remove_unit(connection, unit).items():
            gone.setdefault(tenant_id, []).extend(ids)
    connection.change("DELETE FROM stand_ins WHERE path = ?", path)
    return gone


def drop_vectors(connection: Connection, path: str) -> list[str]:
    """Note that the documents of a file have no vectors any more; the ids of those that had."""
    ids = connection.texts("SELECT doc_id FROM docs WHERE path = ? AND vector = 1", path)
    if ids:
        bare = "UPDATE docs SET vector = 0, state = 'indexed_fresh' WHERE path = ?"
        connection.change(bare, path)
    return ids


def summarised(connection: Connection) -> dict[str, Summarised]:
    """Every file that summaries were made of, by path."""
    return {row["path"]: value_of(Summarised, row) for row in SUMMARISED.read(connection)}


def bare_paths(connection: Connection, max_vector_spans: int) -> list[str]:
    """Session files some of whose documents have no vector although they once could have."""
    return connection.texts(
        "SELECT DISTINCT path FROM docs WHERE vector = 0 AND span < ? AND state = 'indexed_fresh'",
        max_vector_spans,
    )


def stand_ins_of_scope(connection: Connection, key: str) -> list[StandIn]:
    """What stands in for the vectors of a scope's documents, in no order."""
    return _stand_ins(connection, "WHERE scope_key = ?", key)


def stand_ins_of(connection: Connection, doc_ids: Sequence[str]) -> list[StandIn]:
    """What stands in for the vectors of these documents, in no order."""
    return _stand_ins(connection, f"WHERE doc_id {AMONG}", listed(doc_ids))


def stand_ins_of_paths(connection: Connection, paths: Sequence[str]) -> dict[str, list[StandIn]]:
    """What stands in for the vectors of some files' documents, by path."""
    found: dict[str, list[StandIn]] = {path: [] for path in paths}
    for item in _stand_ins(connection, f"WHERE path {AMONG}", listed(paths)):
        found[item.path].append(item)
    return found


def every(connection: Connection) -> Iterator[tuple[Summary, bool]]:
    """All summaries, month by month, each with whether it and what it ranks are what was
    written."""
    for units in batched(connection.texts("SELECT DISTINCT unit FROM summaries"), _MONTHS):
        rows = SUMMARIES.read(connection, f"WHERE unit {AMONG} ORDER BY unit", listed(units))
        kept = [(row, _summary(row)) for row in rows]
        ranked: dict[str, list[str]] = {}
        ids = listed(summary.doc_id for _, summary in kept)
        for row in STAND_INS.read(connection, f"WHERE summary_id {AMONG}", ids):
            item = value_of(StandIn, row)
            of_scope = item.doc_id.startswith(row["scope_key"] + "-")
            if row["row_hash"] == item.row_hash and of_scope:
                ranked.setdefault(item.summary_id, []).append(item.doc_id)
        for row, summary in kept:
            intact = (row["doc_id"], row["row_hash"], row["scope_key"]) == (
                summary.doc_id, summary.row_hash, scope_key(summary.scope)
            )  # fmt: skip
            intact = intact and sorted(ranked.get(summary.doc_id, ())) == sorted(summary.covers)
            yield summary, intact


def fetch(connection: Connection, ids: Sequence[str]) -> dict[str, Summary]:
    """Summaries by id; ids that are none are left out."""
    rows = SUMMARIES.read(connection, f"WHERE doc_id {AMONG}", listed(ids))
    return {row["doc_id"]: _summary(row) for row in rows}


def ids_of_tenant(connection: Connection, tenant_id: str) -> dict[str, str]:
    """Path by summary id, of one tenant."""
    return dict(
        connection.rows("SELECT doc_id, path FROM summaries WHERE tenant_id = ?", tenant_id)
    )


def sample(connection: Connection, key: str, size: int) -> list[str]:
    """Up to ``size`` embedding hashes of the summaries that stand in for vectors of a scope."""
    return connection.texts(
        "SELECT embed_hash FROM summaries WHERE scope_key = ? AND unit IN "
        "(SELECT unit FROM summarised WHERE mode = 'on') ORDER BY doc_id LIMIT ?",
        key,
        size,
    )


def stray_paths(connection: Connection) -> list[str]:
    """Paths with summaries that the manifest does not have."""
    unknown = "path NOT IN (SELECT path FROM files)"
    return connection.texts(
        f"SELECT path FROM summarised WHERE {unknown} "
        f"UNION SELECT path FROM stand_ins WHERE {unknown} "
        "UNION SELECT path FROM summaries WHERE unit NOT IN (SELECT unit FROM summarised) "
        "ORDER BY path"
    )


def hashes(connection: Connection) -> dict[str, str]:
    """What a rebuild on the same day must reproduce: a fingerprint by summary id.

    Apart from the digest of documents, because summaries depend on the day: they are made of what
    is old by then.
    """
    return dict(connection.rows("SELECT doc_id, row_hash FROM summaries"))


def stored_stand_in(row: StandIn, key: str) -> tuple[Any, ...]:
    """The columns of what stands in for a document of a scope."""
    return *_of_stand_in(row), key, row.row_hash


def _covers_value(row: Summary) -> str:
    pairs = zip(row.covers, row.anchors, strict=True)
    return json.dumps([[doc_id, *_of_anchor(anchor)] for doc_id, anchor in pairs])


stored = values_of(SUMMARIES.columns, covers=_covers_value)
"""The columns of a summary."""

_of_anchor = attrgetter(*Anchor.__slots__)
_of_stand_in = attrgetter(*StandIn.__slots__)


def _summary(row: dict[str, Any]) -> Summary:
    try:
        ids, *anchors = zip(*_covers(row["covers"]), strict=True)
        places = tuple(map(Anchor, *anchors))
        return value_of(Summary, row, covers=ids, anchors=places)
    except (ValueError, TypeError, RecursionError) as error:
        raise SUMMARIES.damaged(row["doc_id"], error) from None


_COVER_TYPES = [str, *columns_of(Anchor).values()]


def _covers(column: str) -> list[Any]:
    """Id and anchor of each document a row covers; a summary of nothing has no name, so none is."""
    value = json.loads(column)
    if not value or any(list(map(type, values)) != _COVER_TYPES for values in value):
        raise TypeError("covers are documents and their anchors, one at least")
    return list(value)


def _stand_ins(connection: Connection, rest: str, *arguments: object) -> list[StandIn]:
    return [value_of(StandIn, row) for row in STAND_INS.read(connection, rest, *arguments)]
