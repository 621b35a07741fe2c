"""Looking after the index: bring it up to date, look at it, check it, mend it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import EmbeddingMismatch, SchemaMismatch
from eywa_fs.memory.surface import Surface, Whose
from eywa_fs.model.measured import Measured
from eywa_fs.model.records import Anchor
from eywa_fs.truth import erasures
from eywa_fs.truth.reader import file_states

if TYPE_CHECKING:
    from eywa_fs.catalog.outbox import OutboxEvent
    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.commit import Progress, Worked
    from eywa_fs.maintenance.doctor import DoctorReport
    from eywa_fs.maintenance.rebuild import RebuildReport
    from eywa_fs.maintenance.repair import RepairReport
    from eywa_fs.maintenance.status import Status
    from eywa_fs.model.reports import VerifyReport


class Caring(Surface):
    """The index and its health."""

    def flush(self, timeout: float | None = None) -> None:
        """Return when everything appended so far is indexed; ``WaitTimeout`` after ``timeout``
        seconds (``None`` waits as long as it takes), and nothing is lost."""
        self.layout.refuse_lost()
        if self._parts.settle():
            return
        waiting = {path: state.size for path, state in file_states(self.layout).items()}
        self._parts.upkeep.wait_for(waiting, timeout, "everything to be indexed")

    def wait_indexed(self, anchor: Anchor, timeout: float | None = None) -> None:
        """Return when one record is indexed; ``WaitTimeout`` after ``timeout`` seconds. It is
        found all the same."""
        if not self._parts.settle():
            goal = {anchor.file_path: anchor.byte_end + 1}
            self._parts.upkeep.wait_for(goal, timeout, anchor.citation)

    def index(self, progress: Progress | None = None) -> Worked:
        """Index everything that is not yet, here and now; ``IndexerBusy`` where another process
        holds the indexer, which will do the work."""
        self._parts.refuse_closed()
        return self._parts.upkeep.index(progress)

    def index_user(
        self, *, max_bytes: int | None = None, progress: Progress | None = None, **of: Unpack[Whose]
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
        scope = self._scope(of)
        return self._parts.upkeep.index_scope(scope, max_bytes, progress)

    def unindexed(self) -> int:
        """About how many records :meth:`index` has to index: lines behind what is indexed."""
        from eywa_fs.catalog import files
        from eywa_fs.truth.listing import lines_behind

        generation = self._parts.current.get_or_none()
        if generation is None or generation.damage:
            return lines_behind(self.layout, {})
        with generation.catalog().read() as connection:
            rows = files.every(connection)
        return lines_behind(self.layout, {path: r.committed_offset for path, r in rows.items()})

    def status(self) -> Status:
        """Counts, lag, dead letters and the health of each part. Writes nothing."""
        from eywa_fs.maintenance.status import status

        parts, reader = self._parts, None
        if self.settings.llm.configured:  # its modules are slow to import
            from eywa_fs.llm.background import reader_status

            reader = reader_status(self.layout, self.settings, parts.clock)
        generation, problem = parts.current.get_or_none(), parts.background.problem
        backups = self.settings.backup
        writer = parts.episodes.writer
        return status(
            self.layout, generation, parts.lease, parts.clock, problem, reader, backups,
            self.write_problem, (writer.waiting, writer.failed, writer.problem), self._mismatch(),
        )  # fmt: skip

    def _mismatch(self) -> str:
        """Why searches and indexing refuse the settings, where that was not refused on opening."""
        parts = self._parts
        try:
            (parts.refuse_mismatch if self._migrating else parts.refuse_other_policy)()
        except (EmbeddingMismatch, SchemaMismatch) as error:
            return str(error)
        return ""

    def measured(self) -> Measured:
        """What was measured of this memory's work since it was opened."""
        self._parts.refuse_closed()
        journal = self._parts.journal
        return Measured(*self._parts.delays.counts(), journal.audit_written, journal.audit_lost)

    def verify(
        self, *, deep: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> VerifyReport:
        """Compare the truth with everything derived from it. Writes nothing.

        ``deep`` reads every byte: each line, each anchor both ways, words and vectors; otherwise
        files are compared by their fingerprints. ``progress`` is called with (bytes checked, bytes
        in all).
        """
        from eywa_fs.maintenance.verify import verify

        report = verify(
            self.layout,
            self._parts.current.get_or_none(),
            limits=self._parts.workshop.limits(),
            deep=deep,
            signer=self.settings.maintenance.checkpoint_signer,
            episodes=self._parts.episodes.book.tables(),
            progress=progress,
        )
        if problem := self._mismatch():
            report.add("settings_differ", ".index", problem, "set them back, or 'eywa rebuild'")
        return report

    def repair(
        self, *, apply: bool = False, deep: bool = True, progress: Progress | None = None
    ) -> RepairReport:
        """Make the derived state fit the truth again; says what it would do unless ``apply``,
        which raises ``IndexerBusy`` where another process holds the indexer."""
        from eywa_fs.maintenance.repair import perform, plan

        if apply and erasures.read(self.layout).pending:
            self._parts.upkeep.finish_erasures(progress)
        report = self.verify(deep=deep)
        planned = plan(report)
        if not apply or not planned.actions:
            return planned
        with self._parts.turn:
            return perform(
                planned,
                worker=self._parts.upkeep.worker,
                rebuild=lambda: self._parts.upkeep.rebuild_alike(progress=progress),
                episodes=lambda: self._parts.episodes.book.table.reset(),
                verify=lambda: self.verify(deep=deep),
                progress=progress,
            )

    def rebuild(self, *, prove: bool = False, progress: Progress | None = None) -> RebuildReport:
        """Derive everything anew in a new generation, then switch to it; with ``prove`` compare
        the new state with the old one, document by document. ``IndexerBusy`` as of
        :meth:`index`."""
        self._parts.refuse_closed()
        return self._parts.upkeep.rebuild(prove=prove, progress=progress)

    def outbox(self) -> list[OutboxEvent]:
        """Work that waits, runs or failed eight times, oldest first."""
        from eywa_fs.catalog import outbox

        generation = self._parts.current.get()
        if generation is None:
            return []
        with generation.catalog().read() as connection:
            return outbox.listing(connection)

    def retry_dead_letters(self) -> int:
        """Give every dead letter another eight attempts and work them off; how many there were.
        ``IndexerBusy`` as of :meth:`index`."""
        with self._parts.turn:
            worker = self._parts.upkeep.worker()
            number = worker.retry_dead_letters()
            worker.drain()
            return number

    def doctor(self, progress: Callable[[int], None] | None = None) -> DoctorReport:
        """Check what the memory needs: packages, folders, embedder, Chroma, index; ``progress``
        is called with 1 after each check."""
        from eywa_fs.maintenance.doctor import examine
        from eywa_fs.maintenance.status import last_backup

        vectors = self.settings.vectors
        reranker = self._parts.reranker
        return examine(
            self.layout,
            embedder=lambda: self._parts.embedder,
            generation=self._parts.current.get_or_none,
            verify=self.verify,
            server=vectors.server,
            store=vectors.backend,
            redaction=self._parts.policies.digest,
            rerank=None if reranker is None else reranker.scores,
            backup=lambda: last_backup(self.layout, self.settings.backup, self._parts.clock()),
            indexer=self._indexer,
            progress=progress,
        )

    def _indexer(self) -> tuple[str | None, str]:
        """Who holds the indexer, and what is wrong about that."""
        found = self.status()
        return found.indexer, found.parts.get("indexer", "")

    def hold_indexer(self) -> None:
        """Take the indexer's lease now instead of when it is first needed, without waiting for what
        is being indexed; ``IndexerBusy`` names who has it."""
        self._parts.refuse_closed()
        self._parts.lease.acquire()

    @property
    def write_problem(self) -> str:
        """Why the last append of this process is not on disk (a full disk); empty where it is."""
        return self._parts.journal.refused

    @property
    def indexer_problem(self) -> str | None:
        """What the background thread waits for, or ``None`` when it is well or there is none."""
        return self._parts.background.problem

    @property
    def indexer_behind(self) -> bool:
        """Whether the background thread has work at hand, or was told of bytes that it has not come
        to: these are searched in the files. ``False`` where another process indexes."""
        return self._parts.background.behind

    def generation(self) -> Generation | None:
        """The open current generation, for maintenance and tests."""
        return self._parts.current.get()
