"""Old session-day files: summaries are made of them, and stand in for their records' vectors.

A pass over the manifest, not over new lines: it compares what each file should be by now with what
it is, so it heals what a crash or a changed setting left, and the same truth on the same day gives
the same summaries however it was indexed. Words stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from eywa_fs.batching import batched
from eywa_fs.catalog import files, outbox, summaries
from eywa_fs.catalog.docs import VectorRow
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.summaries import Summarised
from eywa_fs.hashing import text_fingerprint
from eywa_fs.ingest.filepass import PassLimits, steps
from eywa_fs.lanes.ageing import Ageing, Mode
from eywa_fs.lanes.summary import Span, windows
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.summaries import LANE, Summary
from eywa_fs.truth.layout import Layout, TruthPath

if TYPE_CHECKING:
    from datetime import date

    from numpy.typing import NDArray

    from eywa_fs.generations.generation import Generation
    from eywa_fs.ingest.commit import Committer

_SPANS = 2048
"""Spans whose vectors are averaged and committed together."""


@dataclass(slots=True)
class _Aged:
    """One file with its summaries, on its way into the stores."""

    truth: TruthPath
    state: Summarised
    documents: list[IndexDocument]
    members: list[tuple[int, ...]] = field(default_factory=list)
    summaries: list[Summary] = field(default_factory=list)


class Ager:
    """Brings summaries up to date. Used by one thread at a time, under the indexer's lease."""

    def __init__(
        self,
        layout: Layout,
        generation: Generation,
        committer: Committer,
        token: int,
        *,
        clock: Callable[[], int],
        limits: PassLimits,
        ageing: Ageing,
    ) -> None:
        self._layout = layout
        self._generation = generation
        self._committer = committer
        self._token = token
        self._clock = clock
        self._limits = replace(limits, read_facts=False)
        self._ageing = ageing
        self._looked: tuple[date | None] | None = None
        self.touched: set[str] = set()
        """Files that were derived anew since the last pass."""

    def without_vector(self, truth: TruthPath) -> bool:
        """Whether the records of a file get no vectors of their own (any more)."""
        return self._mode(truth, self._recent()) == "on"

    def run(self) -> tuple[int, bool]:
        """Summarise what grew old; how many summaries were written, and whether work was queued.

        The first run looks at every file, a later one only at touched files, until the day or the
        index changes.

        Raises:
            DependencyUnavailable: the embedder or a store failed; the next run goes on.
            IndexerBusy: another process took over.
        """
        recent = self._recent()
        whole = self._looked != (recent,)
        if not whole and not self.touched:
            return 0, False
        with self._generation.catalog().read() as connection:
            done = summaries.summarised(connection)
            if whole:
                rows = files.every(connection)
                bare = set(summaries.bare_paths(connection, self._limits.max_vector_spans))
            else:
                found = [files.get(connection, path) for path in sorted(self.touched)]
                rows = {row.path: row for row in found if row is not None}
                bare = set()
        queued, written = False, 0
        due: list[_Aged] = []
        for path, row in sorted(rows.items()):
            truth = self._layout.parse(path)
            if truth is None or truth.kind != "session":
                continue
            mode = self._mode(truth, recent)
            have = done.get(path)
            replaced = path in bare or (have is not None and have.mode == "on")
            if (mode != "on" and replaced) or (mode == "off" and have is not None):
                queued |= self._restore(path)
            elif mode != "off" and (
                have is None or (have.fingerprint, have.mode) != (row.fingerprint, mode)
            ):
                aged = self._summarise(truth, row, mode)
                if aged is not None:
                    due.append(aged)
                    written += len(aged.summaries)
            if sum(len(item.documents) for item in due) >= _SPANS:
                self._commit(due)
                due = []
        if due:
            self._commit(due)
        self._looked = (recent,)
        self.touched.clear()
        return written, queued

    def _recent(self) -> date | None:
        return self._ageing.first_recent_day(self._clock())

    def _mode(self, truth: TruthPath, recent: date | None) -> Mode:
        day = truth.day if truth.kind == "session" else None
        return self._ageing.of_file(truth.scope, day, recent)

    def _restore(self, path: str) -> bool:
        """Have a file derived anew, which gives its records their vectors back."""
        with self._generation.catalog().write(fence=self._token) as connection:
            return outbox.add(
                connection, "INDEX_REPAIR", path, reason="lane_off", now_ms=self._clock()
            )

    def _summarise(self, truth: TruthPath, row: FileRow, mode: Mode) -> _Aged | None:
        """The summaries of a file; ``None`` while the manifest is behind it."""
        documents: list[IndexDocument] = []
        last = None
        try:
            for step in steps(self._layout, truth, None, self._limits):
                documents += [doc for doc in step.documents if doc.embed_text is not None]
                last = step.file
        except FileNotFoundError:
            return None
        if last is None or last.fingerprint != row.fingerprint:
            return None
        aged = _Aged(truth, Summarised(truth.rel, row.fingerprint, mode, 0), documents)
        for first, groups in windows([_span(doc) for doc in documents]):
            for group in groups:
                members = tuple(first + number for number in group.members)
                aged.members.append(members)
                chosen = [documents[number] for number in members]
                aged.summaries.append(_summary(len(aged.summaries), chosen, group.sentences))
        aged.state = replace(aged.state, summaries=len(aged.summaries))
        return aged

    def _commit(self, due: Sequence[_Aged]) -> None:
        """Vectors first; then, in one transaction, summaries replace what stood for these files."""
        found = [summary for aged in due for summary in aged.summaries]
        vectors = self._vectors(due)
        with self._generation.catalog().write(fence=self._token) as connection:
            notes = [
                outbox.insert_due(
                    connection, "INDEX_DELETE", tenant_id, reason="unfinished",
                    now_ms=self._clock(), payload=json.dumps([s.doc_id for s in part]),
                )
                for tenant_id in sorted({s.scope.tenant_id for s in found})
                for part in batched([s for s in found if s.scope.tenant_id == tenant_id], 200)
            ]  # fmt: skip
        self._committer.put_summaries(
            [(s.scope.tenant_id, _vector_row(s)) for s in found],
            [s.embed_hash for s in found],
            vectors,
        )
        with self._generation.catalog().write(fence=self._token) as connection:
            for aged in due:
                gone = summaries.remove_path(connection, aged.truth.rel)
                ids = {doc_id for listed in gone.values() for doc_id in listed}
                ids -= {summary.doc_id for summary in aged.summaries}
                if aged.state.mode == "on":
                    ids |= set(summaries.drop_vectors(connection, aged.truth.rel))
                summaries.put(connection, aged.state, aged.truth.scope, aged.summaries)
                for part in batched(sorted(ids), 200):
                    outbox.add(
                        connection, "INDEX_DELETE", aged.truth.scope.tenant_id, reason="aged",
                        now_ms=self._clock(), payload=json.dumps(part),
                    )  # fmt: skip
            outbox.acknowledge(connection, notes)

    def _vectors(self, due: Sequence[_Aged]) -> NDArray[np.float32]:
        texts = [doc.embed_text or "" for aged in due for doc in aged.documents]
        embedded = self._committer.embedder.embed_documents(texts)
        parts = [(part.start, part.stop) for part in self._committer.embedder.parts]
        means, offset = [], 0
        for aged in due:
            for members in aged.members:
                rows = [offset + number for number in members]
                weights = [_weight(aged.documents[number]) for number in members]
                means.append(mean_vector(embedded[rows], weights, parts))
            offset += len(aged.documents)
        if not means:
            return np.zeros((0, embedded.shape[1]), np.float32)
        return np.stack(means)


