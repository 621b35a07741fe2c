"""The indexer of a process: takes the lease, opens the generation, works in the background."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from eywa_fs.clock import Clock
from eywa_fs.config import IngestSettings
from eywa_fs.errors import DependencyUnavailable, EywaError, IndexerBusy, MemoryClosed
from eywa_fs.ingest.commit import Progress, Worked
from eywa_fs.ingest.lease import Turn
from eywa_fs.ingest.watcher import watch
from eywa_fs.ingest.worker import Worker
from eywa_fs.truth.layout import Layout

_LOG = logging.getLogger(__name__)

HEALTH_INTERVAL_S = 5.0
"""How often an idle thread looks whether the index is still there and whole."""

LEASE_RETRY_S = 2.0
"""How often a process that does not hold the lease asks for it."""

REST = 4.0
"""Rest between rounds, in times of what the last one with work took: whatever a round does, it
commits to each store once, and a steady stream of writes would keep it committing."""
MAX_REST_S = 0.5
"""The longest such rest. Searches read what is not indexed yet from the files meanwhile."""


class BackgroundIndexer:
    """A thread that keeps the index up to date while the process lives.

    Args:
        open_worker: takes the lease and gives a worker; raises ``IndexerBusy`` while another
            process has it. Called before each round, so it must be cheap when nothing changed.
        turn: held while the worker is used; whoever else uses it holds it too, and is let in in the
            middle of a backlog.
    """

    def __init__(
        self,
        layout: Layout,
        open_worker: Callable[[], Worker],
        turn: Turn,
        *,
        clock: Clock,
        settings: IngestSettings,
    ) -> None:
        self._open_worker = open_worker
        self._turn = turn
        self._clock = clock
        self._settings = settings
        self._hints: set[str] = set()
        self._awaited = False
        """Somebody waits for what a hint is about: it is looked at without a rest."""
        self._wake = threading.Condition()
        self._stopping = False
        self._layout = layout
        self._thread = threading.Thread(target=self._run, name="eywa-indexer", daemon=True)
        self.last_error: str | None = None
        self._given_up = False
        self._working = True
        self._rested = 0.0
        """When hints are looked at again, by the monotonic clock."""

    @property
    def behind(self) -> bool:
        """Whether there is work at hand, or bytes that the thread was told of and has not come to.
        ``False`` while another process indexes."""
        return self._working or bool(self._hints)

    def start(self) -> None:
        self._thread.start()

    def hint(self, path: str, *, awaited: bool = False) -> None:
        """Say that a truth file has new bytes; ``awaited``: and that somebody waits until they are
        indexed. Cheap; any thread."""
        with self._wake:
            self._hints.add(path)
            self._awaited |= awaited
            self._wake.notify_all()

    def stop(self) -> None:
        """Finish the batch at hand and end the thread. What is not done stays due. Idempotent; does
        nothing in a fork, which has no such thread."""
        if self._thread.is_alive():
            with self._wake:
                self._stopping = True
                self._wake.notify_all()
            self._thread.join()

    def _run(self) -> None:
        stop = watch(self._layout, self.hint) if self._settings.watch else lambda: None
        try:
            self._serve()
        finally:
            stop()

    def _serve(self) -> None:
        """Rounds of work. Each asks for the worker anew: the index may have been deleted, damaged
        or rebuilt since, or another process may have taken the lease."""
        worker: Worker | None = None
        next_scan = time.monotonic()
        while not self._stopping:
            began = time.monotonic()
            try:
                with self._turn:
                    current = self._open_worker()
                    if current is not worker or time.monotonic() >= next_scan:
                        worker = current
                        self._working |= bool(worker.scan())
                        next_scan = time.monotonic() + self._settings.scan_interval_s
                    elif self._has_rested() and (hints := self._take_hints()):
                        worker.scan(hints)
                    done = worker.run_once(stop=lambda: self._stopping or self._turn.wanted)
                    aged = Worked()
                    self._working = bool(done.events) or worker.age(aged)
                    failing = worker.failing()
                if done.events and self._settings.debounce_ms:
                    took = time.monotonic() - began
                    self._rested = began + took + min(REST * took, MAX_REST_S)
                self._say(aged.problems[0] if aged.problems else "", *failing)
            except IndexerBusy:
                worker = None
                self._take_hints()  # whoever has the lease scans everything when it gets it
                self._working = False
                self._sleep(LEASE_RETRY_S)
                continue
            except MemoryClosed:
                return  # in the middle of deriving anew: whoever opens it next goes on
            except Exception as error:  # the thread's edge: whatever it is, the next round may do
                worker = None
                self._note(error)
                self._sleep(LEASE_RETRY_S)
                continue
            self._turn.give_way()
            if not self._working:
                self._pause(worker, next_scan)

    def _pause(self, worker: Worker, next_scan: float) -> None:
        """Sleep until a hint comes, a retry is due, or the next scan is; after a hint so long that
        more may come, and, unless somebody waits, that rounds with work leave time to others."""
        wait = min(next_scan - time.monotonic(), HEALTH_INTERVAL_S)
        with suppress(DependencyUnavailable):
            due = worker.next_due()
            if due is not None:
                wait = min(wait, (due - self._clock()) / 1000)
        with self._wake:
            if not self._hints and not self._stopping and wait > 0:
                self._wake.wait(wait)
            hinted = bool(self._hints)
        if hinted and self._settings.debounce_ms:
            self._sleep(self._settings.debounce_ms / 1000)
            self._sleep(self._rested - time.monotonic(), self._has_rested)

    def _has_rested(self) -> bool:
        return self._awaited or time.monotonic() >= self._rested

    def _sleep(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        with self._wake:
            self._wake.wait_for(lambda: self._stopping or until(), seconds)

    def _take_hints(self) -> set[str]:
        """What the thread was told of since it last asked; with some, it is at work."""
        with self._wake:
            hints = self._hints
            self._working |= bool(hints)
            self._hints, self._awaited = set(), False
        return hints

    def _say(self, aged: str, failed: str, given_up: bool) -> None:
        """Keep what went wrong in a round: what made no summaries, or why work failed that waits to
        be tried again. Logged when it begins, and when there are dead letters."""
        problem = aged
        if failed:
            again = "8 times, and one such part is tried once a minute" if given_up else ""
            problem = f"work failed {again or 'and is tried again'}: {failed}"
        if problem and (self.last_error is None or given_up > self._given_up):
            _LOG.warning("the indexer: %s", problem)
        self.last_error, self._given_up = problem or None, given_up

    def _note(self, error: Exception) -> None:
        text = str(error) if isinstance(error, EywaError) else repr(error)
        if text != self.last_error:
            expected = isinstance(error, EywaError)
            _LOG.warning("the indexer waits: %s", text, exc_info=None if expected else error)
        self.last_error = text


def work_through(
    worker: Worker, progress: Progress | None = None, *, stop: Callable[[], bool] = lambda: False
) -> Worked:
    """Scan everything and work until nothing is due, or ``stop`` says so: the foreground form."""
    worker.scan()
    return worker.drain(progress, stop=stop)
