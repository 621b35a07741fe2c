"""Decisions about records: the form of their lines, strictly read. Pure.

Any program may append to a decisions file, so everything is checked; what has not the form of its
kind has no effect. The form is in docs/format.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast, get_args

from eywa_fs.errors import InvalidRecord
from eywa_fs.model.plain import own_fields
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import NOWHERE, ROLES, Anchor, Record, Scope
from eywa_fs.model.versions import Asked, By, Op
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.strict import exactly, number, some_text, time_ms
from eywa_fs.truth.tombstones import erased_by

KIND: Final = "memory"
"""``meta.kind`` of a decision about a record, and the kind of what is read in it."""
MARK: Final = b'"memory"'
"""Stands in the line of every such decision."""

DECIDED: Final[frozenset[str]] = frozenset(get_args(Op)) - {"add", "commit", "erased", "feedback"}
"""What can be decided about a record, so that it has another version."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record's own line begins; no hash of it, by which an erased text could be guessed."""

    file_path: str
    line: int
    byte_start: int


@dataclass(frozen=True, slots=True)
class Part:
    """Which line of a transaction a decision is: ``i``, from 0, of ``n``; the last one is the
    ``commit``."""

    id: str
    n: int
    i: int


@dataclass(frozen=True, slots=True)
class Change:
    """One decision about a record.

    Attributes:
        decision_id, at, anchor: of the decision record; its time in epoch milliseconds.
        target: event id of the record; ``of``: where that stands.
        version: the number it makes; 1 is the record's own line.
        expires_at: of ``expire`` and ``add``: epoch milliseconds, or ``None`` for never.
        restores: of ``restore``: the version whose text it brings back; ``None`` only undoes a
            deletion.
        sound: of ``update``: its text fits the hash in its own line.
        session_id, said_at: of the record.
        said: of ``update`` and ``add``: what the fact layer reads in the text, as JSON.
        useful: of ``feedback``: whether the record was of use.
    """

    decision_id: str
    at: int
    anchor: Anchor
    target: str
    op: Op
    version: int
    of: Place
    operator: str = ""
    reason: str = ""
    request_id: str = ""
    idempotency_key: str = ""
    expires_at: int | None = None
    restores: int | None = None
    tx: Part | None = None
    sound: bool = True
    session_id: str = ""
    said_at: int = 0
    said: str = ""
    useful: bool = True

    def turn(self, scope: Scope) -> Reading | None:
        """What the fact layer reads in the text it brings; ``None`` for nothing."""
        if not self.said or not self.sound:
            return None
        return Reading(
            "turn", scope, self.target, self.session_id, self.said_at, self.anchor, self.said
        )


def meta_of(
    asked: Asked, record: Record, of: Place, version: int, by: By, tx: Part | None = None
) -> dict[str, Any]:
    """The ``meta`` of a decision's line; ``record`` is its target, with the new text's fields."""
    meta: dict[str, Any] = {
        "kind": KIND, "op": asked.op, "target": record.event_id, "version": version,
        "of": own_fields(of), "operator": by.operator, "reason": by.reason,
    }  # fmt: skip
    if asked.op == "update":
        meta["record"] = {
            "role": record.role, "session_id": record.session_id, "timestamp": record.timestamp,
            "speaker": record.speaker, "tags": list(record.tags),
        }  # fmt: skip
    elif asked.op == "restore":
        meta["restores"] = asked.restores
    elif asked.op == "expire":
        meta["expires_at"] = asked.expires_at
    if tx is not None:
        meta["tx"] = own_fields(tx)
    return meta


def feedback_meta(target: str, useful: bool, by: By) -> dict[str, Any]:
    """The ``meta`` of a line that says whether a record was of use in an answer."""
    given = {"target": target, "useful": useful, "operator": by.operator, "reason": by.reason}
    return {"kind": KIND, "op": "feedback", **given}


