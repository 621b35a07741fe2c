"""Reading a scope's documents and vectors, and keeping those of recently asked scopes.

Where the catalog cannot be read, DependencyUnavailable is raised; vectors that cannot are NaN, and
what was read says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs, packed, summaries
from eywa_fs.catalog.packed import Documents
from eywa_fs.embedding import sketch
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable, StoreFailed
from eywa_fs.generations.generation import Generation
from eywa_fs.generations.known import Known
from eywa_fs.lru import Lru
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.documents import DocRow, IndexDocument
from eywa_fs.model.summaries import StandIn
from eywa_fs.retrieval.columns import Columns, columns_of, join
from eywa_fs.retrieval.semantics import ScopeStatistics

_HASH = re.compile(r"[0-9a-f]{32}")
_UNKNOWN = "0" * 32
"""In place of what is no hash (a damaged row's): no text is known to have it."""

MOST_SAMPLES = 64
"""Large scopes whose statistics are kept: a sample takes a megabyte or two."""

MOST_PARTS = 256
"""Times a scope's columns are extended before they are read as a whole again."""

BYTES_PER_DOCUMENT = 800
"""What a document takes in memory beside its vector, about."""


def store_failed(generation: Generation, error: DependencyUnavailable) -> Degraded:
    """Why a search does without the vector store, which is used no more where it is damaged."""
    if isinstance(error, StoreFailed) and error.damaged:
        generation.condemn("vectors", error)
    return Degraded("vectors", "unavailable", error)


def vectors_missing(lacking: int, of: int) -> Degraded:
    """How many documents lack a vector that they should have."""
    return Degraded("vectors", "missing", f"{lacking} of {of}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """Columns, and until when (monotonic seconds): where vectors lack, they may come back."""

    opening: int
    version: int
    removals: int
    columns: Columns
    until: float


class ScopeReader:
    """Columns of small scopes, least recently asked ones forgotten. Threads may share it."""

    def __init__(self, embedder: CachedEmbedder, *, budget_bytes: int) -> None:
        self._embedder = embedder
        self._budget = budget_bytes
        self._kept: Lru[str, _Kept] = Lru(budget_bytes, lambda kept: kept.columns.size_bytes)
        self._statistics: Lru[str, tuple[int, int, ScopeStatistics | None]] = Lru(MOST_SAMPLES)

    def columns(self, generation: Generation, tenant_id: str, key: str, known: Known) -> Columns:
        """All documents of a scope with their vectors; ``known`` is what the search began with."""
        kept = self._kept.get(key)
        if kept is not None and monotonic() >= kept.until:
            kept = None
        now = (known.opening, known.version, known.removals)
        if kept is not None and (kept.opening, kept.version, kept.removals) == now:
            return kept.columns
        with generation.catalog().read() as connection:
            version, removals = docs.scope_version(connection, key)
            before, after = Columns(), 0
            if kept is not None and (kept.opening, kept.removals) == (generation.opening, removals):
                before, after = kept.columns, kept.version
            rows = packed.of_scope(connection, key, after=after)
            replaced = not before.index.keys().isdisjoint(rows.ids)
            if replaced or before.parts > MOST_PARTS:
                rows, before = packed.of_scope(connection, key), Columns()
            found: Sequence[StandIn] = ()
            if not len(before) and rows.aged.any():
                found = summaries.stand_ins_of_scope(connection, key)
        fresh = self.with_vectors(generation, tenant_id, rows, found)
        columns = join(before, fresh)
        until = kept.until if kept is not None and before.lacking else inf
        if columns.lacking:
            until = min(until, monotonic() + generation.rest_s)
        self._kept.put(key, _Kept(generation.opening, version, removals, columns, until))
        return columns

    def with_vectors(
        self,
        generation: Generation,
        tenant_id: str,
        documents: Documents,
        stand_ins: Sequence[StandIn] = (),
    ) -> Columns:
        """Indexed documents with their vectors from the cache, else from the vector index.

        Rows without one are NaN: they have none by policy; or the embedder failed when they were
        indexed, or both stores do now, which the columns say.

        Args:
            stand_ins: how those of them are ranked that have none by policy.
        """
        ids, hashes = documents.ids, documents.embed_hashes
        vectors, lacking = self._vectors(generation, tenant_id, ids, hashes, documents.vector)
        vectors[documents.aged] = np.nan
        failed = np.isnan(vectors[:, 0]) & ~documents.vector & ~documents.aged
        if failed.any():
            lacking = lacking or vectors_missing(int(failed.sum()), len(ids))
        place = {ids[number]: number for number in np.flatnonzero(documents.aged).tolist()}
        chosen = [item for item in stand_ins if item.doc_id in place]
        if chosen:
            names = [item.summary_id for item in chosen]
            hashes = [item.embed_hash for item in chosen]
            everyone = np.ones(len(chosen), dtype=np.bool_)
            shared, gone = self._vectors(generation, tenant_id, names, hashes, everyone)
            lacking = lacking or gone
            sketches = [item.sketch for item in chosen]
            found = sketch.decode(sketches, shared, self._embedder.parts)
            vectors[[place[item.doc_id] for item in chosen]] = found
        return columns_of(documents, vectors, lacking)

    def _vectors(
        self,
        generation: Generation,
        tenant_id: str,
        ids: Sequence[str],
        hashes: Sequence[str],
        indexed: NDArray[np.bool_],
    ) -> tuple[NDArray[np.float32], Degraded | None]:
        """Vectors from the cache; those it lacks, where ``indexed``, from the vector index. Else
        they stay NaN, and why is said."""
        vectors = self._cached(hashes)
        lacking = np.flatnonzero(indexed & np.isnan(vectors[:, 0])).tolist()
        if not lacking:
            return vectors, None
        collection = generation.collection(tenant_id)
        try:
            found = generation.vectors().get_vectors(collection, [ids[n] for n in lacking])
        except DependencyUnavailable as error:
            return vectors, store_failed(generation, error)
        for number in lacking:
            vector = found.get(ids[number])
            if vector is not None and vector.shape == vectors[number].shape:
                vectors[number] = vector
        gone = int(np.isnan(vectors[lacking, 0]).sum())
        return vectors, vectors_missing(gone, len(ids)) if gone else None

    def _cached(self, hashes: Sequence[str]) -> NDArray[np.float32]:
        """Vectors by the hash of the embedded text, NaN where the cache has none."""
        identity = self._embedder.identity
        sound = [name if _HASH.fullmatch(name) else _UNKNOWN for name in hashes]
        try:
            return self._embedder.cache.rows(identity.key, sound, identity.dimension)
        except DependencyUnavailable:
            return np.full((len(hashes), identity.dimension), np.nan, dtype=np.float32)

    def tail_columns(
        self, documents: Sequence[IndexDocument], *, embed_at_most: int
    ) -> tuple[Columns, NDArray[np.bool_]]:
        """Columns of documents that are not indexed yet; a few are embedded on the spot: the
        beginnings of the newest records, and only where each record has that, what follows.

        Those few are the same at each search until something is written or indexed: were others
        embedded the next time, its ranking, and so its pages, would be another one. An embedder
        that fails leaves NaN.

        Returns:
            The columns, and which of the documents wait for the vector they will get.
        """
        if not documents:
            return Columns(), np.zeros(0, np.bool_)
        rows = [document.row for document in documents]
        texts = [
            (n, one.embed_text) for n, one in enumerate(documents) if one.embed_text is not None
        ]
        chosen = sorted(texts, key=lambda one: _turn(rows[one[0]]))[:embed_at_most]
        made = None
        with suppress(DependencyUnavailable):  # the query's own embedding then says so
            made = self._embedder.embed_documents([text for _, text in chosen])
        vectors = self._cached([row.embed_hash for row in rows])
        if made is not None:
            vectors[[number for number, _ in chosen]] = made
        without = np.array([document.embed_text is None for document in documents])
        vectors[without] = np.nan  # also where the cache has one, of a span that says the same
        waiting = np.isnan(vectors[:, 0]) & ~without
        return columns_of(packed.of_rows(rows), vectors), waiting

    def statistics(
        self, generation: Generation, key: str, known: Known, size: int
    ) -> ScopeStatistics | None:
        """Mean and sample of a large scope's vectors, kept until the scope grew or shrank by as
        many documents as a sample has."""
        kept = self._statistics.get(key)
        if kept is not None and kept[0] == known.opening and abs(known.size - kept[1]) < size:
            return kept[2]
        with generation.catalog().read() as connection:
            hashes = [*docs.sample(connection, key, size), *summaries.sample(connection, key, size)]
            hashes = sorted(hashes)[:size]
        try:
            cached = self._embedder.cache.get_many(
                self._embedder.identity.key, [h for h in hashes if _HASH.fullmatch(h)]
            )
        except DependencyUnavailable:
            return None
        sample = np.array([cached[h] for h in sorted(cached)], dtype=np.float32)
        found = ScopeStatistics(sample.mean(axis=0, dtype=np.float64), sample) if cached else None
        self._statistics.put(key, (known.opening, known.size, found))
        return found

    def has_room(self, size: int) -> bool:
        """Whether a scope of so many documents takes no more than half of the room."""
        dimension = self._embedder.identity.dimension
        return size * (BYTES_PER_DOCUMENT + 2 * dimension) <= self._budget / 2

    def forget(self) -> None:
        """Drop everything kept."""
        self._kept.clear()


def _turn(row: DocRow) -> tuple[int, int, int]:
    """When a document of the tail is embedded: the first span of each record before the second of
    any, the newest first, and of one moment what was written last."""
    return row.span, -row.timestamp, -row.anchor.byte_start
