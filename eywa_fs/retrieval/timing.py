"""The times a query names, and how well a document's time fits them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.clock import DAY_MS
from eywa_fs.language.temporal import find_times

FADE_DAYS: Final = 7.0
"""Things are told some days after they happened: the match fades by 1/e a week after a window."""

OUTSIDE: Final = 0.7
"""What the nearest time outside counts, against 1 inside: a question for a day wants that day, and
not its neighbours. With 1 that day was first in 65 of 152 questions written for it, with this and
``temporal_scale`` 2.3 for 2.0 in 130; the sets of docs/retrieval.md lost a thousandth by both."""

EARLY_FACTOR: Final = 2.0
"""They are told less often before: distances before a window count double."""

FAINTEST: Final = 0.01
"""A match below it is none: a month and more behind a window, and half of that before it."""

_LONGEST_MS = 366 * DAY_MS


def windows(query: str, reference_ms: int, timezone: str) -> list[tuple[int, int]]:
    """The closed stretches of time a query names, half-open, up to a year long each."""
    spans = find_times(query, reference_ms, tz=timezone, prefer="past")
    named = [(s.start_ms, s.end_ms) for s in spans if s.kind in ("point", "interval")]
    closed = [(start, end) for start, end in named if start and end]
    return [(start, end) for start, end in closed if 0 < end - start <= _LONGEST_MS]


def window_match(
    timestamps: NDArray[np.int64], windows: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """1 for a document inside one of the windows, less outside, and fading.

    Several windows: the best fit counts, since a question that names two times wants records of
    both.

    Args:
        timestamps, windows: epoch ms.
    """
    best = np.zeros(len(timestamps))
    for start, end in windows:
        away = np.maximum((start - timestamps) * EARLY_FACTOR, timestamps - end)
        fading = OUTSIDE * np.exp(-np.maximum(away, 0) / DAY_MS / FADE_DAYS)
        best = np.maximum(best, np.where(away > 0, fading, 1.0))
    best[best < FAINTEST] = 0
    return best
