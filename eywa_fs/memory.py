"""The façade: one object that composes the parts and speaks the product's names."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

from eywa_fs.arguments import as_predicate, check_filters, checked
from eywa_fs.browsing import Browsing
from eywa_fs.deciding import Deciding, scope_of
from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    IndexerBusy,
)
from eywa_fs.model.records import Anchor, Draft, Record
from eywa_fs.model.results import Accepted, Context, Filters, RetrievalResult, Strategy

if TYPE_CHECKING:
    from eywa_fs.catalog.files import FileRow
    from eywa_fs.catalog.outbox import OutboxEvent
    from eywa_fs.facts.replay import FactState
    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.commit import Progress
    from eywa_fs.ingest.worker import Worked
    from eywa_fs.maintenance.doctor import DoctorReport
    from eywa_fs.maintenance.rebuild import RebuildReport
    from eywa_fs.maintenance.repair import RepairReport
    from eywa_fs.maintenance.status import Status
    from eywa_fs.model.facts import Conflict, Fact, Facts
    from eywa_fs.model.reports import VerifyReport
    from eywa_fs.retrieval.explain import Explanation

_LOG = logging.getLogger(__name__)

DEFAULT_TENANT, DEFAULT_USER, DEFAULT_SESSION = "default", "me", "default"


@checked
class EywaMemory(Deciding, Browsing):
    """Long-term memory over one data root.

    Opening loads no model and starts no database process; both come with the first use. Several
    threads may share one object, several processes one root: all of them append and search, one
    of them (whichever holds the lease) indexes.

    Args:
        root: the data root; made when missing.
        config: settings, a mapping like ``config.yaml``, the path of such a file, or ``None`` for
            ``config.yaml`` in the root (if any) and the environment.
        background: index in a background thread; ``None`` takes it from the settings.
        clock: gives epoch milliseconds; tests move it.

    Raises:
        ConfigError: the configuration is wrong.
        EmbeddingMismatch, SchemaMismatch: the index was built otherwise; names the command.

    Every method raises :class:`BadRequest` (or its children ``InvalidId``, ``InvalidRecord``) for
    an argument of a wrong type or a time out of range, before it does anything.
    """

    # -- writing ------------------------------------------------------------------------------

    def append(
        self,
        content: str,
        role: str = "user",
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        session_id: str = DEFAULT_SESSION,
        timestamp: int | None = None,
        event_id: str | None = None,
        idempotency_key: str | None = None,
        speaker: str | None = None,
        tags: Sequence[str] = (),
        meta: Mapping[str, Any] | None = None,
    ) -> Anchor:
        """Write one record durably; it is found by the very next search.

        Args:
            content: the text, up to ``limits.max_record_bytes`` as a JSON line.
            role: ``user``, ``assistant``, ``system`` or ``tool``.
            timestamp: epoch milliseconds; now by default.
            idempotency_key: the same key in the same tenant and user writes once and returns the
                first anchor ever after.

        Returns:
            Where the record stands. When this returns, it is on disk.

        Raises:
            InvalidRecord, InvalidId: nothing was written.
            TruthWriteError: the disk refused; nothing was acknowledged.
        """
        draft = Draft(
            content=content,
            role=role,
            tenant_id=tenant_id,
            user_id=user_id,
            session_id=session_id,
            timestamp=timestamp,
            event_id=event_id,
            idempotency_key=idempotency_key,
            speaker=speaker,
            tags=tags,
            meta=meta,
        )
        return self.append_many([draft])[0]

    def append_many(self, records: Iterable[Draft | Mapping[str, Any]]) -> list[Anchor]:
        """Write records durably, in order, each file's share in one write.

        Args:
            records: :class:`Draft` values, or mappings with the arguments of :meth:`append`.

        Raises:
            PartialAppend: some files were written before another failed; it says which records.
        """
        self._refuse_closed()
        prepared = [self._journal.prepare(_draft(record)) for record in records]
        if any(record.idempotency_key is not None for record in prepared):
            anchors = self._write_once(prepared)
        else:
            anchors = self._journal.write(prepared)
        if self._indexer is not None:
            for path in {anchor.file_path for anchor in anchors}:
                self._hint(path)
        return anchors

    def after_llm(
        self,
        user_message: str,
        assistant_message: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        session_id: str = DEFAULT_SESSION,
        timestamp: int | None = None,
        idempotency_key: str | None = None,
        trace_id: str | None = None,
    ) -> Accepted:
        """Remember one exchange: both messages are durable when this returns.

        ``mode`` is ``async`` when a background thread indexes them, ``sync`` when they were
        indexed before the return.
        """
        from eywa_fs.retrieval.search import new_trace_id

        said = self._clock() if timestamp is None else timestamp
        place = {
            "tenant_id": tenant_id,
            "user_id": user_id,
            "session_id": session_id,
            "timestamp": said,
        }
        drafts = [
            {
                **place,
                "content": text,
                "role": role,
                "idempotency_key": idempotency_key and f"{idempotency_key}:{role}",
            }
            for text, role in ((user_message, "user"), (assistant_message, "assistant"))
            if text.strip()
        ]
        if not drafts:
            raise BadRequest("both messages are empty: there is nothing to remember")
        anchors = self.append_many(drafts)
        mode = "async"
        if self._indexer is None:
            with suppress(IndexerBusy, DependencyUnavailable):
                self.index()
                mode = "sync"
        return Accepted(True, mode, trace_id or new_trace_id(), tuple(anchors))

    # -- reading ------------------------------------------------------------------------------

    def retrieve(
        self,
        query: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        limit: int | None = None,
        offset: int = 0,
        strategy: Strategy | str | None = None,
        filters: Filters | Mapping[str, Any] | None = None,
        as_of: int | None = None,
        request_id: str = "",
        trace_id: str = "",
    ) -> RetrievalResult:
        """Find the records of one user that answer a query, each proved against its file.

        Args:
            limit: hits wanted, 1 to 1000 (``retrieval.limit`` by default).
            offset: verified hits to skip.
            strategy: ``auto`` and ``hybrid`` use every source; ``exact`` words only, ``semantic``
                vectors only, ``temporal`` times only.
            filters: :class:`Filters`, or a mapping of its fields; other keys are refused. Facts
                are of all records of the user: a narrowed search answers without them.
            as_of: epoch milliseconds; records at or after it do not exist for this search.

        Raises:
            BadRequest: an argument cannot be answered. Failing parts never raise: the result
            names them in ``degraded``.
        """
        from eywa_fs.retrieval.search import Search

        self._refuse_closed()
        settings = self.settings.retrieval
        scope = scope_of(tenant_id, user_id)
        narrowed = check_filters(filters)
        result = self._retriever.search(
            Search(
                scope=scope,
                query=query,
                limit=settings.limit if limit is None else limit,
                offset=offset,
                strategy=cast(Strategy, strategy or settings.strategy),  # checked by the search
                filters=narrowed,
                as_of=as_of,
                request_id=request_id,
                trace_id=trace_id,
            )
        )
        plain = narrowed != Filters() or result.strategy in ("exact", "semantic")
        if plain or not self._facts_answer(scope):
            return result
        from eywa_fs.factbase.blend import blend

        return blend(result, self._facts_book, scope, query, as_of)

    def before_llm(
        self,
        message: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        session_id: str = DEFAULT_SESSION,
        token_budget: int | None = None,
        as_of: int | None = None,
    ) -> Context:
        """What to tell the model about this user: text for a system prompt, with its citations.

        Args:
            message: what the user just said.
            session_id: the running session; taken for symmetry with :meth:`after_llm`. Memories of
                every session of the user may answer.
            token_budget: upper bound for ``context``, in estimated tokens.
        """
        from eywa_fs.retrieval.context import build_context

        settings = self.settings.retrieval
        result = self.retrieve(
            message,
            tenant_id=tenant_id,
            user_id=user_id,
            limit=settings.context_limit,
            as_of=as_of,
        )
        budget = settings.token_budget if token_budget is None else token_budget
        if budget < 1:
            raise BadRequest(f"token_budget is {budget}: give at least 1")
        scope = scope_of(tenant_id, user_id)
        profile: tuple[Fact, ...] = ()
        dropped, degraded = dict(result.dropped), result.degraded
        if self._facts_answer(scope):
            standing = self._facts_book.standing_profile(scope, as_of=as_of)
            profile = standing.facts
            for reason, number in standing.dropped.items():
                dropped[f"profile_{reason}"] = number
            degraded = tuple(dict.fromkeys((*degraded, *standing.degraded)))
        block, citations, tokens = build_context(
            [hit for hit in result.hits if hit.certain],
            budget,
            result.facts or result.related,
            result.time_intent or "current_state",
            self.settings.facts.context_share,
            newer=[*result.newer, *(hit for hit in result.hits if not hit.certain)],
            profile=profile,
        )
        return Context(
            block,
            citations,
            result.trace_id,
            degraded,
            tokens,
            dropped=dropped,
            lag=result.lag,
        )

    def explain(
        self,
        query: str,
        event_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        as_of: int | None = None,
    ) -> Explanation:
        """Say where a record is ranked for a query, and why not higher.

        Args:
            event_id: the record's, or its citation ``path:line``.
        """
        from eywa_fs.retrieval.explain import explain
        from eywa_fs.retrieval.search import Search

        if event_id.startswith("tenants/"):
            event_id = self.show(event_id, tenant_id=tenant_id, user_id=user_id).event_id
        search = Search(scope_of(tenant_id, user_id), query, limit=1, as_of=as_of)
        return explain(event_id, *self._retriever.rank(search))

    def show(self, citation: str, *, tenant_id: str, user_id: str) -> Record:
        """The record a citation ``path:line`` points at, or an event id names, read from the truth.

        An event id is looked for in all files of the user.

        Raises:
            NotFound: no such line or id, or no record in the line.
            ScopeForbidden: the path is not this user's.
        """
        from eywa_fs.truth.citations import read_named

        return read_named(
            self.layout,
            scope_of(tenant_id, user_id),
            citation,
            max_record_bytes=self.settings.limits.max_record_bytes,
        )

    # -- facts --------------------------------------------------------------------------------

    def facts(
        self,
        question: str | None = None,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        subject: str | None = None,
        predicate: str | None = None,
        every: bool = False,
        candidates: bool = False,
        as_of: int | None = None,
    ) -> Facts:
        """Facts read out of what the user said, each proved against its record.

        Args:
            question: asks in words ("where does my sister live now?", in English or Chinese); the
                facts that answer it, best first. Without one, all current facts, grouped by
                subject and predicate.
            subject, predicate: only facts of these (without a question); a predicate also as it
                is printed, ``"lives in"``.
            every: superseded and retracted facts as well (without a question).
            candidates: instead, what was not said outright and nothing else agrees with: kept,
                never given as an answer (without a question).
            as_of: epoch milliseconds; as things stood then, knowing what was said until then.

        Raises:
            BadRequest: no such predicate.
        """
        self._refuse_closed()
        scope = scope_of(tenant_id, user_id)
        predicate = None if predicate is None else as_predicate(predicate)
        if question is not None:
            return self._facts_book.ask(scope, question, as_of=as_of).facts
        return self._facts_book.facts(
            scope,
            subject=subject,
            predicate=predicate,
            every=every,
            candidates=candidates,
            as_of=as_of,
        )

    def profile(
        self,
        user_id: str = DEFAULT_USER,
        *,
        tenant_id: str = DEFAULT_TENANT,
        as_of: int | None = None,
    ) -> dict[str, list[Fact]]:
        """What holds of the user, by predicate, newest first."""
        found = self.facts(tenant_id=tenant_id, user_id=user_id, subject="user", as_of=as_of)
        profile: dict[str, list[Fact]] = {}
        for fact in found.facts:
            profile.setdefault(fact.predicate, []).append(fact)
        return profile

    def history(
        self,
        subject: str,
        predicate: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        as_of: int | None = None,
    ) -> Facts:
        """How one thing went ("user", "lives_in"): every value that once held, oldest first."""
        self._refuse_closed()
        scope = scope_of(tenant_id, user_id)
        return self._facts_book.history(scope, subject, as_predicate(predicate), as_of=as_of)

    def as_of(
        self, time: int, *, tenant_id: str = DEFAULT_TENANT, user_id: str = DEFAULT_USER
    ) -> Facts:
        """What held at a time (epoch ms), knowing only what had been said before it."""
        return self.facts(tenant_id=tenant_id, user_id=user_id, as_of=time)

    def conflicts(
        self, *, tenant_id: str = DEFAULT_TENANT, user_id: str = DEFAULT_USER
    ) -> list[Conflict]:
        """Facts that cannot both stand and that no rule could settle."""
        self._refuse_closed()
        return self._facts_book.conflicts(scope_of(tenant_id, user_id))

    def fact_state(
        self, *, tenant_id: str = DEFAULT_TENANT, user_id: str = DEFAULT_USER
    ) -> FactState:
        """All facts, chains, conflicts and the audit of every update, as replayed; not proved."""
        self._refuse_closed()
        return self._facts_book.state(scope_of(tenant_id, user_id))

    # -- indexing -----------------------------------------------------------------------------

    def flush(self, timeout: float | None = None) -> None:
        """Return when everything appended so far is indexed.

        Args:
            timeout: seconds to wait for; ``None`` waits as long as it takes.

        Raises:
            WaitTimeout: it takes longer; nothing is lost.
        """
        self.layout.refuse_lost()
        if self._indexer is None:
            with suppress(IndexerBusy):
                self.index()
                return
        from eywa_fs.truth.layout import TruthPath
        from eywa_fs.truth.reader import file_state

        waiting = {
            item.rel: state.size
            for item in self.layout.walk()
            if isinstance(item, TruthPath) and (state := file_state(self.layout, item.rel))
        }
        for path in waiting:
            self._hint(path)
        self._wait(lambda: self._all_indexed(waiting), timeout, "everything to be indexed")

    def wait_indexed(self, anchor: Anchor, timeout: float | None = None) -> None:
        """Return when one record is indexed.

        Raises:
            WaitTimeout: it takes longer; the record is found all the same.
        """
        if self._indexer is None:
            with suppress(IndexerBusy):
                self.index()
                return
        self._hint(anchor.file_path)
        goal = {anchor.file_path: anchor.byte_end + 1}
        self._wait(lambda: self._all_indexed(goal), timeout, anchor.citation)

    def index(self, progress: Progress | None = None) -> Worked:
        """Index everything that is not yet, here and now, and return.

        Raises:
            IndexerBusy: another process holds the indexer (it will do the work).
        """
        from eywa_fs.ingest.indexer import work_through

        self._refuse_closed()
        with self._mutex:
            return work_through(self._worker(), progress)

    def index_user(
        self,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        max_bytes: int | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Index what one user's files hold beyond the index, if that is not much.

        Args:
            max_bytes: leave more than this to :meth:`index` or a background thread; ``None``
                leaves nothing.

        Returns:
            Whether the user is indexed now. ``False`` also where a damaged index would first have
            to be derived anew.

        Raises:
            IndexerBusy: another process holds the indexer (it will do the work).
            DependencyUnavailable: the index cannot be written.
        """
        from eywa_fs.truth.listing import growth

        self._refuse_closed()
        generation = self._current.get()
        if generation is not None and generation.damage:
            return False
        scope = scope_of(tenant_id, user_id)
        known: Mapping[str, FileRow] = {}
        if generation is not None:
            from eywa_fs.catalog import files
            from eywa_fs.model.documents import scope_key

            with generation.catalog().read() as connection:
                known = files.of_scope(connection, scope_key(scope))
        grown = growth(self.layout, scope, {p: row.size for p, row in known.items()})
        if not grown or (max_bytes is not None and sum(grown.values()) > max_bytes):
            return not grown
        with self._mutex:
            worker = self._worker()
            worker.scan(grown)
            return not worker.drain(progress).failed

    # -- looking after ------------------------------------------------------------------------

    def status(self) -> Status:
        """Counts, lag, dead letters and the health of each part. Writes nothing."""
        from eywa_fs.maintenance.status import status

        error = self._indexer.last_error if self._indexer is not None else None
        reader = None
        if self.settings.llm.configured:  # its modules are slow to import
            from eywa_fs.llm.background import reader_status

            reader = reader_status(self.layout, self.settings, self._clock)
        generation = self._generation_or_none()
        return status(self.layout, generation, self._lease, self._clock, error, reader)

    def verify(
        self, *, deep: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> VerifyReport:
        """Compare the truth with everything derived from it. Writes nothing.

        Args:
            deep: read every byte: each line, each anchor both ways, words and vectors.
                Otherwise files are compared by their fingerprints.
        """
        from eywa_fs.maintenance.verify import verify

        return verify(
            self.layout,
            self._generation_or_none(),
            limits=self._workshop.limits(),
            deep=deep,
            progress=progress,
        )

    def repair(
        self, *, apply: bool = False, deep: bool = True, progress: Progress | None = None
    ) -> RepairReport:
        """Make the derived state fit the truth again; says what it would do unless ``apply``.

        Raises:
            IndexerBusy: another process holds the indexer (with ``apply``).
        """
        from eywa_fs.maintenance.repair import perform, plan

        report = self.verify(deep=deep)
        planned = plan(report)
        if not apply or not planned.actions:
            return planned
        with self._mutex:
            return perform(
                planned,
                worker=self._worker,
                rebuild=lambda: self._rebuild(prove=False, progress=progress),
                verify=lambda: self.verify(deep=deep),
                progress=progress,
            )

    def rebuild(self, *, prove: bool = False, progress: Progress | None = None) -> RebuildReport:
        """Derive everything anew in a new generation, then switch to it.

        Args:
            prove: compare the new state with the old one, document by document.

        Raises:
            IndexerBusy: another process holds the indexer.
        """
        with self._mutex:
            return self._rebuild(prove=prove, progress=progress)

    def outbox(self) -> list[OutboxEvent]:
        """Work that waits, runs or was given up, oldest first."""
        from eywa_fs.catalog import outbox

        generation = self._current.get()
        if generation is None:
            return []
        with generation.catalog().read() as connection:
            return outbox.listing(connection)

    def retry_dead_letters(self) -> int:
        """Give every dead letter another eight attempts and work them off; how many there were.

        Raises:
            IndexerBusy: another process holds the indexer.
        """
        with self._mutex:
            worker = self._worker()
            number = worker.retry_dead_letters()
            worker.drain()
            return number

    def doctor(self, progress: Callable[[int], None] | None = None) -> DoctorReport:
        """Check what the memory needs: packages, folders, embedder, Chroma, index.

        Args:
            progress: called with 1 after each check.
        """
        from eywa_fs.maintenance.doctor import examine

        vectors = self.settings.vectors
        return examine(
            self.layout,
            embedder=lambda: self._embedder,
            generation=self._generation_or_none,
            verify=self.verify,
            server=(vectors.server_host, vectors.server_port) if vectors.server_host else None,
            progress=progress,
        )

    def hold_indexer(self) -> None:
        """Take the indexer's lease now instead of when it is first needed.

        Raises:
            IndexerBusy: another process has it; the message names it.
        """
        with self._mutex:
            self._refuse_closed()
            self._lease.acquire()

    @property
    def indexer_problem(self) -> str | None:
        """What the background thread waits for, or ``None`` when it is well or there is none."""
        return self._indexer.last_error if self._indexer is not None else None

    def present_keys(self, keys: Iterable[str], *, tenant_id: str, user_id: str) -> set[str]:
        """Those idempotency keys that a record of this user carries already."""
        from eywa_fs.truth.ids import check_id

        scope = scope_of(tenant_id, user_id)
        wanted = [check_id(key, "key") for key in keys]
        with self._keys.held(scope):
            return set(self._keys.find(scope, wanted))

    def generation(self) -> Generation | None:
        """The open current generation, for maintenance and tests."""
        return self._current.get()

    # -- asynchronous twins -------------------------------------------------------------------

    async def aappend(self, content: str, role: str = "user", **arguments: Any) -> Anchor:
        """:meth:`append` without blocking the event loop."""
        return await asyncio.to_thread(self.append, content, role, **arguments)

    async def aappend_many(self, records: Iterable[Draft | Mapping[str, Any]]) -> list[Anchor]:
        """:meth:`append_many` without blocking the event loop."""
        return await asyncio.to_thread(self.append_many, records)

    async def aretrieve(self, query: str, **arguments: Any) -> RetrievalResult:
        """:meth:`retrieve` without blocking the event loop."""
        return await asyncio.to_thread(self.retrieve, query, **arguments)

    async def abefore_llm(self, message: str, **arguments: Any) -> Context:
        """:meth:`before_llm` without blocking the event loop."""
        return await asyncio.to_thread(self.before_llm, message, **arguments)

    async def aafter_llm(
        self, user_message: str, assistant_message: str, **arguments: Any
    ) -> Accepted:
        """:meth:`after_llm` without blocking the event loop."""
        return await asyncio.to_thread(self.after_llm, user_message, assistant_message, **arguments)

    async def aflush(self, timeout: float | None = None) -> None:
        """:meth:`flush` without blocking the event loop."""
        await asyncio.to_thread(self.flush, timeout)

    # -- life cycle ---------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)


def _draft(record: Draft | Mapping[str, Any]) -> Draft:
    if isinstance(record, Draft):
        return record
    try:
        return Draft(**record)
    except TypeError as error:
        raise BadRequest(f"a record has arguments that append() does not take: {error}") from None
