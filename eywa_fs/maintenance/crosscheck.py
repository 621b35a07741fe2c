"""The stores against the catalog: every document in both, and nothing else."""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, Final, Literal

from eywa_fs.batching import batched
from eywa_fs.catalog import docs, outbox, summaries
from eywa_fs.catalog.document_row import ANCHOR_KEY
from eywa_fs.catalog.sql import Connection
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.maintenance.graphcheck import check_graph
from eywa_fs.model.reports import Finding, FindingKind, VerifyReport

_Part = Literal["word", "vector"]
_Stored = Mapping[str, Mapping[str, Any]]
"""Metadata by document id."""
_PAGE = 2000
_FIRST = 500
"""Documents in a page, and in the first one: the sooner the store has something to do, the better;
but small pages cost it more."""

_AHEAD = 2
"""Pages that are on their way."""

_TOO_MANY: Final = ("word_orphan", "vector_orphan")
_TOO_FEW: Final = ("word_missing", "vector_missing")


class WordCheck:
    """Every tenant's word index against the catalog; a thread of ``pool`` reads its files
    meanwhile."""

    def __init__(self, generation: Generation, connection: Connection, pool: Executor) -> None:
        self._generation = generation
        self._broken = {
            tenant_id: pool.submit(lambda name: generation.words(name).damaged_files(), tenant_id)
            for tenant_id in docs.tenants(connection)
        }

    def finish(
        self,
        connection: Connection,
        known: Mapping[str, AbstractSet[str]] | None,
        report: VerifyReport,
    ) -> None:
        """Compare. ``known`` has the ids of all documents by tenant, if they are known."""
        for tenant_id, broken in self._broken.items():
            expected = None if known is None else known.get(tenant_id, frozenset())
            try:
                if names := broken.result():
                    raise DependencyUnavailable(f"checksums do not fit: {', '.join(names[:3])}")
                _check_words(self._generation, connection, tenant_id, expected, report)
            except DependencyUnavailable as error:
                report.damaged("words", error)
                break


class VectorCheck:
    """Every tenant's vector index against the catalog, page by page. Used by one thread.

    Args:
        pool: looks the pages up, while the files of the next one are checked; one thread, as the
            store serves one call at a time.
    """

    def __init__(self, generation: Generation, pool: Executor, report: VerifyReport) -> None:
        self._generation = generation
        self._pool = pool
        self._report = report
        self._tenant_id = ""
        self._waiting: dict[str, str] = {}
        self._asked: deque[tuple[str, dict[str, str], Future[_Stored | None]]] = deque()
        self._found: Counter[str] = Counter()
        self._started = False
        self._failed = False

    def expect(self, tenant_id: str, anchors: Mapping[str, str]) -> None:
        """The vectors that some documents should have: their anchors by document id."""
        if tenant_id != self._tenant_id:
            self._submit()
            self._tenant_id = tenant_id
        self._waiting |= anchors
        if len(self._waiting) >= (_PAGE if self._started else _FIRST):
            self._submit()
        while self._asked and (len(self._asked) > _AHEAD or self._asked[0][2].done()):
            self._settle(*self._asked.popleft())

    def finish(self, connection: Connection) -> None:
        """Compare the rest, and look for what the catalog does not know."""
        self._submit()
        while self._asked:
            self._settle(*self._asked.popleft())
        try:
            for tenant_id in docs.tenants(connection):
                if not self._failed:
                    self._check_others(connection, tenant_id)
            if not self._failed and self._found:
                check_graph(self._generation, connection, self._report)
        except DependencyUnavailable as error:
            self._give_up(error)
        if self._found or not self._failed:
            self._report.checked["vectors"] = self._found.total()

    def _submit(self) -> None:
        """Begin to look up what waits."""
        page, self._waiting = self._waiting, {}
        if page and not self._failed:
            answer = self._pool.submit(self._look_up, self._tenant_id, page)
            self._asked.append((self._tenant_id, page, answer))
            self._started = True

    def _look_up(self, tenant_id: str, page: Mapping[str, str]) -> _Stored | None:
        """What is stored of a page that is not as it should be; ``None`` of one that is."""
        store, name = self._generation.vectors(), self._generation.collection(tenant_id)
        store.start()  # at the latest it is needed when documents are counted
        return None if store.holds(name, ANCHOR_KEY, page) else store.get(name, list(page))

    def _settle(
        self, tenant_id: str, page: Mapping[str, str], answer: Future[_Stored | None]
    ) -> None:
        """Count a page; where something is wrong, compare each document."""
        try:
            stored = answer.result()
        except DependencyUnavailable as error:
            self._give_up(error)
            return
        self._found[tenant_id] += len(page if stored is None else stored)
        if stored is not None:
            _compare_vectors(page, stored, tenant_id, self._report)

    def _give_up(self, error: DependencyUnavailable) -> None:
        if not self._failed:
            self._failed = True
            if why := self._generation.silent_server():
                self._report.unreachable("vectors", why)
            else:
                self._report.damaged("vectors", error)

    def _check_others(self, connection: Connection, tenant_id: str) -> None:
        """The vectors of summaries, and those the catalog knows nothing of."""
        store, name = self._generation.vectors(), self._generation.collection(tenant_id)
        of_summaries = summaries.ids_of_tenant(connection, tenant_id)
        for names in batched(of_summaries, _PAGE):
            stored = store.get(name, names)
            self._found[tenant_id] += len(stored)
            for doc_id in sorted(set(names) - stored.keys()):
                _lacking(self._report, "vector", doc_id, tenant_id, of_summaries[doc_id])
        if store.count(name, patient=True) != self._found[tenant_id]:
            # Of one the catalog knows without a vector, the check of its file says that it is
            # wrong.
            known = docs.ids_of_tenant(connection, tenant_id) | of_summaries.keys()
            for doc_id in sorted(set(store.all_ids(name)) - known):
                _orphan(self._report, "vector", doc_id, tenant_id)


