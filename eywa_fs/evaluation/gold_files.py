"""Files of labelled data: found, read and checked, with errors that name the line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

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
    rows = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                row = json.loads(line)
                _check(row, shape, "the line")
            except ValueError as error:
                raise BadRequest(f"{path}:{number}: {error}") from None
            rows.append(row)
    if not rows:
        raise BadRequest(f"{path} holds no line")
    return rows


def _check(value: object, shape: Shape, where: str) -> None:
    if isinstance(shape, dict):
        if not isinstance(value, Mapping):
            raise ValueError(f"{where} is no JSON object")
        for name, part in shape.items():
            key = name.removesuffix("?")
            if key in value:
                _check(value[key], part, f"{key!r} of {where}")
            elif key == name:
                raise ValueError(f"{where} lacks {key!r}")
        if shape is _TIMES and _time(value["start"]) >= _time(value["end"]):
            raise ValueError(f"{where} does not end behind its start; its end is exclusive")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise ValueError(f"{where} is no list")
        for number, item in enumerate(value):
            _check(item, shape[0], f"item {number} of {where}")
    elif isinstance(shape, frozenset):
        if not isinstance(value, str) or value not in shape:
            names = ", ".join(sorted(shape))
            raise ValueError(f"{where} is none of {names}, but {json.dumps(value)[:40]}")
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        if not any(_is(value, kind) for kind in kinds):
            names = " or ".join(_NAMES[kind] for kind in kinds)
            raise ValueError(f"{where} is not {names}, but {json.dumps(value)[:40]}")


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=None)


def _is(value: object, kind: Any) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind not in (date, datetime):
        return isinstance(value, kind)
    if not isinstance(value, str):
        return False
    try:
        kind.fromisoformat(value)
    except ValueError:
        return False
    return True


_NAMES = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    _NONE: "null",
    date: "a day in ISO form",
    datetime: "a time in ISO form",
}
