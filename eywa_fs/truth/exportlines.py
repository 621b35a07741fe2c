"""The lines of a lossless export: a line of the truth, alone where it says itself where it belongs.

docs/format.md ("Export lines") has the kinds. What an export holds of a session or decisions file
gives the same bytes again, in the same places, when it is appended to an empty file.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from eywa_fs.errors import BadRequest
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.safetext import why_no_json
from eywa_fs.truth.chain import LINK_BYTES, chain_value
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.layout import LOGS, Layout, TruthPath, day_start_ms
from eywa_fs.truth.tombstones import erased_by

HEADER: Final = {"kind": "export", "format": "eywa-fs", "version": 1}
"""The first line of an export."""
_MOST_BLANK: Final = 64 << 20
_PLACED = ("tenantId", "userId", "sessionId", "eventId", "timestamp")


class Kept(NamedTuple):
    """A line of the truth file ``rel`` without its ``\\n``, or a whole Markdown file."""

    rel: str
    data: bytes


class NotAnExportLine(ValueError):
    """A line that is none of an export; says why."""


def header() -> str:
    return _json(HEADER)


def is_header(value: object) -> bool:
    """Whether a JSON value is the first line of an export, of this version or another."""
    return isinstance(value, Mapping) and all(
        value.get(key) == HEADER[key] for key in ("kind", "format")
    )


def written(truth: TruthPath, data: bytes, record: Record | None) -> str | None:
    """The export line of a line (without its ``\\n``) or of a whole Markdown file; ``None`` for one
    that holds nothing: a blank line of a log. ``record``: what the line of a session holds."""
    if truth.kind == "longterm":
        return _wrapped("markdown", truth.rel, data)
    nothing = not data.strip() or erased_by(data) is not None
    if truth.kind == "episodes":
        return None if nothing else _wrapped("episode", truth.rel, data)
    if truth.kind == "decisions":
        if nothing and data.strip():
            data = _stood(truth, data)
        return _wrapped("decision", truth.rel, data) if data.strip() else None
    if nothing:
        return _json({"kind": "blank", "file": truth.rel, "bytes": len(data)})
    if record is not None and _stands_alone(truth, data, record):
        return data.decode()
    return _wrapped("line", truth.rel, data)


def read(data: bytes) -> Kept:
    """What an export line (without its ``\\n``) holds; ``NotAnExportLine`` where it is none, or
    names a file that is no truth file of its kind."""
    try:
        value: Any = json.loads(data)
        kind = value.get("kind") if isinstance(value, dict) else None
        if kind in _KINDS and "file" in value:
            return _unwrapped(value)
        places = [value[key] for key in ("tenantId", "userId", "sessionId", "timestamp")]
        *ids, timestamp = places
        if not all(isinstance(name, str) for name in ids) or type(timestamp) is not int:
            raise NotAnExportLine("its ids are no text, or its timestamp is no integer")
        return Kept(Layout.session_file(Scope(ids[0], ids[1]), ids[2], timestamp), data)
    except NotAnExportLine:
        raise
    except KeyError as error:
        raise NotAnExportLine(f"it has no {error.args[0]!r}") from None
    except (ValueError, TypeError, RecursionError, AttributeError, BadRequest) as error:
        raise NotAnExportLine(f"not a line of an export: {why_no_json(error)}") from None


def unlinked(data: bytes) -> bytes:
    """A line of a linked log without its chain value, as it was before it was appended."""
    if chain_value(data) is None:
        return data
    return data.rstrip()[: -LINK_BYTES - 1] + b"}"


def _stood(truth: TruthPath, data: bytes) -> bytes:
    """What takes the place of a decision that was erased, without its text: a transaction that it
    was part of stays whole, and those behind it stay where they are."""
    record = Record(
        f"evt_{content_hash(data)[-32:]}", truth.scope.tenant_id, truth.scope.user_id, "decisions",
        "system", "a decision that was erased", day_start_ms(truth.day) if truth.day else 0,
        meta={"kind": "memory", "op": "erased"},
    )  # fmt: skip
    return encode_record(record, max_bytes=_MOST_BLANK).rstrip()


def _stands_alone(truth: TruthPath, data: bytes, record: Record) -> bool:
    """Whether a line says by itself where it belongs, and cannot pass for another kind."""
    if b"\r" in data or data[:1] != b"{":
        return False
    value = json.loads(data)
    if "kind" in value or any(key not in value for key in _PLACED):
        return False
    if value["sessionId"] != truth.session_id:
        return False
    return Layout.session_file(record.scope, record.session_id, record.timestamp) == truth.rel


def _wrapped(kind: str, rel: str, data: bytes) -> str:
    key = "text" if kind == "markdown" else "line"
    try:
        return _json({"kind": kind, "file": rel, key: data.decode()})
    except UnicodeDecodeError:
        return _json({"kind": kind, "file": rel, "base64": b64encode(data).decode()})


_KINDS = {
    "line": "session", "blank": "session", "decision": "decisions", "episode": "episodes",
    "markdown": "longterm",
}  # fmt: skip


def _unwrapped(value: Mapping[str, Any]) -> Kept:
    rel, kind = value["file"], value["kind"]
    truth = Layout.parse(rel) if isinstance(rel, str) else None
    if truth is None or truth.kind != _KINDS[kind]:
        raise NotAnExportLine(f"its 'file' names no place of a {kind}")
    if kind == "blank":
        size = value["bytes"]
        if type(size) is not int or not 0 <= size <= _MOST_BLANK:
            raise NotAnExportLine(f"its 'bytes' are {size!r}")
        return Kept(rel, b" " * size)
    if "base64" in value:
        data = b64decode(value["base64"], validate=True)
    else:
        data = value["text" if kind == "markdown" else "line"].encode()
    if kind != "markdown" and b"\n" in data:
        raise NotAnExportLine("it holds more than one line")
    if truth.kind in LOGS and not (isinstance(said := json.loads(data), dict) and said):
        raise NotAnExportLine(f"a line of kind {kind} is a JSON object that says something")
    return Kept(rel, data)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
