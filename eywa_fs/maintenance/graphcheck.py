"""Whether the vector index's graph still leads to what it holds: documents asked for by their own
vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from eywa_fs.catalog import docs
from eywa_fs.catalog.sql import Connection
from eywa_fs.generations.generation import Generation
from eywa_fs.model.reports import REBUILD, VerifyReport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.index.vectors import VectorIndex

PROBES: Final = 64
"""Documents of a tenant that are asked for, spread evenly over all whose vector no other has."""

TENANTS: Final = 16
"""Tenants that are looked at, those with the most documents: each open collection costs memory."""

NEAREST: Final = 10
"""Neighbours among which a document must be when its own vector is asked for."""

MOST_LOST: Final = 0.05
"""Share of the probes that may be lost: three of 64 are no finding. A graph made in one go lost
none of 500 where up to 5 % of 8,000 documents repeated one another, and 2.3 % where 20 % did: such
documents lead to each other only (docs/performance.md)."""

_SAME: Final = 1e-4
"""Similarities this close are equal: of several documents with one vector any may come first."""


def check_graph(generation: Generation, connection: Connection, report: VerifyReport) -> None:
    """Probe the largest tenants' graphs; a finding for each that loses too much.

    Raises:
        DependencyUnavailable: the vector store failed.
    """
    for tenant_id in docs.largest_tenants(connection, TENANTS):
        probes = docs.sample_of_tenant(connection, tenant_id, PROBES)
        name = generation.collection(tenant_id)
        tried, lost = probe(generation.vectors(), name, probes)
        report.count("probes", tried)
        if len(lost) > MOST_LOST * tried:
            report.add(
                "vector_graph_weak",
                "vectors",
                f"{len(lost)} of {tried} documents are not found by their own vectors, such as "
                f"{lost[0]}",
                REBUILD,
                tenant_id=tenant_id,
            )


def probe(store: VectorIndex, name: str, ids: Sequence[str]) -> tuple[int, list[str]]:
    """How many documents were asked for by their stored vectors, and which were not found so."""
    vectors = store.get_vectors(name, ids)
    lost = [doc_id for doc_id in sorted(vectors) if not _found(store, name, doc_id, vectors)]
    return len(vectors), lost


def _found(
    store: VectorIndex, name: str, doc_id: str, vectors: Mapping[str, NDArray[np.float32]]
) -> bool:
    own = vectors[doc_id]
    near = store.query(name, own, NEAREST)
    if doc_id in [found for found, _ in near]:
        return True
    return len(near) == NEAREST and near[-1][1] >= float(own @ own) - _SAME
