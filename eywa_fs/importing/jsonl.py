"""Reading our own JSON lines: the keys of docs/format.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from eywa_fs.hashing import short_key
from eywa_fs.importing.found import (
    TIMES,
    Found,
    Job,
    Options,
    bounded_key,
    milliseconds,
    repeatable_key,
)
from eywa_fs.importing.trees import lines_of
from eywa_fs.model.records import Draft
from eywa_fs.model.safetext import why_no_json
from eywa_fs.model.times import looks_like_seconds
from eywa_fs.truth.codec import KEYS, MAX_DEPTH, is_deep, part_of


class Unfit(ValueError):
    """A line that is no record; says why."""


READ = KEYS | {"role"}
"""The keys that are read here; all others are kept as they are."""
NOT_A_RECORD = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


def records(job: Job) -> Iterator[Found]:
    """The records of a file, one a line; a bad line is noted and does not stop the others."""
    repeats: Counter[str] = Counter()
    for number, line, done in lines_of(job.path):
        where = f"{job.path}:{number}"
        if line is None:
            job.refuse(where, "no record: it is too long for a line")
            continue
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if not text.strip():
            continue
        try:
            if is_deep(text):
                raise Unfit(f"its JSON is nested deeper than {MAX_DEPTH} levels")
            value = _given(json.loads(text.decode()))
            draft = _draft(value, job.options, repeats)
        except NOT_A_RECORD as error:
            job.refuse(where, f"no record: {_reason(error)}")
        else:
            own = value.get("idempotencyKey") is not None
            yield Found(where, draft, done, more=_more(value, draft, job), own_key=own)


def _given(value: Mapping[str, Any]) -> dict[str, Any]:
    """A line without keys that are read here and say nothing: they count as missing."""
    read = {*READ, *TIMES}
    return {key: item for key, item in value.items() if item not in (None, "") or key not in read}


def _draft(value: Mapping[str, Any], options: Options, repeats: Counter[str]) -> Draft:
    """The record of a line. Without a key of its own a record is the same where its id, place,
    role, time and text are: ids of other programs often count from 1 in each session."""
    place = {
        "tenant_id": str(value.get("tenantId", options.tenant_id)),
        "user_id": str(value.get("userId", options.user_id)),
        "session_id": str(value.get("sessionId", options.session_id or "default")),
    }
    role = value.get("messageRole", value.get("role", "user"))
    said = _time(value, options.timezone)
    content = value["content"]
    key, own = value.get("idempotencyKey"), value.get("eventId")
    if key is None:
        parts = (*place.values(), role, str(_time(value)), content)
        key = f"import:{short_key(own, *parts)}" if own else repeatable_key(repeats, *parts)
    return Draft(
        content=content,
        role=role,
        timestamp=said,
        event_id=own,
        idempotency_key=bounded_key(str(key)),
        speaker=value.get("speaker"),
        agent_id=value.get("agentId"),
        request_id=value.get("requestId"),
        tags=tuple(value.get("tags") or ()),
        meta=value.get("meta"),
        expires_at=value.get("expiresAt"),
        **place,
    )


def _more(value: Mapping[str, Any], draft: Draft, job: Job) -> dict[str, Any]:
    """What a line holds beyond a draft: keys without a meaning, which are kept as they are, and of
    which request it was a part. What can't be kept is counted."""
    more: dict[str, Any] = {"extra": {}}
    for key, item in value.items():
        if key not in READ:
            try:
                json.dumps(item, allow_nan=False)
            except ValueError:
                job.skip("unknown key that holds NaN or Infinity")
            else:
                more["extra"][key] = item
    if (said := value.get("partOf")) is not None:
        request, records = part_of(said) or ("", 0)
        head, _, place = str(draft.idempotency_key).rpartition(":")
        if head == request and place.isdecimal() and int(place) < records:
            more["part_of"] = (request, records)
        else:
            job.skip("partOf that does not fit the idempotencyKey beside it")
    return more


def _time(value: Mapping[str, Any], zone: str = "UTC") -> Any:
    """When a record was said, in milliseconds; what is no time is refused with the record.

    ``timestamp`` counts milliseconds, or is ISO 8601; the names of other formats may count seconds.

    Raises:
        Unfit: it is no time; or a ``timestamp`` in seconds, which would be a day of January 1970.
    """
    name = next((name for name in TIMES if name in value), None)
    if name is None:
        return None
    said = value[name]
    if name == "timestamp" and str(said).isdecimal() and looks_like_seconds(int(said)):
        raise Unfit(f"its timestamp {said} counts seconds: give milliseconds")
    if name == "timestamp" and not isinstance(said, str):
        return said
    moment = milliseconds(said, zone)
    if moment is None:
        raise Unfit(
            f"its {name} {str(said)[:40]!r} is no time: give ISO 8601 or epoch milliseconds"
        )
    return moment


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8: save it as UTF-8"
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}"
    if isinstance(error, Unfit):
        return str(error)
    if isinstance(error, ValueError):
        return f"not JSON: {why_no_json(error)}"
    return "not a JSON object with text in its fields"
