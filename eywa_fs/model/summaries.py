"""A summary document: several spans of one user's month under one vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from eywa_fs.hashing import short_key
from eywa_fs.model.documents import Lane, doc_id, scope_key
from eywa_fs.model.records import Anchor, Scope

if TYPE_CHECKING:
    from datetime import date

LANE: Lane = "l1_fact_summary"


@dataclass(frozen=True, slots=True)
class Summary:
    """One document of the lane ``l1_fact_summary``: derived, and a ground to rank, never a hit.

    Attributes:
        unit: the user's month it is of (:func:`unit_name`).
        event_id, source_type: of the first record it covers.
        timestamp: of the newest record it covers, epoch milliseconds.
        covers: the documents of ``l0_recent_chunk`` it stands for, by day and place in the file.
        anchors: the record of each of them.
        embed_hash: key of its vector in the embedding cache.
    """

    scope: Scope
    unit: str
    event_id: str
    source_type: str
    timestamp: int
    covers: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    embed_hash: str

    @property
    def doc_id(self) -> str:
        """Its name in the vector index: a function of the first it covers, which is in no other
        summary. One that others came and went around keeps its name."""
        return doc_id(self.scope, LANE, self.covers[0], 0, 0)

    @property
    def lane(self) -> Lane:
        return LANE

    @property
    def anchor(self) -> Anchor:
        """The first record it covers."""
        return self.anchors[0]

    @property
    def path(self) -> str:
        return self.anchor.file_path

    @property
    def row_hash(self) -> str:
        """A fingerprint of all of it."""
        return short_key(*(repr(getattr(self, name)) for name in Summary.__slots__))


@dataclass(frozen=True, slots=True)
class StandIn:
    """What a document of ``l0_recent_chunk`` that has no vector (any more) is ranked by: its file,
    the hash of its record, the summary that covers it, and its own vector beside the summary's
    (embedding/sketch.py), empty where they are the same."""

    doc_id: str
    path: str
    content_hash: str
    summary_id: str
    embed_hash: str
    sketch: bytes

    @property
    def row_hash(self) -> str:
        return short_key(*(repr(getattr(self, name)) for name in StandIn.__slots__))


def unit_name(scope: Scope, day: date) -> str:
    """The month of a user's files among which summaries are made."""
    return f"{scope_key(scope)}-{day:%Y-%m}"
