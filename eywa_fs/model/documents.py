"""Documents as the indexes hold them: always derived from the truth, always anchored to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from eywa_fs.hashing import short_key
from eywa_fs.model.records import Anchor, Scope, SourceType

Lane = Literal["l0_recent_chunk", "l1_fact_summary"]
"""Which builder made a document. Rows of documents are all of the first; model/summaries.py has
the other."""

DocState = Literal[
    "indexing_pending", "indexed_fresh", "indexed_stale", "indexing_failed", "index_dead_letter"
]
VECTORLESS: Final[tuple[DocState, ...]] = ("indexing_failed", "index_dead_letter")
"""States of a document that should have a vector and has none yet."""


def scope_key(scope: Scope) -> str:
    """16 hex digits that stand for a scope inside the indexes."""
    return short_key(scope.tenant_id, scope.user_id)


def doc_id(scope: Scope, lane: Lane, path: str, byte_start: int, span: int) -> str:
    """The name of a document: a function of where its text stands, so that a rebuild repeats it.

    It starts with :func:`scope_key`, which lets a search throw out other scopes unseen.
    """
    return f"{scope_key(scope)}-{short_key(lane, path, str(byte_start))}-{span}"


@dataclass(frozen=True, slots=True)
class DocRow:
    """A document as the catalog keeps it: everything but the text.

    Attributes:
        anchor: the record (or section) the document was made from.
        context: further records whose text went in; proved by ``verify --deep``.
        span_start, span_end: characters of the record's content this document covers.
        span: number of the span in its record, from 0.
        terms: how many index terms the span has.
        embed_hash, word_hash: XXH3-128 of the texts that went to the embedder and the word index.
        vector: whether a vector of it is in the vector index.
    """

    doc_id: str
    lane: Lane
    scope: Scope
    event_id: str
    session_id: str
    role: str
    speaker: str
    source_type: SourceType
    tags: tuple[str, ...]
    timestamp: int
    anchor: Anchor
    context: tuple[Anchor, ...]
    span: int
    span_start: int
    span_end: int
    terms: int
    embed_hash: str
    word_hash: str
    state: DocState
    vector: bool

    def content_key(self) -> tuple[object, ...]:
        """All that a rebuild must reproduce; what depends on health (state, vector) is left out."""
        blank: DocState = "indexed_fresh"
        row = replace(self, state=blank, vector=False)
        return tuple(getattr(row, name) for name in DocRow.__slots__)


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """A document on its way into the indexes: the catalog's row and the texts.

    ``embed_text`` is ``None`` for a document that gets no vector by policy.
    """

    row: DocRow
    embed_text: str | None
    word_fields: Mapping[str, str]
