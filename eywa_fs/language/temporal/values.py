"""The public values of the time-expression resolver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Granularity = Literal[
    "second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade", "century",
    "interval", "open",
]  # fmt: skip
GRAINS: dict[str, Granularity] = {grain: grain for grain in get_args(Granularity)}
Kind = Literal["point", "interval", "duration", "recurring"]
Prefer = Literal["past", "future", "auto"]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time in calendar units; the three parts add up.

    Months stay apart from days and days from seconds because their length in seconds depends on
    where on the calendar they are laid (28 to 31 days, 23 to 25 hours).
    """

    months: int = 0
    days: int = 0
    seconds: int = 0

    def __add__(self, other: Length) -> Length:
        return Length(
            self.months + other.months, self.days + other.days, self.seconds + other.seconds
        )

    def times(self, factor: int) -> Length:
        """This length `factor` times; a negative factor turns it backwards."""
        return Length(self.months * factor, self.days * factor, self.seconds * factor)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One time expression of a text and the stretch of time it means.

    `start_ms` and `end_ms` are epoch milliseconds, half-open. One of them is None for an open
    range ("since March"), both are None for a duration or a recurring time, which have no place
    on the time line of their own. `text_start` and `text_end` are character offsets (half-open)
    into the text.
    """

    start_ms: int | None
    end_ms: int | None
    text_start: int
    text_end: int
    kind: Kind
