"""The stores against the catalog: every document in both, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from eywa_fs.batching import batched
from eywa_fs.catalog import docs, summaries
from eywa_fs.catalog.docs import VectorRow
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.commit import vector_metadata
from eywa_fs.model.reports import VerifyReport

if TYPE_CHECKING:
    from sqlalchemy import Connection

_PAGE = 2000


def strangers(connection: Connection, known: set[str], report: VerifyReport) -> None:
    """Documents of paths that are no file of the truth."""
    for path in docs.paths(connection):
        if path not in known:
            docs.of_path(connection, path)  # raises where repair could not read the rows
            report.add(
                "document_unexpected",
                path,
                "documents point at a file that does not exist",
                "reindex: remove them",
                path=path,
            )


def words(generation: Generation, connection: Connection, report: VerifyReport) -> None:
    """Compare the word index of every tenant with the catalog."""
    for tenant_id in docs.tenants(connection):
        expected = docs.ids_of_tenant(connection, tenant_id)
        try:
            _check_words(generation, expected, tenant_id, report)
        except DependencyUnavailable as error:
            report.add("part_damaged", "words", str(error), "rebuild: derive it anew")
            break


def vectors(generation: Generation) -> VerifyReport:
    """Compare the vector index of every tenant with the catalog; on a connection of its own, so
    that it can run beside the rest.

    Raises:
        DependencyUnavailable: the catalog cannot be read.
    """
    report = VerifyReport(deep=True)
    with generation.catalog().read() as connection:
        for tenant_id in docs.tenants(connection):
            try:
                _check_vectors(generation, connection, tenant_id, report)
            except DependencyUnavailable as error:
                report.add("part_damaged", "vectors", str(error), "rebuild: derive it anew")
                break
    return report


def _check_words(
    generation: Generation, expected: Mapping[str, str], tenant_id: str, report: VerifyReport
) -> None:
    words = generation.words(tenant_id)
    broken = words.damaged_files()
    if broken:
        raise DependencyUnavailable(f"checksums do not fit: {', '.join(broken[:3])}")
    found = set(words.all_ids())
    report.checked["words"] = report.checked.get("words", 0) + len(found)
    for doc_id in sorted(expected.keys() - found):
        report.add(
            "word_missing", doc_id, "the word index lacks this document", "reindex it",
            path=expected[doc_id], doc_id=doc_id, tenant_id=tenant_id,
        )  # fmt: skip
    for doc_id in sorted(found - expected.keys()):
        report.add(
            "word_orphan", doc_id, "the word index holds a document the catalog does not know",
            "remove it", doc_id=doc_id, tenant_id=tenant_id,
        )  # fmt: skip


def _check_vectors(
    generation: Generation, connection: Connection, tenant_id: str, report: VerifyReport
) -> None:
    store, name = generation.vectors(), generation.collection(tenant_id)
    found = 0
    for page in batched(docs.anchors_of_tenant(connection, tenant_id), _PAGE):
        stored = store.get(name, [row.doc_id for row in page])
        found += len(stored)
        _compare_vectors(page, stored, tenant_id, report)
    of_summaries = summaries.ids_of_tenant(connection, tenant_id)
    for names in batched(of_summaries, _PAGE):
        stored = store.get(name, names)
        found += len(stored)
        for doc_id in sorted(set(names) - stored.keys()):
            report.add(
                "vector_missing", doc_id, "the vector index lacks this summary", "reindex it",
                path=of_summaries[doc_id], doc_id=doc_id, tenant_id=tenant_id,
            )  # fmt: skip
    report.checked["vectors"] = report.checked.get("vectors", 0) + found
    if store.count(name) != found:
        # Of one the catalog knows without a vector, the check of its file says that this is wrong.
        known = docs.ids_of_tenant(connection, tenant_id) | of_summaries
        for doc_id in sorted(set(store.all_ids(name)) - known.keys()):
            report.add(
                "vector_orphan", doc_id,
                "the vector index holds a document the catalog does not know", "remove it",
                doc_id=doc_id, tenant_id=tenant_id,
            )  # fmt: skip


def _compare_vectors(
    rows: Sequence[VectorRow],
    stored: Mapping[str, Mapping[str, Any]],
    tenant_id: str,
    report: VerifyReport,
) -> None:
    for row in rows:
        metadata = stored.get(row.doc_id)
        if metadata is None:
            report.add(
                "vector_missing", row.doc_id, "the vector index lacks this document",
                "reindex it", path=row.path, doc_id=row.doc_id, tenant_id=tenant_id,
            )  # fmt: skip
        elif metadata != vector_metadata(row):
            report.add(
                "vector_stale", row.doc_id, "its anchor in the vector index is another one",
                "reindex it", path=row.path, doc_id=row.doc_id, tenant_id=tenant_id,
            )  # fmt: skip
