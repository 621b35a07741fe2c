"""Keeping the index in step with the files: who may write it, what writes it, what is due."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from eywa_fs.errors import (
    DependencyUnavailable,
    IndexerBusy,
    SchemaMismatch,
    TruthReadError,
    TruthWriteError,
    WaitTimeout,
)
from eywa_fs.generations import migration, ownership, pointer
from eywa_fs.ingest.indexer import work_through
from eywa_fs.ingest.worker import Worker
from eywa_fs.model.documents import scope_key
from eywa_fs.truth import erasures
from eywa_fs.truth.reader import file_state, file_states

if TYPE_CHECKING:
    from eywa_fs.catalog.files import FileRow
    from eywa_fs.embedding.protocol import EmbedderIdentity
    from eywa_fs.erasure.finishing import Finisher
    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.commit import Progress, Worked
    from eywa_fs.maintenance.rebuild import RebuildReport
    from eywa_fs.memory.parts import Parts
    from eywa_fs.model.documents import DocRow
    from eywa_fs.model.records import Scope

_LOG = logging.getLogger(__name__)

LOOK_INTERVAL_S = 20.0
"""How often whoever indexes looks whether the parts of the index are whole: before work that one
of them refuses is given up, which takes two minutes."""


class Upkeep:
    """The one worker of a process. Whoever uses it holds ``Parts.turn``."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._working: Worker | None = None
        self._erasures: Finisher | None = None
        self._problem = ""
        self._next_look = 0.0

    def close(self) -> None:
        """Close the worker, if there is one, as soon as nobody uses it."""
        with self._parts.turn:
            if self._working is not None:
                self._working.close()
                self._working = None

    def worker(self) -> Worker:
        """The worker on the current generation, which is made, or derived anew, where it must be.

        Raises:
            BadRequest: the memory was closed.
            IndexerBusy: another process holds the lease.
            DependencyUnavailable: the index cannot be written.
        """
        with self._parts.turn:
            self._parts.refuse_closed()
            self._take_lease()
            self._go_on_erasing()
            generation = self._parts.current.get_or_none()
            if time.monotonic() >= self._next_look:
                self._next_look = time.monotonic() + LOOK_INTERVAL_S
                self.drop_left()
                if generation is not None:
                    generation.look()
            if self._working is not None and self._fits(self._working, generation):
                return self._working
            self._leave(generation)
            if generation is None:
                generation = self._first_generation()
            else:
                self._refuse_foreign(generation)
            if generation is not None and generation.damage:
                from eywa_fs.maintenance.repair import derive_damaged_anew

                derive_damaged_anew(generation, lambda bound: self.rebuild(made_by=bound))
                generation = self._parts.current.get()
            if generation is None:
                raise DependencyUnavailable("the new index cannot be opened")
            generation.allow_writing()
            self._working = Worker(self._parts.workshop, generation, self._parts.lease.owner)
            return self._working

    def index(self, progress: Progress | None = None) -> Worked:
        """Index everything that is not yet; ``IndexerBusy`` where another process holds the
        lease. A folder that cannot be listed is a problem of what was done, not an error."""
        with self._parts.turn:
            worker = self.worker()
            done = work_through(worker, progress)
            try:
                for folder in worker.unlisted:
                    with suppress(FileNotFoundError):  # it went meanwhile
                        self._parts.layout.list_folder(folder)
            except TruthReadError as error:
                done.note(error)
            return done

    def index_scope(
        self, scope: Scope, max_bytes: int | None, progress: Progress | None = None
    ) -> bool:
        """Index what a user's files hold beyond the index; see :meth:`EywaMemory.index_user`."""
        from eywa_fs.catalog import files
        from eywa_fs.ingest.filepass import bytes_behind

        generation = self._parts.current.get()
        known: Mapping[str, FileRow] = {}
        if generation is not None:
            if generation.damage:
                return False
            with generation.catalog().read() as connection:
                known = files.of_scope(connection, scope_key(scope))
        grown = bytes_behind(file_states(self._parts.layout, scope), known)
        if not grown or (max_bytes is not None and sum(grown.values()) > max_bytes):
            return not grown
        with self._parts.turn:
            worker = self.worker()
            worker.scan(grown)
            return not worker.drain(progress).failed

    def rebuild(
        self,
        *,
        made_by: EmbedderIdentity | None = None,
        prove: bool = False,
        progress: Progress | None = None,
    ) -> RebuildReport:
        """See :func:`eywa_fs.maintenance.rebuild.rebuild`; ``IndexerBusy`` as of :meth:`index`."""
        from eywa_fs.maintenance.rebuild import rebuild

        parts = self._parts
        with parts.turn, ExitStack() as stack:
            parts.refuse_closed()
            parts.refuse_other_policy()
            parts.lease.acquire()
            stack.enter_context(migration.making(parts.layout))
            self.close()
            report = rebuild(
                parts.workshop,
                owner=parts.lease.owner,
                current=parts.current.get_or_none,
                made_by=made_by,
                prove=prove,
                progress=progress,
                stop=lambda: parts.background.stopping,
            )
            parts.episodes.book.table.reset()
            parts.current.get()
            parts.current.close_retired()
            migration.forget(parts.layout)
            pointer.discard_others(parts.layout, report.generation)
            self.drop_left()
            return report

    def drop_left(self) -> None:
        """Have servers drop what removed generations have there; one that does not answer is asked
        again by the next call."""
        for placed in ownership.drop_left(self._parts.layout):
            self._parts.journal.audit(
                "collections_dropped", placed.prefix, reason=f"no index has its vectors in {placed}"
            )

    def finish_erasures(self, progress: Progress | None = None) -> None:
        """Go on with what was erased and is not finished: overwrite it, derive everything anew.

        A process that did not hold the lease gives it back afterwards, so that the one that
        indexes gets it.

        Raises:
            IndexerBusy: as of :meth:`index`; the holder of the lease does it.
            MemoryClosed: the memory was closed, or is being closed.
            TruthWriteError, DependencyUnavailable: it cannot be done now; it stays unfinished.
        """
        from eywa_fs.erasure.finishing import Finisher, NewState, renew

        parts = self._parts

        def rebuilt() -> NewState:
            report = self.rebuild_alike(progress=progress)
            return NewState(report.generation, report.digest)

        def renewed() -> NewState:
            made = renew(
                parts.layout,
                parts.current,
                parts.readings,
                parts.embedder.cache,
                parts.episodes.book.table.reset,
                rebuilt,
            )
            if made.generation is None:
                self.drop_left()
            return made

        with parts.turn, ExitStack() as stack:
            parts.refuse_closed()
            parts.background.refuse_stopping()
            if not parts.lease.held:
                stack.callback(parts.lease.release)
            self._take_lease()
            if self._erasures is None:
                self._erasures = Finisher(parts.layout, parts.journal, parts.clock)
            self._erasures.go_on(renewed)

    def rebuild_alike(self, *, progress: Progress | None = None) -> RebuildReport:
        """:meth:`rebuild` with the embedder that the index has now: after a switch by a migration
        it is another one than the settings were that this process started with."""
        return self.rebuild(made_by=self._bound(), progress=progress)

    def _bound(self) -> EmbedderIdentity | None:
        """The embedder of the generation in use; ``None`` where there is none, or this process
        cannot have it."""
        generation = self._parts.current.get_or_none()
        with suppress(DependencyUnavailable):
            if generation is not None:
                return self._parts.embedders.usable(generation.binding).identity
        return None

    def queue_repair(self, stale: Iterable[str], rows: Sequence[DocRow] = ()) -> None:
        """An answer was refused: have those files derived anew, and mark the documents. Logged
        once; a file that waits for it already is not named again."""
        from eywa_fs.catalog import docs, outbox

        paths = sorted(set(stale))
        generation = self._parts.current.get_or_none()
        if generation is None:
            return
        try:
            with generation.catalog().write() as connection:
                docs.set_state(connection, rows, "indexed_stale")
                queued = outbox.add(
                    connection, "INDEX_REPAIR", paths, reason="stale", now_ms=self._parts.clock()
                )
            if queued:
                _LOG.warning("stale answers refused, to be derived anew: %s", ", ".join(paths[:5]))
        except DependencyUnavailable as error:
            _LOG.warning("the repair could not be queued: %s", error)
        for path in paths:
            self._parts.background.hint(path)

    def wait_for(self, goals: Mapping[str, int], timeout: float | None, what: str) -> None:
        """Return when files are indexed up to an offset in bytes each, by path; ``WaitTimeout``
        after ``timeout`` seconds (``None`` waits as long as it takes)."""
        for path in goals:
            self._parts.background.hint(path, awaited=True)
        _wait(lambda: self._indexed(goals), timeout, what, lambda: self._parts.background.problem)

    def _indexed(self, goals: Mapping[str, int]) -> bool:
        from eywa_fs.catalog import files

        generation = self._parts.current.get_or_none()
        if generation is None:
            return not goals
        try:
            with generation.catalog().read() as connection:
                known = files.some(connection, list(goals))
        except DependencyUnavailable:
            return False
        for path, goal in goals.items():
            row, state = known.get(path), file_state(self._parts.layout, path)
            if row is None:
                if state is not None:
                    return False
            elif row.committed_offset < goal and (
                state is None or (row.size, row.mtime_ns) != (state.size, state.mtime_ns)
            ):
                return False
        return True

    def _go_on_erasing(self) -> None:
        """:meth:`finish_erasures`; what cannot be done now is logged once, and tried again."""
        try:
            self.finish_erasures()
            self._problem = ""
        except (TruthReadError, TruthWriteError, DependencyUnavailable) as error:
            if str(error) != self._problem:
                _LOG.warning("%s: %s", self._unfinished(), error)
            self._problem = str(error)

    def _unfinished(self) -> str:
        """What to say of an erasure that cannot be gone on with, or is not known of."""
        try:
            erasures.read(self._parts.layout)
            return "an erasure is not finished"
        except TruthReadError:
            return "whether an erasure is unfinished is not known"

    def _take_lease(self) -> None:
        """Take the lease; where another has it, or is to have it, as this process does not know
        the redaction policy, close what only its holder may have open."""
        try:
            self._parts.refuse_other_policy()
            self._parts.lease.acquire()
        except (IndexerBusy, SchemaMismatch):
            if self._working is not None:
                generation = self._working.generation
                self.close()
                generation.forbid_writing()
            self._parts.lease.release()
            raise

    def _leave(self, following: Generation | None) -> None:
        """Close the worker; a generation that was switched away from may be written by others."""
        before = self._working
        self.close()
        if before is not None and before.generation is not following:
            before.generation.forbid_writing()

    def _refuse_foreign(self, generation: Generation) -> None:
        """Raise ``DependencyUnavailable`` where this process cannot have the generation's embedder;
        another process, that can, gets the lease."""
        try:
            self._parts.embedders.usable(generation.binding)
        except DependencyUnavailable:
            self._parts.lease.release()
            raise

    @staticmethod
    def _fits(worker: Worker, generation: Generation | None) -> bool:
        return worker.generation is generation and not generation.damage and worker.in_charge()

    def _first_generation(self) -> Generation | None:
        parts = self._parts
        with migration.making(parts.layout):
            with parts.workshop.new_generation() as made:
                number = made.number
            pointer.switch(parts.layout, number)
            pointer.discard_others(parts.layout, number)
        return parts.current.get()


def _wait(
    done: Callable[[], bool], timeout: float | None, what: str, problem: Callable[[], str | None]
) -> None:
    deadline = None if timeout is None else time.monotonic() + timeout
    pause = 0.005
    while not done():
        if deadline is not None and time.monotonic() >= deadline:
            last = problem()
            raise WaitTimeout(
                f"waited {timeout:g} s for {what}; nothing is lost, it goes on"
                + (f" (the indexer says: {last})" if last else "")
            )
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)