def _check_words(
    generation: Generation,
    connection: Connection,
    tenant_id: str,
    known: AbstractSet[str] | None,
    report: VerifyReport,
) -> None:
    found = generation.words(tenant_id).opened().ids()
    report.count("words", len(found))
    if found == (docs.ids_of_tenant(connection, tenant_id) if known is None else known):
        return
    expected = docs.paths_of_tenant(connection, tenant_id)
    for doc_id in sorted(expected.keys() - found):
        _lacking(report, "word", doc_id, tenant_id, expected[doc_id])
    for doc_id in sorted(found - expected.keys()):
        _orphan(report, "word", doc_id, tenant_id)


def _compare_vectors(
    page: Mapping[str, str], stored: _Stored, tenant_id: str, report: VerifyReport
) -> None:
    for doc_id, anchor in page.items():
        metadata, path = stored.get(doc_id), json.loads(anchor)["filePath"]
        if metadata is None:
            _lacking(report, "vector", doc_id, tenant_id, path)
        elif metadata != {ANCHOR_KEY: anchor}:
            report.add(
                "vector_stale", doc_id, "its anchor in the vector index is another one",
                "reindex it", path=path, doc_id=doc_id, tenant_id=tenant_id,
            )  # fmt: skip


def _lacking(report: VerifyReport, part: _Part, doc_id: str, tenant_id: str, path: str) -> None:
    kind: FindingKind = "word_missing" if part == "word" else "vector_missing"
    where = {"path": path, "doc_id": doc_id, "tenant_id": tenant_id}
    report.add(kind, doc_id, f"the {part} index lacks this document", "reindex it", **where)


def _orphan(report: VerifyReport, part: _Part, doc_id: str, tenant_id: str) -> None:
    kind: FindingKind = "word_orphan" if part == "word" else "vector_orphan"
    detail = f"the {part} index holds a document the catalog does not know"
    report.add(kind, doc_id, detail, "remove it", doc_id=doc_id, tenant_id=tenant_id)


def take_out_unfinished(generation: Generation, report: VerifyReport) -> None:
    """Look again at the documents that a store has too many or too few, and take out of the report
    those that are as they should be by now, or are about to be.

    The catalog was read as it was at one moment, the stores later. What is written meanwhile is in
    a store before the catalog knows it, and noted as work; what goes leaves the catalog first.
    """
    suspect: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        if finding.kind in _TOO_MANY + _TOO_FEW:
            suspect[finding.tenant_id or ""].append(finding)
    fine: set[Finding] = set()
    for tenant_id, found in suspect.items():
        with suppress(DependencyUnavailable):  # of a store: its own check says it
            fine |= _fine(generation, tenant_id, found)
    report.findings = [finding for finding in report.findings if finding not in fine]


def _fine(generation: Generation, tenant_id: str, found: Sequence[Finding]) -> set[Finding]:
    with generation.catalog().read() as connection:
        known = docs.ids_of_tenant(connection, tenant_id)
        known |= summaries.ids_of_tenant(connection, tenant_id).keys()
        due = outbox.due_to_leave(connection, tenant_id)
    stored: dict[str, set[str]] = {"word": set(), "vector": set()}
    if any(one.kind.startswith("word") for one in found):
        stored["word"] = generation.words(tenant_id).opened().ids()
    if ids := [one.doc_id or "" for one in found if one.kind.startswith("vector")]:
        name = generation.collection(tenant_id)
        stored["vector"] = set(generation.vectors().get(name, ids))
    fine = set()
    for one in found:
        is_known, is_there = one.doc_id in known, one.doc_id in stored[one.kind.split("_")[0]]
        if one.kind in _TOO_MANY:
            passing = is_known or one.doc_id in due or not is_there
        else:
            passing = is_there or not is_known
        if passing:
            fine.add(one)
    return fine
