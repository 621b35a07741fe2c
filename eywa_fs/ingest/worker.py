"""The worker: scans the truth for new bytes, and turns due outbox events into documents."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from eywa_fs.catalog import docs, files, outbox
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.outbox import OutboxEvent
from eywa_fs.clock import Clock
from eywa_fs.errors import EywaError, IndexerBusy, StoreFailed, TruthWriteError
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.ageing import Ager
from eywa_fs.ingest.commit import Batch, Begun, Committed, Committer, Progress
from eywa_fs.ingest.filepass import PassLimits, Rewritten, Step, steps
from eywa_fs.ingest.reading_cache import CachedReader
from eywa_fs.lanes.ageing import Ageing
from eywa_fs.model.documents import DocRow, IndexDocument
from eywa_fs.truth.audit import AuditTrail
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import file_state

_LOG = logging.getLogger(__name__)
_CLAIM = 256


@dataclass(slots=True)
class Worked:
    """What a run of the worker did."""

    events: int = 0
    written: int = 0
    removed: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)
    store_failed: bool = False

    def merge(self, other: Worked) -> None:
        self.events += other.events
        self.written += other.written
        self.removed += other.removed
        self.failed += other.failed
        self.problems += other.problems
        self.store_failed |= other.store_failed

    def add(self, done: Committed) -> None:
        self.written += done.written
        self.removed += done.removed
        if done.problem is not None:
            self.note(done.problem)

    def note(self, problem: Exception, reason: str = "") -> None:
        """Keep what went wrong, in words, and whether it was the vector store."""
        self.problems.append(reason or str(problem))
        self.store_failed |= isinstance(problem, StoreFailed)


class Worker:
    """Writes one generation. Used by one thread at a time, under the indexer's lease."""

    def __init__(
        self,
        layout: Layout,
        generation: Generation,
        committer: Committer,
        token: int,
        *,
        clock: Clock,
        limits: PassLimits,
        reader: CachedReader,
        audit: AuditTrail | None,
        ageing: Ageing | None = None,
    ) -> None:
        self._layout = layout
        self.generation = generation
        self._committer = committer
        self._token = token
        self._clock = clock
        self._limits = limits
        self._reader = reader
        self._audit = audit
        self._ager = Ager(
            layout,
            generation,
            committer,
            token,
            clock=clock,
            limits=limits,
            ageing=ageing or Ageing(),
        )

    def in_charge(self) -> bool:
        """Whether nobody took over since this worker got its fencing token."""
        return self.generation.catalog().fence() == self._token

    def scan(self, paths: Iterable[str] | None = None) -> int:
        """Queue every truth file that changed since it was derived; how many events were queued.

        ``paths`` has only these looked at (a hint).
        """
        gone: list[str] = []
        if paths is None:
            with self.generation.catalog().read() as connection:
                known = files.every(connection)
            found = [item for item in self._layout.walk() if isinstance(item, TruthPath)]
            gone = sorted(set(known) - {item.rel for item in found})
        else:
            asked = [self._layout.parse(path) for path in paths]
            found = [item for item in asked if item is not None]
            with self.generation.catalog().read() as connection:
                known = files.some(connection, [item.rel for item in found])
        changed = [item.rel for item in found if self._changed(item, known.get(item.rel))]
        gone += [p for p in changed if file_state(self._layout, p) is None and p in known]
        queue = [p for p in changed if p not in gone]
        return self._queue(queue, gone, revive=paths is not None)

    def covered(self) -> dict[str, tuple[int, str]]:
        """How far each file is derived: committed offset and fingerprint by path."""
        with self.generation.catalog().read() as connection:
            known = files.every(connection)
        return {path: (row.committed_offset, row.fingerprint) for path, row in known.items()}

    def behind(self) -> bool:
        """Whether some truth file is not, or not wholly, derived."""
        with self.generation.catalog().read() as connection:
            known = files.every(connection)
        found = [item for item in self._layout.walk() if isinstance(item, TruthPath)]
        return bool(set(known) - {item.rel for item in found}) or any(
            self._changed(item, known.get(item.rel)) for item in found
        )

    def run_once(
        self, progress: Progress | None = None, *, stop: Callable[[], bool] = lambda: False
    ) -> Worked:
        """Do the events that are due now, in batches.

        Args:
            stop: asked between batches; once it says so, the rest is given back to the outbox.

        Raises:
            IndexerBusy: another process took over; the caller must stop.
        """
        worked = Worked()
        now = self._clock()
        with self.generation.catalog().write(fence=self._token) as connection:
            events = outbox.claim(connection, self._token, now, _CLAIM)
        worked.events = len(events)
        pending = _Pending(self._manifest(events))
        if any(self._goes_forward(event) for event in events):
            self._committer.wake()
        try:
            for event in events:
                if stop():
                    break
                try:
                    self._perform(event, pending, worked, progress, stop)
                except IndexerBusy:
                    raise
                except Exception as error:  # the worker's edge: one bad file stops no other
                    pending.drop(event)
                    self._fail([event], error, worked)
            self._flush_all(pending, worked, progress)
        finally:
            for begun in pending.begun:  # there are some when it was overtaken or interrupted
                self._committer.abandon(begun.commit)
        if events and stop():
            with self.generation.catalog().write(fence=self._token) as connection:
                outbox.release(connection, self._token)
        return worked

    def drain(self, progress: Progress | None = None) -> Worked:
        """Work until nothing is due any more (what waits for a retry stays)."""
        total = Worked()
        while True:
            while (done := self.run_once(progress)).events:
                total.merge(done)
            if not self.age(total):
                return total

    def age(self, worked: Worked) -> bool:
        """Make summaries of what grew old; says whether there is work for the outbox now.

        A store or embedder that fails is noted in ``worked``; the next call goes on. Raises
        ``IndexerBusy`` when another process took over.
        """
        try:
            written, queued = self._ager.run()
        except IndexerBusy:
            raise
        except EywaError as error:
            worked.note(error)
            return False
        worked.written += written
        return queued or bool(written)

    def next_due(self) -> int | None:
        """When the next event is due, in epoch milliseconds."""
        with self.generation.catalog().read() as connection:
            return outbox.next_due(connection)

    def reconcile(self, path: str, *, force: Iterable[str] = ()) -> Batch:
        """Compare a whole file with its documents; nothing is written yet.

        A file that is reached through a symbolic link is none: its documents go. Those with ids in
        ``force`` are written again even if nothing of them changed.
        """
        batch = Batch()
        truth = self._layout.parse(path)
        with self.generation.catalog().read() as connection:
            old = {row.doc_id: row for row in docs.of_path(connection, path)}
        forced = set(force)
        try:
            if truth is None or self._layout.follows_link(path):
                raise FileNotFoundError(path)
            batch.read_anew.append(path)
            for step in steps(self._layout, truth, None, self._limits, self._reader):
                batch.files[path] = step.file
                batch.readings += step.readings
                for doc in self._recent(truth, step).documents:
                    before = old.pop(doc.row.doc_id, None)
                    if _must_write(before, doc) or doc.row.doc_id in forced:
                        batch.documents.append(doc)
        except FileNotFoundError:
            batch.vanished.append(path)
        batch.removals += old.values()
        return batch

    def commit(self, batch: Batch) -> Committed:
        """Put a batch in place (for repair, which makes its own)."""
        self._ager.touched.update(batch.files)
        self._reader.store()
        return self._committer.commit(batch)

    def remove_physically(self, tenant_id: str, ids: Sequence[str]) -> None:
        """Take documents the catalog does not know out of the stores."""
        self._committer.remove_physically(tenant_id, ids)

    def retry_dead_letters(self) -> int:
        """Give every dead letter another eight attempts; how many there were."""
        with self.generation.catalog().write(fence=self._token) as connection:
            return outbox.retry(connection, self._clock())

    def _changed(self, truth: TruthPath, row: FileRow | None) -> bool:
        state = file_state(self._layout, truth.rel)
        if row is None or state is None:
            return row is not None or state is not None
        return (state.size, state.mtime_ns, state.inode) != (row.size, row.mtime_ns, row.inode)

    def _queue(self, changed: Sequence[str], gone: Sequence[str], *, revive: bool) -> int:
        if not changed and not gone:
            return 0
        now = self._clock()
        with self.generation.catalog().write(fence=self._token) as connection:
            return outbox.add_files(
                connection, "INDEX_UPSERT", changed, reason="changed", now_ms=now, revive=revive
            ) + outbox.add_files(
                connection, "INDEX_REPAIR", gone, reason="vanished", now_ms=now, revive=revive
            )

    def _perform(
        self,
        event: OutboxEvent,
        pending: _Pending,
        worked: Worked,
        progress: Progress | None,
        stop: Callable[[], bool],
    ) -> None:
        if event.event_type != "INDEX_DELETE":
            self._ager.touched.add(event.target)
        else:
            self._settle(pending, worked, progress)  # it may be putting just these in place
            self._committer.remove_physically(event.target, json.loads(event.payload))
            pending.finish(event)
            return
        if pending.holds(event.target):  # the manifest must be up to date for a pass
            self._flush_all(pending, worked, progress)
        truth = self._layout.parse(event.target)
        if truth is not None and self._goes_forward(event):
            try:
                for step in self._steps(truth, pending):
                    pending.add(event, self._recent(truth, step))
                    full = len(pending.batch.documents) >= self._limits.batch_records
                    if full and (not self._flush(pending, worked, progress) or stop()):
                        return  # where the offset did not move, going on would leave a gap
                pending.finish(event)
                return
            except Rewritten:
                self._report_rewrite(event.target)
            except FileNotFoundError:
                pass  # it vanished since the scan: reconcile removes its documents
        self._flush_all(pending, worked, progress)
        pending.manifest.pop(event.target, None)
        forced = json.loads(event.payload) if event.payload else ()
        batch = self.reconcile(event.target, force=forced)
        batch.attempts[event.target] = event.attempts
        pending.merge(event, batch)
        pending.finish(event)
        self._flush_all(pending, worked, progress)

    def _recent(self, truth: TruthPath, step: Step) -> Step:
        """The step, its documents without a vector where they are too old for one."""
        if self._ager.without_vector(truth):
            step.documents = [replace(doc, embed_text=None) for doc in step.documents]
        return step

    def _goes_forward(self, event: OutboxEvent) -> bool:
        """Whether an event is served by reading on from the committed offset."""
        truth = self._layout.parse(event.target)
        return event.event_type == "INDEX_UPSERT" and truth is not None and truth.kind != "longterm"

    def _manifest(self, events: Sequence[OutboxEvent]) -> dict[str, FileRow | None]:
        """The manifest's rows of what is to be read on, as they are before any of it is."""
        paths = {event.target for event in events if self._goes_forward(event)}
        try:
            with self.generation.catalog().read() as connection:
                known = files.some(connection, sorted(paths))
        except EywaError:
            return {}  # one cannot be read: asked for one by one, only that event fails
        return {path: known.get(path) for path in paths}

    def _steps(self, truth: TruthPath, pending: _Pending) -> Iterable[Step]:
        if truth.rel in pending.manifest:  # taken out: what is derived now moves the row on
            row = pending.manifest.pop(truth.rel)
        else:
            with self.generation.catalog().read() as connection:
                row = files.get(connection, truth.rel)
        return steps(self._layout, truth, row, self._limits, self._reader)

    def _flush(self, pending: _Pending, worked: Worked, progress: Progress | None) -> bool:
        """Begin to commit what is pending, and end the commit before it; whether it is under way.

        So the next batch is derived while the vector store's process is at work. Its events fail
        with it.
        """
        self._reader.store()
        batch, events = pending.take()
        if batch.empty:
            return True
        try:
            begun = _Begun(self._committer.begin(batch), events)
        except IndexerBusy:
            raise
        except Exception as error:  # the worker's edge: what took part is tried again
            self._settle(pending, worked, progress)
            self._fail(events, error, worked)
            return False
        pending.begun.append(begun)
        self._settle(pending, worked, progress, leave=1)
        return not begun.failed

    def _flush_all(self, pending: _Pending, worked: Worked, progress: Progress | None) -> None:
        """Commit what is pending; the manifest is up to date afterwards, but for what failed."""
        self._flush(pending, worked, progress)
        self._settle(pending, worked, progress)

    def _settle(
        self, pending: _Pending, worked: Worked, progress: Progress | None, leave: int = 0
    ) -> None:
        """End the commits that were begun, but for the last ``leave`` of them."""
        while len(pending.begun) > leave:
            first = pending.begun[0]
            try:
                done = self._committer.finish(first.commit)
            except IndexerBusy:
                raise
            except Exception as error:  # the worker's edge: what took part is tried again
                for begun in pending.fallen():
                    self._committer.abandon(begun.commit)
                    self._fail(begun.events, error, worked)
                continue
            pending.begun.remove(first)
            worked.add(done)
            if progress is not None and done.written:
                progress(done.written)

    def _fail(self, events: Sequence[OutboxEvent], error: Exception, worked: Worked) -> None:
        reason = str(error)
        if not isinstance(error, EywaError):
            reason = f"unexpected {type(error).__name__}: {error}"
            _LOG.error("%s: %s", ", ".join(e.target for e in events), reason, exc_info=error)
        worked.failed += len(events)
        worked.note(error, reason)
        now = self._clock()
        try:
            with self.generation.catalog().write(fence=self._token) as connection:
                for event in events:
                    outbox.fail(connection, event, reason, now)
        except IndexerBusy:
            raise
        except EywaError as second:
            # The claim stays; the next holder of the lease, or the next scan, takes it up again.
            _LOG.warning("the outbox could not note a failure: %s", second)

    def _report_rewrite(self, path: str) -> None:
        _LOG.warning("%s was changed behind its committed offset; it is derived anew", path)
        if self._audit is None:
            return
        with self.generation.catalog().read() as connection:
            row = files.get(connection, path)
        before = {"fingerprint": row.fingerprint, "bytes": row.committed_offset} if row else None
        try:
            self._audit.write(
                "file_rewritten",
                path,
                reason="bytes that were indexed already are not what they were",
                before=before,
            )
        except TruthWriteError as error:
            _LOG.warning("the audit trail could not be written: %s", error)


