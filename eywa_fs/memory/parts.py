"""What a memory is made of: each part made when it is first needed, and closed with the memory."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eywa_fs.clock import Clock, system_clock
from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    EywaError,
    IndexerBusy,
    WaitTimeout,
)
from eywa_fs.generations import pointer
from eywa_fs.generations.current import CurrentGeneration
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.audit import AuditTrail
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import KeyRegister
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.factbase.book import FactBook
    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.commit import Committer, Progress
    from eywa_fs.ingest.indexer import BackgroundIndexer
    from eywa_fs.ingest.lease import Lease
    from eywa_fs.ingest.reading_cache import ReadingCache
    from eywa_fs.ingest.worker import Worker
    from eywa_fs.ingest.workshop import Workshop
    from eywa_fs.llm.background import BackgroundReader
    from eywa_fs.llm.chat import Chat
    from eywa_fs.llm.enrich import Enricher
    from eywa_fs.maintenance.rebuild import RebuildReport
    from eywa_fs.model.documents import DocRow
    from eywa_fs.retrieval.retriever import Retriever

_LOG = logging.getLogger(__name__)

_READER_STOP_S = 2.0
"""How long closing waits for a model's answer; what it was asked is asked again."""
DEFAULT_TENANT, DEFAULT_USER, DEFAULT_SESSION = "default", "me", "default"


