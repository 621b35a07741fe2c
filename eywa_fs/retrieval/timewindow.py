"""Times a query names, and how well a document's own time fits them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eywa_fs.language.temporal import TimeSpan, find_times

MARGIN = 1.0
"""A time just outside the window still counts a little: the value falls linearly from 1 to 0 over
this share of the window's own length on either side (talk of an event often comes a day later)."""

_LONGEST_MS = 366 * 86_400_000


def windows(query: str, reference_ms: int, timezone: str) -> list[tuple[int, int]]:
    """The closed stretches of time a query names, half-open, up to a year long each."""
    spans = find_times(query, reference_ms, tz=timezone, prefer="past")
    return [(s.start_ms, s.end_ms) for s in spans if _usable(s) and s.start_ms and s.end_ms]


def time_match(
    timestamps: NDArray[np.int64], named: Sequence[tuple[int, int]]
) -> NDArray[np.float64] | None:
    """For each document 1 inside a named window, falling to 0 around it; ``None`` without any."""
    if not named:
        return None
    best = np.zeros(len(timestamps))
    for start, end in named:
        margin = max((end - start) * MARGIN, 1)
        outside = np.maximum(np.maximum(start - timestamps, timestamps - (end - 1)), 0)
        best = np.maximum(best, np.clip(1.0 - outside / margin, 0.0, 1.0))
    return best


def _usable(span: TimeSpan) -> bool:
    if span.kind not in ("point", "interval") or span.start_ms is None or span.end_ms is None:
        return False
    return 0 < span.end_ms - span.start_ms <= _LONGEST_MS
