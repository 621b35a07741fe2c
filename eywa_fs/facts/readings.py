"""A record as the fact layer keeps it, as JSON and back.

Derived and deterministic: the payload of a record follows from its content, its time and the user's
time zone, and has none of its text but the values. Only records that assert something, or that act
on earlier assertions ("scratch that"), have a reading."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, cast, get_args

from eywa_fs.facts import journal
from eywa_fs.facts.decisions import Statement, TimelineRecord, Turn
from eywa_fs.facts.extraction import extract
from eywa_fs.facts.model import PREDICATES, Act, Candidate
from eywa_fs.model.readings import Reading, ReadingKind
from eywa_fs.model.records import Anchor, Record

RULES: Final = 19
"""Version of the rules that read facts. Raise it when a message would be read differently: every
index then reads its files again. ``tests/facts/test_rules_version.py`` notices. While
working on the rules, rebuild with ``--prove``: without it, the cache gives what was read before."""
MOST_FACTS: Final = 200  # kept of one message, so that one pasted document holds up nothing


def read_message(record: Record, anchor: Anchor, timezone: str = "UTC") -> Reading | None:
    """The reading of a message; ``None``: it says nothing about facts, or an assistant said it."""
    if record.role != "user":
        return None
    return turn(record, anchor, read_content(record.content, record.timestamp, timezone))


def read_content(content: str, timestamp_ms: int, timezone: str = "UTC") -> str:
    """What a user's message says, as JSON; ``""`` if that is nothing about facts.

    A function of these arguments and :data:`RULES` alone: what was read once can be kept."""
    candidates = extract(content, timestamp_ms, timezone)[:MOST_FACTS]
    return _json([_candidate_value(item) for item in candidates]) if candidates else ""


def turn(record: Record, anchor: Anchor, said: str) -> Reading | None:
    """The reading of a user's message of which ``said`` is what :func:`read_content` gives."""
    return _reading("turn", record, anchor, said) if said else None


def read_decision(record: Record, anchor: Anchor) -> Reading | None:
    """The reading of one record of a ``decisions`` file; ``None`` for other decisions, and for one
    whose ``meta`` has not the form of its kind: any program may append to the file, and one bad
    line must not hold up a user's answers."""
    meta = record.meta or {}
    kind = meta.get("kind")
    if kind not in journal.KINDS or not journal.fits_version(meta):
        return None
    reading = _reading(cast(ReadingKind, kind), record, anchor, _json(journal.kept_meta(meta)))
    return reading if timeline_record(reading) is not None else None


def is_misshapen(record: Record, anchor: Anchor) -> bool:
    """Whether a decision says it is of one of our kinds, but is not in its form."""
    kind = (record.meta or {}).get("kind")
    return kind in journal.KINDS and read_decision(record, anchor) is None


def timeline_record(reading: Reading) -> TimelineRecord | None:
    """What the update layer makes of a reading; ``None`` if its payload is not one of ours."""
    try:
        value: Any = json.loads(reading.payload)
        if reading.kind == "turn":
            return _turn(reading, value) if isinstance(value, list) else None
        if not isinstance(value, dict):
            return None
        read = journal.model_turn if reading.kind == "facts" else journal.decided
        found: TimelineRecord = read(reading, value)
        repr(found).encode()  # half a character has no bytes, and so no atomic id
        return found
    except (ValueError, KeyError, TypeError):
        return None


def _turn(reading: Reading, value: Any) -> Turn:
    event, at, session = reading.event_id, reading.timestamp, reading.session_id
    anchor = reading.anchor
    said = tuple(
        Statement(
            journal.stored(c, reading, session, event, at, anchor),
            c.act, c.old, c.begun_by, c.by_name,
        )
        for c in map(_candidate_of, value))  # fmt: skip
    return Turn(event, at, session, said, anchor.content_hash)


def _candidate_value(item: Candidate) -> list[Any]:
    """A candidate as JSON, in the order of its fields."""
    dates = (item.valid_from, item.valid_to, item.begun_by)
    *days, begun_by = [day and day.isoformat() for day in dates]
    return [
        item.subject, item.predicate, item.object, item.negated, *days, item.start, item.end,
        item.rule, item.sure, item.act, item.kind, item.old, item.said, begun_by,
        *[True] * item.by_name]  # fmt: skip


def _candidate_of(value: Sequence[Any]) -> Candidate:
    """The inverse of :func:`_candidate_value`, and of what rules 13 kept, without the last day of a
    beginning: it counts until its file is read again. Raises ValueError or TypeError."""
    subject, predicate, obj, negated, first, last, start, end, rule, sure, *rest = value
    act, kind, old, text, *more = rest
    begun_by, *by_name = more or (None,)
    free = act != "state"
    if act not in get_args(Act) or not (predicate in PREDICATES or (free and not predicate)):
        raise ValueError(f"not a candidate: {value!r}")
    since, until, by = (day and date.fromisoformat(day) for day in (first, last, begun_by))
    return Candidate(
        subject, predicate, obj, negated, since, until, start, end, rule, sure, act, kind, old,
        text, by, *by_name)  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _reading(kind: ReadingKind, record: Record, anchor: Anchor, payload: str) -> Reading:
    return Reading(
        kind=kind, scope=record.scope, event_id=record.event_id, session_id=record.session_id,
        timestamp=record.timestamp, anchor=anchor, payload=payload)  # fmt: skip
