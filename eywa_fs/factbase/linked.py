"""Records that a search did not find, whose facts are related to what it asks about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from eywa_fs.errors import EywaError
from eywa_fs.governance.changes import revision
from eywa_fs.model.facts import Related
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.results import Hit, RetrievalResult
from eywa_fs.truth.citations import read_cited
from eywa_fs.truth.layout import Layout

SHARE: Final = 3
"""One in so many of the records asked for may come by relations; they stand behind the others of
the first ones."""


def linked(
    result: RetrievalResult,
    near: Sequence[Related],
    limit: int,
    read: Callable[[Related], Hit | None],
) -> RetrievalResult:
    """``result`` with the records of related facts, nearest first, put before its last third.

    Args:
        near: facts, those over fewer hops first.
        limit: hits asked for; the last ones give way.
        read: the record of a fact, or ``None`` where it is not what it was.
    """
    found = {hit.event_id for hit in result.hits}
    more: list[Hit] = []
    for one in near:
        if len(more) == limit // SHARE:
            break
        hit = None if one.fact.event_id in found else read(one)
        if hit is not None:
            found.add(hit.event_id)
            more.append(hit)
    first = limit - limit // SHARE
    before = result.hits[:first]
    score = before[-1].score if before else 0.0
    placed = (replace(hit, score=score) for hit in more)
    return replace(result, hits=(*before, *placed, *result.hits[first:])[:limit])


def hit_of(
    one: Related, layout: Layout, scope: Scope, masked: Callable[[Record], Record]
) -> Hit | None:
    """The record of a related fact as a hit; ``None`` where its bytes are not the proved ones."""
    fact = one.fact
    try:
        record, anchor = read_cited(layout, scope, fact.citation)
    except EywaError:
        return None
    if anchor.content_hash != fact.anchor.content_hash:
        return None
    shown = masked(revision(record) or record)
    return Hit(
        event_id=shown.event_id,
        text=shown.content,
        score=0.0,
        citation=anchor.citation,
        anchor=anchor,
        sources={"graph": 1 / (1 + one.hops)},
        why=f"related over {one.hops} hop{'s' if one.hops > 1 else ''}: {fact.text}",
        record=shown,
        source_type="conversation",
        sealed=record.sealed,
    )
