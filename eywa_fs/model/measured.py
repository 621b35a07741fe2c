"""What a process measured of its own work."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from eywa_fs.model.plain import AsDict

INDEX_AIM_MS = 5000
"""Within how long a change should be in the index (specification 000, 10.1), milliseconds."""


@dataclass(frozen=True, slots=True)
class Measured(AsDict):
    """What an open memory measured since it was opened.

    Attributes:
        indexed: changes of files that this process indexed without a failure before.
        indexed_soon: those of them that were in the index ``INDEX_AIM_MS`` after they were noticed.
        audit_written: entries of the audit trail that are on disk.
        audit_lost: entries that could not be written.
    """

    indexed: int
    indexed_soon: int
    audit_written: int
    audit_lost: int


class Delays:
    """How long changed files waited until the index had them: counts of a process of all changes,
    and of those that were in the index soon. Threads may share it."""

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
