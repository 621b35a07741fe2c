"""Another embedder: derive a generation with it beside the current one, prove it, then switch.

The current generation is neither written nor closed here: whoever holds the indexer's lease goes on
with it, and follows the switch at its next round of work. What is appended between the last look
and that round is read from the files by searches, as always, and indexed by that round.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from eywa_fs.catalog import docs
from eywa_fs.config import EmbeddingSettings
from eywa_fs.embedding.factory import local_backend
from eywa_fs.embedding.protocol import EmbedderIdentity
from eywa_fs.errors import DependencyUnavailable, EywaError, IndexerBusy, NotFound
from eywa_fs.generations import migration, pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.generations.migration import Migration
from eywa_fs.ingest.commit import Progress
from eywa_fs.ingest.indexer import HEALTH_INTERVAL_S, work_through
from eywa_fs.ingest.worker import Worker
from eywa_fs.ingest.workshop import Workshop
from eywa_fs.maintenance.newcheck import refuse_wrong
from eywa_fs.maintenance.settings_file import shown, written
from eywa_fs.model.plain import AsDict
from eywa_fs.truth.layout import Layout

SECTION: Final = "embedding"
SECRET: Final = "api_key"
"""Never written by this program, neither into a note nor into a file of settings."""

_ROUNDS: Final = 5
"""Looks for what was appended meanwhile; writers that never rest leave a little for later."""

LEAVING_S: Final = 3 * HEALTH_INTERVAL_S
"""How long a process may take to notice that the generation it indexes is not current any more."""

PATIENCE_S: Final = 120.0
"""How long vectors that failed are tried again: a busy machine may keep the store from answering,
and a server of embeddings may be started anew."""

TUNING: Final = frozenset(("api_key", "batch_size", "timeout_s", "attempts", "threads"))
"""Settings that say how to embed, and not which vectors come out."""


@dataclass(frozen=True, slots=True)
class MigrationReport(AsDict):
    """What a migration did.

    Attributes:
        generation, previous: what is current now, and what is kept to go back to.
        embedder: name and model of what is current.
        built: whether a generation was derived; not where the index was bound to it already.
        words, vectors: documents asked for by their own words and vectors before the switch.
        settings_written: whether ``config.yaml`` says it now.
        settings: the lines a file of settings needs, for where it was not written.
    """

    generation: int
    previous: int | None
    embedder: str
    built: bool
    documents: int
    digest: str
    words: int
    vectors: int
    settings_written: bool
    settings: str


@dataclass(frozen=True, slots=True)
class GenerationState:
    """A generation on the disk: ``current``, ``previous`` (to go back to), ``being_made`` or
    ``unfinished`` (left by a process that died)."""

    number: int
    state: str
    embedder: str
    dimension: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Filled:
    """What a generation that passed its check holds, and how many documents were asked for."""

    documents: int = 0
    digest: str = ""
    words: int = 0
    vectors: int = 0


class Migrator:
    """Changes the embedder of a data root, once. The caller makes generations alone, see
    :func:`eywa_fs.generations.migration.making`.

    Args:
        owner: who writes, for the fence of a new generation.
        settings_file: the root's ``config.yaml`` where it is what is read; else ``None``.
    """

    def __init__(self, shop: Workshop, owner: str, settings_file: Path | None) -> None:
        self._shop = shop
        self._layout = shop.layout
        self._owner = owner
        self._file = settings_file
        self._wanted = EmbeddingSettings()
        """What the settings are to say, and below whose vectors that means."""
        self._bound: EmbedderIdentity

    def to(self, wanted: EmbeddingSettings, progress: Progress | None = None) -> MigrationReport:
        """See :meth:`EywaMemory.migrate_embedder`. A crash leaves an unfinished folder, which the
        next call removes."""
        embedder = self._shop.embedders.opened(wanted)
        embedder.embed_query("a short sentence")  # whether it works, before anything is made
        self._wanted, self._bound = wanted, embedder.identity
        number = pointer.current(self._layout)
        bound = None if number is None else self._binding(number)
        if number is not None and bound == self._bound:
            return self._already(number)
        unfinished = migration.unfinished(self._layout)
        with self._shop.new_generation(self._bound) as generation:
            # Only now, so that it has a number of its own: the vector store of a migration that was
            # killed may still be opening files of the old one by their names.
            for left in unfinished:
                pointer.discard_left(self._layout, left)
            filled = self._filled(generation, progress)
            new = generation.number
        if number is None:
            pointer.switch(self._layout, new)
            return self._report(new, None, filled, self._write())
        made = Migration(
            new, number, _kept(wanted), self._settings_of(bound), "another embedder was asked for"
        )
        return self._switch(made, filled)

    def back(self, progress: Progress | None = None) -> MigrationReport:
        """Return to the generation that was kept, after bringing it up to date; errors and crashes
        as of :meth:`to`. ``NotFound`` where none is kept."""
        done = migration.last(self._layout)
        number = migration.previous(self._layout)
        if done is None or number is None:
            raise NotFound(
                "there is no generation to go back to: 'eywa migrate status' shows which there are"
            )
        self._bound = pointer.binding(self._layout, number)
        key = self._shop.settings.embedding.api_key
        self._wanted = EmbeddingSettings(**done.previous_settings, api_key=key)
        self._refuse_lost_embedder()
        vectors = self._shop.settings.vectors
        with closing(Generation(self._layout, number, vectors)) as generation:
            if generation.damage:
                reason = next(iter(generation.damage.values())).reason
                raise DependencyUnavailable(f"the kept generation is damaged ({reason})")
            generation.allow_writing()
            filled = self._filled(generation, progress)
        settings = _kept(self._wanted)
        return self._switch(
            Migration(number, done.generation, settings, done.settings, "back"), filled
        )

    def drop(self) -> list[int]:
        """Remove what is kept to go back to and what was left unfinished; their numbers."""
        current = pointer.current(self._layout)
        migration.forget(self._layout)
        return [] if current is None else pointer.discard_others(self._layout, current)

    def _filled(self, generation: Generation, progress: Progress | None) -> Filled:
        """Derive everything, check it, and catch up once more."""
        catch_up = partial(self._catch_up, generation, progress)
        catch_up()
        words, vectors = refuse_wrong(self._layout, generation, self._shop.limits(), catch_up)
        catch_up()
        with generation.catalog().read() as connection:
            return Filled(docs.number(connection), docs.digest(connection), words, vectors)

    def _catch_up(self, generation: Generation, progress: Progress | None) -> None:
        """Derive what is not yet. Who indexed a generation that was switched away from may hold
        its word index until the next round of work, and is waited for."""
        end = time.monotonic() + LEAVING_S
        while True:
            try:
                with closing(Worker(self._shop, generation, self._owner)) as worker:
                    return _work_up(worker, progress)
            except IndexerBusy:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)

    def _switch(self, made: Migration, filled: Filled) -> MigrationReport:
        migration.note(self._layout, made)
        pointer.switch(self._layout, made.generation)
        with suppress(EywaError):
            pointer.discard_others(self._layout, made.generation, made.previous)
        return self._report(made.generation, made.previous, filled, self._settle(made, filled))

    def _settle(self, made: Migration, filled: Filled | None) -> bool:
        """Write the settings and the audit entry of a switch; whether the settings were written."""
        wrote = self._write()
        self._shop.journal.audit(
            "embedder_migrated",
            f"gen-{made.generation:06d}",
            reason=made.reason,
            before={"generation": made.previous, "settings": made.previous_settings},
            after={"generation": made.generation, "settings": made.settings}
            | ({"documents": filled.documents, "digest": filled.digest} if filled else {}),
        )
        migration.note(self._layout, replace(made, settled=True))
        return wrote

    def _already(self, number: int) -> MigrationReport:
        """The index is bound to it: only what a killed migration left is still to be done."""
        done = migration.last(self._layout)
        unsettled = done is not None and not done.settled
        wrote = self._settle(done, None) if done and unsettled else self._write()
        return self._report(number, migration.previous(self._layout), None, wrote)

    def _write(self) -> bool:
        """Have the root's settings name the embedder; says whether its file does now."""
        if self._file is None:
            return False
        changed = _changed(self._in_force(), self._wanted)
        return not changed or written(self._file, SECTION, changed)

    def _in_force(self) -> EmbeddingSettings:
        """What the file of settings says now, without the environment."""
        import yaml

        try:
            text = self._file.read_text(encoding="utf-8") if self._file else ""
            found = EmbeddingSettings(**((yaml.safe_load(text) or {}).get(SECTION) or {}))
            return found.placed(str(self._layout.root))
        except (OSError, ValueError, yaml.YAMLError, AttributeError, TypeError):
            return EmbeddingSettings()

    def _report(
        self, generation: int, previous: int | None, filled: Filled | None, wrote: bool
    ) -> MigrationReport:
        return MigrationReport(
            generation=generation,
            previous=previous,
            embedder=f"{self._bound.embedder}/{self._bound.model}",
            built=filled is not None,
            **asdict(filled or Filled()),
            settings_written=wrote,
            settings=shown(SECTION, _changed(EmbeddingSettings(), self._wanted, "backend")),
        )

    def _binding(self, number: int) -> EmbedderIdentity | None:
        try:
            return pointer.binding(self._layout, number)
        except EywaError:
            return None  # unreadable, or of another version: it is derived anew

    def _settings_of(self, bound: EmbedderIdentity | None) -> dict[str, Any]:
        """The settings that give the embedder of the current generation; empty if not known."""
        settings = self._shop.settings.embedding
        if bound == self._shop.embedders.configured.identity:
            return _kept(settings)
        backend = None if bound is None else local_backend(bound)
        if backend is None:
            return {}
        return _kept(EmbeddingSettings(**(_tuning(settings) | {"backend": backend})))

    def _refuse_lost_embedder(self) -> None:
        """Raise ``DependencyUnavailable`` where the embedder to go back to cannot be had."""
        found, bound = self._shop.embedders.opened(self._wanted), self._bound
        if found.identity != bound:
            raise DependencyUnavailable(
                f"the kept generation was made by {bound.embedder}/{bound.model} "
                f"{bound.version}, which cannot be had any more"
            )
        found.embed_query("a short sentence")


