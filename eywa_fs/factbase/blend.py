"""A search and the facts, in one result."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from eywa_fs.errors import EywaError
from eywa_fs.factbase.book import FactBook
from eywa_fs.factbase.standing import Said
from eywa_fs.governance.changes import revision
from eywa_fs.model.degraded import combined
from eywa_fs.model.facts import Related
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.results import Hit, RetrievalResult
from eywa_fs.retrieval.search import MAX_LIMIT, Search
from eywa_fs.truth.citations import read_cited
from eywa_fs.truth.layout import Layout

LEADING: Final = 16
"""Records that change places, of those a model is likely to be shown: how well a record fits
outweighs, over more than that, who said it and when."""


AS_WELL: Final = 0.5
"""Share of how well an assistant's record fits from which on somebody's own words stand before it.
Of 277 questions of ``evaluation/lives`` 227 have their answer in the block with 0.3 to 0.5, 225 with
0.6, and 228 where all own words stand before it, however little they fit."""


def with_leading(search: Search) -> Search:
    """``search`` for all leading records, where it asks for some of them: which of them a page has
    is told by their places among the others. One whose limits are wrong stays so, to be refused."""
    last = search.offset + search.limit
    some = 0 <= search.offset < LEADING and search.limit > 0 and last <= MAX_LIMIT
    return replace(search, offset=0, limit=max(last, LEADING)) if some else search


def page(result: RetrievalResult, search: Search) -> RetrievalResult:
    """Of a result of :func:`with_leading` the hits that ``search`` asks for, and the newer records
    that these name, and those that they name in turn."""
    last = search.offset + search.limit
    hits = result.hits[search.offset : last]
    others = {hit.citation: hit for hit in (*result.hits, *result.newer)}
    given = {hit.citation for hit in hits}
    newer: dict[str, Hit] = {}
    for hit in hits:
        item = others.get(hit.newer)
        while item is not None and item.citation not in given | newer.keys():
            newer[item.citation] = item
            item = others.get(item.newer)
    return replace(result, hits=hits, newer=tuple(newer.values()), verified=len(hits))


def blend(result: RetrievalResult, book: FactBook, search: Search) -> RetrievalResult:
    """``result`` with the facts that answer the query, and with outdated records marked.

    Among the leading records, where the query asks how things are, or were at a time, those whose
    value an answering fact replaced, or that were said long after, go behind the others; where it
    asks for a state at all, what an assistant said of it goes behind those that fit about as well.
    In an order by time alone only those change places that were said in the time that is named.
    """
    started = time.perf_counter()
    said = [_said(hit, hit.certain) for hit in result.hits]
    said += [_said(hit, False) for hit in result.newer]
    asked = book.ask(
        search.scope,
        search.query,
        as_of=search.as_of,
        said=said,
        apart_from_time=result.apart_from_time,
        seen=result.seen,
    )
    standing = asked.standing

    def with_standing(hit: Hit) -> Hit:
        if hit.event_id not in marked:
            return hit
        return replace(
            hit,
            outdated=standing.outdated.get(hit.event_id, ""),
            partly=standing.partly.get(hit.event_id, ()),
            certain=hit.certain or hit.event_id in told,
        )

    leading = 0 if search.offset else _leading(result)  # a later page holds none of the first
    first = sorted(result.hits[:leading], key=lambda hit: hit.event_id in standing.behind)
    hits = (*(_own_words_first(first) if asked.of_states else first), *result.hits[leading:])
    told = {fact.event_id for fact in asked.facts.facts}
    marked = told | standing.outdated.keys() | standing.partly.keys()
    latency = dict(result.latency_ms)
    latency["facts"] = (time.perf_counter() - started) * 1000
    latency["total"] = latency.get("total", 0.0) + latency["facts"]
    dropped = dict(result.dropped)
    for reason, number in asked.facts.dropped.items():
        dropped[f"fact_{reason}"] = number
    return replace(
        result,
        hits=tuple(map(with_standing, hits)),
        newer=tuple(map(with_standing, result.newer)),
        facts=asked.facts.facts,
        time_intent=asked.facts.time_intent,
        dropped=dropped,
        degraded=combined(result.degraded, asked.facts.degraded),
        latency_ms=latency,
    )


def _leading(result: RetrievalResult) -> int:
    """How many of the first records may change places."""
    first = result.hits[:LEADING]
    if result.strategy != "temporal":
        return len(first)
    named = max((hit.sources.get("time", 0.0) for hit in first), default=0.0)
    return sum(1 for hit in first if named and hit.sources.get("time") == named)


def _own_words_first(hits: Sequence[Hit]) -> list[Hit]:
    """``hits``, what an assistant said behind all that somebody else said and that fits half as
    well by itself: without what it gains by the talk it stands in (:data:`AS_WELL`)."""
    fits = [hit.score - hit.sources.get("session", 0.0) for hit in hits]
    own = [number for number, hit in enumerate(hits) if not _is_by_assistant(hit)]

    def place(number: int) -> tuple[int, bool]:
        if number in own:
            return number, False
        bar = AS_WELL * fits[number]
        return max(number, *(n for n in own if fits[n] >= bar), -1), True

    return [hits[number] for number in sorted(range(len(hits)), key=place)]


def _said(hit: Hit, certain: bool) -> Said:
    return Said(hit.event_id, hit.record.timestamp, certain, hit.text)


def _is_by_assistant(hit: Hit) -> bool:
    """Whether a program said it: other people who answer the user have a name."""
    return hit.record.role != "user" and hit.record.speaker is None


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
