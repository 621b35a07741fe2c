"""Putting documents in place, in the one order that loses nothing.

A note of what is coming, then vectors and words, then one catalog transaction that makes them
visible, moves the manifest and acknowledges the outbox; masked documents leave the stores
afterwards. While the vector store takes a batch in, the next can be begun; the transactions keep
the batches' order. A crash before the transaction leaves documents nobody sees and the note that
has them removed, and the same work is done again; one after it leaves work in the outbox.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from eywa_fs.catalog import docs, files, outbox, readings, summaries
from eywa_fs.catalog.document_row import ANCHOR_KEY, anchor_json
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.outbox import MAX_ATTEMPTS, OutboxEvent
from eywa_fs.errors import DependencyUnavailable, EywaError, StoreFailed, TruthReadError
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.filepass import Step
from eywa_fs.model.documents import DocRow, DocState, IndexDocument
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Scope
from eywa_fs.model.summaries import Summary
from eywa_fs.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.model.measured import Delays

    _Share = tuple[str, list[DocRow], NDArray[np.float32]]
    """What one tenant's collection gets of a batch: the tenant, documents and their vectors."""
Progress = Callable[[int], None]
"""Called with the number of documents that were put in place since the last call."""


@dataclass(slots=True)
class Batch:
    """Work of one commit: what to write, what to mask, and how far the files then are."""

    documents: list[IndexDocument] = field(default_factory=list)
    removals: list[DocRow] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    read_anew: list[str] = field(default_factory=list)
    """Files of which ``readings`` holds everything: what was read in them before is forgotten."""
    files: dict[str, FileRow] = field(default_factory=dict)
    vanished: list[str] = field(default_factory=list)
    events: dict[int, OutboxEvent] = field(default_factory=dict)
    """What it is done for, by id."""
    finished: list[int] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)
    """Failed tries so far to get the vectors of a file, by path."""
    gone: list[DocRow] = field(default_factory=list)
    """First documents of records that are not in the file any more as they were; told before the
    commit, and no part of it."""

    @property
    def empty(self) -> bool:
        return not (self.documents or self.removals or self.files or self.vanished or self.finished)


@dataclass(eq=False, slots=True)
class Begun:
    """A batch on its way into the stores; the catalog does not know its documents yet.

    ``intents`` are the ids of the notes of what is coming, ``stored`` gives the ids that got a
    vector and what went wrong with the others.
    """

    batch: Batch
    intents: Sequence[int]
    stored: Future[tuple[set[str], EywaError | None]]
    failed: bool = False


@dataclass(slots=True)
class Worked:
    """What was done: events, documents written and removed, events that failed, and why."""

    events: int = 0
    written: int = 0
    removed: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)
    store_failed: bool = False
    unreadable: bool = False

    def merge(self, other: Worked) -> None:
        self.events += other.events
        self.written += other.written
        self.removed += other.removed
        self.failed += other.failed
        self.problems += other.problems
        self.store_failed |= other.store_failed
        self.unreadable |= other.unreadable

    def note(self, problem: Exception, reason: str = "") -> None:
        """Keep what went wrong, in words, and whether it was the vector store or the truth."""
        self.problems.append(reason or str(problem))
        self.store_failed |= isinstance(problem, StoreFailed)
        self.unreadable |= isinstance(problem, TruthReadError)


@dataclass(slots=True)
class Pending:
    """A run's unfinished work: the rows of files nothing was done with yet (``manifest``), what the
    run did so far, and whether it is to end."""

    manifest: dict[str, FileRow | None]
    worked: Worked
    progress: Progress | None
    stop: Callable[[], bool]
    batch: Batch = field(default_factory=Batch)
    begun: list[Begun] = field(default_factory=list)

    def add(self, event: OutboxEvent, step: Step) -> None:
        self.batch.events[event.id] = event
        self.batch.documents += step.documents
        self.batch.readings += step.readings
        self.batch.files[step.file.path] = step.file

    def finish(self, event: OutboxEvent) -> None:
        """Have an event acknowledged with the batch."""
        self.batch.events[event.id] = event
        self.batch.finished.append(event.id)

    def holds(self, path: str) -> bool:
        """Whether the manifest's row of a file is still to be written."""
        return path in self.batch.files or any(path in b.batch.files for b in self.begun)

    def fallen(self) -> list[Begun]:
        """Take out the first commit, which failed, and those behind it that continue its files:
        where an offset did not move, going on would leave a gap."""
        first, *others = self.begun
        paths = first.batch.files.keys()
        found = [first, *(begun for begun in others if begun.batch.files.keys() & paths)]
        for begun in found:
            begun.failed = True
            self.begun.remove(begun)
        return found

    def take(self) -> Batch:
        batch, self.batch = self.batch, Batch()
        return batch


