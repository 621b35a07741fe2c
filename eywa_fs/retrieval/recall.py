"""Recall: what may answer, from vectors, words, time and the un-indexed tail, with raw scores."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs, files, packed, summaries
from eywa_fs.catalog.files import FileRow
from eywa_fs.config import Settings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, EywaError, StoreFailed
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.generations.generation import Damage, Generation
from eywa_fs.language.tokens import query_terms
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import scope_key
from eywa_fs.model.results import Filters
from eywa_fs.retrieval import wordsearch
from eywa_fs.retrieval.aim import embedding_text, named_principal, principals
from eywa_fs.retrieval.columns import Columns, Mask, columns_of, join, mask, matches, select
from eywa_fs.retrieval.fusion import Candidates, FusionConfig
from eywa_fs.retrieval.intent import QueryProfile, profile
from eywa_fs.retrieval.newest import Model
from eywa_fs.retrieval.scopes import ScopeReader
from eywa_fs.retrieval.search import Search
from eywa_fs.retrieval.semantics import (
    AimedQuery,
    QueryEmbedder,
    ScopeStatistics,
    Vector,
    combined,
    score_all,
    shares,
)
from eywa_fs.retrieval.tail import Tail, TailReader
from eywa_fs.retrieval.timewindow import windows
from eywa_fs.retrieval.timing import window_match
from eywa_fs.retrieval.wordsearch import Rarity, WordScores

NEAREST = 5000
"""Neighbours asked of the vector index at most: asking an unfiltered index for many is far cheaper
than filtering inside it (measurements, decision 0005)."""

FILTERED = 1000
"""Neighbours asked for at least when the search has filters of its own."""

IN_WINDOW = 1000
"""Documents of a large scope looked at because of the time they are of."""

SAMPLE = 512
"""Vectors of a large scope from which its mean and the spread of its scores are estimated."""


@dataclass(slots=True)
class Recalled:
    """Candidates with raw scores, and how the recall went.

    Attributes:
        present: the query is about how things are, not about a course of things or a past time.
        models: where the vectors of each model lie, and how much it counts; none without vectors.
        rarity: how rare words are; ``None`` without words.
    """

    profile: QueryProfile
    terms: list[str]
    columns: Columns
    candidates: Candidates
    tail: Tail
    present: bool = False
    models: Sequence[Model] = ()
    rarity: Rarity | None = None
    degraded: list[Degraded] = field(default_factory=list)
    latency: dict[str, float] = field(default_factory=dict)


class Recall:
    """Gathers candidates of one scope. Threads may share it; it writes nothing."""

    def __init__(
        self,
        current: CurrentGeneration,
        embedder: CachedEmbedder,
        tails: TailReader,
        settings: Settings,
        config: FusionConfig,
    ) -> None:
        self._current = current
        self._tails = tails
        self._settings = settings
        self._config = config
        self._dimension = embedder.identity.dimension
        self._queries = QueryEmbedder(embedder)
        self._scopes = ScopeReader(embedder, budget_bytes=settings.vectors.cache_mb << 20)
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="eywa-recall")

    def close(self) -> None:
        """End the threads and drop what is kept in memory."""
        self._pool.shutdown()
        self._scopes.forget()

    def gather(self, search: Search, now_ms: int) -> Recalled:
        """Ask every source at once; a source that fails is named in ``degraded``."""
        gathering = _Gathering(self, search, now_ms)
        try:
            return gathering.run()
        except _CatalogFailed:
            return gathering.run()  # it is condemned now, so the files themselves are searched


@dataclass(frozen=True, slots=True)
class _Known:
    """What the catalog says of a scope before anything is searched; nothing without a catalog.

    Attributes:
        size: how many documents it has.
        speakers: how many records each named speaker has.
    """

    files: Mapping[str, FileRow] = field(default_factory=dict)
    size: int = 0
    speakers: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Near:
    """What the vector index has near a query, of a large scope.

    Attributes:
        sparse: the scope is so small a part of the collection that too many would have to be
            asked for.
    """

    aimed: AimedQuery | None = None
    scope: ScopeStatistics | None = None
    ids: list[str] = field(default_factory=list)
    sparse: bool = False


class _CatalogFailed(Exception):
    """The catalog broke in the middle of a recall."""


class _Gathering:
    """One call of :meth:`Recall.gather`, step by step."""

    def __init__(self, recall: Recall, search: Search, now_ms: int) -> None:
        self._r = recall
        self._search = search
        self._now = search.as_of or now_ms
        self._key = scope_key(search.scope)
        self._tenant = search.scope.tenant_id
        self._profile = profile(search.query)
        self._terms = query_terms(search.query)
        self._degraded: list[Degraded] = []
        self._latency: dict[str, float] = {}
        self._known = _Known()
        self._names: tuple[str, ...] = ()

    def run(self) -> Recalled:
        search, pool = self._search, self._r._pool
        generation = self._generation()
        self._known = self._read_known(generation)
        self._names = principals(self._known.speakers)
        embedding = pool.submit(self._embed) if search.uses_vectors else None
        searching = pool.submit(self._search_words, generation) if search.uses_words else None
        tail = self._read_tail(generation)
        words = self._words(searching, tail)
        vector = self._vector(embedding)
        started = time.perf_counter()
        tail_columns = self._r._scopes.tail_columns(
            tail.documents,
            embed_at_most=self._r._settings.limits.max_tail_vectors if vector is not None else 0,
        )
        named = self._windows()
        columns, scope, aimed = self._columns(generation, tail, tail_columns, words, vector, named)
        self._latency["vectors"] = _since(started)
        return Recalled(
            profile=self._profile,
            terms=self._terms,
            columns=columns,
            candidates=self._candidates(columns, words, aimed, scope, named),
            tail=tail,
            present=self._is_present(),
            models=shares(aimed, self._profile, self._r._config),
            rarity=None if words is None else Rarity(words.index, tail.documents),
            degraded=self._degraded,
            latency=self._latency,
        )

    # -- sources ------------------------------------------------------------------------------

    def _generation(self) -> Generation | None:
        try:
            generation = self._r._current.get()
        except EywaError as error:
            self._degraded.append(Degraded("index", "unavailable", error))
            return None
        if generation is None:
            self._degraded.append(Degraded("index", "missing", "nothing is indexed yet"))
            return None
        if generation.read_only:
            self._degraded.append(
                Degraded("index", "read_only", "it may not be written; it is as it was found")
            )
        for part, damage in generation.unusable.items():
            if part != "vectors" or self._search.uses_vectors:
                self._degraded.append(_damaged(damage))
        return generation

    def _embed(self) -> tuple[Vector, float]:
        started = time.perf_counter()
        text = embedding_text(self._search.query, self._names)
        return self._r._queries.embed(text), _since(started)

    def _read_known(self, generation: Generation | None) -> _Known:
        if generation is None or self._catalog_lost(generation):
            return _Known()
        try:
            with generation.catalog().read() as connection:
                extent = self._r._scopes.extent(generation, connection, self._key)
                return _Known(files.of_scope(connection, self._key), extent.size, extent.speakers)
        except DependencyUnavailable as error:
            generation.condemn("catalog", error)
            self._catalog_lost(generation)
            return _Known()

    def _search_words(self, generation: Generation | None) -> tuple[WordScores, float]:
        started = time.perf_counter()
        if generation is None:
            return WordScores(), 0.0
        found = wordsearch.search_index(
            generation,
            self._tenant,
            self._key,
            self._terms,
            self._search.bounds,
            self._r._settings.retrieval.candidates,
        )
        return found, _since(started)

    def _read_tail(self, generation: Generation | None) -> Tail:
        started = time.perf_counter()
        tail = self._r._tails.read(self._search.scope, self._known.files)
        tail.documents = [d for d in tail.documents if matches(d.row, self._search.bounds)]
        self._degraded += tail.degraded
        self._latency["tail"] = _since(started)
        return tail

    def _catalog_lost(self, generation: Generation) -> bool:
        """Whether this search does without the catalog; once it does, it does so to its end."""
        if any(reason.part == "catalog" for reason in self._degraded):
            return True
        why = generation.unusable.get("catalog")
        if why is not None:
            self._degraded.append(_damaged(why))
        return why is not None

    def _words(
        self, searching: Future[tuple[WordScores, float]] | None, tail: Tail
    ) -> WordScores | None:
        if searching is None:
            return None
        try:
            words, self._latency["words"] = searching.result()
        except DependencyUnavailable as error:
            if not any(reason.part == "words" for reason in self._degraded):
                self._degraded.append(Degraded("words", "unavailable", error))
            if not tail.documents:
                return None
            words = WordScores()
        if tail.documents:
            words = wordsearch.merged(
                words, wordsearch.search_tail(tail.documents, self._terms, words)
            )
        return words

    def _vector(self, embedding: Future[tuple[Vector, float]] | None) -> Vector | None:
        if embedding is None:
            return None
        try:
            vector, self._latency["embed"] = embedding.result()
        except EywaError as error:
            self._degraded.append(Degraded("embedder", "unavailable", error))
            return None
        return vector

    def _is_present(self) -> bool:
        """Remarks and requests are of the present; so are questions that name no time gone by."""
        if not self._profile.is_question:
            return True
        zone = self._r._settings.retrieval.timezone
        named = windows(self._search.query, self._now, zone)
        return not self._profile.asks_past and all(end > self._now for _, end in named)

    def _windows(self) -> list[tuple[int, int]]:
        if not (self._search.uses_time and self._profile.is_question):
            return []
        return windows(self._search.query, self._now, self._r._settings.retrieval.timezone)

    # -- candidates ---------------------------------------------------------------------------

    def _columns(
        self,
        generation: Generation | None,
        tail: Tail,
        tail_columns: Columns,
        words: WordScores | None,
        vector: Vector | None,
        named: list[tuple[int, int]],
    ) -> tuple[Columns, ScopeStatistics | None, AimedQuery | None]:
        """The documents to rank: all of a small scope, the recalled ones of a large one.

        The statistics are given for a large scope only: a small one is its own.
        """
        if generation is None or self._catalog_lost(generation):
            if self._known.files:  # lost since: the tail was read for what it covered
                self._known = _Known()
                self._degraded.clear()
                raise _CatalogFailed
            return self._finish(Columns(), tail, tail_columns, vector)
        try:
            if self._known.size > self._r._settings.vectors.exact_scope_limit:
                near = self._near(generation, vector)
                if not near.sparse:
                    found = self._recalled(generation, near.ids, words, named)
                    columns = join(select(found, self._usable(found, tail)), tail_columns)
                    return columns, near.scope, near.aimed
            indexed = self._r._scopes.columns(generation, self._tenant, self._key)
            return self._finish(indexed, tail, tail_columns, vector)
        except DependencyUnavailable as error:
            generation.condemn("catalog", error)
            self._degraded.clear()
            raise _CatalogFailed from error

    def _finish(
        self, indexed: Columns, tail: Tail, tail_columns: Columns, vector: Vector | None
    ) -> tuple[Columns, None, AimedQuery | None]:
        """All of a scope: filter, add the tail, and aim with the scope's own mean."""
        columns = join(select(indexed, self._usable(indexed, tail)), tail_columns)
        if vector is None or not len(columns):
            return columns, None, None
        aimed = self._r._queries.aimed(vector, self._profile, columns.mean, self._r._config)
        return columns, None, aimed

    def _usable(self, indexed: Columns, tail: Tail) -> Mask:
        """The documents that the filters let through and the tail does not replace."""
        chosen = mask(indexed, self._search.bounds)
        chosen &= indexed.with_label(
            lambda label: label.scope == self._search.scope and label.path not in tail.reread
        )
        fresh = (indexed.index.get(document.row.doc_id) for document in tail.documents)
        chosen[[number for number in fresh if number is not None]] = False
        return chosen

    def _recalled(
        self,
        generation: Generation,
        near: Sequence[str],
        words: WordScores | None,
        named: list[tuple[int, int]],
    ) -> Columns:
        """Of a large scope: only what some source recalled."""
        ids = dict.fromkeys([*(words.scores if words else ()), *near])
        with generation.catalog().read() as connection:
            spans = named if ids else [*named, (0, self._now)]
            for start, end in spans:
                found = docs.ids_in_window(connection, self._key, start, end, IN_WINDOW)
                ids |= dict.fromkeys(found)
            documents = packed.fetch(connection, self._key, list(ids))
            lacking = list(ids.keys() - set(documents.ids))
            near_summaries = summaries.fetch(connection, lacking)
            if near_summaries:
                covered = [name for item in near_summaries.values() for name in item.covers]
                documents = packed.fetch(connection, self._key, [*ids, *covered])
                asked = np.array([name in ids for name in documents.ids], dtype=np.bool_)
                documents = documents.take(asked | ~documents.vector)
            bare = [documents.ids[number] for number in np.flatnonzero(documents.aged).tolist()]
            stand_ins = summaries.stand_ins_of(connection, bare)
        stored = self._r._scopes.stored_vectors(generation, self._tenant, documents, stand_ins)
        return columns_of(documents, stored)

    def _near(self, generation: Generation, vector: Vector | None) -> _Near:
        """The nearest of a large scope, from the tenant's collection."""
        if vector is None:
            return _Near()
        r = self._r
        scope = r._scopes.statistics(generation, self._key, SAMPLE)
        mean = None if scope is None else scope.mean
        aimed = r._queries.aimed(vector, self._profile, mean, r._config)
        asked = combined(aimed, self._profile, scope, r._config, r._dimension)
        near = _Near(aimed, scope)
        try:
            small = r._scopes.has_room(self._known.size)
            self._ask_graph(generation, asked, near, can_do_without=small)
        except DependencyUnavailable as error:
            if isinstance(error, StoreFailed) and error.damaged:
                generation.condemn("vectors", error)
            if not any(reason.part == "vectors" for reason in self._degraded):
                self._degraded.append(Degraded("vectors", "unavailable", error))
        return near

    def _ask_graph(
        self, generation: Generation, asked: Vector, near: _Near, *, can_do_without: bool
    ) -> None:
        """Ask for few; when fewer than half of these lie in the scope, for as many more as their
        share tells. Where that would be too many, the scope is better looked at as a whole."""
        collection = generation.collection(self._tenant)
        prefix = self._key + "-"
        search = self._search
        wanted = max(self._r._settings.retrieval.candidates, search.offset + search.limit)
        k = wanted if search.bounds == Filters() else max(wanted, FILTERED)
        for last in (False, True):
            found = generation.vectors().query(collection, asked, k)
            near.ids = [doc_id for doc_id, _ in found if doc_id.startswith(prefix)]
            if last or 2 * len(near.ids) >= wanted or len(found) < k or k >= NEAREST:
                return
            k = k * wanted // max(len(near.ids), 1)
            if k > NEAREST and can_do_without:
                near.sparse = True
                return
            k = min(k, NEAREST)

    def _candidates(
        self,
        columns: Columns,
        words: WordScores | None,
        aimed: AimedQuery | None,
        scope: ScopeStatistics | None,
        named: list[tuple[int, int]],
    ) -> Candidates:
        scores = None
        if words is not None:
            scores = np.zeros(len(columns))
            for doc_id, score in words.scores.items():
                row = columns.index.get(doc_id)
                if row is not None:
                    scores[row] = score
        return Candidates(
            record=columns.record,
            timestamp=columns.timestamp,
            words=scores,
            words_ceiling=words.ceiling(self._terms) if words is not None else 0.0,
            vectors=score_all(aimed, columns.vectors, scope) if aimed else {},
            time_match=window_match(columns.timestamp, named) if named else None,
            own_terms=columns.terms,
            file=columns.file,
            speaker_match=self._speaker_match(columns),
        )

    def _speaker_match(self, columns: Columns) -> NDArray[np.float64] | None:
        name = named_principal(self._search.query, self._names)
        if name is None:
            return None
        return columns.with_label(lambda label: label.speaker == name).astype(np.float64)


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _damaged(damage: Damage) -> Degraded:
    """Only the catalog can be busy: nothing else is locked by other programs."""
    busy = damage.passing and damage.part == "catalog"
    return Degraded(damage.part, "busy" if busy else "damaged", damage.reason)
