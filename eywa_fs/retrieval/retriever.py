"""Search: recall from every source at once, fuse, prove, refill."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from eywa_fs.clock import Clock
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.language.tokens import index_terms
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.results import Hit, RetrievalResult
from eywa_fs.retrieval import newest
from eywa_fs.retrieval.floor import certain
from eywa_fs.retrieval.fusion import FusionConfig, Ranking, rank
from eywa_fs.retrieval.intent import tells_change
from eywa_fs.retrieval.newest import Said
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
        hits, newer = self._hits(search, recalled, ranking, refusals)
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
            newer=tuple(newer),
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
    ) -> tuple[list[Hit], list[Hit]]:
        """The first proved records behind the offset; refused ones are replaced by the next.

        With them come the newest records about the same things that are not among them.
        """
        places = iter(range(len(ranking.order)))
        proving = self._proved(search, recalled, ranking, places, refusals)
        held = dict(islice(proving, search.offset + search.limit))
        given = list(held)[search.offset :]
        newer: dict[int, int] = {}
        if recalled.present:
            behind = range(next(places, newest.LOOKED_AT), newest.LOOKED_AT)
            untried = [place for place in behind if place < len(ranking.order)]
            newer = self._newest(search, recalled, ranking, given, held, untried, refusals)
        sure = certain(recalled.candidates, recalled.profile, self._config)[ranking.order]
        hits = {
            place: _hit(*held[place], ranking, place, recalled.terms, bool(sure[place]))
            for place in (*given, *sorted(set(newer.values()) - set(given)))
        }
        for old, new in newer.items():
            hits[old] = replace(hits[old], newer=hits[new].citation)
        found = list(hits.values())
        return found[: len(given)], found[len(given) :]

    def _proved(
        self,
        search: Search,
        recalled: Recalled,
        ranking: Ranking,
        places: Iterable[int],
        refusals: Refusals,
    ) -> Iterator[tuple[int, tuple[DocRow, Record]]]:
        """The records at some places of the ranking that hold, each with its place."""
        rows = recalled.columns.rows
        place_of: dict[str, int] = {}

        def candidates() -> Iterator[DocRow]:
            for place in places:
                row = rows[int(ranking.order[place])]
                place_of[row.doc_id] = place
                yield row

        found = proved(
            self._layout,
            search.scope,
            candidates(),
            refusals,
            self._lines,
            max_record_bytes=self._max_record_bytes,
        )
        for row, record in found:
            yield place_of[row.doc_id], (row, record)

    def _newest(
        self,
        search: Search,
        recalled: Recalled,
        ranking: Ranking,
        given: Sequence[int],
        held: dict[int, tuple[DocRow, Record]],
        untried: Sequence[int],
        refusals: Refusals,
    ) -> dict[int, int]:
        """Place of the newest record about the same thing, by place of a record that is given.

        Args:
            held: the records that are proved, by place; those proved here are added.
            untried: places of further records that may be newer.
        """
        first = [place for place in given if place < newest.LOOKED_AT]
        others = [p for p in held if p < newest.LOOKED_AT and p not in set(first)]
        places = [*first, *others, *untried]
        numbers = ranking.order[places]
        close = newest.closeness(recalled.columns.vectors.at(numbers), recalled.models)
        said = [_said(recalled, ranking, place) for place in places]
        wanted = [places[n] for n in newest.may_be_newer(said, len(first), close)]
        lacking = [place for place in wanted if place not in held]
        held.update(self._proved(search, recalled, ranking, lacking, refusals))
        read = {*first, *wanted} & held.keys()
        texts = {place: held[place][1].content for place in read}
        terms = {place: newest.words_of(text) for place, text in texts.items()}
        said = [
            replace(
                item,
                terms=terms.get(place),
                changed=place < newest.LEADING and tells_change(texts.get(place, "")),
            )
            for item, place in zip(said, places, strict=True)
        ]
        chosen = newest.newest(said, len(first), close, _rare(recalled, terms.values()))
        return {places[old]: places[new] for old, new in chosen.items()}

    def _report(self, scope: Scope, refusals: Refusals, recalled: Recalled) -> None:
        if not refusals.documents:
            return
        for row in refusals.documents:
            self._tails.forget(row.anchor.file_path)
        if refusals.counts["unreadable"]:
            recalled.degraded.append(
                Degraded("truth", "unreadable", "a file of this scope cannot be read")
            )
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


def _said(recalled: Recalled, ranking: Ranking, place: int) -> Said:
    columns, number = recalled.columns, int(ranking.order[place])
    label = columns.labels[columns.label[number]]
    by = newest.USER + label.speaker if label.role == "user" else label.speaker
    return Said(int(columns.timestamp[number]), by, float(ranking.score[place]), label.path)


def _rare(recalled: Recalled, terms: Iterable[frozenset[str]]) -> frozenset[str] | None:
    """The rare ones of the terms of several records; ``None`` where words cannot be asked."""
    if recalled.rarity is None:
        return None
    held_by = Counter(term for words in terms for term in words)
    try:
        return recalled.rarity.rare([term for term, count in held_by.items() if count > 1])
    except DependencyUnavailable as error:
        if not any(reason.part == "words" for reason in recalled.degraded):
            recalled.degraded.append(Degraded("words", "unavailable", error))
        return None


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