def mean_vector(
    vectors: NDArray[np.float32], weights: Sequence[float], parts: Sequence[tuple[int, int]]
) -> NDArray[np.float32]:
    """The mean direction of vectors, each model's part as long as in the first of them.

    Args:
        vectors: float32, shape (spans, dimension).
        parts: where each model's part of a vector begins and ends.
    """
    mean = np.average(vectors.astype(np.float64), axis=0, weights=weights)
    for start, stop in parts:
        norm = float(np.linalg.norm(mean[start:stop]))
        if norm:
            mean[start:stop] *= float(np.linalg.norm(vectors[0, start:stop])) / norm
    found: NDArray[np.float32] = mean.astype(np.float32)
    return found


def _weight(document: IndexDocument) -> float:
    """Long spans count more in a mean, by the square root of their terms."""
    return sqrt(max(document.row.terms, 1))


def _span(document: IndexDocument) -> Span:
    row = document.row
    text = document.embed_text or ""
    terms = tuple(document.word_fields["own"].split())
    return Span(text, row.span_start, terms, row.anchor.line_start)


def _summary(
    number: int,
    documents: Sequence[IndexDocument],
    sentences: Sequence[Sequence[tuple[int, int]]],
) -> Summary:
    rows = [document.row for document in documents]
    key = "\x00".join(["mean", *(f"{row.embed_hash}*{row.terms}" for row in rows)])
    return Summary(
        scope=rows[0].scope,
        path=rows[0].anchor.file_path,
        number=number,
        event_id=rows[0].event_id,
        source_type=rows[0].source_type,
        timestamp=max(row.timestamp for row in rows),
        covers=tuple(row.doc_id for row in rows),
        anchors=tuple(row.anchor for row in rows),
        sentences=tuple(
            (index, start, end) for index, found in enumerate(sentences) for start, end in found
        ),
        embed_hash=rows[0].embed_hash if len(rows) == 1 else text_fingerprint(key),
    )


def _vector_row(summary: Summary) -> VectorRow:
    anchor = summary.anchors[0]
    return VectorRow(
        summary.doc_id,
        LANE,
        summary.event_id,
        anchor.file_path,
        anchor.fs_version,
        anchor.line_start,
        anchor.line_end,
        anchor.byte_start,
        anchor.byte_end,
        anchor.content_hash,
        summary.timestamp,
        summary.source_type,
    )
