"""Opening a worker on a generation: what the indexer, repair and rebuild have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eywa_fs.clock import Clock
from eywa_fs.config import LaneSettings, Settings
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.commit import Committer
from eywa_fs.ingest.derive import reading_anew
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.ingest.reading_cache import CachedReader, ReadingCache
from eywa_fs.ingest.reading_rules import reread_if_changed, rules_name
from eywa_fs.ingest.worker import Worker
from eywa_fs.lanes.ageing import Ageing
from eywa_fs.truth.audit import AuditTrail
from eywa_fs.truth.layout import Layout

if TYPE_CHECKING:
    from eywa_fs.embedding.cached import CachedEmbedder


def ageing(lanes: LaneSettings) -> Ageing:
    """The settings of the lanes as the rule they stand for."""
    return Ageing(lanes.fact_summary, lanes.recent_days, lanes.rollout_percent)


@dataclass(frozen=True, slots=True)
class Workshop:
    """What every worker needs, whichever generation it writes."""

    layout: Layout
    settings: Settings
    embedder: CachedEmbedder
    readings: ReadingCache
    audit: AuditTrail
    clock: Clock

    def limits(self) -> PassLimits:
        limits = self.settings.limits
        return PassLimits(
            batch_records=self.settings.ingest.batch_records,
            max_record_bytes=limits.max_record_bytes,
            max_vector_spans=limits.max_vector_spans,
            timezone=self.settings.retrieval.timezone,
        )

    def reader(self, *, anew: bool = False, whole: bool = False) -> CachedReader:
        """What a worker reads messages with; arguments as of :class:`CachedReader`."""
        from eywa_fs.facts.readings import RULES

        timezone = self.settings.retrieval.timezone
        rules = rules_name(RULES, timezone)
        return CachedReader(reading_anew(timezone), self.readings, rules, anew=anew, whole=whole)

    def worker(
        self, generation: Generation, owner: str, reader: CachedReader | None = None
    ) -> tuple[Worker, Committer]:
        """A worker that writes ``generation`` under a fresh fencing token."""
        from eywa_fs.facts.readings import RULES  # imports the rules of every language

        token = generation.catalog().take_fence(owner)
        reread_if_changed(
            generation.catalog(), RULES, self.settings.retrieval.timezone, now_ms=self.clock()
        )
        committer = Committer(generation, self.embedder, token, self.clock)
        worker = Worker(
            self.layout,
            generation,
            committer,
            token,
            clock=self.clock,
            limits=self.limits(),
            reader=reader or self.reader(),
            audit=self.audit,
            ageing=ageing(self.settings.lanes),
        )
        return worker, committer

    @contextmanager
    def new_generation(self) -> Iterator[Generation]:
        """A fresh, empty generation beside the current one, closed (and sealed) at the end.

        One that failed is removed at once: a full disk needs its room. Raises
        ``DependencyUnavailable`` where it cannot be written.
        """
        number = pointer.create(self.layout, self.embedder.identity)
        try:
            generation = Generation(
                self.layout, number, self.settings.vectors, writable=True, create=True
            )
            try:
                yield generation
            finally:
                generation.close()
        except BaseException:
            pointer.discard(self.layout, number)
            raise
