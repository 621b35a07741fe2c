"""Files of labelled data: found, read and checked, with errors that name the line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from functools import partial, reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, TypeAdapter, ValidationError, create_model

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.hashing import content_hash

Shape = Any
"""A type (or a tuple of them; ``date`` and ``datetime`` are texts in ISO form), a set of words, a
mapping from keys to shapes (one that ends with ``?`` may be missing), or a list with the shape of
its items."""

_NONE = type(None)
_OWNED = {"tenantId": str, "userId": str}
_STATEMENT = {"content": str, "timestamp": int}
_PAIR = {"id": str, "lang": str, "label": str, "first": _STATEMENT, "second": _STATEMENT}
_TIMES = {"start": datetime, "end": datetime}
_EXPRESSION = {
    "id": str,
    "lang": str,
    "text": str,
    "span": (str, _NONE),
    "reference": datetime,
    "granularity": str,
    "accept": [_TIMES],
}
_KINDS = frozenset(("current_state", "history_trace", "time_slice"))
_ACTIONS = frozenset(("none", "append", "supersede", "retract", "merge", "append_conflict"))
_STORY = {
    "id": str,
    "lang": str,
    "events": [{"eventId": str, "role": str, "content": str, "timestamp": int}],
    "facts": [
        {
            "source": str,
            "subject": str,
            "predicate": str,
            "object": str,
            "negated": bool,
            "type": str,
            "status": str,
            "validFrom": (date, _NONE),
            "validTo": (date, _NONE),
        }
    ],
    "actions": [{"event": str, "action": _ACTIONS, "target": (str, _NONE)}],
    "queries": [
        {
            "kind": _KINDS,
            "query": str,
            "askedAt": int,
            "expect": [str],
            "stale": [str],
            "order": [str],
        }
    ],
}
_FACT: Shape = {"subject": str, "predicate": str, "object": str, "negated": bool}
_FACT |= {"validityStart?": (date, _NONE), "validityEnd?": (date, _NONE)}
_MESSAGE = {
    "id": str,
    "lang": str,
    "content": str,
    "timestamp": int,
    "facts": [_FACT],
    "optional?": [_FACT],
    "aliases?": [[str]],
    "complete?": bool,
    "tags?": [str],
    "origin?": str,
}
SHAPES: Mapping[str, Shape] = {
    "conflict": _PAIR,
    "extraction": _MESSAGE,
    "temporal": _EXPRESSION,
    "timelines": _STORY,
    "queries": {"query": str, "evidence?": [[str]], "askedAt?": (int, _NONE), **_OWNED},
    "corpus": {"eventId": str, "content": str, **_OWNED},
}
"""What a line of each kind of file holds, by the file's name without ``.jsonl``."""


def read_gold(path: Path, kind: str) -> list[dict[str, Any]]:
    """The lines of a file of this kind, or of the one in a folder; errors as of
    :func:`read_lines`."""
    return read_lines(gold_file(path, kind), SHAPES[kind])


def gold_file(path: Path, kind: str) -> Path:
    """The file of this kind: ``path``, or the one in that folder."""
    return path / f"{kind}.jsonl" if path.is_dir() else path


def name_of(*files: Path) -> str:
    """What figures on label files are kept under: the folder, of one file its name too, and the
    beginning of the hash of their bytes. Other labels begin another course."""
    first = files[0].resolve()
    where = f"{first.parent.name}/{first.name}" if len(files) == 1 else first.parent.name
    hashed = content_hash(b"".join(one.read_bytes() for one in files))
    return f"{where} {hashed.removeprefix('sha256:')[:8]}"


def read_lines(path: Path, shape: Shape) -> list[dict[str, Any]]:
    """The lines of a file of JSON objects, each of ``shape``.

    Raises:
        NotFound: there is no such file.
        BadRequest: the file cannot be read, or a line is not of that shape; names it.
    """
    if not path.is_file():
        raise NotFound(f"there is no file {path}")
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from None
    form, rows = TypeAdapter(_type(shape)), []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                rows.append(json.loads(line))
                # A lone surrogate, which pydantic refuses, is a text as others are.
                whole = json.dumps(rows[-1], ensure_ascii=False).encode("utf-8", "replace")
                form.validate_json(whole)
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the line"
                given = json.dumps(first["input"], default=str)[:40]
                but = "" if first["type"] == "missing" else f", but it is {given}"
                why = first["msg"].removeprefix("Value error, ")
                raise BadRequest(f"{path}:{number}: {where}: {why}{but}") from None
            except ValueError as error:
                raise BadRequest(f"{path}:{number}: {error}") from None
    if not rows:
        raise BadRequest(f"{path} holds no line")
    return rows


def _type(shape: Shape) -> Any:
    """A shape as pydantic takes it."""
    if isinstance(shape, dict):
        keys: dict[str, Any] = {
            name.removesuffix("?"): (_type(part), None if name.endswith("?") else ...)
            for name, part in shape.items()
        }
        made = create_model("Line", __config__=ConfigDict(strict=True), **keys)
        return Annotated[made, AfterValidator(_in_order)] if shape is _TIMES else made
    if isinstance(shape, list):
        return list[_type(shape[0])]  # type: ignore[misc]
    if isinstance(shape, frozenset):
        return Literal[tuple(sorted(shape))]
    if isinstance(shape, tuple):
        return reduce(or_, map(_type, shape))
    if shape in (date, datetime):
        return Annotated[str, AfterValidator(partial(_in_iso, shape))]
    return shape


def _in_iso(kind: type[date], text: str) -> date:
    try:
        return kind.fromisoformat(text)
    except ValueError:
        what = "time" if kind is datetime else "day"
        raise ValueError(f"it should be a {what} in ISO form") from None


def _in_order(times: Any) -> Any:
    if times.start.replace(tzinfo=None) >= times.end.replace(tzinfo=None):
        raise ValueError("it does not end behind its start; its end is exclusive")
    return times
