"""A record as the fact layer keeps it, as JSON and back.

Derived and deterministic: the payload of a record follows from its content, its time and the
user's time zone. Only records that assert something, or that act on earlier assertions ("scratch
that"), have a reading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from eywa_fs.facts import slots
from eywa_fs.facts.afu import store
from eywa_fs.facts.cues import Cue, Cues, detect, folded
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.replay import TimelineRecord, Turn, Verdict
from eywa_fs.model.readings import Reading, ReadingKind
from eywa_fs.model.records import Anchor, Record

VERDICT = "verdict"
"""``meta.kind`` of a decision record that settles a conflict: ``meta.kept``, ``meta.dropped``."""
MODEL_FACTS = "facts"
"""``meta.kind`` of a decision record that journals what a language model read in a message."""
MOST_FACTS = 200
"""Facts kept of one message, the first ones: replay compares each with all others, so that one
pasted document could otherwise hold up every answer for its user."""

_MODEL_KEYS = ("reader", "text", "facts", "source", "said_at", "event_id")


def read_message(record: Record, anchor: Anchor, timezone: str = "UTC") -> Reading | None:
    """The reading of one message; ``None`` for one that says nothing about facts.

    Only a user's words are read: what an assistant says is no fact about the user.
    """
    if record.role != "user":
        return None
    candidates = extract(record.content, record.timestamp, timezone)
    cues = detect(record.content)
    if not candidates and not cues.found:
        return None
    value = {
        "text": record.content,
        "facts": [candidate_value(candidate) for candidate in candidates[:MOST_FACTS]],
        "cues": [[c.kind, c.clause, c.part, c.leaving, c.arriving] for c in cues.found],
    }
    return _reading("turn", record, anchor, value)


def read_decision(record: Record, anchor: Anchor) -> Reading | None:
    """The reading of one record of a ``decisions`` file; ``None`` for other decisions."""
    meta = record.meta or {}
    if meta.get("kind") == VERDICT:
        names = {key: meta.get(key) for key in ("kept", "dropped", "operator")}
        return _reading("verdict", record, anchor, names)
    if meta.get("kind") == MODEL_FACTS and isinstance(meta.get("facts"), list):
        names = {key: meta.get(key) for key in _MODEL_KEYS}
        return _reading("facts", record, anchor, names)
    return None


def timeline_record(reading: Reading) -> TimelineRecord | None:
    """What the update layer makes of a reading; ``None`` if its payload is not one of ours."""
    try:
        value = json.loads(reading.payload)
        if reading.kind == "verdict":
            return Verdict(
                reading.event_id,
                reading.timestamp,
                _optional(value["kept"]),
                _optional(value["dropped"]),
            )
        return _model_turn(reading, value) if reading.kind == "facts" else _turn(reading, value)
    except (ValueError, KeyError, TypeError):
        return None


def candidate_value(candidate: Candidate) -> list[Any]:
    """A candidate as JSON, in the order of its fields."""
    return [
        candidate.subject,
        candidate.predicate,
        candidate.object,
        candidate.negated,
        candidate.type,
        candidate.certainty,
        candidate.valid_from and candidate.valid_from.isoformat(),
        candidate.valid_to and candidate.valid_to.isoformat(),
        candidate.start,
        candidate.end,
    ]


def candidate_of(value: Sequence[Any]) -> Candidate:
    """The inverse of :func:`candidate_value`."""
    subject, predicate, obj, negated, kind, certainty, first, last, start, end = value
    return Candidate(
        subject=subject,
        predicate=predicate,
        object=obj,
        negated=negated,
        type=kind,
        certainty=certainty,
        valid_from=date.fromisoformat(first) if first else None,
        valid_to=date.fromisoformat(last) if last else None,
        start=start,
        end=end,
    )


def _turn(reading: Reading, value: Mapping[str, Any]) -> Turn:
    return _stored(
        reading, value, reading.event_id, reading.event_id, reading.timestamp, reading.anchor
    )


def _model_turn(reading: Reading, value: Mapping[str, Any]) -> Turn:
    """Facts a model read count from the time of the message; they never act by cues again."""
    source = Anchor(**value["source"])
    turn = _stored(
        reading, value, reading.event_id, value["event_id"], int(value["said_at"]), source
    )
    return Turn(turn.event_id, turn.timestamp, turn.facts, operator="llm")


def _stored(
    reading: Reading,
    value: Mapping[str, Any],
    turn_id: str,
    event_id: str,
    timestamp: int,
    anchor: Anchor,
) -> Turn:
    text = str(value["text"])
    facts = []
    for candidate in map(candidate_of, value["facts"]):
        attribute = slots.attribute_of(candidate.predicate, candidate.object, text)
        facts.append(
            store(
                candidate,
                tenant_id=reading.scope.tenant_id,
                user_id=reading.scope.user_id,
                session_id=reading.session_id,
                event_id=event_id,
                observed_at=timestamp,
                anchor=anchor,
                context=text,
                attribute=attribute,
            )
        )
    cues = Cues(folded(text), tuple(Cue(*fields) for fields in value.get("cues", ())))
    return Turn(turn_id, timestamp, tuple(facts), cues)


def _reading(
    kind: ReadingKind, record: Record, anchor: Anchor, value: Mapping[str, Any]
) -> Reading:
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return Reading(
        kind=kind,
        scope=record.scope,
        event_id=record.event_id,
        session_id=record.session_id,
        timestamp=record.timestamp,
        anchor=anchor,
        payload=payload,
    )


def _optional(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"an atomic id is a string, not {value!r}")
    return value
