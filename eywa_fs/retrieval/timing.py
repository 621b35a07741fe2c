"""How well a document's time fits the times named in a query."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

DAY_MS: Final = 86_400_000

FADE_DAYS: Final = 7.0
"""Things are told some days after they happened: the match fades by 1/e a week after a window."""

EARLY_FACTOR: Final = 2.0
"""They are told less often before: distances before a window count double."""


def window_match(
    timestamps: NDArray[np.int64], windows: Sequence[tuple[int | None, int | None]]
) -> NDArray[np.float64] | None:
    """1 for a document inside one of the windows, fading outside; ``None`` without a window.

    ``timestamps``: epoch ms. ``windows``: half-open ``(start, end)`` in epoch ms, ``None`` for an
    open side; a window open on both sides is ignored. Several windows: the best fit counts, since
    a question that names two times wants records of both.
    """
    bounded = [window for window in windows if window != (None, None)]
    if not bounded:
        return None
    best = np.zeros(len(timestamps))
    for start, end in bounded:
        early = np.zeros(len(timestamps)) if start is None else start - timestamps
        late = np.zeros(len(timestamps)) if end is None else timestamps - end
        days = np.maximum(np.maximum(early * EARLY_FACTOR, late), 0) / DAY_MS
        best = np.maximum(best, np.exp(-days / FADE_DAYS))
    return best