class Assembly:
    """The parts of one memory, and how they are put together; the public methods stand in
    :class:`eywa_fs.memory.EywaMemory`."""

    def __init__(
        self,
        root: str | Path = "memory_fs",
        config: Settings | Mapping[str, Any] | str | Path | None = None,
        *,
        background: bool | None = None,
        clock: Clock = system_clock,
        migrating: bool = False,
    ) -> None:
        self.settings = load_settings(root, config)
        self.layout = Layout(root)
        self._clock = clock
        limits = self.settings.limits
        self._journal = Journal(self.layout, clock=clock, max_record_bytes=limits.max_record_bytes)
        self._keys = KeyRegister(self.layout, max_record_bytes=limits.max_record_bytes)
        self._audit = AuditTrail(self._journal, clock=clock)
        self._current = CurrentGeneration(self.layout, self.settings.vectors)
        self._mutex = threading.RLock()
        self._bench: tuple[Worker, Committer] | None = None
        self._closed = False
        self._indexer: BackgroundIndexer | None = None
        self._reader: BackgroundReader | None = None
        if not migrating:
            self._refuse_mismatch()
        if self.settings.ingest.background if background is None else background:
            self._indexer = self._start_indexer()
            if self.settings.llm.configured and self.settings.llm.daily_messages:
                self._reader = self._start_reader()

    def close(self) -> None:
        """Stop indexing after the batch at hand and close everything. Idempotent.

        What is not indexed yet stays in the files and is taken up by the next process.
        """
        if self._reader is not None:
            self._reader.stop(_READER_STOP_S)
        if self._indexer is not None:
            self._indexer.stop()
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            self._put_down_worker()
            if "_retriever" in self.__dict__:
                self._recall.close()
            self._current.close()
            if "_embedder" in self.__dict__:
                self._embedder.close()
            if "_readings" in self.__dict__:
                self._readings.close()
            self._lease.release()
            self._journal.close()
            self.layout.close()

    @cached_property
    def _lease(self) -> Lease:
        from eywa_fs.ingest.lease import Lease

        return Lease(self.layout)

    @cached_property
    def _embedder(self) -> CachedEmbedder:
        from eywa_fs.embedding.cache import EmbeddingCache
        from eywa_fs.embedding.cached import CachedEmbedder
        from eywa_fs.embedding.config import EmbeddingConfig
        from eywa_fs.embedding.factory import create_embedder
        from eywa_fs.embedding.missing import MissingEmbedder

        values = self.settings.embedding.model_dump()
        values["api_key"] = self.settings.embedding.api_key.get_secret_value()
        try:
            embedder = create_embedder(EmbeddingConfig(**values))
            embedder.identity  # noqa: B018 - a server that cannot say its dimension raises here
        except DependencyUnavailable as error:
            embedder = MissingEmbedder(str(error))
        cache = EmbeddingCache(self.layout.index / "embeddings.db")
        return CachedEmbedder(embedder, cache, batch_size=self.settings.embedding.batch_size)

    @cached_property
    def _readings(self) -> ReadingCache:
        from eywa_fs.ingest.reading_cache import ReadingCache

        return ReadingCache(self.layout.index / "readings.db")

    @cached_property
    def _workshop(self) -> Workshop:
        from eywa_fs.ingest.workshop import Workshop

        return Workshop(
            self.layout, self.settings, self._embedder, self._readings, self._audit, self._clock
        )

    @cached_property
    def _retriever(self) -> Retriever:
        from eywa_fs.retrieval.floor import floor_for
        from eywa_fs.retrieval.recall import Recall
        from eywa_fs.retrieval.retriever import Retriever
        from eywa_fs.retrieval.tail import TailReader
        from eywa_fs.retrieval.weights import fusion_config

        limits = self.settings.limits
        tails = TailReader(
            self.layout, self._derive_tail, clock=self._clock, max_bytes=limits.max_tail_bytes
        )
        retrieval = self.settings.retrieval
        floor = floor_for(self._embedder.identity.embedder, retrieval.floor)
        config = fusion_config(retrieval.intent_weights, floor)
        self._recall = Recall(self._current, self._embedder, tails, self.settings, config)
        return Retriever(
            self.layout,
            self._recall,
            tails,
            config,
            clock=self._clock,
            stale=self._refuse_documents,
            max_record_bytes=limits.max_record_bytes,
        )

    @cached_property
    def _facts_book(self) -> FactBook:
        from eywa_fs.factbase.book import FactBook
        from eywa_fs.factbase.state import FactStates
        from eywa_fs.retrieval.tail import TailReader

        tails = TailReader(
            self.layout,
            self._derive_facts,
            clock=self._clock,
            max_bytes=self.settings.facts.max_tail_bytes,
            decisions=True,
        )
        states = FactStates(self._current.get, tails)
        return FactBook(
            self.layout,
            states,
            timezone=self.settings.retrieval.timezone,
            clock=self._clock,
            stale=self._queue_repair,
        )

    def _enricher(self, chat: Chat) -> Enricher:
        from eywa_fs.llm.enrich import Enricher

        return Enricher(
            self.layout,
            self._journal,
            chat,
            lambda scope: self._facts_book.state(scope),
            clock=self._clock,
            max_record_bytes=self.settings.limits.max_record_bytes,
            wrote=self._hint,
        )

    def _start_reader(self) -> BackgroundReader:
        from eywa_fs.llm.background import BackgroundReader
        from eywa_fs.llm.chat import open_chat

        reader = BackgroundReader(
            self.layout,
            lambda: self._enricher(open_chat(self.settings.llm)),
            lambda: self._lease.held,
            daily=self.settings.llm.daily_messages,
            clock=self._clock,
        )
        reader.start()
        return reader

    def _derive_facts(self, truth: Any, row: Any) -> Any:
        from eywa_fs.ingest.filepass import derive_behind

        return derive_behind(self.layout, truth, row, self._workshop.limits())

    def _facts_answer(self, scope: Scope) -> bool:
        """Whether facts take part in the answers for this user."""
        from eywa_fs.model.documents import scope_key

        settings = self.settings.facts
        bucket = int(scope_key(scope)[:8], 16) % 100
        return settings.enabled and bucket < settings.rollout_percent

    def _derive_tail(self, truth: Any, row: Any) -> Any:
        from eywa_fs.ingest.filepass import derive_behind

        limits = replace(self._workshop.limits(), read_facts=False)
        return derive_behind(self.layout, truth, row, limits)

    def _start_indexer(self) -> BackgroundIndexer:
        from eywa_fs.ingest.indexer import BackgroundIndexer, Timing

        settings = self.settings.ingest
        indexer = BackgroundIndexer(
            self.layout,
            self._worker,
            self._mutex,
            clock=self._clock,
            timing=Timing(settings.debounce_ms / 1000, settings.scan_interval_s, settings.watch),
        )
        indexer.start()
        return indexer

    def _worker(self) -> Worker:
        """The worker on the current generation; takes the lease, makes or heals the generation."""
        with self._mutex:
            self._refuse_closed()
            try:
                self._lease.acquire()
            except IndexerBusy:
                self._give_way()
                raise
            generation = self._generation_or_none()
            if (
                self._bench is not None
                and generation is self._bench[0].generation
                and not generation.damage
                and self._bench[0].in_charge()
            ):
                return self._bench[0]
            self._put_down_worker()
            if generation is None:
                generation = self._first_generation()
            elif generation.damage:
                reasons = "; ".join(damage.reason for damage in generation.damage.values())
                _LOG.warning("the index is damaged (%s); it is derived anew", reasons)
                self._rebuild(prove=False, progress=None)
                generation = self._current.get()
            if generation is None:
                raise DependencyUnavailable("the new index cannot be opened")
            generation.allow_writing()
            self._bench = self._workshop.worker(generation, str(self._lease.owner))
            return self._bench[0]

    def _give_way(self) -> None:
        """Another process has the lease: let go of what only its holder may have open."""
        if self._bench is not None:
            generation = self._bench[0].generation
            self._put_down_worker()
            generation.forbid_writing()

    def _put_down_worker(self) -> None:
        if self._bench is not None:
            self._bench[1].close()
            self._bench = None

    def _first_generation(self) -> Generation | None:
        with self._workshop.new_generation() as made:
            number = made.number
        pointer.switch(self.layout, number)
        pointer.discard_others(self.layout, keep=number)
        return self._current.get()

    def _rebuild(self, *, prove: bool, progress: Progress | None) -> RebuildReport:
        from eywa_fs.maintenance.rebuild import rebuild

        self._lease.acquire()
        self._put_down_worker()
        report = rebuild(
            self._workshop,
            owner=str(self._lease.owner),
            current=self._generation_or_none,
            prove=prove,
            progress=progress,
        )
        self._current.get()
        self._current.close_retired()
        pointer.discard_others(self.layout, keep=report.generation)
        return report

    def _generation_or_none(self) -> Generation | None:
        try:
            return self._current.get()
        except EywaError:
            return None

    def _refuse_mismatch(self) -> None:
        from eywa_fs.errors import SchemaMismatch

        number = pointer.current(self.layout)
        if number is None:
            return
        try:
            bound = pointer.binding(self.layout, number)
        except SchemaMismatch:
            raise
        except DependencyUnavailable:
            return  # the note is damaged: search degrades, repair derives it anew
        bound.check(self._embedder.identity)

    def _write_once(self, records: Sequence[Record]) -> list[Anchor]:
        """Write those records whose key is new; the others get the anchor their key has."""
        anchors: list[Anchor | None] = [None] * len(records)
        for scope in dict.fromkeys(record.scope for record in records):
            mine = [n for n, record in enumerate(records) if record.scope == scope]
            with self._keys.held(scope):
                keys = [key for n in mine if (key := records[n].idempotency_key)]
                known = self._keys.find(scope, keys)
                first: dict[str, int] = {}
                for n in mine:
                    key = records[n].idempotency_key
                    if key is not None and key not in known:
                        first.setdefault(key, n)
                fresh = [
                    n
                    for n in mine
                    if (key := records[n].idempotency_key) is None or first.get(key) == n
                ]
                written = self._journal.write([records[n] for n in fresh])
                for n, anchor in zip(fresh, written, strict=True):
                    anchors[n] = anchor
                for n in mine:
                    key = records[n].idempotency_key
                    if anchors[n] is None and key is not None:
                        anchors[n] = known[key] if key in known else anchors[first[key]]
        return [anchor for anchor in anchors if anchor is not None]

    def _refuse_documents(self, scope: Scope, rows: Sequence[DocRow]) -> None:
        """Search found documents that do not fit."""
        self._queue_repair((row.anchor.file_path for row in rows), rows)

    def _queue_repair(self, stale: Iterable[str], rows: Sequence[DocRow] = ()) -> None:
        """An answer was refused: have those files derived anew, and mark the documents."""
        from eywa_fs.catalog import docs, outbox

        paths = sorted(set(stale))
        _LOG.warning("stale answers refused: %s", ", ".join(paths[:5]))
        generation = self._generation_or_none()
        if generation is None:
            return
        try:
            with generation.catalog().write() as connection:
                docs.set_state(connection, rows, "indexed_stale")
                outbox.add_files(
                    connection, "INDEX_REPAIR", paths, reason="stale", now_ms=self._clock()
                )
        except DependencyUnavailable as error:
            _LOG.warning("the repair could not be queued: %s", error)
        for path in paths:
            self._hint(path)

    def _hint(self, path: str) -> None:
        if self._indexer is not None:
            self._indexer.hint(path)
        if self._reader is not None and "/sessions/" in path:
            self._reader.hint()

    def _all_indexed(self, goals: Mapping[str, int]) -> bool:
        from eywa_fs.catalog import files
        from eywa_fs.truth.reader import file_state

        generation = self._generation_or_none()
        if generation is None:
            return not goals
        try:
            with generation.catalog().read() as connection:
                known = files.every(connection)
        except DependencyUnavailable:
            return False
        for path, goal in goals.items():
            row, state = known.get(path), file_state(self.layout, path)
            if row is None:
                if state is not None:
                    return False
            elif row.committed_offset < goal and (
                state is None or (row.size, row.mtime_ns) != (state.size, state.mtime_ns)
            ):
                return False
        return True

    def _wait(self, done: Callable[[], bool], timeout: float | None, what: str) -> None:
        deadline = None if timeout is None else time.monotonic() + timeout
        pause = 0.005
        while not done():
            if deadline is not None and time.monotonic() >= deadline:
                last = self._indexer.last_error if self._indexer is not None else None
                raise WaitTimeout(
                    f"waited {timeout:g} s for {what}; nothing is lost, it goes on"
                    + (f" (the indexer says: {last})" if last else "")
                )
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)

    def _refuse_closed(self) -> None:
        if self._closed:
            raise BadRequest("this memory was closed: open a new EywaMemory")
