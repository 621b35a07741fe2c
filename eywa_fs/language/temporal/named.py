"""The time of the past that a question names, and the question without it."""

from __future__ import annotations

import re

from eywa_fs.clock import DAY_MS
from eywa_fs.language.temporal.find import find_times

Period = tuple[int, int]
"""First and last moment, half-open, epoch milliseconds."""
_UNTIL = re.compile(r"^[A-Za-z]+\s+|^直?到|[之以]?前$")
_UP_TO = re.compile(r"\b(?:up to|prior to|ahead of) (?:the )?$")


def past_period(text: str, asked_at: int, tz: str) -> tuple[Period | None, tuple[int, int]]:
    """The first time before the asking that the question names, or one that lies inside it ("a
    Wednesday in October" names two), and where it stands in the text. "Until May" is the day before
    May; "since May" ends with the asking."""
    found: list[tuple[Period, tuple[int, int]]] = []
    for span in find_times(text, asked_at, tz=tz, prefer="past"):
        start, end, place = span.start_ms, span.end_ms, (span.text_start, span.text_end)
        if span.kind not in ("point", "interval"):
            continue
        if start is not None and _UP_TO.search(text[: place[0]].casefold()):
            start, end = start - DAY_MS, start
        elif start is None and end is not None:
            bare = _UNTIL.sub("", said := text[slice(*place)])
            named = past_period(bare, asked_at, tz)[0] if bare != said else None
            end = named[0] if named else end
            start = end - DAY_MS
        end = asked_at if end is None else end
        if start is not None and start < asked_at and not start <= asked_at < end:
            found.append(((start, end), place))
    inside = [f for f in found if found[0][0][0] <= f[0][0] and f[0][1] <= found[0][0][1]]
    return min(inside, key=lambda f: f[0][1] - f[0][0], default=(None, (0, 0)))


def without_times(text: str, asked_at: int, tz: str) -> str:
    """``text`` with its time expressions blanked: a month asked about is no topic. "On Wednesdays"
    may be one."""
    for span in find_times(text, asked_at, tz=tz, prefer="past"):
        if span.kind != "recurring":
            blank = " " * (span.text_end - span.text_start)
            text = text[: span.text_start] + blank + text[span.text_end :]
    return text
