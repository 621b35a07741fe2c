"""Search: recall from every source at once, fuse, prove, refill."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from eywa_fs.clock import Clock
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.language.tokens import has_question
from eywa_fs.model.degraded import Degraded, combined, truth_changed
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Scope
from eywa_fs.model.results import Hit, RetrievalResult
from eywa_fs.retrieval import newest, repeats
from eywa_fs.retrieval.floor import certain
from eywa_fs.retrieval.fusion import Ranking, rank, with_feedback
from eywa_fs.retrieval.identified import Identified
from eywa_fs.retrieval.intent import speaks_of_talk
from eywa_fs.retrieval.proof import Proofs, Proving
from eywa_fs.retrieval.recall import Recall
from eywa_fs.retrieval.recalled import Recalled
from eywa_fs.retrieval.reranker import Reranker
from eywa_fs.retrieval.search import Search, check, new_trace_id
from eywa_fs.retrieval.telling import Telling
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import OpenFiles

Stale = Callable[[Scope, Sequence[DocRow]], None]
"""Told of documents whose bytes did not fit, so that somebody repairs them."""

_LEARNED = 64
"""First places among which the use of records in earlier answers counts: as many as there are rows
kept as objects (``columns``)."""

_APART = 10
"""Records that are named apart from the time that a query names: of these the first three that tell
facts count (``factbase/answers.py``)."""


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches one data root. Threads may share it; it writes nothing."""

    layout: Layout
    recall: Recall
    proofs: Proofs
    clock: Clock
    stale: Stale
    reranker: Reranker | None

    def search(self, search: Search) -> RetrievalResult:
        """Rank, prove and return; see :meth:`EywaMemory.retrieve`."""
        started = time.perf_counter()
        recalled, ranking = self.rank(search)
        ranked = time.perf_counter()

        def row(place: int) -> DocRow:
            return recalled.columns.row(int(ranking.order[place]))

        with OpenFiles(self.layout, search.scope) as files:
            proving = Proving(self.proofs, files, search.scope, row)
            if recalled.memories:
                proving.hidden = lambda row: recalled.memories.hides(
                    row.event_id, row.anchor, recalled.now, archived=search.archived
                )
            sure = certain(recalled.candidates, recalled.profile, recalled.config)[ranking.order]
            answer = _Answer(search, recalled, ranking, sure, proving)
            hits, newer = answer.hits(self.reranker, self.recall.settings.retrieval.reranked)
            pinned = answer.pinned()
        self._report(search.scope, proving, recalled)
        latency = recalled.latency
        latency["verify"] = (time.perf_counter() - ranked) * 1000 - latency.get("newest", 0.0)
        latency["total"] = (time.perf_counter() - started) * 1000
        return RetrievalResult(
            hits=tuple(hits),
            degraded=combined(recalled.degraded),
            verified=len(hits),
            dropped=dict(proving.counts),
            trace_id=search.trace_id or new_trace_id(),
            request_id=search.request_id or new_trace_id(),
            latency_ms=latency,
            strategy=recalled.strategy,
            intent=str(recalled.profile.intent),
            lag=recalled.tail.lag,
            newer=tuple(newer),
            pinned=tuple(pinned),
            seen=recalled.seen,
            apart_from_time=answer.apart_from_time(),
        )

    def rank(self, search: Search) -> tuple[Recalled, Ranking]:
        """Recall and fuse; nothing is proved yet."""
        check(search)
        now = self.clock()
        recalled = self.recall.gather(search, now)
        started = time.perf_counter()
        ranking = rank(recalled.candidates, recalled.profile, recalled.config, search.as_of or now)
        learns = self.recall.settings.retrieval.feedback and search.as_of is None
        if learns and recalled.memories.useful:
            ranking = self._with_feedback(recalled, ranking)
        recalled.latency["fuse"] = (time.perf_counter() - started) * 1000
        return recalled, ranking

    def _with_feedback(self, recalled: Recalled, ranking: Ranking) -> Ranking:
        """The ranking with what is known of the use of its first records."""
        first = ranking.order[:_LEARNED].tolist()
        useful = [
            recalled.memories.useful.get(recalled.columns.row(number).event_id, 0.0)
            for number in first
        ]
        return with_feedback(ranking, useful, recalled.config.feedback_value)

    def _report(self, scope: Scope, proving: Proving, recalled: Recalled) -> None:
        for row in (*proving.refused, *proving.unread):
            self.recall.tails.forget(row.anchor.file_path)
        if proving.unread:
            recalled.degraded.append(
                Degraded("truth", "unreadable", "a file of this scope cannot be read")
            )
        recalled.degraded += truth_changed(len(proving.changed))
        if proving.refused:
            self.stale(scope, proving.refused)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one search gives, from candidates that were ranked; a place is one of the ranking.

    Attributes:
        sure: whether a record fits better than by chance, by place; of one that repeats the
            question it is taken back.
    """

    search: Search
    recalled: Recalled
    ranking: Ranking
    sure: NDArray[np.bool_]
    proving: Proving

    def hits(self, reranker: Reranker | None, reranked: int) -> tuple[list[Hit], list[Hit]]:
        """The first proved records behind the offset; refused ones are replaced by the next.

        With them come the newer records about the same things that are not among them.
        """
        search, held = self.search, self.proving.held
        wanted = search.offset + search.limit
        reranked = reranked if reranker is not None and self._every_source else 0
        places, tried = self._proved_places(max(wanted, reranked))
        order, fits = self._in_order(places, reranker, reranked)
        given = order[search.offset : wanted]
        started = time.perf_counter()
        newer = self._newest(given, tried)
        self.recalled.latency["newest"] = (time.perf_counter() - started) * 1000
        others = sorted(set(newer.values()) - set(given))
        citation = {place: held[place][0].anchor.citation for place in newer.values()}
        found = [
            self._hit(
                place,
                sure=bool(self.sure[place]),
                newer=citation[newer[place]] if place in newer else "",
                reranked=fits.get(place),
            )
            for place in (*given, *others)
        ]
        return found[: len(given)], found[len(given) :]

    def pinned(self) -> list[Hit]:
        """The user's pinned records, where they are asked for, oldest first."""
        columns, pinned = self.recalled.columns, self.recalled.pinned
        places = [self._place(columns.index[name]) for name in pinned if name in columns.index]
        found = [self._hit(place, sure=True) for place in places if self.proving.prove(place)]
        return sorted(found, key=lambda hit: (hit.record.timestamp, hit.citation))

    def _place(self, number: int) -> int:
        """Where the record of a row stands in the ranking, which has the best span of each."""
        records = self.recalled.columns.record
        return int(np.flatnonzero(records[self.ranking.order] == records[number])[0])

    def apart_from_time(self) -> tuple[str, ...]:
        """Event ids of the first certain records where the time that the query names counts
        nothing; none where it names none. A fact may be told years before the time that is asked
        about."""
        named = self.ranking.contributions["time"]
        if not named.any():
            return ()
        places = np.flatnonzero(self.sure)
        best = np.argsort((named - self.ranking.score)[places], kind="stable")[:_APART]
        numbers = self.ranking.order[places[best]].tolist()
        return tuple(self.recalled.columns.row(number).event_id for number in numbers)

    @property
    def _every_source(self) -> bool:
        return self.search.strategy in ("auto", "hybrid")

    def _in_order(
        self, places: list[int], reranker: Reranker | None, reranked: int
    ) -> tuple[list[int], dict[int, float]]:
        """The places as a reranker orders the first ``reranked``, and what it gave these."""
        first = places[:reranked]
        if reranker is None or len(first) < 2:
            return places, {}
        started = time.perf_counter()
        texts = [self.proving.held[place][1].record.content for place in first]
        try:
            fits = dict(zip(first, reranker.scores(self.search.query, texts), strict=True))
        except DependencyUnavailable as error:
            self.recalled.degraded.append(Degraded("reranker", "unavailable", error))
            return places, {}
        self.recalled.latency["rerank"] = (time.perf_counter() - started) * 1000
        return sorted(first, key=lambda place: -fits[place]) + places[reranked:], fits

    def _proved_places(self, wanted: int) -> tuple[list[int], int]:
        """At least ``wanted`` places whose records hold, best first, or all that do; and how many
        places were tried.

        Those among the first :data:`repeats.LOOKED_AT` that repeat the question, or a better
        record, stand behind the others of these where every source is asked; texts do not where the
        query names a time. What repeats the question is not ``sure`` any more.
        """
        every = self._every_source
        known = repeats.Repeats(
            self.search.query,
            questions=every,
            texts=every and not self.ranking.contributions["time"].any(),
        )
        count = len(self.ranking.order)
        places: list[int] = []
        behind: list[int] = []
        tried = 0
        weighed = min(repeats.WEIGHED, count) if every else 0
        while tried < count and (len(places) < wanted or tried < weighed):
            place, tried = tried, tried + 1
            if self.proving.prove(place):
                saying = self.proving.held[place][1].saying
                replied = partial(self._replied, place)
                repeat = known.of(saying, replied) if place < repeats.LOOKED_AT else None
                self.sure[place] &= repeat != "question"
                (behind if repeat else places).append(place)
            if tried == weighed:
                scores = self.ranking.score[:weighed].tolist()
                places = repeats.in_order(places, scores, self._tells)
            if tried in (repeats.LOOKED_AT, count):
                places += behind
                behind = []
        return places, tried

    def _newest(self, given: Sequence[int], tried: int) -> dict[int, int]:
        """Place of the newer record about the same thing, by place of a record that is given; both
        are proved. A record that only asks, or only names what is asked for, says nothing newer.
        Places from ``tried`` on were not tried; their records may be newer, too.
        """
        proving, columns = self.proving, self.recalled.columns
        looked_at = min(newest.LOOKED_AT, len(self.ranking.order))
        first = [place for place in given if place < looked_at]
        others = [p for p in proving.held if p < looked_at and p not in set(first)]
        places = [*first, *others, *range(tried, looked_at)]
        numbers = self.ranking.order[places]
        said = newest.Said(
            at=columns.timestamp[numbers],
            by=columns.by[numbers],
            user=columns.of_user[numbers],
            session=columns.session[numbers],
            line=columns.line_of_session[numbers],
            place=np.array(places, np.int64),
        )
        close = newest.closeness(columns.vectors.at(numbers), self.recalled.models)
        pairs = newest.Pairs(said, len(first), close, self.recalled.about)
        found = {n: proving.read(places[n]) for n in pairs.deciding()}
        read = {n: item for n, item in found.items() if item is not None}
        if not read:
            return {}
        weight = cache(self._weight)
        asked = repeats.Repeats(self.search.query, questions=True, texts=False)

        @cache
        def silent(n: int) -> bool:
            item, replied = read[n], partial(self._replied, places[n])
            wants = item.only_asks or asked.only_names(item.record.content)
            return wants or asked.asks_alike(item.saying, replied)

        def answers(n: int) -> bool:
            return self._answers(places[n], read[n].telling)

        now = self.search.as_of or self.recalled.now
        apart = Identified(self.search.query).apart
        while True:
            told = {n: item.telling for n, item in read.items()}
            chosen = pairs.newer(told, weight, silent, answers, now, apart)
            refused = [new for new in set(chosen.values()) if not proving.prove(places[new])]
            if not refused:
                return {places[old]: places[new] for old, new in chosen.items()}
            read = {n: item for n, item in read.items() if n not in refused}

    def _tells(self, place: int) -> float:
        """Which part of a record's score counts, as it may tell nothing."""
        read = self.proving.held[place][1]
        if not self._programs(place):
            asks = read.only_asks and self.recalled.profile.is_question
            asks = asks and self.recalled.strategy != "temporal"
            return repeats.ASKS if asks and not speaks_of_talk(self.search.query) else 1.0
        return float(not self._acknowledges(place, read.reply))

    def _acknowledges(self, place: int, reply: repeats.Reply | None) -> bool:
        """Whether a program's text tells nothing but that it heard the user's right before it."""
        if reply is None or (before := self._beside(place, -1)) is None:
            return False
        number = int(self.ranking.order[before])
        said = self.proving.read(before) if self.recalled.columns.of_user[number] else None
        return said is not None and reply.only_hears(said.heard)

    def _answers(self, place: int, telling: Telling) -> bool:
        """Whether a record is about what a program said right before it in its session: a question
        or, for one that only denies something, more than that it heard the user."""
        before = self._beside(place, -1)
        if before is None or not self._programs(before) or not (said := self.proving.read(before)):
            return False
        asks = has_question(said.record.content)
        return asks or (telling.denies and not self._acknowledges(before, said.reply))

    def _replied(self, place: int) -> bool:
        """Whether what stands right behind somebody's record in its session is a program's."""
        behind = None if self._programs(place) else self._beside(place, 1)
        return behind is not None and self._programs(behind)

    def _programs(self, place: int) -> bool:
        return int(self.recalled.columns.by[self.ranking.order[place]]) == newest.PROGRAM

    def _beside(self, place: int, step: Literal[-1, 1]) -> int | None:
        """Place of what stands right before or behind a record in its session."""
        columns, number = self.recalled.columns, int(self.ranking.order[place])
        lines = columns.line_of_session * step
        further = (columns.session == columns.session[number]) & (lines > lines[number])
        if not further.any():
            return None
        return self._place(int(np.argmin(np.where(further, lines, np.iinfo(np.int64).max))))

    def _weight(self, term: str) -> float:
        """How rare a term is in the user's records, where words can be asked."""
        words = self.recalled.words
        try:
            return newest.NOT_KNOWN if words is None else words.weight(term)
        except DependencyUnavailable as error:
            if not any(reason.part == "words" for reason in self.recalled.degraded):
                self.recalled.degraded.append(Degraded("words", "unavailable", error))
            return newest.NOT_KNOWN

    def _hit(
        self, place: int, *, sure: bool, newer: str = "", reranked: float | None = None
    ) -> Hit:
        row, read = self.proving.held[place]
        sources = {
            name: float(values[place])
            for name, values in self.ranking.contributions.items()
            if values[place]
        }
        if reranked is not None:
            sources["reranker"] = reranked
        matched = [term for term in self.recalled.terms if term in read.terms]
        record = read.own_copy()
        return Hit(
            event_id=row.event_id,
            text=record.content,
            score=float(self.ranking.score[place]),
            citation=row.anchor.citation,
            anchor=row.anchor,
            sources=sources,
            why=explain_sources(sources, matched),
            record=record,
            source_type=row.source_type,
            sealed=record.sealed,
            newer=newer,
            certain=sure,
            version=self.recalled.memories.version(row.event_id),
            span=(row.span_start, row.span_end),
        )


_REASONS = {
    "vectors": "similar meaning",
    "time": "the time the query names",
    "recency": "recent",
    "feedback": "of use before",
}


def explain_sources(sources: dict[str, float], matched: Sequence[str]) -> str:
    """Why a record was found, in a few words."""
    reasons = []
    if sources.get("words", 0) > 0:
        shown = ", ".join(matched[:6])
        reasons.append(f"words: {shown}" if shown else "words of the talk around it")
    reasons += [reason for name, reason in _REASONS.items() if sources.get(name, 0) > 0]
    return "; ".join(reasons) or "nothing tells it from the others"
