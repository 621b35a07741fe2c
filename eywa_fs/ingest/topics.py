"""Topics of the days that are over, kept in step with the files of each user's months.

Part of the pass of :mod:`eywa_fs.ingest.ageing`: it compares what a month's topics were made of
with the manifest, so it heals what a crash or a changed setting left. Nothing is embedded, and no
record loses anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.catalog import topics
from eywa_fs.catalog.topics import TopicFile
from eywa_fs.ingest.months import Month, read_month, span_of
from eywa_fs.lanes.topics import topics as topics_of
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.topics import Topic, TopicSentence

if TYPE_CHECKING:
    from datetime import date

    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.filepass import PassLimits
    from eywa_fs.truth.layout import Layout


class TopicKeeper:
    """Brings topics up to date. Used by one thread at a time, under the indexer's lease."""

    def __init__(
        self, layout: Layout, generation: Generation, token: int, limits: PassLimits
    ) -> None:
        self._layout = layout
        self._generation = generation
        self._token = token
        self._limits = limits

    def run(
        self, months: Mapping[str, Month], units: Container[str] | None, today: date | None
    ) -> int:
        """Make the topics of months that changed.

        Args:
            months: the session files that are indexed, by path, of each month at hand.
            units: the months at hand; ``None``: all there are.
            today: days before it are over; ``None``: no topics are wanted.

        Returns:
            How many topics were written.

        Raises:
            DependencyUnavailable: the catalog failed; the next run goes on.
            IndexerBusy: another process took over.
        """
        wanted = {
            unit: {p: found for p, found in month.items() if today and _before(found[0].day, today)}
            for unit, month in months.items()
        }
        have: dict[str, dict[str, str]] = defaultdict(dict)
        with self._generation.catalog().read() as connection:
            for path, item in topics.made_of(connection).items():
                if units is None or item.unit in units:
                    have[item.unit][path] = item.fingerprint
        written = 0
        for unit in sorted(wanted.keys() | have.keys()):
            month = wanted.get(unit, {})
            if have.get(unit, {}) != {path: row.fingerprint for path, (_, row) in month.items()}:
                written += self._make(unit, month)
        return written

    def _make(self, unit: str, month: Month) -> int:
        documents = read_month(self._layout, list(month.values()), self._limits)
        if documents is None:
            return 0  # the manifest is behind a file; what it takes up next comes here again
        found = month_topics(unit, documents)
        made_of = [
            TopicFile(path, unit, row.fingerprint, len(found)) for path, (_, row) in month.items()
        ]
        with self._generation.catalog().write(fence=self._token) as connection:
            topics.replace_unit(connection, unit, made_of, found)
        return len(found)


def month_topics(unit: str, documents: Sequence[IndexDocument]) -> list[Topic]:
    """The topics of a month's documents, which are given by day and place in the file."""
    rows = [document.row for document in documents]
    found = []
    for topic in topics_of([span_of(document) for document in documents]):
        chosen = [rows[number] for number in topic.members]
        sentences = tuple(
            TopicSentence(rows[number].anchor, start, end) for number, start, end in topic.sentences
        )
        times = [row.timestamp for row in chosen]
        covers = tuple(row.doc_id for row in chosen)
        found.append(Topic(chosen[0].scope, unit, min(times), max(times), covers, sentences))
    return found


def _before(day: date | None, today: date) -> bool:
    return day is not None and day < today
