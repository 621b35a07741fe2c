"""The threads of a memory: one indexes, one has a model read, one ends what was erased; and who
tells them of new bytes."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - what it registers for the end comes after ours
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from eywa_fs.errors import MemoryClosed
from eywa_fs.pool import Pool

if TYPE_CHECKING:
    from eywa_fs.ingest.indexer import BackgroundIndexer
    from eywa_fs.llm.background import BackgroundReader
    from eywa_fs.memory.parts import Parts

_READER_STOP_S = 2.0
"""How long closing waits for a model's answer; what it was asked is asked again."""


_INDEXER: Final = "eywa-indexer"
_ERASER: Final = "eywa-eraser"
"""How the names of these threads begin."""


def _eraser() -> Pool:
    """A thread for what is left of erasures, which starts with the first work."""
    return Pool(1, _ERASER)


_started: WeakSet[Background] = WeakSet()


def _stop_all() -> None:
    """End all threads at the end of the program: one that runs on into the interpreter's end aborts
    the process from within native code, or finds that nothing can be submitted to a pool."""
    for one in [*_started]:
        one.end()


_threading: Any = threading  # atexit is too late: pools are shut down before
_threading._register_atexit(_stop_all)


class Background:
    """No thread runs before :meth:`start`; until then hints are for nobody."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._indexer: BackgroundIndexer | None = None
        self._reader: BackgroundReader | None = None
        self._eraser = _eraser()
        self._closing = False
        self._ending = False

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

    def end_erasure(self, work: Callable[[], None]) -> Future[None]:
        """Have a thread do what is left of an erasure, behind what it was given before; what it has
        not begun when it is told to end it never does. ``MemoryClosed``: it was."""
        self.refuse_stopping()
        _started.add(self)
        return self._eraser.submit(work)

    @property
    def stopping(self) -> bool:
        """Whether what the thread that asks does is to be given up: the memory is being closed, or
        the program ends and the thread is one of these."""
        own = threading.current_thread().name.startswith((_INDEXER, _ERASER))
        return self._closing or (self._ending and own)

    def refuse_stopping(self) -> None:
        """Raise ``MemoryClosed`` where it is :attr:`stopping`."""
        if self.stopping:
            raise MemoryClosed("this memory is being closed: what is not done stays due")

    def stop(self) -> None:
        """End the threads, as the memory is closed, after what they have at hand. Idempotent."""
        self._closing = True
        self._stop_threads()

    def end(self) -> None:
        """End the threads, as the program ends: what handlers of ``atexit`` ask for is done still,
        by who asks."""
        self._ending = True
        self._stop_threads()
        self._indexer = self._reader = None
        self._eraser = _eraser()

    def _stop_threads(self) -> None:
        if self._reader is not None:
            self._reader.stop(_READER_STOP_S)
        if self._indexer is not None:
            self._indexer.stop()
        self._eraser.shutdown(cancel_futures=True)

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
