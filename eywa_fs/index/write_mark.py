"""Which write to a vector folder was the last: a host notices that another process wrote.

Chroma reads its graph when it opens and never again. A host that was opened before another
process wrote does not find the new documents, and worse: once it writes itself, it saves its own
old graph over theirs, and their documents can never be found again (measured with Chroma 1.5.9:
after that 2,251 of 5,261 were left, and a larger query ended the process). So each write is done
alone, under a lock, and leaves a new mark before and after; whoever finds a mark it does not know
opens the store anew before it writes or searches.

The mark is not synced: a machine that loses power loses all hosts with it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eywa_fs.lockfile import lock, unlock

MARK_FILE = "LAST_WRITE"
LOCK_FILE = "write.lock"


class WriteMark:
    """The mark of one store's folder, as one host knows it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / MARK_FILE
        self._lock_path = folder / LOCK_FILE
        self._writer = secrets.token_hex(8)
        self._count = 0
        self._known = b""

    @property
    def unknown(self) -> bool:
        """Whether somebody else wrote since :meth:`note` or our own last write."""
        return self._read() != self._known

    @property
    def finished(self) -> bool:
        """Whether the last write came to its end: each leaves an even number then."""
        mark = self._read().split()
        return not mark or (mark[-1].isdigit() and int(mark[-1]) % 2 == 0)

    def note(self) -> None:
        """Call this just before the store is opened."""
        self._known = self._read()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until no other process writes or loads; the caller's caller bounds the wait."""
        with self._lock_path.open("ab") as file:
            lock(file.fileno())
            try:
                yield
            finally:
                unlock(file.fileno())

    def advance(self) -> None:
        """Call this just before and after each write. Raises ``OSError`` when the disk refuses."""
        self._count += 1
        # Always as long, and written in place: a replaced file would be flushed by some systems.
        mark = f"{self._writer} {self._count:012d}\n".encode()
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, mark)
        finally:
            os.close(descriptor)
        self._known = mark

    def _read(self) -> bytes:
        try:
            if not self._path.is_file():
                return b""
            return self._path.read_bytes()
        except FileNotFoundError:
            return b""
