"""Large scopes: the nearest of the vector index, what words found, and what is of a named time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eywa_fs.catalog import docs, packed, summaries
from eywa_fs.config import Settings
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.generations.known import Known
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.results import Filters
from eywa_fs.retrieval.columns import Columns, select
from eywa_fs.retrieval.floor import floor_for
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.scopes import ScopeReader, store_failed, vectors_missing
from eywa_fs.retrieval.search import Search
from eywa_fs.retrieval.semantics import AimedQuery, QueryAim, ScopeStatistics, Vector, combined
from eywa_fs.retrieval.weights import fusion_config

NEAREST = 5000
"""Neighbours asked of the vector index at most: asking an unfiltered index for many is far cheaper
than filtering inside it (measurements, decision 0005)."""

FILTERED = 1000
"""Neighbours asked for at least when the search has filters of its own."""

IN_WINDOW = 1000
"""Documents of a large scope looked at because of the time they are of."""

FRESH = 500
"""Documents of a large scope that another process wrote since the vector store was opened, and that
are looked at one by one. For more it is opened anew: a second or two at 100,000 documents."""

SAMPLE = 512
"""Vectors of a large scope from which its mean and the spread of its scores are estimated."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a scope: with the query's vector, if vectors are asked, the ids of the
    documents that words found, the stretches of time that it names, and its moment."""

    search: Search
    key: str
    known: Known
    profile: QueryProfile
    vector: Vector | None
    words: Sequence[str]
    named: list[tuple[int, int]]
    now: int


Found = tuple[Columns, ScopeStatistics | None, AimedQuery | None]
"""Documents to rank; what the vectors of a large scope have in common, and how the query was aimed,
where there are vectors."""


class LargeScopes:
    """Recalls documents of scopes that are too large to rank as a whole. Threads may share it."""

    def __init__(self, scopes: ScopeReader, aim: QueryAim, settings: Settings) -> None:
        self._scopes = scopes
        self._aim = aim
        self._settings = settings

    def found(
        self, generation: Generation, wanted: Wanted, degraded: list[Degraded]
    ) -> Found | None:
        """What some source recalls of the scope; ``degraded`` gets the reason when the vector index
        fails. ``None``: the scope is so small a part of the collection that too many would have to
        be asked for."""
        if wanted.vector is None:
            return self._recalled(generation, wanted, []), None, None
        scope = self._scopes.statistics(generation, wanted.key, wanted.known, SAMPLE)
        mean = None if scope is None else scope.mean
        aimed = self._aim.aimed(wanted.vector, wanted.profile, mean)
        ids: list[str] = []
        failed: Degraded | None
        try:
            fresh = self._fresh(generation, wanted)
            near = self._ask_graph(generation, combined(aimed, scope), wanted)
            if near is None:
                return None
            ids = [*near, *fresh]
            if not ids:
                self._refuse_empty(generation, wanted)
        except DependencyUnavailable as error:
            failed = store_failed(generation, error)
        else:
            lacking, size = wanted.known.lacking, wanted.known.size
            failed = vectors_missing(lacking, size) if lacking else None
        if failed is not None and not any(reason.part == "vectors" for reason in degraded):
            degraded.append(failed)
        return self._recalled(generation, wanted, ids), scope, aimed

    def _refuse_empty(self, generation: Generation, wanted: Wanted) -> None:
        """Raise ``DependencyUnavailable`` where the vector index gives nothing of a scope that has
        vectors, and holds nothing else either."""
        collection = generation.collection(wanted.search.scope.tenant_id)
        with generation.catalog().read() as connection:
            known = docs.sample(connection, wanted.key, 1)
        if known and not generation.vectors().count(collection):
            raise DependencyUnavailable("the vector store is empty, and should not be")

    def _fresh(self, generation: Generation, wanted: Wanted) -> list[str]:
        """The scope's documents that the vector store may not see yet, as another process wrote
        them. None of those it sees was deleted: for that the store is opened anew."""
        store, known = generation.vectors(), wanted.known
        as_of = store.as_of
        if known.version <= as_of:
            return []
        with generation.catalog().read() as connection:
            moment = docs.newest(connection)
            ids = docs.ids_since(connection, wanted.key, as_of, FRESH + 1)
        reopen = len(ids) > FRESH or known.removals > as_of
        return [] if store.catch_up(moment, reopen=reopen) else ids

    def _ask_graph(self, generation: Generation, asked: Vector, wanted: Wanted) -> list[str] | None:
        """Ask for few; when fewer than half of these lie in the scope, for as many more as their
        share tells. ``None``: that would be too many, better the scope is looked at as a whole."""
        search, prefix = wanted.search, wanted.key + "-"
        collection = generation.collection(search.scope.tenant_id)
        enough = max(self._settings.retrieval.candidates, search.offset + search.limit)
        k = enough if search.bounds == Filters() else max(enough, FILTERED)
        ids: list[str] = []
        for last in (False, True):
            found = generation.vectors().query(collection, asked, k)
            ids = [doc_id for doc_id, _ in found if doc_id.startswith(prefix)]
            if last or 2 * len(ids) >= enough or len(found) < k or k >= NEAREST:
                break
            k = k * enough // max(len(ids), 1)
            if k > NEAREST and self._scopes.has_room(wanted.known.size):
                return None
            k = min(k, NEAREST)
        return ids

    def _recalled(self, generation: Generation, wanted: Wanted, near: Sequence[str]) -> Columns:
        """What words found, what is ``near``, and what is of a named time."""
        key = wanted.key
        ids = dict.fromkeys([*wanted.words, *near])
        with generation.catalog().read() as connection:
            spans = wanted.named if ids else [*wanted.named, (0, wanted.now)]
            for start, end in spans:
                found = docs.ids_in_window(connection, key, start, end, IN_WINDOW)
                ids |= dict.fromkeys(found)
            documents = packed.fetch(connection, key, list(ids))
            lacking = list(ids.keys() - set(documents.ids))
            near_summaries = summaries.fetch(connection, lacking)
            if near_summaries:
                covered = [name for item in near_summaries.values() for name in item.covers]
                documents = packed.fetch(connection, key, [*ids, *covered])
            bare = [documents.ids[number] for number in np.flatnonzero(documents.aged).tolist()]
            stand_ins = summaries.stand_ins_of(connection, bare)
        tenant_id = wanted.search.scope.tenant_id
        columns = self._scopes.with_vectors(generation, tenant_id, documents, stand_ins)
        asked = np.array([name in ids for name in documents.ids], dtype=np.bool_)
        return select(columns, asked | ~documents.vector)


class Space:
    """All that reads and compares the vectors of one embedder; none of another gets in between.
    Threads may share it.

    Attributes:
        embedder: what made the vectors, and makes those of queries.
        config: constants of the ranking, with this embedder's floor.
        scopes: columns of small scopes.
        aim, large: aims queries; recalls from large scopes.
    """

    def __init__(self, embedder: CachedEmbedder, settings: Settings) -> None:
        retrieval = settings.retrieval
        floor = floor_for(embedder.identity.embedder, retrieval.floor)
        self.embedder = embedder
        self.config = fusion_config(retrieval.intent_weights, floor)
        self.scopes = ScopeReader(embedder, budget_bytes=settings.vectors.cache_mb << 20)
        self.aim = QueryAim(embedder, self.config)
        self.large = LargeScopes(self.scopes, self.aim, settings)
