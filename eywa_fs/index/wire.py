"""Messages between the vector index and its host process: a length, then a pickle.

Both ends are ours and speak over a private pipe; nothing from outside is ever unpickled.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

_LENGTH = struct.Struct("<Q")
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
    body = pickle.dumps(message, protocol=_PICKLE_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def send(stream: BinaryIO, packed: bytes) -> None:
    """Write one message and flush. Raises ``OSError`` when the other end is gone."""
    stream.write(packed)
    stream.flush()


def receive(stream: BinaryIO) -> Request | Reply | None:
    """Read one message; ``None`` when the other end closed (even in the middle of one)."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        return None
    message = pickle.loads(body)
    if not isinstance(message, Request | Reply):
        raise TypeError(f"not a message of ours: {type(message).__name__}")
    return message
