"""One memory over one data root: every public method, from one class for each concern."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from eywa_fs.clock import Clock, system_clock
from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import EmbeddingMismatch
from eywa_fs.memory.arguments import checked
from eywa_fs.memory.parts import Parts
from eywa_fs.memory.threads import written
from eywa_fs.memory.twins import Twins


@checked
class EywaMemory(Twins):
    """Long-term memory over one data root.

    Opening loads no model and starts no database process; both come with the first use. Several
    threads may share one object, several processes one root: all of them append and search, one
    of them (whichever holds the lease) indexes.

    Args:
        root: the data root; made when missing.
        config: settings, a mapping like ``config.yaml``, the path of such a file, or ``None`` for
            ``config.yaml`` in the root (if any) and the environment.
        background: index in a background thread; ``None`` takes it from the settings.
        clock: gives epoch milliseconds; tests move it.

    Raises:
        ConfigError: the configuration is wrong, or everybody may write into the root.
        EmbeddingMismatch, SchemaMismatch: the index was built otherwise; names the command.

    Every method raises :class:`BadRequest` (or its children ``InvalidId``, ``InvalidRecord``) for
    an argument of a wrong type or a time out of range, before it does anything.
    """

    _made_of: type[Parts] = Parts

    def __init__(
        self,
        root: str | Path = "memory_fs",
        config: Settings | Mapping[str, Any] | str | Path | None = None,
        *,
        background: bool | None = None,
        clock: Clock = system_clock,
        migrating: bool = False,
    ) -> None:
        self._parts = self._made_of(root, config, clock)
        self._migrating = migrating
        try:
            if not migrating:
                try:
                    self._parts.refuse_mismatch()
                except EmbeddingMismatch:  # unless a migration wrote its settings at this moment
                    if load_settings(root, config) == self._parts.settings:
                        raise
                    self._parts.close()
                    self._parts = self._made_of(root, config, clock)
                    self._parts.refuse_mismatch()
                self._parts.fits = True
            if self.settings.ingest.background if background is None else background:
                self._parts.background.start()
        except BaseException:
            self._parts.close()
            raise

    def close(self) -> None:
        """Stop indexing after the batch at hand and close everything. Idempotent.

        What is not indexed yet stays in the files and is taken up by the next process. A program
        that ends without it stops indexing alike.
        """
        self._parts.close()

    @property
    def closed(self) -> bool:
        """Whether it was closed: nothing more can be asked of it."""
        return self._parts.closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await written(self.close)
