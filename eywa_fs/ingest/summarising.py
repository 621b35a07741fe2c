"""Old session-day files: summaries are made of them, and stand in for their records' vectors.

A pass over the manifest: it compares what each user's month should be by now with what it is, so it
heals what a crash or a changed setting left. The same truth on the same day gives the same
summaries however it was indexed. Words stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from eywa_fs.catalog import files, outbox, summaries
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.summaries import Summarised
from eywa_fs.embedding import sketch
from eywa_fs.hashing import text_fingerprint
from eywa_fs.ingest.commit import Committer, ids_by_tenant
from eywa_fs.ingest.filepass import PassLimits, steps
from eywa_fs.lanes.ageing import Ageing, Mode
from eywa_fs.lanes.summary import Span, groups
from eywa_fs.model.documents import IndexDocument, scope_key
from eywa_fs.model.summaries import StandIn, Summary, unit_name
from eywa_fs.truth.layout import Layout, TruthPath

if TYPE_CHECKING:
    from datetime import date

    from numpy.typing import NDArray

    from eywa_fs.catalog.sql import Connection
    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.embedding.protocol import Part
    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.workshop import Workshop

_SPANS = 2048
"""Spans whose vectors are averaged and committed together; a month is not divided."""


@dataclass(frozen=True, slots=True)
class _Old:
    """An old file, and what holds for it."""

    truth: TruthPath
    row: FileRow
    mode: Mode


@dataclass(frozen=True, slots=True)
class _Due:
    """A month whose summaries have to be made: its old files, and their documents."""

    unit: str
    old: list[_Old]
    documents: list[IndexDocument]


class Ager:
    """Brings summaries up to date. Used by one thread at a time, under the indexer's lease."""

    def __init__(
        self, shop: Workshop, generation: Generation, committer: Committer, token: int
    ) -> None:
        lanes = shop.settings.lanes
        self._layout = shop.layout
        self._generation = generation
        self._committer = committer
        self._token = token
        self._clock = shop.clock
        self._limits = replace(shop.limits(), read_facts=False)
        self._ageing = Ageing(lanes.fact_summary, lanes.recent_days, lanes.rollout_percent)
        self._looked: tuple[date | None] | None = None
        self.touched: set[str] = set()
        """Files that were derived anew since the last pass."""

    def without_vector(self, truth: TruthPath) -> bool:
        """Whether the records of a file get no vectors of their own (any more)."""
        return self._mode(truth, self._recent()) == "on"

    def run(self) -> tuple[int, bool]:
        """Summarise what grew old; how many summaries were written, and whether work was queued.

        The first run looks at every file, a later one only at the months of touched files, until
        the day changes.

        Raises:
            DependencyUnavailable: the embedder or a store failed; the next run goes on.
            IndexerBusy: another process took over.
        """
        recent = self._recent()
        whole = self._looked != (recent,)
        if not whole and not self.touched:
            return 0, False
        units = None if whole else self._touched_units()
        rows, done, bare = self._known(units)
        old: dict[str, dict[str, _Old]] = defaultdict(dict)
        queued, written = False, 0
        for path, (truth, unit, row) in rows.items():
            mode, have = self._mode(truth, recent), done.get(path)
            replaced = path in bare or (have is not None and have.mode == "on")
            if (mode != "on" and replaced) or (mode == "off" and have is not None):
                queued |= self._restore(path)
            if mode != "off":
                old[unit][path] = _Old(truth, row, mode)
        waiting: list[_Due] = []
        for unit in _changed_units(old, done):
            items = list(old.get(unit, {}).values())
            documents = _read_month(self._layout, items, self._limits)
            if documents is not None:  # else the manifest is behind a file
                waiting.append(_Due(unit, items, documents))
                queued |= not items
            if sum(len(item.documents) for item in waiting) >= _SPANS:
                written += self._commit(waiting)
                waiting = []
        if waiting:
            written += self._commit(waiting)
        self._looked = (recent,)
        self.touched.clear()
        return written, queued

    def _recent(self) -> date | None:
        return self._ageing.first_recent_day(self._clock())

    def _mode(self, truth: TruthPath, recent: date | None) -> Mode:
        day = truth.day if truth.kind == "session" else None
        return self._ageing.of_file(truth.scope, day, recent)

    def _touched_units(self) -> dict[str, str]:
        """The months of touched files, each with its scope's key."""
        found = {}
        for path in self.touched:
            truth = self._layout.parse(path)
            if truth is not None and truth.day is not None:
                found[unit_name(truth.scope, truth.day)] = scope_key(truth.scope)
        return found

    def _known(
        self, units: Mapping[str, str] | None
    ) -> tuple[dict[str, tuple[TruthPath, str, FileRow]], dict[str, Summarised], set[str]]:
        """What is indexed and what is summarised, of some months or (``None``) of all: session
        files by path with their month and row, and those whose records have no vectors."""
        with self._generation.catalog().read() as connection:
            done = summaries.summarised(connection)
            if units is not None and self._ageing.mode == "off" and not done:
                return {}, {}, set()
            if units is None:
                rows = files.every(connection)
                bare = set(summaries.bare_paths(connection, self._limits.max_vector_spans))
            else:
                rows, bare = {}, set()
                done = {path: state for path, state in done.items() if state.unit in units}
                for key in sorted(set(units.values())):
                    rows |= files.of_scope(connection, key)
        found = {}
        for path, row in sorted(rows.items()):
            truth = self._layout.parse(path)
            if truth is not None and truth.kind == "session" and truth.day is not None:
                unit = unit_name(truth.scope, truth.day)
                if units is None or unit in units:
                    found[path] = (truth, unit, row)
        return found, done, bare

    def _restore(self, path: str) -> bool:
        """Have a file derived anew, which gives its records their vectors back."""
        with self._generation.catalog().write(fence=self._token) as connection:
            return bool(
                outbox.add(
                    connection, "INDEX_REPAIR", [path], reason="lane_off", now_ms=self._clock()
                )
            )

    def _commit(self, due: Sequence[_Due]) -> int:
        """Vectors first; then, in one transaction, summaries replace what stood for these files."""
        made = [summarise(item.unit, item.documents, self._committer.embedder) for item in due]
        found = [summary for month in made for summary in month.summaries]
        with self._generation.catalog().write(fence=self._token) as connection:
            held = summaries.fetch(connection, [summary.doc_id for summary in found])
            fresh = [n for n, summary in enumerate(found) if held.get(summary.doc_id) != summary]
            coming = ids_by_tenant([found[n] for n in fresh])
            notes = outbox.note_unfinished(connection, coming, now_ms=self._clock())
        if fresh:
            self._committer.put_summaries(
                [found[n] for n in fresh], np.concatenate([month.vectors for month in made])[fresh]
            )
        with self._generation.catalog().write(fence=self._token) as connection:
            for item, month in zip(due, made, strict=True):
                self._replace(connection, item, month)
            outbox.acknowledge(connection, notes)
        return len(found)

    def _replace(self, connection: Connection, due: _Due, month: SummarisedMonth) -> None:
        """Write a month's summaries, and have what they replace leave the vector index."""
        left = {
            tenant_id: set(ids)
            for tenant_id, ids in summaries.remove_unit(connection, due.unit).items()
        }
        if due.old:
            scope = due.old[0].truth.scope
            gone = left.setdefault(scope.tenant_id, set())
            gone -= {summary.doc_id for summary in month.summaries}
            count = len(month.summaries)
            states = [
                Summarised(item.row.path, due.unit, item.row.fingerprint, item.mode, count)
                for item in due.old
            ]
            for state in states:
                if state.mode == "on":
                    gone |= set(summaries.drop_vectors(connection, state.path))
            summaries.put(connection, states, month.summaries, month.stand_ins, scope)
        outbox.add_removals(connection, left, reason="aged", now_ms=self._clock())


