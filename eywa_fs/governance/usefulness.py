"""What was said about the use of records in earlier answers. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from eywa_fs.governance.changes import Change

UNKNOWN: Final = 2
"""Answers of which nothing is known that are counted along with the known ones, one for each
outcome (Laplace's rule of succession), so that one answer says little."""


def usefulness(changes: Iterable[Change]) -> Mapping[str, float]:
    """How useful records were, by event id: above -1 and below 1; the others are at 0.

    ``(useful - useless) / (useful + useless + UNKNOWN)`` over all feedback on a record.
    """
    said: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for change in changes:
        if change.op == "feedback":
            said[change.target][change.useful] += 1
    return {
        name: (good - bad) / (good + bad + UNKNOWN)
        for name, (bad, good) in said.items()
        if good != bad
    }
