"""Reading and updating alone, for scorers: no files, no index, no search for records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from eywa_fs.evaluation.timelines import Acted
from eywa_fs.facts.readings import read_message, timeline_record
from eywa_fs.facts.replay import AuditEntry, FactState, TimelineRecord
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Record


def acted(state: FactState) -> list[Acted]:
    """The actions of a state, with the events of the facts they act on."""
    event_of = {
        name: fact.source_event_id
        for fact in (*state.facts, *state.candidates)
        for name in (fact.atomic_id, *fact.evidence.atomic_ids)
    }
    return [
        Acted(
            entry.source_event_id,
            entry.action,
            None if entry.action == "append" else event_of.get(entry.target_atomic_id),
            _is_complete(entry),
        )
        for entry in state.audit
    ]


def read(event_id: str, content: str, timestamp: int) -> Iterable[TimelineRecord]:
    """What the rules read in one message of a user, if anything, as the product keeps it."""
    record = Record(event_id, "evaluation", "u", "s", "user", content, timestamp)
    anchor = Anchor(event_id, "", 1, 1, 0, 0, content_hash(content.encode()))
    reading = read_message(record, anchor)
    turn = timeline_record(reading) if reading is not None else None
    return [turn] if turn is not None else []


def _is_complete(entry: AuditEntry) -> bool:
    fields: Mapping[str, object] = {
        name: getattr(entry, name)
        for name in (
            "action",
            "source_atomic_id",
            "target_atomic_id",
            "reason",
            "operator",
            "trace_id",
            "source_event_id",
        )
    }
    return all(fields.values())
