"""Records and sections in, index documents out. Pure: the same bytes give the same documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eywa_fs.hashing import text_fingerprint
from eywa_fs.lanes import l0
from eywa_fs.model.documents import DocRow, IndexDocument, Lane, doc_id
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor, Record, SourceType
from eywa_fs.truth.layout import FileKind

LANE: Lane = "l0_recent_chunk"

ReadMessages = Callable[[Sequence[Record]], Sequence[str]]
"""What each of some users' messages says, as ``facts.readings.read_content`` puts it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A record and where it stands."""

    record: Record
    anchor: Anchor


def record_documents(
    placed: Placed,
    previous: Sequence[Placed] = (),
    *,
    max_vector_spans: int,
    source_type: SourceType = "conversation",
) -> list[IndexDocument]:
    """The documents of one message or Markdown section.

    Args:
        previous: up to two records before it in the same file, oldest first.
        max_vector_spans: spans beyond this get words but no vector.
    """
    spans = l0.documents(placed.record, [item.record for item in previous])
    return [
        _document(placed, previous, source_type, number, span, number < max_vector_spans)
        for number, span in enumerate(spans)
    ]


def record_readings(
    lines: Sequence[Placed], kind: FileKind, read_messages: ReadMessages
) -> list[Reading]:
    """What the fact layer reads in lines of a session or decisions file; nothing in most."""
    # Imported here: a search that finds nothing new to read needs none of its rules.
    from eywa_fs.facts.readings import read_decision, turn

    if kind == "decisions":
        found = [read_decision(item.record, item.anchor) for item in lines]
    else:
        theirs = [item for item in lines if item.record.role == "user"]
        said = read_messages([item.record for item in theirs])
        found = [
            turn(item.record, item.anchor, text) for item, text in zip(theirs, said, strict=True)
        ]
    return [reading for reading in found if reading is not None]


def reading_anew(timezone: str) -> ReadMessages:
    """Reads each message by the rules. ``timezone`` (IANA): where the user's "today" is."""

    def read(messages: Sequence[Record]) -> list[str]:
        from eywa_fs.facts.readings import read_content

        return [read_content(said.content, said.timestamp, timezone) for said in messages]

    return read


def _document(
    placed: Placed,
    previous: Sequence[Placed],
    source_type: SourceType,
    number: int,
    span: l0.SpanDocument,
    embed: bool,
) -> IndexDocument:
    record, anchor = placed.record, placed.anchor
    context = previous[len(previous) - span.context :]
    row = DocRow(
        doc_id=doc_id(record.scope, LANE, anchor.file_path, anchor.byte_start, number),
        lane=LANE,
        scope=record.scope,
        event_id=record.event_id,
        session_id=record.session_id,
        role=record.role,
        speaker=record.speaker or "",
        source_type=source_type,
        tags=record.tags,
        timestamp=record.timestamp,
        anchor=anchor,
        context=tuple(item.anchor for item in context),
        span=number,
        span_start=span.start,
        span_end=span.end,
        terms=span.own_terms,
        embed_hash=text_fingerprint(span.embed_text),
        word_hash=text_fingerprint(span.own_words + "\n" + span.window_words),
        state="indexing_pending",
        vector=False,
    )
    words = {"own": span.own_words, "window": span.window_words}
    return IndexDocument(row, span.embed_text if embed else None, words)
