"""What stands where an erased line stood: bytes of the same length, so that no anchor moves."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

BEGIN: Final = b'{"erased":"er_'
_TOMBSTONE: Final = re.compile(rb'\{"erased":"(er_[0-9a-f]{12})"[^\n]*\} *')


class Link(NamedTuple):
    """What keeps the chain of hashes whole over an erased line: SHA-256 of the line (hex), and the
    ``prev`` that stood in it, ``""`` where there was none."""

    line: str
    prev: str


def tombstone(length: int, erasure_id: str, link: Link | None = None) -> bytes:
    """The bytes that stand in the place of a line of ``length`` bytes.

    Args:
        link: of a line of a chained log. Where there is no room for it, it is left out.
    """
    short = f'{{"erased":"{erasure_id}"}}'.encode()
    forms = [short]
    if link is not None:
        prev = f',"prev":"{link.prev}"' if link.prev else ""
        forms.insert(0, f'{{"erased":"{erasure_id}","line":"{link.line}"{prev}}}'.encode())
    return next((form for form in forms if len(form) <= length), b"").ljust(length)


def erased_by(line: bytes) -> str | None:
    """The id of the erasure that a line is the tombstone of; ``None`` if it is none. A line that
    was too short for a tombstone is white space, and says nothing."""
    if not line.startswith(BEGIN):
        return None
    match = _TOMBSTONE.fullmatch(line)
    return match[1].decode() if match else None
