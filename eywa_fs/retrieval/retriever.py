"""Search: recall from every source at once, fuse, prove, refill."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from eywa_fs.clock import Clock
from eywa_fs.language.tokens import index_terms
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.results import Hit, RetrievalResult
from eywa_fs.retrieval.floor import certain
from eywa_fs.retrieval.fusion import FusionConfig, Ranking, rank
from eywa_fs.retrieval.proof import LineCounter, Refusals, proved
from eywa_fs.retrieval.recall import Recall, Recalled
from eywa_fs.retrieval.search import Search, check, new_trace_id
from eywa_fs.retrieval.tail import TailReader
from eywa_fs.truth.layout import Layout

Stale = Callable[[Scope, Sequence[DocRow]], None]
"""Told of documents whose bytes did not fit, so that somebody repairs them."""

SOURCE_NAMES = {
    "exact": "words",
    "semantic": "vectors",
    "temporal": "time",
    "recency": "recency",
    "length": "length",
}
"""What the fusion's contributions are called to a caller."""


class Retriever:
    """Searches one data root. Threads may share it; it writes nothing."""

    def __init__(
        self,
        layout: Layout,
        recall: Recall,
        tails: TailReader,
        config: FusionConfig,
        *,
        clock: Clock,
        stale: Stale,
        max_record_bytes: int,
    ) -> None:
        self._layout = layout
        self._recall = recall
        self._tails = tails
        self._config = config
        self._clock = clock
        self._stale = stale
        self._max_record_bytes = max_record_bytes
        self._lines = LineCounter()

    def search(self, search: Search) -> RetrievalResult:
        """Rank, prove and return; see :meth:`EywaMemory.retrieve`."""
        started = time.perf_counter()
        recalled, ranking = self.rank(search)
        proving = time.perf_counter()
        refusals = Refusals()
        hits = self._hits(search, recalled, ranking, refusals)
        self._report(search.scope, refusals, recalled)
        latency = recalled.latency
        latency["verify"] = (time.perf_counter() - proving) * 1000
        latency["total"] = (time.perf_counter() - started) * 1000
        return RetrievalResult(
            hits=tuple(hits),
            degraded=tuple(dict.fromkeys(recalled.degraded)),
            verified=len(hits),
            dropped=dict(refusals.counts),
            trace_id=search.trace_id or new_trace_id(),
            request_id=search.request_id or new_trace_id(),
            latency_ms=latency,
            strategy=search.strategy,
            intent=str(recalled.profile.intent),
            lag=recalled.tail.lag,
        )

    def rank(self, search: Search) -> tuple[Recalled, Ranking]:
        """Recall and fuse; nothing is proved yet."""
        check(search)
        now = self._clock()
        recalled = self._recall.gather(search, now)
        started = time.perf_counter()
        ranking = rank(recalled.candidates, recalled.profile, self._config, search.as_of or now)
        recalled.latency["fuse"] = (time.perf_counter() - started) * 1000
        return recalled, ranking

    def _hits(
        self, search: Search, recalled: Recalled, ranking: Ranking, refusals: Refusals
    ) -> list[Hit]:
        """The first proved records behind the offset; refused ones are replaced by the next."""
        rows = recalled.columns.rows
        sure = certain(recalled.candidates, recalled.profile, self._config)[ranking.order]
        places: dict[str, int] = {}

        def candidates() -> Iterator[DocRow]:
            for place, number in enumerate(ranking.order):
                row = rows[int(number)]
                places[row.doc_id] = place
                yield row

        wanted = search.offset + search.limit
        hits: list[Hit] = []
        found = proved(
            self._layout,
            search.scope,
            candidates(),
            refusals,
            self._lines,
            max_record_bytes=self._max_record_bytes,
        )
        for row, record in found:
            place = places[row.doc_id]
            hits.append(_hit(row, record, ranking, place, recalled.terms, bool(sure[place])))
            if len(hits) == wanted:
                break
        return hits[search.offset :]

    def _report(self, scope: Scope, refusals: Refusals, recalled: Recalled) -> None:
        if not refusals.documents:
            return
        for row in refusals.documents:
            self._tails.forget(row.anchor.file_path)
        if refusals.counts["unreadable"]:
            recalled.degraded.append("truth_unreadable: a file of this scope cannot be read")
        self._stale(scope, refusals.documents)


def _hit(
    row: DocRow,
    record: Record,
    ranking: Ranking,
    place: int,
    terms: Sequence[str],
    sure: bool,
) -> Hit:
    sources = {
        SOURCE_NAMES.get(name, name): float(values[place])
        for name, values in ranking.contributions.items()
        if values[place]
    }
    return Hit(
        event_id=row.event_id,
        text=record.content,
        score=float(ranking.score[place]),
        citation=row.anchor.citation,
        anchor=row.anchor,
        sources=sources,
        why=explain_sources(sources, matched_terms(record, terms)),
        record=record,
        source_type=row.source_type,
        sealed=record.sealed,
        certain=sure,
    )


def matched_terms(record: Record, terms: Sequence[str]) -> list[str]:
    """Those terms of a query that the record itself holds."""
    own = set(index_terms(f"{record.speaker or ''} {record.content[:20_000]}"))
    return [term for term in terms if term in own]


def explain_sources(sources: dict[str, float], matched: Sequence[str]) -> str:
    """Why a record was found, in a few words."""
    reasons = []
    if sources.get("words", 0) > 0:
        shown = ", ".join(matched[:6])
        reasons.append(f"words: {shown}" if shown else "words of the talk around it")
    if sources.get("vectors", 0) > 0:
        reasons.append("similar meaning")
    if sources.get("time", 0) > 0:
        reasons.append("the time the query names")
    if sources.get("recency", 0) > 0:
        reasons.append("recent")
    return "; ".join(reasons) or "nothing tells it from the others"