def _changed_units(
    old: Mapping[str, Mapping[str, _Old]], done: Mapping[str, Summarised]
) -> list[str]:
    """The months whose summaries are not of the files, the bytes and the mode they should be."""
    have: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for path, state in done.items():
        have[state.unit][path] = (state.fingerprint, state.mode)
    return [
        unit
        for unit in sorted(old.keys() | have.keys())
        if have.get(unit, {})
        != {path: (item.row.fingerprint, item.mode) for path, item in old.get(unit, {}).items()}
    ]


@dataclass(frozen=True, slots=True)
class SummarisedMonth:
    """The summaries of a month, ready to be written; a float32 vector for each."""

    summaries: list[Summary]
    stand_ins: list[StandIn]
    vectors: NDArray[np.float32]


def _read_month(
    layout: Layout, old: Sequence[_Old], limits: PassLimits
) -> list[IndexDocument] | None:
    """The documents of some files that could have a vector, by day and place in the file;
    ``None`` while the manifest is behind a file. Raises ``TruthReadError`` where one cannot be
    read."""
    documents = []
    for item in sorted(old, key=lambda item: (item.truth.day, item.row.path)):
        last = None
        try:
            for step in steps(layout, item.truth, None, limits):
                documents += [doc for doc in step.documents if doc.embed_text is not None]
                last = step.file
        except FileNotFoundError:
            return None
        if last is None or last.fingerprint != item.row.fingerprint:
            return None
    return documents


