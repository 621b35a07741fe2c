"""Whether the vector index's graph still leads to what it holds: documents asked for by their own
vectors; and whether these are what the embedder gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs
from eywa_fs.catalog.sql import Connection
from eywa_fs.embedding.cached import EmbeddingCache
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.model.reports import REBUILD, VerifyReport

if TYPE_CHECKING:
    from eywa_fs.index.vectors import VectorIndex

PROBES: Final = 64
"""Documents of a tenant that are asked for, spread evenly over all whose vector no other has."""

TENANTS: Final = 16
"""Tenants that are looked at, those with the most documents: each open collection costs memory."""

NEAREST: Final = 10
"""Neighbours among which a document must be when its own vector is asked for."""

MOST_LOST: Final = 3
"""Probes that may be lost, unless all are and they are most of the documents: 5 % of 64. A graph
made in one go lost none of 500 where up to 5 % of 8,000 documents repeated one another, and 2.3 %
where 20 % did: such documents lead to each other only (docs/performance.md). Where nearly all do,
both of two probes were lost by chance."""

_SAME: Final = 1e-4
"""Similarities this close are equal: of several documents with one vector any may come first."""


def check_graph(generation: Generation, connection: Connection, report: VerifyReport) -> None:
    """Probe the largest tenants' graphs; a finding for each that loses too much and that a search
    may use.
    ``DependencyUnavailable`` where the vector store failed."""
    for tenant_id, count in docs.largest_tenants(connection, TENANTS).items():
        probes = docs.sample_of_tenant(connection, tenant_id, PROBES)
        name = generation.collection(tenant_id)
        vectors = generation.vectors().get_vectors(name, probes, patient=True)
        if wrong := _exchanged(generation, connection, vectors):
            detail = f"{len(wrong)} of {len(vectors)} documents have a vector that is not their own"
            report.damaged("vectors", f"{detail}, such as {wrong[0]}")
        tried, lost = probe(generation.vectors(), name, vectors)
        report.count("probes", tried)
        weak = len(lost) > MOST_LOST or (tried == len(lost) and 2 * tried > count)
        if weak and generation.needs_graph(connection, tenant_id):
            found = f"{len(lost)} of {tried} documents are not found by their own vectors"
            detail = f"{found}, such as {lost[0]}"
            report.add("vector_graph_weak", "vectors", detail, REBUILD, tenant_id=tenant_id)


def _exchanged(
    generation: Generation, connection: Connection, vectors: Mapping[str, NDArray[np.float32]]
) -> list[str]:
    """Which documents have another vector than the cache has for their text; what it does not have
    is not known."""
    if not generation.embeddings.exists():
        return []
    hashes = {one: row.embed_hash for one, row in docs.fetch(connection, list(vectors)).items()}
    cached: dict[str, NDArray[np.float32]] = {}
    with suppress(DependencyUnavailable), closing(EmbeddingCache(generation.embeddings)) as cache:
        cached = cache.get_many(generation.binding.key, set(hashes.values()))
    return sorted(
        one
        for one, vector in vectors.items()
        if (own := cached.get(hashes.get(one, ""))) is not None
        and (own.shape != vector.shape or float(own @ vector) < float(own @ own) - _SAME)
    )


def probe(
    store: VectorIndex, name: str, vectors: Mapping[str, NDArray[np.float32]]
) -> tuple[int, list[str]]:
    """How many documents were asked for by their stored vectors, and which were not found so."""
    if not vectors:
        return 0, []
    asked = store.query_each(name, np.stack(list(vectors.values())), NEAREST, patient=True)
    near = dict(zip(vectors, asked, strict=True))
    return len(vectors), sorted(i for i in near if not _is_found(i, vectors[i], near[i]))


def _is_found(doc_id: str, own: NDArray[np.float32], near: Sequence[tuple[str, float]]) -> bool:
    if doc_id in [found for found, _ in near]:
        return True
    return len(near) == NEAREST and near[-1][1] >= float(own @ own) - _SAME