def wanted_settings(
    now: EmbeddingSettings, asked: EmbeddingSettings | Mapping[str, Any] | str
) -> EmbeddingSettings:
    """The whole section of what was asked for: ready settings as they are; of a backend's name, or
    some settings, how to embed is as it was, where nothing else is said, and a relative path is one
    of the current folder. ``ValueError`` where a value is impossible, as of pydantic."""
    if isinstance(asked, EmbeddingSettings):
        return asked
    given = {"backend": asked} if isinstance(asked, str) else dict(asked)
    return EmbeddingSettings(**(_tuning(now) | given)).placed("")


def status(layout: Layout) -> list[GenerationState]:
    """Every generation on the disk, ascending. Reads only."""
    current, kept = pointer.current(layout), migration.previous(layout)
    busy = bool(migration.unfinished(layout)) and migration.is_being_made(layout)
    found = []
    for number in pointer.numbers(layout):
        name = {current: "current", kept: "previous"}.get(number)
        try:
            bound = pointer.binding(layout, number)
            made_by, dimension = f"{bound.embedder}/{bound.model}", bound.dimension
        except EywaError:
            made_by, dimension = "unknown", 0
        state = name or ("being_made" if busy else "unfinished")
        size = _size(pointer.folder(layout, number))
        found.append(GenerationState(number, state, made_by, dimension, size))
    return found