def commit_meta(tx: Part) -> dict[str, Any]:
    """The ``meta`` of the last line of a transaction."""
    return {"kind": KIND, "op": "commit", "tx": own_fields(tx)}


def check_line(line: bytes, truth: TruthPath, *, max_bytes: int) -> None:
    """Raise ``InvalidRecord`` unless a decision is read in a line that is about to be written. One
    without the form of its kind would have no effect for ever, and undo the whole transaction."""
    try:
        record = decode_record(line.rstrip(b"\n"), truth, 0, max_bytes=max_bytes)
        found = _change(record.meta or {}, record.scope, "", 0, NOWHERE)
    except (Malformed, ValueError, KeyError, TypeError) as error:
        raise InvalidRecord(f"the decision cannot be written, nobody could read it: {error}") from (
            None
        )
    if found is None:
        raise InvalidRecord("the decision cannot be written, nobody could read it: no such kind")


def holds_decision(line: bytes) -> bool:
    """Whether a line of a decisions file may be about a record; asked before it is decoded."""
    return MARK in line or is_erased(line)


def is_erased(line: bytes) -> bool:
    """Whether a line is what an erasure left of another."""
    return erased_by(line) is not None


def in_decisions(path: str) -> bool:
    """Whether a truth file's path is that of a decisions file."""
    return path.split("/", 5)[4:5] == ["decisions"]


def is_about_record(record: Record) -> bool:
    """Whether a decision record says that it is about a record, in whatever form."""
    return (record.meta or {}).get("kind") == KIND


def revision(record: Record) -> Record | None:
    """The record that the line of an update stands for: its target with the new text.

    ``None`` for other lines, and where the text does not fit the hash in its own line: what was
    changed behind the memory's back does not pass for somebody's decision.
    """
    value = record.meta or {}
    if not is_about_record(record) or value.get("op") != "update" or not record.sealed:
        return None
    try:
        if _change(value, record.scope, "", 0, NOWHERE) is None:
            return None
        kept = value["record"]
        return replace(
            record,
            event_id=value["target"],
            session_id=kept["session_id"],
            role=kept["role"],
            timestamp=kept["timestamp"],
            speaker=kept["speaker"],
            tags=tuple(kept["tags"]),
            meta=None,
            request_id=None,
            idempotency_key=None,
            extra={},
        )
    except (ValueError, KeyError, TypeError):
        return None


def _told(record: Record, anchor: Anchor, said: str = "") -> dict[str, Any] | None:
    """What a decision about a record says, or a record of when it expires; ``None`` for others."""
    if in_decisions(anchor.file_path):
        if not is_about_record(record):
            return None
        value = {key: item for key, item in (record.meta or {}).items() if key != "kind"}
        value |= {"request_id": record.request_id or "", "key": record.idempotency_key or ""}
        if value.get("op") == "update":
            value |= {"sound": record.sealed, "said": said}
        return value
    if record.expires_at is None:
        return None
    place = Place(anchor.file_path, anchor.line_start, anchor.byte_start)
    return {
        "op": "add", "target": record.event_id, "version": 1, "of": own_fields(place),
        "operator": "", "reason": "", "expires_at": record.expires_at, "said": said,
    }  # fmt: skip


def reading_of(record: Record, anchor: Anchor, said: str = "") -> Reading | None:
    """What is read in a decision about a record, or in a record that says when it expires.

    Args:
        said: what the fact layer reads in the text of an update or record.

    Returns:
        A reading without the text; ``None`` for other records and what has not the form.
    """
    value = _told(record, anchor, said)
    if value is None or _read(value, record, anchor) is None:
        return None
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return Reading(
        "memory", record.scope, record.event_id, record.session_id, record.timestamp, anchor,
        payload,
    )  # fmt: skip


def change_from(record: Record, anchor: Anchor) -> Change | None:
    """The decision that a record is, or when it expires; ``None`` as of :func:`reading_of`."""
    value = _told(record, anchor)
    return None if value is None else _read(value, record, anchor)


