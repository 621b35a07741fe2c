"""The stores against the catalog: every document in both, and nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

from eywa_fs.batching import batched
from eywa_fs.catalog import docs, summaries
from eywa_fs.catalog.anchors import AnchorRow
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.commit import vector_metadata
from eywa_fs.model.reports import VerifyReport

if TYPE_CHECKING:
    from sqlalchemy import Connection

_PAGE = 2000
_Stored = dict[str, dict[str, Any]]


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


class VectorCheck:
    """Every tenant's vector index against the catalog, page by page.

    The store answers from a process of its own: while it looks up one page, the files of that page
    are checked. Used by one thread.

    Args:
        pool: waits for the store's answers; one thread, as the store serves one call at a time.
        report: gets what is found.
    """

    def __init__(self, generation: Generation, pool: Executor, report: VerifyReport) -> None:
        self._generation = generation
        self._pool = pool
        self._report = report
        self._asked: list[tuple[str, list[AnchorRow], Future[_Stored]]] = []
        self._found: Counter[str] = Counter()
        self._failed = False

    def ask(self, rows: Sequence[AnchorRow]) -> None:
        """Begin to look up the documents of some files, and compare those asked for before.

        The rows need not be sound; but before the next call it must be known that they can be read.
        """
        before, self._asked = self._asked, []
        tenants: dict[str, list[AnchorRow]] = defaultdict(list)
        for row in rows:
            known = type(row.doc_id) is type(row.tenant_id) is type(row.event_id) is str
            if row.vector and known:
                tenants[row.tenant_id].append(row)
        for tenant_id, wanted in tenants.items():
            for page in batched(wanted, _PAGE):
                self._submit(tenant_id, page)
        for asked in before:
            self._settle(*asked)

    def finish(self, connection: Connection) -> None:
        """Compare the rest, and look for what the catalog does not know."""
        self.ask(())
        try:
            for tenant_id in docs.tenants(connection):
                if not self._failed:
                    self._check_others(connection, tenant_id)
        except DependencyUnavailable as error:
            self._give_up(error)
        if self._found or not self._failed:
            self._report.checked["vectors"] = self._found.total()

    def _submit(self, tenant_id: str, page: list[AnchorRow]) -> None:
        if self._failed:
            return
        try:
            store = self._generation.vectors()
        except DependencyUnavailable as error:
            self._give_up(error)
            return
        name = self._generation.collection(tenant_id)
        answer = self._pool.submit(store.get, name, [row.doc_id for row in page])
        self._asked.append((tenant_id, page, answer))

    def _settle(self, tenant_id: str, page: list[AnchorRow], answer: Future[_Stored]) -> None:
        try:
            stored = answer.result()
        except DependencyUnavailable as error:
            self._give_up(error)
            return
        self._found[tenant_id] += len(stored)
        _compare_vectors(page, stored, tenant_id, self._report)

    def _give_up(self, error: DependencyUnavailable) -> None:
        if not self._failed:
            self._failed = True
            self._report.add("part_damaged", "vectors", str(error), "rebuild: derive it anew")

    def _check_others(self, connection: Connection, tenant_id: str) -> None:
        """The vectors of summaries, and those the catalog knows nothing of."""
        report, store = self._report, self._generation.vectors()
        name = self._generation.collection(tenant_id)
        of_summaries = summaries.ids_of_tenant(connection, tenant_id)
        for names in batched(of_summaries, _PAGE):
            stored = store.get(name, names)
            self._found[tenant_id] += len(stored)
            for doc_id in sorted(set(names) - stored.keys()):
                report.add(
                    "vector_missing", doc_id, "the vector index lacks this summary", "reindex it",
                    path=of_summaries[doc_id], doc_id=doc_id, tenant_id=tenant_id,
                )  # fmt: skip
        if store.count(name) != self._found[tenant_id]:
            # Of one the catalog knows without a vector, the check of its file says that it is
            # wrong.
            known = docs.ids_of_tenant(connection, tenant_id) | of_summaries
            for doc_id in sorted(set(store.all_ids(name)) - known.keys()):
                report.add(
                    "vector_orphan", doc_id,
                    "the vector index holds a document the catalog does not know", "remove it",
                    doc_id=doc_id, tenant_id=tenant_id,
                )  # fmt: skip


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


def _compare_vectors(
    rows: Sequence[AnchorRow],
    stored: _Stored,
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
