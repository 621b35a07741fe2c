"""What was read out of one record: opaque here and to the catalog, meant for the fact layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from eywa_fs.hashing import text_fingerprint
from eywa_fs.model.documents import IndexDocument
from eywa_fs.model.records import Anchor, Scope

ReadingKind = Literal[
    "turn", "verdict", "facts", "assert", "supersede", "reject", "confirm", "memory"
]
"""A message, or a decision record: a verdict on facts, facts a model read in a message, a fact that
somebody asserts, puts in the place of another, or rejects; or what is decided about a record
(``governance/changes.py``)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A record as the fact layer sees it. Derived: lives and dies with the record's bytes.

    ``payload`` is JSON, a function of these bytes (``facts/readings.py``).
    """

    kind: ReadingKind
    scope: Scope
    event_id: str
    session_id: str
    timestamp: int
    anchor: Anchor
    payload: str

    @property
    def fingerprint(self) -> str:
        """XXH3-128 of all it says: a row that was edited shows."""
        said = (
            self.kind, self.scope.tenant_id, self.scope.user_id, self.event_id, self.session_id,
            self.timestamp, self.anchor, self.payload,
        )  # fmt: skip
        return text_fingerprint(repr(said))


def chained(before: str, readings: Iterable[Reading]) -> str:
    """A hash over readings in file order that can be continued; ``""`` begins.

    A row that was removed, added or exchanged shows, even if what is left is sound in itself.
    """
    for reading in readings:
        before = text_fingerprint(before + reading.fingerprint)
    return before


@dataclass(frozen=True, slots=True)
class Behind:
    """What a file holds beyond what the index has of it, in file order; ``reread`` says that the
    whole file was read, because its indexed part changed."""

    documents: Sequence[IndexDocument] = ()
    readings: Sequence[Reading] = ()
    reread: bool = False