def erased_reading(line: bytes, scope: Scope, anchor: Anchor) -> Reading | None:
    """What is read in a line of a decisions file that was erased: that one stood here."""
    if not is_erased(line):
        return None
    return Reading("memory", scope, "", "", 0, anchor, '{"op":"erased"}')


def change_of(reading: Reading) -> Change | None:
    """The decision that a reading holds; ``None`` if its payload is not one of ours."""
    try:
        value = json.loads(reading.payload)
    except ValueError:
        return None
    return _read(value, reading, reading.anchor)


def _read(value: Mapping[str, Any], of: Record | Reading, anchor: Anchor) -> Change | None:
    """The decision that stands in a line; ``None`` where it has not the form of one."""
    try:
        change = _change(value, of.scope, of.event_id, of.timestamp, anchor)
    except (ValueError, KeyError, TypeError):
        return None
    if change is not None and change.op == "add":
        return replace(change, session_id=of.session_id, said_at=of.timestamp)
    return change


_NO_PLACE: Final = Place("", 0, 0)


def _change(
    value: Mapping[str, Any], scope: Scope, decision_id: str, at: int, anchor: Anchor
) -> Change | None:
    op = value["op"]
    if op in ("commit", "erased"):
        part = _part(value["tx"]) if op == "commit" else None
        return Change(decision_id, at, anchor, "", op, 0, _NO_PLACE, tx=part)
    if op == "feedback":
        return Change(
            decision_id, at, anchor, some_text(value["target"]), op, 0, _NO_PLACE,
            operator=exactly(str, value["operator"]),
            reason=exactly(str, value["reason"]),
            useful=exactly(bool, value["useful"]),
        )  # fmt: skip
    if op not in DECIDED and op != "add":
        return None
    place = value["of"]
    of = Place(some_text(place["file_path"]), number(place["line"], 1), number(place["byte_start"]))
    if not Layout.is_of(of.file_path, scope):
        return None
    record = value["record"] if op == "update" else None
    version = number(value["version"], 1)
    if (version == 1) != (op == "add"):
        return None
    restores = value["restores"] if op == "restore" else None
    expires = value["expires_at"] if op in ("expire", "add") else None
    if op == "update":
        _check_record(record)
    return Change(
        decision_id=decision_id,
        at=at,
        anchor=anchor,
        target=some_text(value["target"]),
        op=cast(Op, op),
        version=version,
        of=of,
        operator=exactly(str, value["operator"]),
        reason=exactly(str, value["reason"]),
        request_id=exactly(str, value.get("request_id", "")),
        idempotency_key=exactly(str, value.get("key", "")),
        expires_at=None if expires is None else time_ms(expires),
        restores=None if restores is None else number(restores, 1),
        tx=_part(value["tx"]) if "tx" in value else None,
        sound=exactly(bool, value.get("sound", True)),
        session_id=record["session_id"] if record else "",
        said_at=record["timestamp"] if record else 0,
        said=exactly(str, value.get("said", "")),
    )


def _check_record(value: Any) -> None:
    if value["role"] not in ROLES:
        raise ValueError(f"no role: {value['role']!r}")
    exactly(str, value["session_id"])
    time_ms(value["timestamp"])
    if value["speaker"] is not None:
        some_text(value["speaker"])
    for tag in exactly(list, value["tags"]):
        exactly(str, tag)


def _part(value: Mapping[str, Any]) -> Part:
    part = Part(some_text(value["id"]), number(value["n"], 1), number(value["i"]))
    if part.i >= part.n:
        raise ValueError("no such line of a transaction")
    return part


def in_order(changes: Sequence[Change]) -> list[Change]:
    """Decisions in the order in which they were written: of files by day, then lines."""
    return sorted(changes, key=lambda item: (item.anchor.file_path, item.anchor.byte_start))
