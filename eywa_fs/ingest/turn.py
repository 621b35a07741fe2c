"""Who may use the worker of a process: one at a time, and whoever works long lets others in."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Final

_LOOK_S: Final = 0.005


class Turn:
    """A reentrant lock whose holder can tell that others wait for it. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._mutex = threading.Lock()
        self._waiting = 0

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for it."""
        return self._waiting > 0

    def give_way(self) -> None:
        """Return when nobody waits for it any more; to be called without it, before it is taken
        again at once: the lock would go to whoever had it last."""
        while self.wanted:
            time.sleep(_LOOK_S)

    def __enter__(self) -> None:
        if self._lock.acquire(blocking=False):
            return
        with self._mutex:
            self._waiting += 1
        try:
            self._lock.acquire()
        finally:
            with self._mutex:
                self._waiting -= 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release()
