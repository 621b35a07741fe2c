"""Reading a scope's documents and vectors, and keeping those of recently asked scopes."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs, summaries
from eywa_fs.embedding import sketch
from eywa_fs.embedding.cached import CachedEmbedder
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.model.documents import DocRow, IndexDocument
from eywa_fs.model.summaries import StandIn
from eywa_fs.retrieval.columns import Columns, columns_of, join
from eywa_fs.retrieval.semantics import ScopeStatistics, statistics

_HASH = re.compile(r"[0-9a-f]{32}")


@dataclass(slots=True)
class _Kept:
    opening: int
    version: int
    removals: int
    columns: Columns


class ScopeReader:
    """Columns of small scopes, least recently asked ones forgotten. Threads may share it."""

    def __init__(self, embedder: CachedEmbedder, *, budget_bytes: int) -> None:
        self._embedder = embedder
        self._budget = budget_bytes
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._statistics: dict[str, tuple[int, int, ScopeStatistics | None]] = {}
        self._mutex = threading.Lock()

    def columns(self, generation: Generation, tenant_id: str, key: str) -> Columns:
        """All documents of a scope with their vectors.

        Raises:
            DependencyUnavailable: the catalog cannot be read.
        """
        with self._mutex:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)  # those not asked for longest make room first
        with generation.catalog().read() as connection:
            version, removals = docs.scope_version(connection, key)
            if kept is not None and (kept.opening, kept.removals) == (
                generation.opening,
                removals,
            ):
                if kept.version == version:
                    return kept.columns
                rows = docs.of_scope(connection, key, after=kept.version)
                before = kept.columns
                if any(row.doc_id in before.index for row in rows):
                    rows, before = docs.of_scope(connection, key), Columns()
            else:
                rows, before = docs.of_scope(connection, key), Columns()
            found = summaries.stand_ins_of_scope(connection, key) if not len(before) else []
        fresh = columns_of(rows, self.stored_vectors(generation, tenant_id, rows, found))
        columns = join(before, fresh)
        self._keep(key, _Kept(generation.opening, version, removals, columns))
        return columns

    def stored_vectors(
        self,
        generation: Generation,
        tenant_id: str,
        rows: Sequence[DocRow],
        stand_ins: Sequence[StandIn] = (),
    ) -> NDArray[np.float32]:
        """Vectors of indexed documents, from the cache, else from the vector index.

        Rows without one are NaN: they have none by policy, or both stores failed.

        Args:
            stand_ins: how those of them are ranked that have none by policy; others do not count.

        Raises:
            DependencyUnavailable: a sketch is damaged.
        """
        vectors = self.cached_vectors(rows)
        aged = [not row.vector and row.state == "indexed_fresh" for row in rows]
        vectors[np.array(aged, dtype=np.bool_)] = np.nan
        wanted = [(row.doc_id, number) for number, row in enumerate(rows) if row.vector]
        self._fetch_lacking(generation, tenant_id, wanted, vectors)
        place = {row.doc_id: number for number, row in enumerate(rows) if aged[number]}
        chosen = [item for item in stand_ins if item.doc_id in place]
        if chosen:
            shared = self._vectors_of(chosen)
            named = [(item.summary_id, number) for number, item in enumerate(chosen)]
            self._fetch_lacking(generation, tenant_id, named, shared)
            sketches = [item.sketch for item in chosen]
            found = sketch.decode(sketches, shared, self._embedder.parts)
            vectors[[place[item.doc_id] for item in chosen]] = found
        return vectors

    def _fetch_lacking(
        self,
        generation: Generation,
        tenant_id: str,
        wanted: Sequence[tuple[str, int]],
        vectors: NDArray[np.float32],
    ) -> None:
        """Take from the vector index what the cache did not have; failing, it stays NaN."""
        lacking = [(doc_id, number) for doc_id, number in wanted if np.isnan(vectors[number, 0])]
        if lacking:
            ids = [doc_id for doc_id, _ in lacking]
            try:
                found = generation.vectors().get_vectors(generation.collection(tenant_id), ids)
            except DependencyUnavailable:
                found = {}
            for doc_id, number in lacking:
                vector = found.get(doc_id)
                if vector is not None and vector.shape == vectors[number].shape:
                    vectors[number] = vector

    def cached_vectors(self, rows: Sequence[DocRow]) -> NDArray[np.float32]:
        """Vectors by the hash of the embedded text, NaN where the cache has none."""
        return self._vectors_of(rows)

    def _vectors_of(self, rows: Sequence[DocRow | StandIn]) -> NDArray[np.float32]:
        identity = self._embedder.identity
        vectors = np.full((len(rows), identity.dimension), np.nan, dtype=np.float32)
        wanted = {row.embed_hash for row in rows if _HASH.fullmatch(row.embed_hash)}
        try:
            known = self._embedder.cache.get_many(identity.key, wanted)
        except DependencyUnavailable:
            return vectors
        for number, row in enumerate(rows):
            vector = known.get(row.embed_hash)
            if vector is not None and vector.shape == (identity.dimension,):
                vectors[number] = vector
        return vectors

    def tail_columns(self, documents: Sequence[IndexDocument], *, embed_at_most: int) -> Columns:
        """Columns of documents that are not indexed yet; the newest few are embedded on the spot.

        Raises nothing: an embedder that fails leaves NaN.
        """
        rows = [document.row for document in documents]
        vectors = self.cached_vectors(rows)
        newest = sorted(
            (
                number
                for number, document in enumerate(documents)
                if np.isnan(vectors[number, 0]) and document.embed_text is not None
            ),
            key=lambda number: -rows[number].timestamp,
        )[:embed_at_most]
        if newest:
            with suppress(DependencyUnavailable):  # the query's own embedding then says so
                vectors[newest] = self._embedder.embed_documents(
                    [documents[number].embed_text or "" for number in newest]
                )
        return columns_of(rows, vectors)

    def statistics(self, generation: Generation, key: str, size: int) -> ScopeStatistics | None:
        """Mean and sample of a large scope's vectors, kept until the scope changed a good deal."""
        with self._mutex:
            kept = self._statistics.get(key)
        with generation.catalog().read() as connection:
            version, _ = docs.scope_version(connection, key)
            if kept is not None and kept[0] == generation.opening and version - kept[1] < size:
                return kept[2]
            hashes = [*docs.sample(connection, key, size), *summaries.sample(connection, key, size)]
            hashes = sorted(hashes)[:size]
        try:
            known = self._embedder.cache.get_many(
                self._embedder.identity.key, [h for h in hashes if _HASH.fullmatch(h)]
            )
        except DependencyUnavailable:
            return None
        found = statistics(np.array([known[h] for h in sorted(known)], dtype=np.float32))
        with self._mutex:
            self._statistics[key] = (generation.opening, version, found)
        return found

    def forget(self) -> None:
        """Drop everything kept."""
        with self._mutex:
            self._kept.clear()

    def _keep(self, key: str, kept: _Kept) -> None:
        with self._mutex:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            size = sum(item.columns.size_bytes for item in self._kept.values())
            while size > self._budget and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                size -= dropped.columns.size_bytes
