"""The generation in use by this process: opened when needed, opened anew after a switch."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from weakref import WeakSet

from eywa_fs.config import VectorSettings
from eywa_fs.errors import EywaError
from eywa_fs.generations import pointer
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.generations.generation import Generation


class CurrentGeneration:
    """Gives the open current generation. Threads may share it.

    One that was switched away from, here or by another process, is closed when the last thread that
    reads from it lets go of it.
    """

    def __init__(self, layout: Layout, settings: VectorSettings) -> None:
        self._layout = layout
        self._settings = settings
        self._open: Generation | None = None
        self._made: tuple[int, int] | None = None
        self._retired: WeakSet[Generation] = WeakSet()
        self._mutex = threading.Lock()

    def get(self) -> Generation | None:
        """The current generation, or ``None`` where nothing was ever indexed;
        ``DependencyUnavailable`` or ``SchemaMismatch`` where it cannot be opened at all."""
        number = pointer.current(self._layout)
        made = None if number is None else pointer.made(self._layout, number)
        before = None  # held until the mutex is not: letting go of it may close it
        with self._mutex:
            # Who deletes the whole index starts again with the same number.
            if self._open is not None and (self._open.number, self._made) != (number, made):
                before, self._open = self._open, None
                before.retire()
                self._retired.add(before)
            if self._open is None and number is not None:
                # Only here: appending needs no catalog, and must not wait for its library.
                from eywa_fs.generations.generation import Generation

                self._open = Generation(self._layout, number, self._settings)
                self._made = made
            return self._open

    def get_or_none(self) -> Generation | None:
        """The current generation, or ``None`` also where it cannot be opened."""
        try:
            return self.get()
        except EywaError:
            return None

    def close_retired(self) -> None:
        """Close generations that were switched away from now: a search that still reads from one
        goes on without it."""
        with self._mutex:
            retired, self._retired = list(self._retired), WeakSet()
        for generation in retired:
            generation.close()

    def close(self) -> None:
        with self._mutex:
            generation, self._open = self._open, None
        if generation is not None:
            generation.close()
        self.close_retired()