class Committer:
    """Writes batches into one generation, under one fencing token."""

    def __init__(
        self,
        generation: Generation,
        embedder: CachedEmbedder,
        token: int,
        clock: Callable[[], int],
        delays: Delays,
    ) -> None:
        self._generation = generation
        self.embedder = embedder
        self._token = token
        self._clock = clock
        self._delays = delays
        self._ready: set[str] = set()
        self._stopping = False
        self._pool = Pool(1, thread_name_prefix="eywa-vectors")

    def wake(self) -> None:
        """Begin to start the vector store's process, while the first batch is derived."""
        with suppress(DependencyUnavailable):
            self._generation.vectors().start()

    def begin(self, batch: Batch, *, stop: Callable[[], bool] = lambda: False) -> Begun:
        """Send a batch on its way; it becomes visible by :meth:`finish`, in the order of the calls.

        Afterwards the words are in place and the vector store is at work. An embedder or vector
        store that fails does not stop a batch: its documents are found by words, marked
        ``indexing_failed``, and an ``INDEX_REPAIR`` event fetches the vectors later.

        Raises:
            DependencyUnavailable: the word index or the catalog failed; nothing became visible.
            IndexerBusy: another process took over.
            Stopped: ``stop``, asked before each part is embedded, said so; nothing was written.
        """
        self._stopping = False
        shares, problem = self._embed(batch.documents, stop)
        intents = self._intend(batch.documents)
        stored = self._pool.submit(self._put_vectors, shares, problem)
        begun = Begun(batch, intents, stored)
        try:
            self._put_words(batch.documents)
        except BaseException:
            self.abandon(begun)
            raise
        return begun

    def finish(self, begun: Begun) -> Worked:
        """Wait for the vector store, then make the batch visible. Errors as of :meth:`begin`."""
        with_vector, problem = begun.stored.result()
        batch = begun.batch
        rows = [_settled(doc, with_vector, batch.attempts) for doc in batch.documents]
        self._record(replace(batch, finished=[*batch.finished, *begun.intents]), rows, problem)
        worked = Worked(written=len(rows), removed=len(batch.removals))
        if problem is not None:
            worked.note(problem)
        return worked

    def abandon(self, begun: Begun) -> None:
        """Give a batch up: when this returns, nothing of it is written any more. What of it reached
        the stores stays invisible, and the notes have it removed."""
        self._stopping = True
        with suppress(CancelledError):
            begun.stored.result()

    def remove_physically(self, tenant_id: str, ids: Sequence[str]) -> None:
        """Take masked documents out of the stores, unless they became visible again; only the
        vector of one that only lost its vector (it grew old)."""
        with self._generation.catalog().read() as connection:
            alive = docs.fetch(connection, ids)
            kept = summaries.fetch(connection, ids)
        gone, bare = [], []
        for doc_id in ids:
            row = alive.get(doc_id) or kept.get(doc_id)
            if row is None or row.scope.tenant_id != tenant_id:
                gone.append(doc_id)
            elif isinstance(row, DocRow) and not row.vector and row.state == "indexed_fresh":
                bare.append(doc_id)
        if gone:
            self._generation.words(tenant_id).apply((), gone)
        if gone or bare:
            name = self._generation.collection(tenant_id)
            self._generation.vectors().delete(name, [*gone, *bare])

    def put_summaries(self, rows: Sequence[Summary], vectors: NDArray[np.float32]) -> None:
        """Store the vectors of summaries, which the catalog does not know yet;
        ``DependencyUnavailable`` where a store fails."""
        kept = dict(zip([row.embed_hash for row in rows], vectors, strict=True))
        self.embedder.cache.put_many(self.embedder.identity.key, kept)
        for tenant_id, indices in _by_tenant([row.scope for row in rows]).items():
            self._upsert(tenant_id, [rows[index] for index in indices], vectors[indices])

    def close(self) -> None:
        """End. A batch that is still stored (after an interruption) is given up soon."""
        self._stopping = True
        self._pool.shutdown(cancel_futures=True)

    def _intend(self, documents: Sequence[IndexDocument]) -> list[int]:
        """Note which ids the stores are about to get; the ids of the notes. Needed where a file is
        rewritten after a crash: what the crash left is not derived again then."""
        if not documents:
            return []
        ids = ids_by_tenant([document.row for document in documents])
        with self._generation.catalog().write(fence=self._token) as connection:
            return outbox.note_unfinished(connection, ids, now_ms=self._clock())

    def _embed(
        self, documents: Sequence[IndexDocument], stop: Callable[[], bool]
    ) -> tuple[list[_Share], EywaError | None]:
        """The vectors to store, by tenant; or none of them, and what went wrong."""
        wanted = [doc for doc in documents if doc.embed_text is not None]
        try:
            texts = [doc.embed_text or "" for doc in wanted]
            vectors = self.embedder.embed_documents(texts, stop=stop)
        except EywaError as error:
            return [], error
        return [
            (tenant_id, [wanted[index].row for index in indices], vectors[indices])
            for tenant_id, indices in _by_tenant([doc.row.scope for doc in wanted]).items()
        ], None

    def _put_vectors(
        self, shares: Sequence[_Share], problem: EywaError | None
    ) -> tuple[set[str], EywaError | None]:
        """Store; the ids that have a vector now, and what went wrong with the others."""
        done: set[str] = set()
        try:
            for tenant_id, rows, vectors in shares:
                if self._stopping:
                    raise DependencyUnavailable("the indexer stops; the vectors are in the cache")
                self._upsert(tenant_id, rows, vectors)
                done.update(row.doc_id for row in rows)
        except EywaError as error:
            if isinstance(error, StoreFailed) and error.damaged:
                self._generation.condemn("vectors", error)
            return done, error
        return done, problem

    def _upsert(
        self, tenant_id: str, rows: Sequence[DocRow | Summary], vectors: NDArray[np.float32]
    ) -> None:
        store = self._generation.vectors()
        name = self._generation.collection(tenant_id)
        if name not in self._ready:
            bound = self._generation.binding
            store.ensure_collection(
                name,
                bound.dimension,
                {"embedder": bound.embedder, "model": bound.model, "version": bound.version},
            )
            self._generation.note("vectors")
            self._ready.add(name)
        # The anchor and no text: one JSON value, as Chroma keeps a table row for every key.
        metadatas = [{ANCHOR_KEY: anchor_json(row)} for row in rows]
        store.upsert(name, [row.doc_id for row in rows], vectors, metadatas)

    def _put_words(self, documents: Sequence[IndexDocument]) -> None:
        for tenant_id, indices in _by_tenant([doc.row.scope for doc in documents]).items():
            self._generation.note("words")
            chosen = [documents[index] for index in indices]
            self._generation.words(tenant_id).apply(chosen)

    def _record(self, batch: Batch, rows: Sequence[DocRow], problem: EywaError | None) -> None:
        now = self._clock()
        with self._generation.catalog().write(fence=self._token) as connection:
            docs.put(connection, rows)
            docs.remove(connection, batch.removals)
            removed = ids_by_tenant(batch.removals)
            for path in (*batch.read_anew, *batch.vanished):
                readings.remove_path(connection, path)
                for tenant_id, ids in summaries.remove_path(connection, path).items():
                    removed.setdefault(tenant_id, []).extend(ids)  # made anew where it is due
            readings.put(connection, batch.readings)
            changed = {row.scope_key for row in batch.files.values()}
            files.put(connection, list(batch.files.values()))
            for path in batch.vanished:
                changed |= {files.scope_of(connection, path) or ""}
                files.remove(connection, path)
            docs.touch(connection, changed)
            outbox.acknowledge(connection, batch.finished)
            outbox.add_removals(connection, removed, reason="masked", now_ms=now)
            for path in sorted({r.anchor.file_path for r in rows if r.state != "indexed_fresh"}):
                outbox.add(
                    connection,
                    "INDEX_REPAIR",
                    [path],
                    reason="vector_missing",
                    now_ms=now,
                    attempts=batch.attempts.get(path, 0) + 1,
                    error=str(problem or ""),
                )
        done = [batch.events[one] for one in batch.finished if one in batch.events]
        self._delays.add(now - one.created_at for one in done if one.attempts == 0)


def _settled(doc: IndexDocument, with_vector: set[str], attempts: Mapping[str, int]) -> DocRow:
    has = doc.row.doc_id in with_vector
    state: DocState = "indexed_fresh"
    if doc.embed_text is not None and not has:
        tried = attempts.get(doc.row.anchor.file_path, 0) + 1
        state = "index_dead_letter" if tried >= MAX_ATTEMPTS else "indexing_failed"
    return replace(doc.row, vector=has, state=state)


def _by_tenant(scopes: Sequence[Scope]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for index, scope in enumerate(scopes):
        found[scope.tenant_id].append(index)
    return found


def ids_by_tenant(rows: Sequence[DocRow | Summary]) -> dict[str, list[str]]:
    """The ids of documents or summaries, by tenant."""
    shares = _by_tenant([row.scope for row in rows])
    return {name: [rows[index].doc_id for index in indices] for name, indices in shares.items()}
