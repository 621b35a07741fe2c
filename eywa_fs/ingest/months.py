"""A user's month on its way to summaries: its files, what is grouped, vectors and sketches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from eywa_fs.catalog.files import FileRow
from eywa_fs.embedding import sketch
from eywa_fs.hashing import text_fingerprint
from eywa_fs.ingest.filepass import PassLimits, steps
from eywa_fs.lanes.summary import Span, groups
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.summaries import StandIn, Summary
from eywa_fs.truth.layout import Layout, TruthPath

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eywa_fs.embedding.cached import CachedEmbedder
    from eywa_fs.embedding.protocol import Part


@dataclass(frozen=True, slots=True)
class SummarisedMonth:
    """The summaries of a month, ready to be written; a float32 vector for each."""

    summaries: list[Summary]
    stand_ins: list[StandIn]
    vectors: NDArray[np.float32]


def read_month(
    layout: Layout, files: Sequence[tuple[TruthPath, FileRow]], limits: PassLimits
) -> list[IndexDocument] | None:
    """The documents of some files that could have a vector, by day and place in the file;
    ``None`` while the manifest is behind a file. Raises ``TruthReadError`` where one cannot be
    read."""
    documents = []
    for truth, row in sorted(files, key=lambda file: (file[0].day, file[1].path)):
        last = None
        try:
            for step in steps(layout, truth, None, limits):
                documents += [doc for doc in step.documents if doc.embed_text is not None]
                last = step.file
        except FileNotFoundError:
            return None
        if last is None or last.fingerprint != row.fingerprint:
            return None
    return documents


def summarise(
    unit: str, documents: Sequence[IndexDocument], embedder: CachedEmbedder
) -> SummarisedMonth:
    """Group a month's documents, as :func:`read_month` gives them; what is not in the cache is
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
