"""Messages between the vector index and its host process: pickles, one behind the other.

Both ends are ours and speak over a private pipe; nothing from outside is ever unpickled.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

_PICKLE_PROTOCOL = 5

Target = str | tuple[str, int]
"""What a host opens: a folder's path, or a server's ``(host, port)``."""


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a host method."""

    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of it; ``value`` is the result or, unless ``ok``, the error's text."""

    kind: Literal["ok", "mismatch", "failed", "panic"]
    value: Any


def pack(message: Request | Reply) -> bytes:
    return pickle.dumps(message, protocol=_PICKLE_PROTOCOL)


def send(stream: BinaryIO, packed: bytes) -> None:
    """Write one message and flush. Raises ``OSError`` when the other end is gone."""
    stream.write(packed)
    stream.flush()


def receive(stream: BinaryIO) -> Request | Reply | None:
    """Read one message; ``None`` when the other end closed (even in the middle of one)."""
    try:
        message = pickle.load(stream)
    except (EOFError, pickle.UnpicklingError):
        return None
    if not isinstance(message, Request | Reply):
        raise TypeError(f"not a message of ours: {type(message).__name__}")
    return message
