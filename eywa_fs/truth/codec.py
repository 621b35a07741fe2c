"""One record as one line, and back. The line's bytes are never changed before they are hashed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from eywa_fs.errors import InvalidRecord
from eywa_fs.hashing import content_hash, short_key
from eywa_fs.model.plain import wire_name
from eywa_fs.model.records import ROLES, SCHEMA_VERSION, Anchor, Record, Scope, Seal
from eywa_fs.model.safetext import why_no_json, why_no_text
from eywa_fs.truth.layout import MAX_TIMESTAMP, Layout, TruthPath, day_start_ms
from eywa_fs.truth.reader import Line, read_lines, reading, resolve
from eywa_fs.truth.tombstones import erased_by

MalformedReason = Literal[
    "not_utf8", "not_json", "not_object", "no_content", "foreign_scope", "bad_field", "oversized",
    "erased",
]  # fmt: skip

_TEXTS = {
    wire_name(name): name for name in ("speaker", "agent_id", "request_id", "idempotency_key")
}
_OPTIONAL = _TEXTS | {wire_name(name): name for name in ("part_of", "tags", "meta", "expires_at")}
"""Keys that a line has where the record's field of this name holds something."""

_SPELLED = {"messageRole", "contentHash", "schemaVersion"}
KEYS = frozenset(map(wire_name, Record.__slots__)) - {"role", "seal", "extra"} | _SPELLED
"""The keys of a record that have a meaning."""
_NAMED = KEYS | {"role"}

MAX_DEPTH = 100
"""Levels of objects and lists in a line, its own object included: what has more is no record. A
hundred are far more than metadata has, and few enough for everything that walks through it."""


class Malformed(Exception):
    """A line that is not a record. It stays in the file, is counted, and never indexed."""

    def __init__(self, reason: MalformedReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


def encode_record(record: Record, *, max_bytes: int) -> bytes:
    """The line of a record, ``\\n`` included; ``InvalidRecord`` for text that is not Unicode,
    ``meta`` that is not JSON, or a line longer than ``max_bytes``."""
    try:
        body = (
            f'"eventId":{_quoted(record.event_id)},"tenantId":{_quoted(record.tenant_id)},'
            f'"userId":{_quoted(record.user_id)},"sessionId":{_quoted(record.session_id)},'
            f'"messageRole":{_quoted(record.role)},"content":{_quoted(record.content)},'
            f'"timestamp":{record.timestamp:d},'
            f'"contentHash":"{content_hash(record.content.encode())}",'
            f'"schemaVersion":{SCHEMA_VERSION}'
        )
        given = {key: item for key, name in _OPTIONAL.items() if (item := getattr(record, name))}
        if given:
            body += "," + _ENCODER.encode(given)[1:-1]
        if extra := {key: item for key, item in record.extra.items() if key not in KEYS}:
            body = _ENCODER.encode(extra)[1:-1] + "," + body
        line = f"{{{body}}}\n".encode()
    except UnicodeEncodeError as error:
        raise InvalidRecord(f"the record is {why_no_text(error)}") from None
    except RecursionError:
        raise InvalidRecord(_TOO_DEEP) from None
    except (TypeError, ValueError) as error:
        raise InvalidRecord(f"the record cannot be written as JSON: {why_no_json(error)}") from None
    if len(line) > max_bytes:
        raise InvalidRecord(
            f"the record needs {len(line)} bytes; the limit is {max_bytes} "
            "(limits.max_record_bytes): split it"
        )
    if is_deep(line):
        raise InvalidRecord(_TOO_DEEP)
    return line


def is_deep(data: bytes) -> bool:
    """Whether JSON is nested deeper than :data:`MAX_DEPTH`. Counted, in time linear in its length:
    where a parser gives up depends on how much of the stack its caller has used."""
    if data.count(b"{") + data.count(b"[") <= MAX_DEPTH:
        return False
    depth = 0
    for found in _TOKENS.finditer(data):
        depth += _STEPS.get(found.group(), 0)
        if depth > MAX_DEPTH:
            return True
    return False


_TOKENS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[][{}]', re.DOTALL)
"""Strings, one without an end as well, and brackets outside them."""
_STEPS = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}

_TOO_DEEP = f"the record cannot be written: meta is nested deeper than {MAX_DEPTH - 1} levels"

_quoted = json.encoder.encode_basestring
"""A string as JSON. :data:`_ENCODER` takes longer to begin than this for a whole record."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_LENIENT = json.JSONEncoder(ensure_ascii=False)
"""Takes ``NaN`` and ``Infinity`` as well, which foreign writers' lines may hold."""


