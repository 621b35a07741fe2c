"""English dates, times and parts of the day that stand together as one expression."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.en_clock import clock, clock_range, day_part, part_span
from eywa_fs.language.temporal.en_dates import date
from eywa_fs.language.temporal.en_steps import week_after
from eywa_fs.language.temporal.en_words import (
    CARDINALS,
    DECADES,
    LAST,
    MONTHS,
    NEXT,
    ORDINALS,
    SEASONS,
    TENS,
    THIS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    year,
)
from eywa_fs.language.temporal.holidays import FIRST_WORDS
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Date,
    DayPart,
    Partial,
    Rule,
    combine,
)
from eywa_fs.language.temporal.tokens import Tokens

_GLUE = frozenset(
    ("on", "at", "in", "of", ",", "for", "around", "about", "by", "the", "-", "t", "(", ")")
)
EVERY = {"every", "each"}
_NAMED_PARTS = {"tonight": "night", "tonite": "night"}
STARTERS = (
    frozenset(MONTHS)
    | frozenset(WEEKDAYS)
    | frozenset(WEEKDAY_PLURALS)
    | frozenset(UNITS)
    | frozenset(SEASONS)
    | frozenset(CARDINALS)
    | frozenset(ORDINALS)
    | frozenset(TENS)
    | frozenset(DECADES)
    | NEXT
    | LAST
    | THIS
    | EVERY
    | FIRST_WORDS
    | frozenset(
        """today tonight tonite tomorrow tmrw tmr tomorow yesterday now right the in at from
        between since until till before after early earlier mid middle late later beginning
        start end eod eow eom eoy ytd mtd rest remaining remainder weekend workweek working
        morning afternoon evening night noon midnight midday half quarter a an couple within
        over during for cy fy calendar fiscal q h w my am ' ’ ‘""".split()  # noqa: SIM905
    )
)
"""Words that an expression can begin with."""


@dataclass(frozen=True, slots=True)
class Match:
    """A rule and the tokens [start, end) it was read from."""

    start: int
    end: int
    rule: Rule


@dataclass(slots=True)
class Compound:
    """A date, a time and a part of the day that stand together."""

    date: Date | None = None
    time: Clock | ClockRange | None = None
    part: DayPart | None = None
    end: int = 0

    @property
    def weak(self) -> bool:
        """Whether it is nothing but a bare number."""
        if self.date is not None:
            return False
        if isinstance(self.time, Clock):
            return self.time.weak and self.part is None
        if isinstance(self.time, ClockRange):
            return self.time.start.weak and self.time.end.weak and self.part is None
        return False

    def rule(self) -> Rule:
        date_, time, part = self.date, self.time, self.part
        return lambda context: combine(date_, time, part, context)


def compound(t: Tokens, i: int) -> Compound | None:
    return t.once("compound", i, _read)


def _read(t: Tokens, i: int) -> Compound | None:
    found = Compound()
    j = i
    while _extend(t, j, found):
        j = found.end
        for _ in range(2):
            if t.word(j) in _GLUE or (t.word(j) == "." and t.joined(j) and t.joined(j + 1)):
                if t.word(j) == "t" and not t.joined(j):
                    break
                j += 1
    return found if found.end else None


def _extend(t: Tokens, j: int, found: Compound) -> bool:
    """Read one more component at `j` into `found`."""
    first = found.end == 0
    dated = date(t, j) if found.date is None else None
    times = t.once("hours", j, clock_range) if found.time is None else None
    timed = t.once("clock", j, clock) if found.time is None else None
    part = day_part(t, j) if found.part is None else None
    if found.date is None and dated and _beats(dated, times or timed):
        found.date, found.end = dated
        named = _NAMED_PARTS.get(t.word(j)) if found.part is None else None
        if named:
            found.part = part_span(named)
        return True
    if times and _hours_fit(t, j, times, first):
        found.time, found.end = times
        return True
    if part and (timed is None or part[1] >= timed[1]):
        found.part, found.end = part
        return True
    if timed and _clock_fits(t, j, timed, first):
        found.time, found.end = timed
        return True
    if found.date is not None and t.word(j) in WEEKDAYS and t.word(j + 1) == ")":
        found.end = j + 2
        return True
    if isinstance(found.date, Partial) and found.date.day and found.date.year is None:
        value = year(t, j) if found.time is not None and len(t.word(j)) == 4 else None
        if value and t.word(j).isdecimal():
            found.date, found.end = replace(found.date, year=value[0]), value[1]
            return True
    if (
        isinstance(found.date, Partial)
        and found.date.weekday is not None
        and found.date.day is None
    ):
        week = week_after(t, j)
        if week:
            found.date = relative.weekday_of_week(found.date.weekday, week[0])
            found.end = week[1]
            return True
    return False


def _hours_fit(t: Tokens, j: int, times: tuple[ClockRange, int], first: bool) -> bool:
    """Whether two bare hours stand beside a day; after a dash they are the rest of a date."""
    if not (times[0].start.weak and times[0].end.weak):
        return True
    return _starts_day(t, times[1]) if first else t.word(j - 1) != "-"


def _beats(dated: tuple[Date, int], timed: tuple[object, int] | None) -> bool:
    return timed is None or dated[1] >= timed[1]


def _starts_day(t: Tokens, j: int) -> bool:
    """Whether a date follows that bare hours can belong to."""
    k = j + 1 if t.word(j) in ("on", "of", ",") else j
    word = t.word(k)
    found = date(t, k) if word in STARTERS or word.isdecimal() else None
    if found is None:
        return False
    return not (isinstance(found[0], Partial) and found[0].day is None and found[0].weekday is None)


def _clock_fits(t: Tokens, j: int, timed: tuple[Clock, int], first: bool) -> bool:
    if not timed[0].weak:
        return True
    before = t.word(j - 1)
    if first:
        follow = t.word(timed[1])
        return (
            (before == "at" and t.word(timed[1] + 1) != "of")
            or follow in ("tonight", "tomorrow")
            or (
                follow == ","
                and t.word(timed[1] + 1) in ("tonight", "tomorrow", "today", "yesterday")
            )
        )
    if t.word(timed[1]) in UNITS or not timed[0].weak:
        return False
    spoken = not t.word(j).isdecimal() and timed[0].grain == "minute"
    return before in ("at", "around", "about") or spoken
