"""How long changed files waited until the index had them."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from eywa_fs.model.measured import INDEX_AIM_MS


class Delays:
    """Counts of a process: changes that came into the index, and those that did so soon. Threads
    may share it."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._all = self._soon = 0

    def add(self, delays_ms: Iterable[int]) -> None:
        """Take in times from when a change was noticed to when the index had it."""
        found = list(delays_ms)
        with self._mutex:
            self._all += len(found)
            self._soon += sum(one <= INDEX_AIM_MS for one in found)

    def counts(self) -> tuple[int, int]:
        """How many there were, and how many of them soon."""
        with self._mutex:
            return self._all, self._soon