@dataclass(eq=False, slots=True)
class _Begun:
    """A commit that was begun and not ended, and the events it serves."""

    commit: Begun
    events: list[OutboxEvent]
    failed: bool = False

    @property
    def paths(self) -> set[str]:
        return set(self.commit.batch.files)


class _Pending:
    """The batch that is being filled, the events it serves, and the commits before it.

    ``manifest`` has the rows of files nothing was done with yet.
    """

    def __init__(self, manifest: dict[str, FileRow | None]) -> None:
        self.manifest = manifest
        self.batch = Batch()
        self.begun: list[_Begun] = []
        self._events: dict[int, OutboxEvent] = {}

    def add(self, event: OutboxEvent, step: Step) -> None:
        self._events[event.id] = event
        self.batch.documents += step.documents
        self.batch.readings += step.readings
        self.batch.files[step.file.path] = step.file

    def merge(self, event: OutboxEvent, batch: Batch) -> None:
        self._events[event.id] = event
        self.batch.documents += batch.documents
        self.batch.removals += batch.removals
        self.batch.readings += batch.readings
        self.batch.read_anew += batch.read_anew
        self.batch.files |= batch.files
        self.batch.vanished += batch.vanished
        self.batch.attempts |= batch.attempts

    def finish(self, event: OutboxEvent) -> None:
        self._events[event.id] = event
        self.batch.finished.append(event.id)

    def drop(self, event: OutboxEvent) -> None:
        """Forget that an event was part of the batch: it failed on its own."""
        self._events.pop(event.id, None)

    def holds(self, path: str) -> bool:
        """Whether the manifest's row of a file is still to be written."""
        return path in self.batch.files or any(path in begun.paths for begun in self.begun)

    def fallen(self) -> list[_Begun]:
        """Take out the first commit, which failed, and those behind it that continue its files:
        where an offset did not move, going on would leave a gap."""
        paths = self.begun[0].paths
        found = self.begun[:1] + [begun for begun in self.begun[1:] if begun.paths & paths]
        for begun in found:
            begun.failed = True
            self.begun.remove(begun)
        return found

    def take(self) -> tuple[Batch, list[OutboxEvent]]:
        batch, events = self.batch, list(self._events.values())
        self.batch, self._events = Batch(), {}
        return batch, events


def _must_write(before: DocRow | None, doc: IndexDocument) -> bool:
    if before is None or before.content_key() != doc.row.content_key():
        return True
    lacks = doc.embed_text is not None and not before.vector
    return lacks or before.state != "indexed_fresh"
