"""What a redaction policy masks in a text, and how often in a user's records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eywa_fs.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a policy masks: characters ``start`` to ``end``, and the kind or the name of
    the pattern."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted(AsDict):
    """A text as it is after masking, and the passages that were masked, in their order."""

    text: str
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class RedactionCounts(AsDict):
    """How many records there are, how many hold anything that is masked, and by kind how many hold
    that."""

    records: int
    holding: int
    kinds: Mapping[str, int]
