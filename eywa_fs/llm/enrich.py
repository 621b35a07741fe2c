"""Having a model read what it has not read yet, and journaling what it found.

Truth side: what a model says cannot be derived again, so it is a decision record, with the anchor
of the message and the name of the model, before it has any effect. A rebuild asks no model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field

from eywa_fs.clock import Clock
from eywa_fs.errors import DependencyUnavailable, InvalidRecord
from eywa_fs.facts.readings import MODEL_FACTS, candidate_value
from eywa_fs.llm.reader import MAX_TEXT, FactReader, Read
from eywa_fs.model.records import Anchor, Record
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.journal import Journal, new_event_id
from eywa_fs.truth.layout import Layout


@dataclass(slots=True)
class EnrichReport:
    """What a run did: messages read, facts taken, proposals refused, and what went wrong."""

    read: int = 0
    facts: int = 0
    refused: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)


def enrich(
    messages: Iterable[tuple[Record, Anchor]],
    reader: FactReader,
    journal: Journal,
    layout: Layout,
    *,
    clock: Clock,
    max_record_bytes: int,
    progress: Callable[[int], None] | None = None,
) -> EnrichReport:
    """Read each message with a model and journal the outcome, found or not.

    A message that could not be read is left for the next run; after three failures in a row the
    run ends. Crash-safe: each message is journaled on its own, and read again if it was not.

    Args:
        messages: user messages not read by this reader yet, with their anchors.
        progress: called with the number of messages done since the last call.

    Raises:
        TruthWriteError: the journal cannot be written.
    """
    report = EnrichReport()
    row = 0
    for record, anchor in messages:
        try:
            found = reader.read(record.content, record.timestamp)
        except DependencyUnavailable as error:
            report.failed += 1
            report.problems.append(f"{anchor.citation}: {error}")
            row += 1
            if row == 3:
                break
            continue
        row = 0
        decision = _decision(record, anchor, reader.name, found, clock())
        try:
            line = encode_record(decision, max_bytes=max_record_bytes)
        except InvalidRecord as error:
            report.failed += 1
            report.problems.append(f"{anchor.citation}: {error}")
            continue
        journal.append_lines(layout.decisions_file(record.scope, decision.timestamp), [line])
        report.read += 1
        report.facts += len(found.candidates)
        report.refused += found.refused
        if progress is not None:
            progress(1)
    return report


def _decision(record: Record, anchor: Anchor, reader: str, found: Read, now: int) -> Record:
    return Record(
        event_id=new_event_id(now),
        tenant_id=record.tenant_id,
        user_id=record.user_id,
        session_id="decisions",
        role="system",
        content=f"facts read by {reader} in {anchor.citation}",
        timestamp=now,
        meta={
            "kind": MODEL_FACTS,
            "reader": reader,
            "event_id": record.event_id,
            "said_at": record.timestamp,
            "source": asdict(anchor),
            "text": record.content[:MAX_TEXT],
            "facts": [candidate_value(candidate) for candidate in found.candidates],
        },
    )
