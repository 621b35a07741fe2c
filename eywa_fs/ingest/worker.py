"""The worker: scans the truth for new bytes, and turns due outbox events into documents."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from eywa_fs.catalog import docs, files, outbox
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.outbox import OutboxEvent
from eywa_fs.durable import remove_unfinished
from eywa_fs.embedding.cached import Stopped
from eywa_fs.errors import EywaError, IndexerBusy
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest import losses
from eywa_fs.ingest.commit import Batch, Committer, Pending, Progress, Worked
from eywa_fs.ingest.filepass import Rewritten, Step, steps
from eywa_fs.ingest.reading_cache import CachedReader
from eywa_fs.ingest.summarising import Ager
from eywa_fs.model.documents import DocRow, IndexDocument
from eywa_fs.truth.layout import StrayPath, TruthPath
from eywa_fs.truth.reader import file_state, is_gone

if TYPE_CHECKING:
    from eywa_fs.ingest.workshop import Workshop

_LOG = logging.getLogger(__name__)
_CLAIM = 256


class Worker:
    """Writes one generation. Used by one thread at a time, under the indexer's lease."""

    def __init__(
        self,
        shop: Workshop,
        generation: Generation,
        owner: str,
        reader: CachedReader | None = None,
    ) -> None:
        """Take a fresh fencing token of a generation for ``owner``.

        Raises:
            SchemaMismatch: it was derived under another redaction policy.
            DependencyUnavailable: this process cannot have the embedder the generation is bound to.
        """
        pointer.check_redaction(generation.redaction, shop.redaction.digest)
        embedder = shop.embedders.usable(generation.binding)
        self._layout = shop.layout
        self.generation = generation
        self._token = generation.catalog().take_fence(owner)
        self._clock = shop.clock
        self._limits = shop.limits()
        self._reader = reader or shop.reader()
        self._journal = shop.journal
        shop.reread_if_changed(generation.catalog())
        self._committer = Committer(generation, embedder, self._token, shop.clock, shop.delays)
        self._ager = Ager(shop, generation, self._committer, self._token)
        self.unlisted: list[str] = []
        """Folders that the last scan of everything could not list."""

    def close(self) -> None:
        """End; what is not done stays due."""
        self._committer.close()

    def in_charge(self) -> bool:
        """Whether nobody took over since this worker got its fencing token."""
        return self.generation.catalog().fence() == self._token

    def scan(self, paths: Iterable[str] | None = None) -> int:
        """Queue every truth file that changed since it was derived; how many events were queued.

        ``paths`` has only these looked at (a hint); otherwise what killed processes were writing is
        removed.
        """
        if paths is None:
            remove_unfinished(self._layout.root)
        changed, gone = self._look(paths)
        if not changed and not gone:
            return 0
        now, revive = self._clock(), paths is not None
        with self.generation.catalog().write(fence=self._token) as connection:
            return outbox.add(
                connection, "INDEX_UPSERT", changed, reason="changed", now_ms=now, revive=revive
            ) + outbox.add(
                connection, "INDEX_REPAIR", gone, reason="vanished", now_ms=now, revive=revive
            )

    def covered(self) -> dict[str, tuple[int, str]]:
        """How far each file is derived: committed offset and fingerprint by path."""
        with self.generation.catalog().read() as connection:
            known = files.every(connection)
        return {path: (row.committed_offset, row.fingerprint) for path, row in known.items()}

    def behind(self) -> bool:
        """Whether some truth file is not, or not wholly, derived."""
        return any(self._look(None))

    def run_once(
        self, progress: Progress | None = None, *, stop: Callable[[], bool] = lambda: False
    ) -> Worked:
        """Do the events that are due now, in batches.

        Args:
            stop: asked between events and parts of a batch; once it says so, what is not yet on
                its way into the stores is given back to the outbox.

        Raises:
            IndexerBusy: another process took over; the caller must stop.
        """
        now = self._clock()
        with self.generation.catalog().write(fence=self._token) as connection:
            events = outbox.claim(connection, self._token, now, _CLAIM)
        pending = Pending(self._manifest(events), Worked(events=len(events)), progress, stop)
        if any(self._goes_forward(event) for event in events):
            self._committer.wake()
        try:
            for event in events:
                if stop():
                    raise Stopped
                try:
                    self._perform(event, pending)
                except (IndexerBusy, Stopped):
                    raise
                except Exception as error:  # the worker's edge: one bad file stops no other
                    pending.batch.events.pop(event.id, None)  # it failed on its own
                    self._fail([event], error, pending)
            self._flush_all(pending)
            if any(one.status == "dead_letter" for one in events) and not pending.worked.problems:
                self.retry_dead_letters()  # one was tried, and went well: the cause is gone
        except Stopped:
            self._settle(pending)
        finally:
            for begun in pending.begun:  # there are some when it was overtaken or interrupted
                self._committer.abandon(begun)
        if events and stop():
            with self.generation.catalog().write(fence=self._token) as connection:
                outbox.release(connection, self._token)
        return pending.worked

    def drain(
        self, progress: Progress | None = None, *, stop: Callable[[], bool] = lambda: False
    ) -> Worked:
        """Work until nothing is due any more (what waits for a retry stays), or ``stop``, which is
        asked as by :meth:`run_once`, says so."""
        total = Worked()
        while True:
            while not stop() and (done := self.run_once(progress, stop=stop)).events:
                total.merge(done)
            if stop() or not self.age(total):
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

    def failing(self) -> tuple[str, bool]:
        """See :func:`eywa_fs.catalog.outbox.failing`."""
        with self.generation.catalog().read() as connection:
            return outbox.failing(connection)

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
        was, standing = list(old.values()), set[tuple[str, str]]()
        forced = set(force)
        try:
            if truth is None or self._layout.follows_link(path):
                raise FileNotFoundError(path)
            batch.read_anew.append(path)
            for step in steps(self._layout, truth, None, self._limits, self._reader):
                batch.files[path] = step.file
                batch.readings += step.readings
                for doc in self._recent(truth, step).documents:
                    standing.add((doc.row.event_id, doc.row.anchor.content_hash))
                    before = old.pop(doc.row.doc_id, None)
                    if _must_write(before, doc) or doc.row.doc_id in forced:
                        batch.documents.append(doc)
        except FileNotFoundError:
            batch.vanished.append(path)
        batch.removals += old.values()
        if losses.is_kept(self._layout, path):
            batch.gone += losses.gone(was, standing)
        return batch

    def queue(
        self, files: Mapping[str, Sequence[str]], orphans: Mapping[str, Sequence[str]]
    ) -> None:
        """Make a repair due.

        Args:
            files: paths to be derived anew, each with the ids of those of its documents that are
                written even if nothing of them changed.
            orphans: ids by tenant; what the catalog does not know of them leaves the stores.
        """
        now = self._clock()
        with self.generation.catalog().write(fence=self._token) as connection:
            for path, ids in files.items():
                outbox.insert_due(
                    connection, "INDEX_REPAIR", path, reason="repair", now_ms=now,
                    payload=json.dumps(ids) if ids else "",
                )  # fmt: skip
            outbox.note_unfinished(connection, orphans, now_ms=now)

    def retry_dead_letters(self) -> int:
        """Give every dead letter another eight attempts; how many there were."""
        with self.generation.catalog().write(fence=self._token) as connection:
            return outbox.retry(connection, self._clock())

    def _look(self, paths: Iterable[str] | None) -> tuple[list[str], list[str]]:
        """The files that changed since they were derived, and those that are gone."""
        with self.generation.catalog().read() as connection:
            if paths is None:
                known = files.every(connection)
                walked = [*self._layout.walk()]
                strays = (i for i in walked if isinstance(i, StrayPath))
                self.unlisted = [i.rel for i in strays if i.reason == "unreadable"]
                found = [i.rel for i in walked if isinstance(i, TruthPath) and i.indexed]
            else:
                found = [p for p in paths if (t := self._layout.parse(p)) and t.indexed]
                known = files.some(connection, found)
        gone = sorted(p for p in known.keys() - set(found) if is_gone(self._layout, p))
        changed = []
        for path in found:
            state, row = file_state(self._layout, path), known.get(path)
            if state is None:
                gone += [path] if row is not None else []
            elif row is None or state != (row.size, row.mtime_ns, row.inode):
                changed.append(path)
        return changed, gone

    def _perform(self, event: OutboxEvent, pending: Pending) -> None:
        if event.event_type != "INDEX_DELETE":
            self._ager.touched.add(event.target)
        else:
            self._settle(pending)  # it may be putting just these in place
            self._committer.remove_physically(event.target, json.loads(event.payload))
            pending.finish(event)
            return
        if pending.holds(event.target):  # the manifest must be up to date for a pass
            self._flush_all(pending)
        truth, rewritten = self._layout.parse(event.target), False
        if truth is not None and self._goes_forward(event):
            try:
                for step in self._steps(truth, pending):
                    pending.add(event, self._recent(truth, step))
                    full = len(pending.batch.documents) >= self._limits.batch_records
                    if full and (not self._flush(pending) or pending.stop()):
                        return  # where the offset did not move, going on would leave a gap
                pending.finish(event)
                return
            except Rewritten:
                rewritten = True
            except FileNotFoundError:
                pass  # it vanished since the scan: reconcile removes its documents
        self._flush_all(pending)
        pending.manifest.pop(event.target, None)
        forced = json.loads(event.payload) if event.payload else ()
        batch = self.reconcile(event.target, force=forced)
        if rewritten or batch.gone:
            self._report_rewrite(event, batch, rewritten=rewritten)
        batch.attempts[event.target] = event.attempts
        pending.batch = batch  # the one before is on its way
        pending.finish(event)
        self._flush_all(pending)

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

    def _steps(self, truth: TruthPath, pending: Pending) -> Iterable[Step]:
        if truth.rel in pending.manifest:  # taken out: what is derived now moves the row on
            row = pending.manifest.pop(truth.rel)
        else:
            with self.generation.catalog().read() as connection:
                row = files.get(connection, truth.rel)
        return steps(self._layout, truth, row, self._limits, self._reader)

    def _flush(self, pending: Pending) -> bool:
        """Begin to commit what is pending, and end the commit before it; whether it is under way.

        So the next batch is derived while the vector store works; its events fail with it.
        """
        self._reader.store()
        batch = pending.take()
        if batch.empty:
            return True
        try:
            begun = self._committer.begin(batch, stop=pending.stop)
        except (IndexerBusy, Stopped):
            raise
        except Exception as error:  # the worker's edge: what took part is tried again
            self._settle(pending)
            self._fail(batch.events.values(), error, pending)
            return False
        pending.begun.append(begun)
        self._settle(pending, leave=1)
        return not begun.failed

    def _flush_all(self, pending: Pending) -> None:
        """Commit what is pending; the manifest is up to date afterwards, but for what failed."""
        self._flush(pending)
        self._settle(pending)

    def _settle(self, pending: Pending, leave: int = 0) -> None:
        """End the commits that were begun, but for the last ``leave`` of them."""
        while len(pending.begun) > leave:
            first = pending.begun[0]
            try:
                done = self._committer.finish(first)
            except IndexerBusy:
                raise
            except Exception as error:  # the worker's edge: what took part is tried again
                for begun in pending.fallen():
                    self._committer.abandon(begun)
                    self._fail(begun.batch.events.values(), error, pending)
                continue
            pending.begun.remove(first)
            pending.worked.merge(done)
            if pending.progress is not None and done.written:
                pending.progress(done.written)

    def _fail(self, events: Collection[OutboxEvent], error: Exception, pending: Pending) -> None:
        reason = str(error)
        if not isinstance(error, EywaError):
            reason = f"unexpected {type(error).__name__}: {error}"
            _LOG.error("%s: %s", ", ".join(e.target for e in events), reason, exc_info=error)
        pending.worked.failed += len(events)
        pending.worked.note(error, reason)
        now = self._clock()
        try:
            with self.generation.catalog().write(fence=self._token) as connection:
                for event in events:
                    outbox.fail(connection, event, reason, now)
        except IndexerBusy:
            raise
        except EywaError as second:  # the claim stays, for the lease's next holder or scan
            _LOG.warning("the outbox could not note a failure: %s", second)

    def _report_rewrite(self, event: OutboxEvent, batch: Batch, *, rewritten: bool) -> None:
        with self.generation.catalog().read() as connection:
            row = files.get(connection, event.target)
        if row is not None:
            losses.report(
                self._layout, self._journal, row, batch.gone, vanished=bool(batch.vanished),
                rewritten=rewritten, since=event.created_at,
            )  # fmt: skip


def _must_write(before: DocRow | None, doc: IndexDocument) -> bool:
    if before is None or before.content_key() != doc.row.content_key():
        return True
    lacks = doc.embed_text is not None and not before.vector
    return lacks or before.state != "indexed_fresh"