def summarise(
    unit: str, documents: Sequence[IndexDocument], embedder: CachedEmbedder
) -> SummarisedMonth:
    """Group a month's documents, as :func:`_read_month` gives them; what is not in the cache is
    embedded. ``DependencyUnavailable`` where the embedder fails."""
    found: list[Summary] = []
    means: list[NDArray[np.float32]] = []
    stand_ins: list[StandIn] = []
    embedded = embedder.embed_documents([document.embed_text or "" for document in documents])
    for members in groups([_span(document) for document in documents]):
        chosen = [documents[number] for number in members]
        own = embedded[list(members)]
        summary = _summary(unit, chosen)
        # Long spans count more in a mean, by the square root of their terms.
        weights = [sqrt(max(document.row.terms, 1)) for document in chosen]
        mean = mean_vector(own, weights, embedder.parts)
        found.append(summary)
        means.append(mean)
        stand_ins += _stand_ins(summary, own, mean, embedder.parts)
    return SummarisedMonth(found, stand_ins, np.stack(means) if means else embedded[:0])


def mean_vector(
    vectors: NDArray[np.float32], weights: Sequence[float], parts: Sequence[Part]
) -> NDArray[np.float32]:
    """The mean direction of vectors (float32, shape (spans, dimension)), each model's part of it
    as long as in the longest of them."""
    mean = np.average(vectors.astype(np.float64), axis=0, weights=weights)
    for part in parts:
        here = slice(part.start, part.stop)
        norm = float(np.linalg.norm(mean[here]))
        if norm:
            mean[here] *= float(np.linalg.norm(vectors[:, here], axis=1).max()) / norm
    found: NDArray[np.float32] = mean.astype(np.float32)
    return found


def _span(document: IndexDocument) -> Span:
    """What is needed of a document to group it."""
    row = document.row
    terms = tuple(document.word_fields["own"].split())
    return Span(terms, row.anchor.file_path, row.anchor.line_start)


def _summary(unit: str, documents: Sequence[IndexDocument]) -> Summary:
    rows = [document.row for document in documents]
    key = "\x00".join(["mean", *(f"{row.embed_hash}*{row.terms}" for row in rows)])
    return Summary(
        scope=rows[0].scope,
        unit=unit,
        event_id=rows[0].event_id,
        source_type=rows[0].source_type,
        timestamp=max(row.timestamp for row in rows),
        covers=tuple(row.doc_id for row in rows),
        anchors=tuple(row.anchor for row in rows),
        embed_hash=rows[0].embed_hash if len(rows) == 1 else text_fingerprint(key),
    )


def _stand_ins(
    summary: Summary, vectors: NDArray[np.float32], mean: NDArray[np.float32], parts: Sequence[Part]
) -> list[StandIn]:
    alone = len(vectors) == 1  # its summary's vector is its own
    bases = np.broadcast_to(mean, vectors.shape)
    sketches = [b""] if alone else sketch.encode(vectors, bases, parts)
    return [
        StandIn(
            doc_id, anchor.file_path, anchor.content_hash, summary.doc_id, summary.embed_hash, found
        )
        for doc_id, anchor, found in zip(summary.covers, summary.anchors, sketches, strict=True)
    ]
