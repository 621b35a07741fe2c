"""The threads of a memory: one indexes, one has a model read; and who tells them of new bytes."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - what it registers for the end comes after ours
import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

if TYPE_CHECKING:
    from eywa_fs.ingest.indexer import BackgroundIndexer
    from eywa_fs.llm.background import BackgroundReader
    from eywa_fs.memory.parts import Parts

_READER_STOP_S = 2.0
"""How long closing waits for a model's answer; what it was asked is asked again."""


_started: WeakSet[Background] = WeakSet()


def _stop_all() -> None:
    """End all threads at the end of the program: one that runs on into the interpreter's end aborts
    the process from within native code, or finds that nothing can be submitted to a pool."""
    for one in [*_started]:
        one.stop()


_threading: Any = threading  # atexit is too late: pools are shut down before
_threading._register_atexit(_stop_all)


class Background:
    """No thread runs before :meth:`start`; until then hints are for nobody."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._indexer: BackgroundIndexer | None = None
        self._reader: BackgroundReader | None = None

    @property
    def indexes(self) -> bool:
        """Whether a thread of this process indexes."""
        return self._indexer is not None

    @property
    def problem(self) -> str | None:
        """What the indexing thread waits for; ``None`` when it is well or there is none."""
        return None if self._indexer is None else self._indexer.last_error

    @property
    def behind(self) -> bool:
        """Whether the indexing thread has work at hand."""
        return self._indexer is not None and self._indexer.behind

    def start(self) -> None:
        """Start the indexing thread, and the reading one where a model is configured. They end with
        :meth:`stop`, or with the program."""
        _started.add(self)
        self._indexer = self._start_indexer()
        llm = self._parts.settings.llm
        if llm.configured and llm.daily_messages:
            self._reader = self._start_reader()

    def hint(self, path: str, *, awaited: bool = False) -> None:
        """Say that a truth file has new bytes. Cheap; any thread. ``awaited``: as of the indexer's
        :meth:`~eywa_fs.ingest.indexer.BackgroundIndexer.hint`."""
        if self._indexer is not None:
            self._indexer.hint(path, awaited=awaited)
        if self._reader is not None and "/sessions/" in path:
            self._reader.hint()

    def stop(self) -> None:
        """End the threads after what they have at hand. Idempotent."""
        if self._reader is not None:
            self._reader.stop(_READER_STOP_S)
        if self._indexer is not None:
            self._indexer.stop()

    def _start_indexer(self) -> BackgroundIndexer:
        from eywa_fs.ingest.indexer import BackgroundIndexer

        parts = self._parts
        indexer = BackgroundIndexer(
            parts.layout,
            lambda: parts.upkeep.worker(),
            parts.turn,
            clock=parts.clock,
            settings=parts.settings.ingest,
        )
        indexer.start()
        return indexer

    def _start_reader(self) -> BackgroundReader:
        from eywa_fs.llm.background import BackgroundReader
        from eywa_fs.llm.chat import open_chat

        parts = self._parts
        reader = BackgroundReader(
            parts.layout,
            lambda: parts.enricher(open_chat(parts.settings.llm)),
            lambda: parts.lease.held,
            daily=parts.settings.llm.daily_messages,
            clock=parts.clock,
        )
        reader.start()
        return reader
