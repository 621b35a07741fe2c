"""Recall: what may answer, from vectors, words, time and the un-indexed tail, with raw scores."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs, files, summaries
from eywa_fs.catalog.files import FileRow
from eywa_fs.config import Settings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, EywaError
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.generations.generation import Generation
from eywa_fs.language.tokens import query_terms
from eywa_fs.model.documents import DocRow, scope_key
from eywa_fs.retrieval import wordsearch
from eywa_fs.retrieval.aim import embedding_text, named_principal, principals
from eywa_fs.retrieval.columns import Columns, columns_of, join, mask, matches, select
from eywa_fs.retrieval.fusion import Candidates, FusionConfig
from eywa_fs.retrieval.intent import QueryProfile, profile
from eywa_fs.retrieval.scopes import ScopeReader
from eywa_fs.retrieval.search import Search
from eywa_fs.retrieval.semantics import (
    AimedQuery,
    QueryEmbedder,
    ScopeStatistics,
    Vector,
    combined,
    score_all,
    statistics,
)
from eywa_fs.retrieval.tail import Tail, TailReader
from eywa_fs.retrieval.timewindow import windows
from eywa_fs.retrieval.timing import window_match
from eywa_fs.retrieval.wordsearch import WordScores

NEAREST = (1000, 5000)
"""Neighbours asked of the vector index, and again if too few of them lie in the scope: asking an
unfiltered index for many is far cheaper than filtering inside it (measurements, decision 0005)."""

SAMPLE = 512
"""Vectors of a large scope from which its mean and the spread of its scores are estimated."""


@dataclass(slots=True)
class Recalled:
    """Candidates with raw scores, and how the recall went."""

    profile: QueryProfile
    terms: list[str]
    columns: Columns
    candidates: Candidates
    tail: Tail
    degraded: list[str] = field(default_factory=list)
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
        self._degraded: list[str] = []
        self._latency: dict[str, float] = {}
        self._names: tuple[str, ...] = ()

    def run(self) -> Recalled:
        search, pool = self._search, self._r._pool
        generation = self._generation()
        self._names = principals(self._speakers(generation))
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
            degraded=self._degraded,
            latency=self._latency,
        )

    # -- sources ------------------------------------------------------------------------------

    def _generation(self) -> Generation | None:
        try:
            generation = self._r._current.get()
        except EywaError as error:
            self._degraded.append(f"index_unavailable: {error}")
            return None
        if generation is None:
            self._degraded.append("index_missing: nothing is indexed yet")
            return None
        for part, damage in generation.unusable.items():
            if part != "vectors" or self._search.uses_vectors:
                state = "busy" if damage.passing else "damaged"
                self._degraded.append(f"{part}_{state}: {damage.reason}")
        return generation

    def _embed(self) -> tuple[Vector, float]:
        started = time.perf_counter()
        text = embedding_text(self._search.query, self._names)
        return self._r._queries.embed(text), _since(started)

    def _speakers(self, generation: Generation | None) -> Mapping[str, int]:
        if generation is None or self._catalog_lost(generation):
            return {}
        try:
            with generation.catalog().read() as connection:
                return docs.speakers(connection, self._key)
        except DependencyUnavailable as error:
            self._lose_catalog(generation, error)
            return {}

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
        tail = self._r._tails.read(self._search.scope, self._known_files(generation))
        tail.documents = [d for d in tail.documents if matches(d.row, self._search.bounds)]
        self._degraded += tail.degraded
        self._latency["tail"] = _since(started)
        return tail

    def _known_files(self, generation: Generation | None) -> Mapping[str, FileRow]:
        if generation is None or self._catalog_lost(generation):
            return {}
        try:
            with generation.catalog().read() as connection:
                return files.of_scope(connection, self._key)
        except DependencyUnavailable as error:
            self._lose_catalog(generation, error)
            return {}

    def _lose_catalog(self, generation: Generation, error: DependencyUnavailable) -> None:
        generation.condemn("catalog", error)
        self._catalog_lost(generation)

    def _catalog_lost(self, generation: Generation) -> bool:
        """Whether this search does without the catalog; once it does, it does so to its end."""
        if any(reason.startswith("catalog_") for reason in self._degraded):
            return True
        why = generation.unusable.get("catalog")
        if why is not None:
            self._degraded.append(f"catalog_{'busy' if why.passing else 'damaged'}: {why.reason}")
        return why is not None

    def _words(
        self, searching: Future[tuple[WordScores, float]] | None, tail: Tail
    ) -> WordScores | None:
        if searching is None:
            return None
        try:
            words, self._latency["words"] = searching.result()
        except DependencyUnavailable as error:
            if not any(reason.startswith("words_") for reason in self._degraded):
                self._degraded.append(f"words_unavailable: {error}")
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
            self._degraded.append(f"embedder_unavailable: {error}")
            return None
        return vector

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
            return self._finish(Columns(), tail, tail_columns, vector)
        try:
            if self._indexed_size(generation) <= self._r._settings.vectors.exact_scope_limit:
                indexed = self._r._scopes.columns(generation, self._tenant, self._key)
                return self._finish(indexed, tail, tail_columns, vector)
            return self._nearest(generation, tail, tail_columns, words, vector, named)
        except DependencyUnavailable as error:
            generation.condemn("catalog", error)
            self._degraded.clear()
            raise _CatalogFailed from error

    def _indexed_size(self, generation: Generation) -> int:
        with generation.catalog().read() as connection:
            return docs.count_of_scope(connection, self._key)

    def _finish(
        self, indexed: Columns, tail: Tail, tail_columns: Columns, vector: Vector | None
    ) -> tuple[Columns, None, AimedQuery | None]:
        """A small scope: filter, add the tail, and aim with the scope's own mean."""
        chosen = mask(indexed, self._search.bounds)
        fresh = {document.row.doc_id for document in tail.documents}
        if tail.reread or fresh:
            chosen &= np.array(
                [
                    row.anchor.file_path not in tail.reread and row.doc_id not in fresh
                    for row in indexed.rows
                ],
                dtype=np.bool_,
            )
        columns = join(select(indexed, chosen), tail_columns)
        if vector is None or not len(columns):
            return columns, None, None
        own = statistics(columns.vectors)
        return columns, None, self._r._queries.aimed(vector, self._profile, own, self._r._config)

    def _nearest(
        self,
        generation: Generation,
        tail: Tail,
        tail_columns: Columns,
        words: WordScores | None,
        vector: Vector | None,
        named: list[tuple[int, int]],
    ) -> tuple[Columns, ScopeStatistics | None, AimedQuery | None]:
        """A large scope: only what some source recalled is looked at."""
        r = self._r
        scope, aimed = None, None
        ids: dict[str, None] = dict.fromkeys(words.scores if words else ())
        if vector is not None:
            scope = r._scopes.statistics(generation, self._key, SAMPLE)
            aimed = r._queries.aimed(vector, self._profile, scope, r._config)
            ids |= dict.fromkeys(self._neighbours(generation, aimed, scope))
        with generation.catalog().read() as connection:
            rows = docs.fetch(connection, list(ids))
            near = summaries.fetch(connection, [name for name in ids if name not in rows])
            covered = [name for summary in near.values() for name in summary.covers]
            old = docs.fetch(connection, [name for name in covered if name not in rows])
            rows |= {name: row for name, row in old.items() if not row.vector}
            for start, end in named:
                found = docs.in_window(connection, self._key, start, end, NEAREST[0])
                rows |= {row.doc_id: row for row in found}
            if not ids:
                recent = docs.in_window(connection, self._key, 0, self._now, NEAREST[0])
                rows |= {row.doc_id: row for row in recent}
        fresh = {document.row.doc_id for document in tail.documents}
        usable = [row for row in rows.values() if self._usable(row, tail, fresh)]
        with generation.catalog().read() as connection:
            bare = [row.doc_id for row in usable if not row.vector]
            stand_ins = summaries.stand_ins_of(connection, bare)
        stored = r._scopes.stored_vectors(generation, self._tenant, usable, stand_ins)
        return join(columns_of(usable, stored), tail_columns), scope, aimed

    def _usable(self, row: DocRow, tail: Tail, fresh: set[str]) -> bool:
        return (
            row.scope == self._search.scope
            and row.doc_id not in fresh
            and row.anchor.file_path not in tail.reread
            and matches(row, self._search.bounds)
        )

    def _neighbours(
        self, generation: Generation, aimed: AimedQuery, scope: ScopeStatistics | None
    ) -> list[str]:
        """Ids of the scope among the nearest of the tenant's collection."""
        r = self._r
        asked = combined(aimed, self._profile, scope, r._config, r._dimension)
        name = generation.collection(self._tenant)
        prefix = self._key + "-"
        inside: list[str] = []
        try:
            for k in NEAREST:
                found = generation.vectors().query(name, asked, k)
                inside = [doc_id for doc_id, _ in found if doc_id.startswith(prefix)]
                if len(inside) >= r._settings.retrieval.candidates or len(found) < k:
                    break
        except DependencyUnavailable as error:
            from eywa_fs.index.vectors import is_corrupt

            if is_corrupt(error):
                generation.condemn("vectors", error)
            if not any(reason.startswith("vectors_") for reason in self._degraded):
                self._degraded.append(f"vectors_unavailable: {error}")
        return inside

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
        return np.array([float(row.speaker == name) for row in columns.rows])


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
