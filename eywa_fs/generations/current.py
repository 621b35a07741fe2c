"""The generation in use by this process: opened when needed, opened anew after a switch."""

from __future__ import annotations

import threading

from eywa_fs.config import VectorSettings
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.truth.layout import Layout


class CurrentGeneration:
    """Gives the open current generation. Threads may share it."""

    def __init__(self, layout: Layout, settings: VectorSettings) -> None:
        self._layout = layout
        self._settings = settings
        self._open: Generation | None = None
        self._retired: list[Generation] = []
        self._mutex = threading.Lock()

    def get(self) -> Generation | None:
        """The current generation, or ``None`` where nothing was ever indexed.

        Raises:
            DependencyUnavailable, SchemaMismatch: it cannot be opened at all.
        """
        number = pointer.current(self._layout)
        with self._mutex:
            if self._open is not None and self._open.number != number:
                self._retired.append(self._open)  # another thread may be reading from it
                self._open = None
            if self._open is None and number is not None:
                self._open = Generation(self._layout, number, self._settings)
            return self._open

    def close_retired(self) -> None:
        """Close generations that were switched away from; call it where no search is running."""
        with self._mutex:
            retired, self._retired = self._retired, []
        for generation in retired:
            generation.close()

    def close(self) -> None:
        """Close everything."""
        with self._mutex:
            generation, self._open = self._open, None
        if generation is not None:
            generation.close()
        self.close_retired()
