"""Records and sections in, index documents out. Pure: the same bytes give the same documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unicodedata import category

from eywa_fs.governance.changes import is_about_record, reading_of, revision
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
    """The documents of one message or Markdown section; none of one that is marks and blanks only
    (a message of a framework without words).

    Args:
        previous: up to two records before it in the same file, oldest first.
        max_vector_spans: spans beyond this get words but no vector.
    """
    if not any(category(char)[0] not in "PZC" for char in placed.record.content):
        return []
    spans = l0.documents(placed.record, [item.record for item in previous])
    return [
        _document(placed, previous, source_type, number, span, number < max_vector_spans)
        for number, span in enumerate(spans)
    ]


def governs(record: Record, kind: FileKind) -> bool:
    """Whether a line decides about a record, or a record says when it expires."""
    return is_about_record(record) if kind == "decisions" else record.expires_at is not None


def record_readings(
    lines: Sequence[Placed | Reading], kind: FileKind, read_messages: ReadMessages | None
) -> list[Reading]:
    """What is read in lines of a session or decisions file (records, and readings of lines that are
    none), in their order; nothing in most. Without ``read_messages``, which reads what users say,
    only what :func:`governs` is read."""
    spoken = {}
    if read_messages is not None:
        texts = [_spoken(item, kind) for item in lines]
        theirs = [n for n, text in enumerate(texts) if text is not None and text.role == "user"]
        said = read_messages([text for n in theirs if (text := texts[n]) is not None])
        spoken = dict(zip(theirs, said, strict=True))
    found = [
        _reading(item, kind, spoken.get(number, ""), facts=read_messages is not None)
        for number, item in enumerate(lines)
    ]
    return [reading for reading in found if reading is not None]


def _spoken(item: Placed | Reading, kind: FileKind) -> Record | None:
    """The message in a line: the record itself, or what an update makes of one."""
    if isinstance(item, Reading):
        return None
    return revision(item.record) if kind == "decisions" else item.record


def _reading(item: Placed | Reading, kind: FileKind, said: str, *, facts: bool) -> Reading | None:
    if isinstance(item, Reading):
        return item
    if governs(item.record, kind):
        return reading_of(item.record, item.anchor, said)
    if not facts:
        return None
    # Imported here: a search that finds nothing new to read needs none of its rules.
    from eywa_fs.facts.readings import read_decision, turn

    if kind == "decisions":
        return read_decision(item.record, item.anchor)
    return turn(item.record, item.anchor, said)


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
