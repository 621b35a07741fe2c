"""Changing the embedder while everybody goes on, and going back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from eywa_fs.config import EmbeddingSettings
from eywa_fs.errors import ConfigError
from eywa_fs.generations.migration import making
from eywa_fs.memory.surface import Surface

if TYPE_CHECKING:
    from eywa_fs.ingest.commit import Progress
    from eywa_fs.maintenance.migrate import GenerationState, MigrationReport, Migrator

_Done = TypeVar("_Done")


class Migrating(Surface):
    """From one embedder to another; vectors of two models never meet."""

    def migrate_embedder(
        self,
        settings: EmbeddingSettings | Mapping[str, Any] | str,
        *,
        progress: Progress | None = None,
    ) -> MigrationReport:
        """Derive a generation with another embedder beside the current one, prove it, switch to it
        and write it into the root's ``config.yaml``.

        All processes, this one too, go on appending, indexing and searching meanwhile, and after
        the switch with the new embedder; those that cannot have it search words and say so. The old
        generation is kept until :meth:`drop_previous` or the next :meth:`rebuild`. A killed
        migration leaves the old generation in use; calling again begins anew, with the vectors that
        were made in the cache. Killed after the switch, calling again writes the settings.

        Args:
            settings: the name of a backend, keys of the section ``embedding``, with relative paths
                of the current folder, or all of it, with those of the root.

        Raises:
            ConfigError: the settings are impossible.
            IndexerBusy: another process derives a generation.
            DependencyUnavailable: the embedder cannot be had, the disk refuses, or the new
                generation failed its check; the old one stays in use.
        """
        from pydantic import ValidationError

        from eywa_fs.maintenance.migrate import wanted_settings

        if not settings:
            raise ConfigError("no embedder was named: give a backend, or settings of 'embedding'")
        try:
            wanted = wanted_settings(self.settings.embedding, settings)
        except ValidationError as error:
            said = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ConfigError(f"the settings asked for: {said}") from None
        wanted = wanted.placed(str(self.layout.root))  # as it will be read from its settings
        return self._alone(lambda migrator: migrator.to(wanted, progress))

    def migrate_back(self, *, progress: Progress | None = None) -> MigrationReport:
        """Return to the generation before the last migration, after bringing it up to date; the
        other one is kept now. ``NotFound`` where none is kept; else as :meth:`migrate_embedder`."""
        return self._alone(lambda migrator: migrator.back(progress))

    def drop_previous(self) -> list[int]:
        """Remove the generation that is kept to go back to, and what killed migrations left; their
        numbers. ``IndexerBusy`` while another process derives a generation."""
        dropped = self._alone(lambda migrator: migrator.drop())
        self._parts.upkeep.drop_left()
        return dropped

    def generations(self) -> list[GenerationState]:
        """Every generation on the disk: its embedder and size, which is current, which is kept to
        go back to, which is being made or was left unfinished. Writes nothing."""
        from eywa_fs.maintenance.migrate import status

        self._parts.refuse_closed()
        return status(self.layout)

    def _alone(self, act: Callable[[Migrator], _Done]) -> _Done:
        from eywa_fs.maintenance.migrate import Migrator

        self._parts.refuse_closed()
        self.layout.refuse_lost()
        parts = self._parts
        given = {} if parts.config is None else parts.config
        silent = isinstance(given, Mapping) and "embedding" not in given
        read = silent and not any(map(os.environ.get, _elsewhere()))
        file = self.layout.root / "config.yaml" if read else None
        with making(self.layout):
            return act(Migrator(parts.workshop, f"{parts.lease.owner}, migrating", file))


def _elsewhere() -> list[str]:
    """Variables that say what the embedder is, whatever the root's file says."""
    return ["EYWA_CONFIG", *(name for name in os.environ if name.startswith("EYWA_EMBEDDING"))]
