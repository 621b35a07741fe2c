"""Whether the vector index's graph still leads to what it holds: documents asked for by their own
vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.catalog import docs
from eywa_fs.catalog.sql import Connection
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
    """Probe the largest tenants' graphs; a finding for each that loses too much.
    ``DependencyUnavailable`` where the vector store failed."""
    for tenant_id, count in docs.largest_tenants(connection, TENANTS).items():
        probes = docs.sample_of_tenant(connection, tenant_id, PROBES)
        name = generation.collection(tenant_id)
        tried, lost = probe(generation.vectors(), name, probes)
        report.count("probes", tried)
        if len(lost) > MOST_LOST or (tried == len(lost) and 2 * tried > count):
            found = f"{len(lost)} of {tried} documents are not found by their own vectors"
            detail = f"{found}, such as {lost[0]}"
            report.add("vector_graph_weak", "vectors", detail, REBUILD, tenant_id=tenant_id)


def probe(store: VectorIndex, name: str, ids: Sequence[str]) -> tuple[int, list[str]]:
    """How many documents were asked for by their stored vectors, and which were not found so."""
    vectors = store.get_vectors(name, ids)
    if not vectors:
        return 0, []
    asked = store.query_each(name, np.stack(list(vectors.values())), NEAREST)
    near = dict(zip(vectors, asked, strict=True))
    return len(vectors), sorted(i for i in near if not _is_found(i, vectors[i], near[i]))


def _is_found(doc_id: str, own: NDArray[np.float32], near: Sequence[tuple[str, float]]) -> bool:
    if doc_id in [found for found, _ in near]:
        return True
    return len(near) == NEAREST and near[-1][1] >= float(own @ own) - _SAME
