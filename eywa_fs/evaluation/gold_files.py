"""Files of labelled data: found, read and checked, with errors that name the line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from eywa_fs.errors import BadRequest, NotFound

Shape = Any
"""A type (or a tuple of them; ``date`` and ``datetime`` are texts in ISO form), a mapping from
required keys to shapes, or a list with the shape of its items."""

_NONE = type(None)
_STATEMENT = {"content": str, "timestamp": int}
PAIR: Shape = {"id": str, "lang": str, "label": str, "first": _STATEMENT, "second": _STATEMENT}
"""A line of ``conflict.jsonl``."""

EXPRESSION: Shape = {
    "id": str,
    "lang": str,
    "text": str,
    "span": (str, _NONE),
    "reference": datetime,
    "granularity": str,
    "accept": [{"start": datetime, "end": datetime}],
}
"""A line of ``temporal.jsonl``."""

STORY: Shape = {
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
    "actions": [{"event": str, "action": str, "target": (str, _NONE)}],
    "queries": [
        {"kind": str, "query": str, "askedAt": int, "expect": [str], "stale": [str], "order": [str]}
    ],
}
"""A line of ``timelines.jsonl``."""


def gold_file(path: Path, name: str) -> Path:
    """``path``, or the file ``name`` in it where it is a folder.

    Raises:
        NotFound: there is no such file.
    """
    found = path / name if path.is_dir() else path
    if not found.is_file():
        raise NotFound(f"there is no file {found}")
    return found


def read_gold(path: Path, shape: Shape) -> list[dict[str, Any]]:
    """The lines of a file of JSON objects, each checked against ``shape``.

    Raises:
        BadRequest: the file cannot be read, or a line is not of that shape.
    """
    rows = []
    with named_errors(path), path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                _check(row, shape, "the line")
            except ValueError as error:
                raise BadRequest(f"{path}:{number}: {error}") from None
            rows.append(row)
    if not rows:
        raise BadRequest(f"{path} holds no line")
    return rows


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Turn what reading a file raises into an error for the caller.

    Raises:
        BadRequest: instead of ``OSError`` and ``ValueError``.
    """
    try:
        yield
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from None
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _check(value: object, shape: Shape, where: str) -> None:
    if isinstance(shape, dict):
        if not isinstance(value, Mapping):
            raise ValueError(f"{where} is no JSON object")
        for key, part in shape.items():
            if key not in value:
                raise ValueError(f"{where} lacks {key!r}")
            _check(value[key], part, f"{key!r} of {where}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise ValueError(f"{where} is no list")
        for number, item in enumerate(value):
            _check(item, shape[0], f"item {number} of {where}")
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        if not any(_is(value, kind) for kind in kinds):
            names = " or ".join(_NAMES[kind] for kind in kinds)
            raise ValueError(f"{where} is not {names}, but {json.dumps(value)[:40]}")


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
