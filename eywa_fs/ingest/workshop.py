"""What the indexer, repair and rebuild have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eywa_fs.catalog import files, outbox
from eywa_fs.catalog.store import Catalog, note_meta
from eywa_fs.clock import Clock
from eywa_fs.config import Settings
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.derive import reading_anew
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.ingest.reading_cache import CachedReader, ReadingCache
from eywa_fs.language.redaction.policy import Redaction
from eywa_fs.language.tokens import TERMS
from eywa_fs.model.measured import Delays
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.embedding.factory import Embedders
    from eywa_fs.embedding.protocol import EmbedderIdentity


_RULES = "reading_rules"
"""Under this name the catalog keeps :attr:`Workshop.rules` and the version of the analyser."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What every worker needs, whichever generation it writes."""

    layout: Layout
    settings: Settings
    embedders: Embedders
    readings: ReadingCache
    journal: Journal
    clock: Clock
    redaction: Redaction
    delays: Delays

    def limits(self) -> PassLimits:
        limits = self.settings.limits
        return PassLimits(
            batch_records=self.settings.ingest.batch_records,
            max_record_bytes=limits.max_record_bytes,
            max_vector_spans=limits.max_vector_spans,
            timezone=self.settings.retrieval.timezone,
            redaction=self.redaction,
        )

    @property
    def rules(self) -> str:
        """What a message is read by: another name means reading it again."""
        from eywa_fs.facts.readings import RULES  # imports the rules of every language

        return f"{RULES} {self.settings.retrieval.timezone} {self.redaction.digest}".rstrip()

    def reread_if_changed(self, catalog: Catalog) -> None:
        """Queue every indexed file if its facts were read by other rules, or for another time zone,
        or its words were cut by another analyser.

        The note of the rules is written together with the queue, so that a crash loses neither.
        Until a file's turn comes, answers use what was read before.
        """
        rules, now = f"{self.rules} words {TERMS}", self.clock()
        if catalog.meta(_RULES) == rules:
            return
        with catalog.write() as connection:
            paths = sorted(files.every(connection))
            note_meta(connection, _RULES, rules)
            outbox.add(connection, "INDEX_REPAIR", paths, reason="rules_changed", now_ms=now)

    def reader(self, *, anew: bool = False, whole: bool = False) -> CachedReader:
        """What a worker reads messages with; arguments as of :class:`CachedReader`."""
        read = reading_anew(self.settings.retrieval.timezone)
        return CachedReader(read, self.readings, self.rules, anew=anew, whole=whole)

    @contextmanager
    def new_generation(self, made_by: EmbedderIdentity | None = None) -> Iterator[Generation]:
        """A fresh, empty generation beside the current one, closed (and sealed) at the end; bound
        to the configured embedder or to ``made_by``.

        One that failed is removed at once: a full disk needs its room. Raises
        ``DependencyUnavailable`` where it cannot be written."""
        embedder = made_by or self.embedders.configured.identity
        kept = self.settings.vectors
        number = pointer.create(
            self.layout, embedder, self.redaction.digest, kept.backend, kept.server
        )
        try:
            generation = Generation(self.layout, number, self.settings.vectors, create=True)
            try:
                yield generation
            finally:
                generation.close()
        except BaseException:
            pointer.discard(self.layout, number)
            raise
