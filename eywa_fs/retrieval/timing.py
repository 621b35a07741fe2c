"""The times a query names, and how well a document's time fits them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.clock import DAY_MS
from eywa_fs.language.temporal import find_times
from eywa_fs.language.temporal.find import tense
from eywa_fs.language.temporal.named import without_times
from eywa_fs.language.temporal.values import TimeSpan
from eywa_fs.language.tokens import query_terms

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

THEN: Final = 3
"""Records of :func:`as_it_was` that stand in a context beside those of the time itself."""

_LONGEST_MS = 366 * DAY_MS
_SOON_MS = 8 * DAY_MS
"""From the beginning of a weekday to the end of the same one of the next week."""
_SHORT_MS = 11 * DAY_MS
"""The beginning or end of a month; a whole one without a year is one of the past, as Chinese has no
tense."""
_LAST_WEEKDAY = re.compile(r"last\s+(?:mon|tues?|wed|thu|fri|sat|sun)", re.I)


def windows(
    query: str, reference_ms: int, timezone: str, *, past: bool = True
) -> list[tuple[int, int]]:
    """The closed stretches of time a query names in which its answer may have been said, half-open,
    up to a year long each.

    What is yet to come ("tomorrow") may have been told at any time before. So may what is asked of
    today, of a weekday or of a date of the next week in no past tense ("is the shop open on
    Monday?"): these are left out.
    "Last Monday" is that of last week, and the last one that was. "Now" is no stretch at all.

    Args:
        past: the query asks how things went or once were, whatever the tense of its words.
    """
    named = find_times(query, reference_ms, tz=timezone, prefer="past")
    if not named:
        return []
    ahead = find_times(query, reference_ms, tz=timezone, prefer="future")
    coming = {span.text_start: span for span in ahead}
    today = find_times("today", reference_ms, tz=timezone)[0].start_ms or reference_ms
    found: list[tuple[int, int]] = []
    for span in named:
        start, end = span.start_ms, span.end_ms
        if span.kind not in ("point", "interval") or not start or not end:
            continue
        over = start // 1000 < reference_ms // 1000  # "now" is this second
        told = tense(query, span.text_start, span.text_end)
        told = "past" if past and told == "auto" else told
        if over and told != "past":
            over = not _is_coming((start, end), coming.get(span.text_start), today)
        if over and 0 < end - start <= _LONGEST_MS:
            found.append((start, end))
        if _LAST_WEEKDAY.match(said := query[span.text_start : span.text_end]):
            found += windows(said.split(maxsplit=1)[1], reference_ms, timezone)
    return list(dict.fromkeys(found))


def as_it_was(query: str, reference_ms: int, timezone: str) -> tuple[str, int] | None:
    """A query without the times it names, and the end of the last of them; ``None`` where it names
    none of more than :data:`_SHORT_MS` that is over, or has no word beside them. What was so
    all that time ("where did I live last spring?") was mostly said before."""
    long = [w for w in windows(query, reference_ms, timezone) if w[1] - w[0] > _SHORT_MS]
    rest = " ".join(without_times(query, reference_ms, timezone).split()) if long else ""
    if not query_terms(rest):
        return None
    return rest, min(max(end for _, end in long), reference_ms)


def _is_coming(before: tuple[int, int], after: TimeSpan | None, today: int) -> bool:
    """Whether a time that is asked about is rather today or yet to come than over.

    Args:
        before, after: its readings as a time of the past and of the future.
        today: when the day of asking began.
    """
    if after is None or after.start_ms is None or after.end_ms is None or after.end_ms <= today:
        return False
    soon = after.start_ms - today < _SOON_MS and after.end_ms - after.start_ms <= _SHORT_MS
    return soon or after.end_ms - before[0] <= _SOON_MS


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
