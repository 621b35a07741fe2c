"""What stands where an erased line stood: bytes of the same length, so that no anchor moves."""

from __future__ import annotations

import re
from typing import Final

BEGIN: Final = b'{"erased":"er_'
_TOMBSTONE: Final = re.compile(rb'\{"erased":"(er_[0-9a-f]{12})"(?:,"chain":"([0-9a-f]{64})")?\} *')


def tombstone(length: int, erasure_id: str, chain: str | None = None) -> bytes:
    """The bytes that stand in the place of a line of ``length`` bytes.

    Args:
        chain: chain value of a line of a linked log (:mod:`eywa_fs.truth.chain`). Only the line of
            another program can be too short for it: it is left out then.
    """
    forms = [f'{{"erased":"{erasure_id}"}}'.encode()]
    if chain is not None:
        forms.insert(0, f'{{"erased":"{erasure_id}","chain":"{chain}"}}'.encode())
    return next((form for form in forms if len(form) <= length), b"").ljust(length)


def erased_by(line: bytes) -> str | None:
    """The id of the erasure that a line is the tombstone of; ``None`` if it is none. A line that
    was too short for a tombstone is white space, and says nothing."""
    match = _TOMBSTONE.fullmatch(line) if line.startswith(BEGIN) else None
    return match[1].decode() if match else None


def kept_chain(line: bytes) -> str | None:
    """The chain value that a tombstone of a linked log keeps; ``None`` for any other line."""
    match = _TOMBSTONE.fullmatch(line) if line.startswith(BEGIN) else None
    return match[2].decode() if match and match[2] else None
