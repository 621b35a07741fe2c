"""Deriving the next files while the one before them is being put in place.

A commit mostly waits: for the vector store's process and for the disk. Reading and deriving needs
the interpreter. Done in turns, each leaves the other's core idle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from eywa_fs.ingest.filepass import Step

AHEAD_BYTES = 512 << 10
"""Bytes of files that may be derived ahead (about 10 MB in memory); a larger file is not, but
derived step by step when its turn comes."""


class Lookahead:
    """Derives files in the order in which they will be asked for. Used by one thread.

    Args:
        paths: in that order; none may occur twice.
        size: bytes of a file, 0 where there is none.
        derive: gives all steps of a file; called in another thread.
    """

    def __init__(
        self,
        paths: Iterable[str],
        size: Callable[[str], int],
        derive: Callable[[str], list[Step]],
    ) -> None:
        self._waiting = deque(paths)
        self._size = size
        self._derive = derive
        self._under_way: dict[str, tuple[int, Future[list[Step]]]] = {}
        self._bytes = 0
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="eywa-derive")
        self._start()

    def take(self, path: str) -> list[Step] | None:
        """The steps of a file, or ``None`` if it was not derived ahead; raises what that raised."""
        taken = self._under_way.pop(path, None)
        if taken is None:
            return None
        size, future = taken
        try:
            return future.result()
        finally:
            self._bytes -= size
            self._start()

    def close(self) -> None:
        """Drop what nobody asked for."""
        self._pool.shutdown(cancel_futures=True)

    def _start(self) -> None:
        while self._waiting and self._bytes < AHEAD_BYTES:
            path = self._waiting.popleft()
            size = self._size(path)
            if size <= AHEAD_BYTES:
                self._bytes += size
                self._under_way[path] = (size, self._pool.submit(self._derive, path))