def decode_record(data: bytes, path: TruthPath, byte_start: int, *, max_bytes: int) -> Record:
    """The record in one line (without its ``\\n``) of a session or decisions file; ``Malformed``
    where the line is none, or belongs to another tenant or user.

    Keys a foreign writer left out come from the path, the day of the file and the bytes."""
    if erasure := erased_by(data):
        raise Malformed("erased", f"it was erased: {erasure}")
    value = _parse_object(data, max_bytes)
    if b'""' in data:  # an empty string counts as missing
        value = {key: item for key, item in value.items() if item != "" or key not in _NAMED}
    content = value.get("content")
    if not isinstance(content, str) or not content.strip():
        raise Malformed("no_content", "there is no text in the key 'content'")
    for key, expected in (("tenantId", path.scope.tenant_id), ("userId", path.scope.user_id)):
        if key in value and value[key] != expected:
            raise Malformed(
                "foreign_scope", f"{key} is {value[key]!r}, but the file belongs to {expected!r}"
            )
    event_id = _text(value, "eventId")
    return Record(
        event_id=event_id or "evt_" + short_key(path.rel, str(byte_start), content_hash(data)),
        tenant_id=path.scope.tenant_id,
        user_id=path.scope.user_id,
        session_id=path.session_id or _text(value, "sessionId") or "",
        role=_role(value),
        content=content,
        timestamp=_timestamp(value, path),
        **{name: _text(value, key) for key, name in _TEXTS.items()},
        tags=_tags(value),
        meta=value["meta"] if isinstance(value.get("meta"), dict) else None,
        seal=_seal(value, content),
        expires_at=_time(value, "expiresAt"),
        part_of=part_of(value.get("partOf")),
        extra={key: item for key, item in value.items() if key not in KEYS},
    )


def records_in(
    layout: Layout, truth: TruthPath, offset: int = 0, lines: int = 0, *, marked: bytes = b""
) -> Iterator[tuple[Line, Record | None]]:
    """The lines of a session or decisions file, each with its record; ``None`` is none. Errors as
    of :func:`~eywa_fs.truth.reader.reading`.

    Args:
        offset, lines: begin there, behind so many lines.
        marked: look only at lines that hold this; the others are given without a record.
    """
    with reading(layout, truth.rel) as fd:
        for line in read_lines(fd, offset, lines + 1):
            yield line, record_in(layout, truth, line) if marked in line.data else None


def record_in(layout: Layout, truth: TruthPath, line: Line) -> Record | None:
    """The record in a line of a session or decisions file; ``None`` is none."""
    with suppress(Malformed):
        return decode_record(line.data, truth, line.byte_start, max_bytes=layout.max_record_bytes)
    return None


def record_at(layout: Layout, scope: Scope, anchor: Anchor) -> Record | None:
    """The record of a user at an anchor; ``None``: there is none, or its bytes are not what they
    were."""
    truth, data = layout.parse(anchor.file_path), resolve(layout, scope, anchor).data
    if truth is None or data is None:
        return None
    return record_in(layout, truth, Line(anchor.line_start, anchor.byte_start, data))


def _seal(value: Mapping[str, Any], content: str) -> Seal:
    claimed = value.get("contentHash")
    if claimed != content_hash(content.encode()):
        return "broken" if isinstance(claimed, str) else "none"
    return "sealed" if _text(value, "eventId") is not None and "timestamp" in value else "none"


def _parse_object(data: bytes, max_bytes: int) -> dict[str, Any]:
    if len(data) > max_bytes:
        raise Malformed("oversized", f"the line has {len(data)} bytes, the limit is {max_bytes}")
    if is_deep(data):
        raise Malformed("not_json", f"the JSON is nested deeper than {MAX_DEPTH} levels")
    try:
        value = json.loads(data.decode())
    except UnicodeDecodeError as error:
        raise Malformed("not_utf8", f"byte {error.start} is not UTF-8") from None
    except ValueError as error:
        raise Malformed("not_json", why_no_json(error)) from None
    if not isinstance(value, dict):
        raise Malformed("not_object", f"the line holds a JSON {type(value).__name__}")
    if b"\\u" in data:  # only an escape can bring in what UTF-8 cannot hold
        try:
            _LENIENT.encode(value).encode()
        except ValueError:
            raise Malformed("not_utf8", "the text holds a lone surrogate") from None
    return value


def _role(value: Mapping[str, Any]) -> str:
    role = value.get("messageRole", value.get("role", "user"))
    if not isinstance(role, str) or role not in ROLES:
        raise Malformed("bad_field", f"messageRole is {role!r}, not one of {sorted(ROLES)}")
    return role


def _timestamp(value: Mapping[str, Any], path: TruthPath) -> int:
    stamp = _time(value, "timestamp")
    return stamp if stamp is not None else day_start_ms(path.day) if path.day else 0


def _time(value: Mapping[str, Any], key: str) -> int | None:
    stamp = value.get(key)
    if stamp is None:
        return None
    if isinstance(stamp, bool) or not isinstance(stamp, int) or not 0 <= stamp <= MAX_TIMESTAMP:
        raise Malformed("bad_field", f"{key} is {stamp!r}, not epoch milliseconds")
    return stamp


def _text(value: Mapping[str, Any], key: str) -> str | None:
    item = value.get(key)
    if item is not None and not isinstance(item, str):
        raise Malformed("bad_field", f"{key} is not a string")
    return item


def part_of(value: Any) -> tuple[str, int] | None:
    """The key of a request and its number of records that a ``partOf`` says; ``None`` for what has
    not their form."""
    match value:
        case [str(key), int(records)]:
            return key, records
    return None


def _tags(value: Mapping[str, Any]) -> tuple[str, ...]:
    tags = value.get("tags") or ()
    if not isinstance(tags, (list, tuple)) or not all(isinstance(tag, str) for tag in tags):
        raise Malformed("bad_field", "tags is not a list of strings")
    return tuple(tags)
