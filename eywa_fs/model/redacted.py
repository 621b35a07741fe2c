"""What a redaction policy masks in a text, and how often in a user's records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eywa_fs.model.plain import AsDict, fields_of


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that a policy masks: characters ``start`` to ``end``, and the kind or the name of
    the pattern."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text as it is after masking, and the passages that were masked, in their order."""

    text: str
    found: tuple[Found, ...]

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "found": [fields_of(item) for item in self.found]}


@dataclass(frozen=True, slots=True)
class RedactionCounts(AsDict):
    """How many records there are, how many hold anything that is masked, and by kind how many hold
    that."""

    records: int
    holding: int
    kinds: Mapping[str, int]