def _work_up(worker: Worker, progress: Progress | None) -> None:
    """Derive everything; ``DependencyUnavailable`` where a file failed, or documents got no vectors
    for :data:`PATIENCE_S`."""
    end = time.monotonic() + PATIENCE_S
    for _ in range(_ROUNDS):
        done = work_through(worker, progress)
        while done.problems and not done.failed and time.monotonic() < end:
            time.sleep(1)
            if (tried := work_through(worker, progress)).events:
                done = tried
        if done.failed or done.problems:
            said = done.problems[0] if done.problems else "a file could not be read"
            raise DependencyUnavailable(
                f"generation {worker.generation.number} is incomplete, the one in use stays: {said}"
            )
        if not worker.behind():
            return


def _size(folder: Path) -> int:
    """Bytes of all files below a folder; those that go meanwhile count nothing."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total


def _tuning(settings: EmbeddingSettings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in TUNING}


def _kept(settings: EmbeddingSettings) -> dict[str, Any]:
    return settings.model_dump(exclude={SECRET})


def _changed(old: EmbeddingSettings, new: EmbeddingSettings, *always: str) -> dict[str, Any]:
    """What of the new settings is not so in the old ones, the key of a server left out."""
    before, after = _kept(old), _kept(new)
    return {k: value for k, value in after.items() if k in always or before[k] != value}
