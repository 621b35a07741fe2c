"""The erasures of one process, among each other and beside other processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from eywa_fs.durable import remove_unfinished
from eywa_fs.truth.layout import Layout


class Erasers:
    """Who erases in this process. Threads may share it.

    Attributes:
        choosing: held while one chooses lines and overwrites them; what follows several may wait
            for at once.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.choosing = threading.Lock()
        self._mutex = threading.Lock()
        self._number = 0
        self._lock = ExitStack()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Erase: no other process does meanwhile, and those that index know that who erases lives.
        Errors as of :func:`eywa_fs.erasure.finishing.erasing`."""
        from eywa_fs.erasure.finishing import erasing

        with self._mutex:
            if not self._number:
                with ExitStack() as lock:
                    lock.enter_context(erasing(self._layout))
                    remove_unfinished(self._layout.root)
                    self._lock = lock.pop_all()
            self._number += 1
        try:
            yield
        finally:
            with self._mutex:
                self._number -= 1
                if not self._number:
                    self._lock.close()
