"""A record as the fact layer keeps it, as JSON and back.

Derived and deterministic: the payload of a record follows from its content, its time and the
user's time zone. Only records that assert something, or that act on earlier assertions ("scratch
that"), have a reading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args

from eywa_fs.facts import slots
from eywa_fs.facts.afu import store
from eywa_fs.facts.changes import changes
from eywa_fs.facts.cues import Cue, Cues, detect, folded
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.implied import Source
from eywa_fs.facts.model import PREDICATES, Candidate, FactType
from eywa_fs.facts.replay import TimelineRecord, Turn, Verdict
from eywa_fs.model.readings import Reading, ReadingKind
from eywa_fs.model.records import Anchor, Record
from eywa_fs.truth.layout import MAX_TIMESTAMP

RULES = 4
"""Version of the rules that read facts. Raise it when a message would be read differently: every
index then reads its files again. ``tests/facts/test_rules_version.py`` notices. While
working on the rules, rebuild with ``--prove``: without it, the cache gives what was read before."""
VERDICT = "verdict"
"""``meta.kind`` of a decision record that settles a conflict: ``meta.kept``, ``meta.dropped``."""
MODEL_FACTS = "facts"
"""``meta.kind`` of a decision record that journals what a language model read in a message."""
MOST_FACTS = 200
"""Facts kept of one message, the first ones: replay compares each with all others, so that one
pasted document could otherwise hold up every answer for its user."""

_MODEL_KEYS = ("reader", "text", "facts", "source", "said_at", "event_id")
_ANCHOR_NUMBERS = ("line_start", "line_end", "byte_start", "byte_end")
_FACT_TYPES = frozenset(get_args(FactType))


def read_message(record: Record, anchor: Anchor, timezone: str = "UTC") -> Reading | None:
    """The reading of one message; ``None`` for one that says nothing about facts.

    Only a user's words are read: what an assistant says is no fact about the user.
    """
    if record.role != "user":
        return None
    return turn(record, anchor, read_content(record.content, record.timestamp, timezone))


def read_content(content: str, timestamp_ms: int, timezone: str = "UTC") -> str:
    """What a user's message says, as a JSON object; ``""`` if that is nothing about facts.

    A function of these arguments and :data:`RULES` alone: what was read once can be kept.
    """
    candidates = extract(content, timestamp_ms, timezone)
    cues = detect(content)
    if not candidates and not cues.found and not changes(cues.text):
        return ""
    value = {
        "facts": [candidate_value(candidate) for candidate in candidates[:MOST_FACTS]],
        "cues": [[c.kind, c.clause, c.part, c.leaving, c.arriving] for c in cues.found],
    }
    return _json(value)


def turn(record: Record, anchor: Anchor, said: str) -> Reading | None:
    """The reading of a user's message of which ``said`` is what :func:`read_content` gives."""
    if not said:
        return None
    # What is kept has no text in it, and the key "text" sorts behind the others: joining saves
    # parsing and writing the whole again.
    text = json.dumps(record.content, ensure_ascii=False)
    return _reading("turn", record, anchor, f'{said[:-1]},"text":{text}}}')


def read_decision(record: Record, anchor: Anchor) -> Reading | None:
    """The reading of one record of a ``decisions`` file.

    Returns:
        ``None`` for other decisions, and for one whose ``meta`` has not the form of its kind: any
        program may append to the file, and one bad line must not hold up a user's answers.
    """
    meta = record.meta or {}
    if meta.get("kind") == VERDICT:
        names = {key: meta.get(key) for key in ("kept", "dropped", "operator")}
        reading = _reading("verdict", record, anchor, _json(names))
    elif meta.get("kind") == MODEL_FACTS:
        names = {key: meta.get(key) for key in _MODEL_KEYS}
        reading = _reading("facts", record, anchor, _json(names))
    else:
        return None
    return reading if timeline_record(reading) is not None else None


def is_misshapen(record: Record, anchor: Anchor) -> bool:
    """Whether a decision says it is of one of our kinds, but is not in its form."""
    kind = (record.meta or {}).get("kind")
    return kind in (VERDICT, MODEL_FACTS) and read_decision(record, anchor) is None


def timeline_record(reading: Reading) -> TimelineRecord | None:
    """What the update layer makes of a reading; ``None`` if its payload is not one of ours."""
    try:
        value = json.loads(reading.payload)
        if reading.kind == "verdict":
            return _verdict(reading, value)
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
    """The inverse of :func:`candidate_value`.

    Raises:
        ValueError, TypeError: this is no candidate.
    """
    subject, predicate, obj, negated, kind, certainty, first, last, start, end = value
    if not (
        _is_text(subject)
        and _is_text(obj)
        and predicate in PREDICATES
        and kind in _FACT_TYPES
        and isinstance(negated, bool)
        and isinstance(certainty, (int, float))
        and 0 <= certainty <= 1
        and 0 <= _whole(start) <= _whole(end)
    ):
        raise ValueError(f"not a fact: {value!r}")
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
    event_id, said_at = value["event_id"], _whole(value["said_at"])
    if not (
        _is_text(event_id) and isinstance(value["text"], str) and 0 <= said_at <= MAX_TIMESTAMP
    ):
        raise ValueError("not the facts of a message")
    turn = _stored(reading, value, reading.event_id, event_id, said_at, _source(value["source"]))
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
    source = Source(text, reading.session_id, anchor)
    return Turn(turn_id, timestamp, tuple(facts), cues, source=source)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _reading(kind: ReadingKind, record: Record, anchor: Anchor, payload: str) -> Reading:
    return Reading(
        kind=kind,
        scope=record.scope,
        event_id=record.event_id,
        session_id=record.session_id,
        timestamp=record.timestamp,
        anchor=anchor,
        payload=payload,
    )


def _verdict(reading: Reading, value: Mapping[str, Any]) -> Verdict:
    kept, dropped = value["kept"], value["dropped"]
    for atomic_id in (kept, dropped):
        if atomic_id is not None and not _is_text(atomic_id):
            raise TypeError(f"an atomic id is a string, not {atomic_id!r}")
    return Verdict(reading.event_id, reading.timestamp, kept, dropped)


def _source(value: Mapping[str, Any]) -> Anchor:
    anchor = Anchor(**value)
    for name in _ANCHOR_NUMBERS:
        _whole(value[name])
    if not all(isinstance(value[n], str) for n in ("file_path", "fs_version", "content_hash")):
        raise TypeError("not an anchor")
    return anchor


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"not a whole number: {value!r}")
    return value
