"""A lock file that says who uses a folder: many share it, one may have it alone.

The system drops it when the process dies. Going from one kind to the other is unlock and lock:
between the two another process may get in, and callers are written for that.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


class UsageLock:
    """One process's hold on the lock file. Not re-entrant; not shared between threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def try_shared(self) -> bool:
        """Take or turn into a shared lock without waiting; ``False`` leaves nothing held."""
        return self._try(fcntl.LOCK_SH)

    def try_exclusive(self) -> bool:
        """Take or turn into an exclusive lock without waiting; ``False`` leaves nothing held."""
        return self._try(fcntl.LOCK_EX)

    def release(self) -> None:
        """Let go; harmless when nothing is held."""
        held, self._file = self._file, None
        if held is not None:
            fcntl.flock(held, fcntl.LOCK_UN)
            held.close()

    def _try(self, kind: int) -> bool:
        self.release()
        opened = open(self.path, "ab")  # noqa: SIM115 - held until release
        try:
            fcntl.flock(opened, kind | fcntl.LOCK_NB)
        except OSError:
            opened.close()
            return False
        self._file = opened
        return True
