"""Topics: what a user's months were about, as stored and as served."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from eywa_fs.hashing import short_key
from eywa_fs.model.documents import Lane, doc_id
from eywa_fs.model.records import Anchor, Scope

LANE: Lane = "l2_topic_summary"


@dataclass(frozen=True, slots=True)
class TopicSentence:
    """A sentence of a topic: characters ``start`` to ``end`` of a record's content."""

    anchor: Anchor
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Topic:
    """One document of the lane ``l2_topic_summary``: derived, no text in it, never a hit.

    Attributes:
        unit: the user's month it is of (:func:`eywa_fs.model.summaries.unit_name`).
        first, last: times of the oldest and the newest record it covers, epoch milliseconds.
        covers: the documents of ``l0_recent_chunk`` it was made of, by day and place in the file.
        sentences: its text, the most telling first.
    """

    scope: Scope
    unit: str
    first: int
    last: int
    covers: tuple[str, ...]
    sentences: tuple[TopicSentence, ...]

    @property
    def doc_id(self) -> str:
        """Its name: a function of the first it covers, which is in no other topic."""
        return doc_id(self.scope, LANE, self.covers[0], 0, 0)

    @property
    def path(self) -> str:
        """The file of its most telling sentence."""
        return self.sentences[0].anchor.file_path

    @property
    def records(self) -> frozenset[str]:
        """The records it covers, by the part of a document's name that its spans share."""
        return frozenset(record_name(name) for name in self.covers)

    @property
    def row_hash(self) -> str:
        """A fingerprint of all of it."""
        return short_key(*(repr(getattr(self, name)) for name in Topic.__slots__))


def record_name(name: str) -> str:
    """The part of a document's name that all spans of its record share."""
    return name.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A sentence as it is served: proved against its file at that moment."""

    text: str
    citation: str
    timestamp: int
    content_hash: str

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in TopicLine.__slots__}


@dataclass(frozen=True, slots=True)
class TopicThread:
    """What was talked about, over the months.

    Attributes:
        label: a few words of its sentences that others have less.
        first, last: epoch milliseconds.
        months: in which it came up, as ``2025-03``.
        records: how many records it is about.
        lines: its sentences in the order of time.
    """

    label: tuple[str, ...]
    first: int
    last: int
    months: tuple[str, ...]
    records: int
    lines: tuple[TopicLine, ...]

    def as_dict(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in TopicThread.__slots__}
        return {
            **values,
            "label": list(self.label),
            "months": list(self.months),
            "lines": [line.as_dict() for line in self.lines],
        }


@dataclass(frozen=True, slots=True)
class Topics:
    """What :meth:`eywa_fs.memory.EywaMemory.topics` gives.

    Attributes:
        threads: those asked for, in order.
        found: how many there are in all.
        dropped: sentences refused because their bytes no longer fit, by reason.
        degraded: why there may be less than usual.
    """

    threads: tuple[TopicThread, ...] = ()
    found: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "topics": [thread.as_dict() for thread in self.threads],
            "found": self.found,
            "dropped": dict(self.dropped),
            "degraded": list(self.degraded),
        }
