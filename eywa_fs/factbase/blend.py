"""A search and the facts, in one result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.factbase.bearing import Bearing
from eywa_fs.factbase.book import FactBook
from eywa_fs.factbase.doubts import Said
from eywa_fs.model.records import Scope
from eywa_fs.model.results import Hit, RetrievalResult


def blend(
    result: RetrievalResult, book: FactBook, scope: Scope, query: str, as_of: int | None
) -> RetrievalResult:
    """``result`` with the facts that answer the query, and with outdated records marked.

    Where the query asks how things are now and a fact answers it, the records whose value that
    fact replaced go behind the others. Where its words mean the present or a course of changes,
    what others than the user said loses a few places; of a course, what tells of a change gains
    some. Nothing is left out.
    """
    started = time.perf_counter()
    asked = book.ask(scope, query, as_of=as_of, said=[_said(hit) for hit in result.hits])
    intent = asked.facts.time_intent
    hits: Sequence[Hit] = result.hits
    if intent == "current_state":
        marked = [replace(hit, outdated=asked.outdated.get(hit.event_id, "")) for hit in hits]
        hits = sorted(marked, key=lambda hit: hit.event_id in asked.replaced)
        if asked.asks_now:
            hits = _moved(hits, Bearing())
    elif intent == "history_trace":
        hits = _moved(hits, asked.bearing)
    latency = dict(result.latency_ms)
    latency["facts"] = (time.perf_counter() - started) * 1000
    latency["total"] = latency.get("total", 0.0) + latency["facts"]
    dropped = dict(result.dropped)
    for reason, number in asked.facts.dropped.items():
        dropped[f"fact_{reason}"] = number
    return replace(
        result,
        hits=tuple(hits),
        facts=asked.facts.facts,
        related=asked.related,
        time_intent=intent,
        dropped=dropped,
        degraded=tuple(dict.fromkeys((*result.degraded, *asked.facts.degraded))),
        latency_ms=latency,
    )


def _said(hit: Hit) -> Said:
    record = hit.record
    return Said(hit.event_id, hit.text, record.timestamp, record.role == "user", hit.score)


#: Places that a record gains or loses by what it tells, and by who says it.
_TELLING, _BESIDE, _NOT_THE_USER = -2, 2, 2


def _moved(hits: Sequence[Hit], bearing: Bearing) -> list[Hit]:
    """Records that tell of what is asked some places further up, those of others further down."""
    places = {
        hit.event_id: place
        + _TELLING * (hit.event_id in bearing.telling)
        + _BESIDE * (hit.event_id in bearing.beside)
        + _NOT_THE_USER * (hit.record.role != "user")
        for place, hit in enumerate(hits)
    }
    return sorted(hits, key=lambda hit: places[hit.event_id])
