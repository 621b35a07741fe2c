"""A summary document: several spans of one file under one vector."""

from __future__ import annotations

from dataclasses import dataclass

from eywa_fs.hashing import short_key
from eywa_fs.model.documents import Lane, doc_id
from eywa_fs.model.records import Anchor, Scope

LANE: Lane = "l1_fact_summary"


@dataclass(frozen=True, slots=True)
class Summary:
    """One document of the lane ``l1_fact_summary``: derived, and a ground to rank, never a hit.

    Attributes:
        number: its place among the summaries of its file, from 0.
        event_id, source_type: of the first record it covers.
        timestamp: of the newest record it covers, epoch milliseconds.
        covers: the documents of ``l0_recent_chunk`` it stands for, in file order.
        anchors: the record of each of them.
        sentences: the summary's text, as ``(index into covers, start, end)``: characters of that
            record's content.
        embed_hash: key of its vector in the embedding cache.
    """

    scope: Scope
    path: str
    number: int
    event_id: str
    source_type: str
    timestamp: int
    covers: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    sentences: tuple[tuple[int, int, int], ...]
    embed_hash: str

    @property
    def doc_id(self) -> str:
        """Its name in the vector index."""
        return summary_id(self.scope, self.path, self.number)

    @property
    def row_hash(self) -> str:
        """A fingerprint of all of it."""
        return short_key(*(repr(getattr(self, name)) for name in Summary.__slots__))


def summary_id(scope: Scope, path: str, number: int) -> str:
    """The name of a file's summary: a function of its place, so that a rebuild repeats it."""
    return doc_id(scope, LANE, path, number, 0)
