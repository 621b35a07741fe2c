"""Reading new messages with a model while the process lives; never in anybody's way."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eywa_fs.clock import Clock
from eywa_fs.config import Settings
from eywa_fs.errors import EywaError
from eywa_fs.llm.enrich import BATCH_MESSAGES, Enricher, EnrichReport
from eywa_fs.llm.unread import Unread
from eywa_fs.truth.index_folder import read_note, write_note
from eywa_fs.truth.layout import Layout

_LOG = logging.getLogger(__name__)

IDLE_S = 15.0
"""How often an idle thread looks for messages that others appended."""
_NOTE = "model-reader.json"


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """How far the model is with reading.

    Attributes:
        model: which one.
        unread: messages of all users that no model has read.
        oldest_unread_s: how long ago the oldest of them was written.
        read_today, budget_left: messages of this UTC day; 0 left means it goes on tomorrow.
        breaker: ``closed``, ``open`` (the model is left alone for a while) or ``half-open``.
        last_error: what went wrong last, or ``None``.
    """

    model: str
    unread: int
    oldest_unread_s: float
    read_today: int
    budget_left: int
    breaker: str
    last_error: str | None


class BackgroundReader:
    """A thread that has a model read what waits, oldest first.

    Args:
        make: opens what reads; called in the thread.
        in_charge: whether this process holds the indexer's lease; others leave the work to it.
        daily: messages a UTC day, counted in the journal.
    """

    def __init__(
        self,
        layout: Layout,
        make: Callable[[], Enricher],
        in_charge: Callable[[], bool],
        *,
        daily: int,
        clock: Clock,
    ) -> None:
        self._layout = layout
        self._make = make
        self._in_charge = in_charge
        self._daily = daily
        self._clock = clock
        self._wake = threading.Event()
        self._stopping = False
        self._problem: str | None = None
        self._thread = threading.Thread(target=self._run, name="eywa-reader", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def hint(self) -> None:
        """Say that there is something new. Cheap; any thread."""
        self._wake.set()

    def stop(self, timeout_s: float) -> None:
        """End after the call at hand, and don't wait for it longer than this. What it was asked
        is asked again by the next process. Idempotent; does nothing in a fork, which has no such
        thread."""
        if self._thread.is_alive():
            self._stopping = True
            self._wake.set()
            self._thread.join(timeout_s)

    def _run(self) -> None:
        enricher = None
        while not self._stopping:
            more = False
            try:
                if self._in_charge():
                    enricher = enricher or self._make()
                    more = self._round(enricher)
            except Exception as error:  # the thread's edge: whatever it is, the next round may do
                self._say(str(error) if isinstance(error, EywaError) else repr(error))
            if enricher is not None and not self._stopping:
                self._note(enricher)
            if not more:
                self._wake.wait(_pause(enricher))
                self._wake.clear()  # whatever was hinted at until here, the next round sees
        if enricher is not None:
            enricher.close()

    def _round(self, enricher: Enricher) -> bool:
        """Read one batch, if the breaker and the budget let us; whether there may be more."""
        if enricher.breaker.state.phase == "open":
            return False
        left = self._daily - enricher.unread.read_on(self._clock())
        if left <= 0:
            return False
        report = EnrichReport()
        batch = enricher.round(report, most=min(left, BATCH_MESSAGES))
        if report.problems or report.read:
            self._say(report.problems[-1] if report.problems else None)
        return bool(batch)

    def _say(self, problem: str | None) -> None:
        """Keep what went wrong last for the status, and log it once."""
        if problem is not None and problem != self._problem and not self._stopping:
            _LOG.warning("the model's reading waits: %s", problem)
        self._problem = problem

    def _note(self, enricher: Enricher) -> None:
        state = enricher.breaker.state
        with suppress(OSError):
            path = self._layout.index / _NOTE
            value = {"breaker": state.phase, "last_error": self._problem, "pid": os.getpid()}
            if _noted(path) != value:
                write_note(path, value)


def reader_status(layout: Layout, settings: Settings, clock: Clock) -> ReaderStatus | None:
    """How far the reading is, from the truth and what the reading process noted; ``None``
    without a model."""
    llm = settings.llm
    if not llm.configured:
        return None
    unread = Unread(layout, lambda record: record)  # only counted
    now = clock()
    waiting = unread.look(now_ms=now)
    read = unread.read_on(now)
    note = _noted(layout.index / _NOTE)
    return ReaderStatus(
        model=llm.model,
        unread=len(waiting),
        oldest_unread_s=max(0.0, (now - waiting[0].timestamp) / 1000) if waiting else 0.0,
        read_today=read,
        budget_left=max(0, llm.daily_messages - read),
        breaker=str(note.get("breaker", "closed")),
        last_error=note.get("last_error"),
    )


def _noted(path: Path) -> Mapping[str, Any]:
    with suppress(OSError, ValueError):
        value = read_note(path)
        return value if isinstance(value, dict) else {}
    return {}


def _pause(enricher: Enricher | None) -> float:
    if enricher is None:
        return 1.0
    wait = enricher.breaker.state.retry_in_s
    return min(wait, IDLE_S) if wait else IDLE_S
