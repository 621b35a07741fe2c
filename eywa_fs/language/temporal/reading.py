"""What the grammars of both languages produce, and how it becomes a stretch of local time.

A grammar reads words into parts (a date that may lack its year, a clock time that may lack its
half of the day, a part of the day). Only here does a part meet the reference time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Concatenate, Literal, ParamSpec, TypeVar

from eywa_fs.language.temporal.calendar import UNIT_LENGTHS, floor, shift
from eywa_fs.language.temporal.values import Granularity, Kind, Length


@dataclass(frozen=True, slots=True)
class Context:
    """The reference time (local, naive) and the side of it an incomplete date is looked for."""

    now: datetime
    prefer: Literal["past", "future"]
    sure: bool = True  # False where `prefer` is only the default, as the text tells no tense

    @property
    def today(self) -> datetime:
        return floor(self.now, "day")


@dataclass(frozen=True, slots=True)
class Reading:
    """A finished reading in local time, [start, end); see `TimeSpan` for the open and unplaced."""

    start: datetime | None
    end: datetime | None
    grain: Granularity
    kind: Kind = "point"

    def ends(self) -> tuple[datetime, datetime]:
        """Both ends. Raises ValueError for an open or unplaced reading."""
        if self.start is None or self.end is None:
            raise ValueError("no place on the time line")
        return self.start, self.end


Rule = Callable[[Context], Reading]
Given = ParamSpec("Given")
Text = TypeVar("Text")


@dataclass(frozen=True, slots=True)
class Partial:
    """A calendar date of which some fields are said; `this` asks for the running year or month."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    this: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; `meridiem` is 0 for am, 12 for pm, None if unsaid; `weak` is a bare number."""

    hour: int
    minute: int = 0
    second: int = 0
    grain: Granularity = "hour"
    meridiem: int | None = None
    weak: bool = False


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of the day in seconds since midnight."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ClockRange:
    start: Clock
    end: Clock


Date = Partial | Rule
Found = tuple[Date, int] | None  # a date, the index behind it
Amount = tuple[Length, str, int] | None  # a length, its smallest unit, the index behind it
Match = tuple[int, Rule]  # the index behind an expression, what it says


def recurring(context: Context) -> Reading:
    """A time that comes again and again has no place on the time line."""
    return Reading(None, None, "day", "recurring")


def unplaced(context: Context) -> Reading:
    """A length of time by itself has none either."""
    return Reading(None, None, "interval", "duration")


def added(found: Amount, read: Callable[[int], Amount]) -> Amount:
    """A length and up to five more, each read where the one before it ends."""
    for _ in range(5):
        more = found and read(found[2])
        if not (found and more):
            break
        found = found[0] + more[0], more[1], more[2]
    return found


def longest(text: Text, i: int, readers: tuple[Callable[[Text, int], Found], ...]) -> Found:
    """The date at `i` that ends last; of several the one of the first reader."""
    best: Found = None
    for read in readers:
        found = read(text, i)
        if found and (best is None or found[1] > best[1]):
            best = found
    return best


def told(work: Callable[Concatenate[Context, Given], Reading]) -> Callable[Given, Rule]:
    """From a function of the context and more one of the rest that returns a rule."""

    def rule(*given: Given.args, **named: Given.kwargs) -> Rule:
        return lambda context: work(context, *given, **named)

    return rule


def span(start: datetime, end: datetime, grain: Granularity = "interval") -> Reading:
    return Reading(start, end, grain, "interval" if grain == "interval" else "point")


def unit_at(moment: datetime, grain: Granularity) -> Reading:
    """The calendar unit that holds `moment`."""
    return unit_from(floor(moment, grain), grain)


def unit_from(start: datetime, grain: Granularity) -> Reading:
    return span(start, shift(start, UNIT_LENGTHS[grain]), grain)


def day_of(moment: datetime) -> Reading:
    return unit_at(moment, "day")


def bounds(date: Date, context: Context) -> tuple[datetime, datetime]:
    """Both ends of what a date means. Raises ValueError for an open or unplaced one."""
    return resolve_date(date, context).ends()


def resolve_date(date: Date, context: Context) -> Reading:
    """The stretch a date means. Raises ValueError if there is no such date ("Feb 30")."""
    if not isinstance(date, Partial):
        return date(context)
    if date.year is not None:
        return _with_year(date, date.year)
    if date.month is not None:
        return _pick(_years(context, date), context, date)
    if date.day is not None:
        return _pick(_days_of_months(context, date), context, date)
    if date.weekday is None:
        raise ValueError("empty date")
    return _pick(_weekdays(context, date.weekday), context, date)


def _with_year(date: Partial, year: int) -> Reading:
    if date.month is None:
        return unit_from(datetime(year, 1, 1), "year")
    if date.day is None:
        return unit_from(datetime(year, date.month, 1), "month")
    return unit_from(datetime(year, date.month, date.day), "day")


def _weekdays(context: Context, weekday: int) -> Iterator[Reading]:
    base = (weekday - context.today.weekday()) % 7 - 7
    for days in (base, base + 7, base + 14):
        yield day_of(context.today + timedelta(days=days))


def _days_of_months(context: Context, date: Partial) -> Iterator[Reading]:
    month = floor(context.now, "month")
    # 14 months either way hold every combination of day of month and weekday that a calendar has.
    for step in range(-14, 15):
        first = shift(month, UNIT_LENGTHS["month"], step)
        day = first + timedelta(days=(date.day or 1) - 1)
        if day.month == first.month and date.weekday in (None, day.weekday()):
            yield day_of(day)


def _years(context: Context, date: Partial) -> Iterator[Reading]:
    # 8 years either way hold a Feb 29 even across a century without one.
    for year in range(max(1, context.now.year - 8), min(9998, context.now.year + 8) + 1):
        try:
            yield _with_year(date, year)
        except ValueError:
            continue


def _pick(candidates: Iterator[Reading], context: Context, date: Partial) -> Reading:
    """The last candidate of the past, or the first that is not over yet."""
    past, future, running = None, None, None
    today = context.today
    for reading in candidates:
        assert reading.start is not None and reading.end is not None
        same_year = reading.start.year == today.year
        if same_year and (date.month is not None or reading.start.month == today.month):
            running = reading
        if reading.start < today:
            past = reading
        if future is None and reading.end > today:
            future = reading
    if date.month is not None and date.weekday is not None:
        for reading_ in (past, future):
            if reading_ and reading_.start and reading_.start.weekday() == date.weekday:
                return reading_
    if running and (date.this or (date.day and date.weekday is not None)):
        return running
    chosen = past if context.prefer == "past" else future
    chosen = chosen or future or past
    if chosen is None:
        raise ValueError("no such date")
    return chosen


def inherit(left: Date, right: Date) -> tuple[Date, Date]:
    """Fill what one end of a range leaves to the other ("May to Oct 2020", "May 4 to 6")."""
    if not (isinstance(left, Partial) and isinstance(right, Partial)):
        return left, right
    if left.month is None and left.day and left.weekday is None and right.month:
        left = replace(left, month=right.month)
    if right.month is None and right.day and right.weekday is None and left.month:
        right = replace(right, month=left.month)
    if right.year and left.year is None and left.month and right.month and not left.this:
        earlier = (left.month, left.day or 0) > (right.month, right.day or 32)
        left = replace(left, year=right.year - earlier)
    return left, right


@told
def between(context: Context, left: Date, right: Date) -> Reading:
    """From the start of `left` to the end of `right`, both included."""
    left, right = inherit(left, right)
    first = resolve_date(left, context)
    last = _end_from(first, right, context)
    # "March to May" in April is the running one, whose start is over.
    if _yearless(left) and _yearless(right) and context.prefer == "future":
        before = resolve_date(left, replace(context, prefer="past"))
        end = _end_from(before, right, context)
        if end.end and end.end > context.now:
            first, last = before, end
    if first.start is None or last.start is None or last.end is None or last.end <= first.start:
        raise ValueError("inverted range")
    start, to_clock = first.start, last.grain in ("second", "minute", "hour")
    if first.grain == "second" and not to_clock:
        start = floor(start, "day")  # "between now and June 20"
    return span(start, last.start if to_clock else last.end)


def _yearless(date: Date) -> bool:
    return isinstance(date, Partial) and date.year is None


def _end_from(first: Reading, right: Date, context: Context) -> Reading:
    """The end of a range: without a year of its own it is the next one behind the start."""
    if _yearless(right) and first.start is not None:
        context = replace(context, now=first.start, prefer="future")
    return resolve_date(right, context)


def hour_of(clock: Clock, part: DayPart | None) -> int:
    """The hour of the day in 0..36; 24 and more are hours of the night after midnight.

    A bare hour is taken literally (5 is 05:00) unless a part of the day says otherwise.
    """
    if clock.meridiem is not None:
        return clock.hour % 12 + clock.meridiem if clock.hour <= 12 else clock.hour
    if part is None or clock.hour > 12:
        return clock.hour
    if part.start < 11 * 3600:
        return clock.hour % 12 if clock.hour == 12 and part.start < 5 * 3600 else clock.hour
    if part.start >= 16 * 3600 and (clock.hour == 12 or clock.hour < 5):
        return clock.hour % 12 + 24
    if part.start < 12 * 3600 and clock.hour >= 10:
        return clock.hour
    return clock.hour % 12 + 12


def at_clock(day: datetime, clock: Clock, part: DayPart | None) -> Reading:
    moment = day + timedelta(hours=hour_of(clock, part), minutes=clock.minute, seconds=clock.second)
    return unit_at(moment, clock.grain)


def at_clock_range(day: datetime, times: ClockRange, part: DayPart | None) -> Reading:
    """A range of clock times on a day; the half of the day said once serves both ends."""
    left, right = times.start, times.end
    left_said, right_said = left.meridiem is not None, right.meridiem is not None
    if part is not None and not left_said and not right_said:
        start, end = hour_of(left, part), hour_of(right, part)
    else:
        start, end = hour_of(left, None), hour_of(right, None if right_said else part)
        if right_said and not left_said and left.hour <= 12:
            same_half = left.hour % 12 + (right.meridiem or 0)
            if (same_half, left.minute) < (end, right.minute):
                start = same_half
    begin = day + timedelta(hours=start, minutes=left.minute, seconds=left.second)
    finish = day + timedelta(hours=end, minutes=right.minute, seconds=right.second)
    while finish <= begin:
        finish += timedelta(hours=24 if right_said or right.hour > 12 else 12)
    return span(begin, finish)


@dataclass(slots=True)
class Said:
    """A date, a time of day and a part of the day said together, up to the token or character
    `end`; the rule of all of them, and a bare time is of today."""

    date: Date | None = None
    time: Clock | ClockRange | None = None
    part: DayPart | None = None
    end: int = 0

    @property
    def timeless(self) -> bool:
        """Whether it is a date and no more, or nothing."""
        return self.time is None and self.part is None

    def __call__(self, context: Context) -> Reading:
        day = day_of(context.now) if self.date is None else resolve_date(self.date, context)
        if self.timeless:
            return day
        if day.start is None or day.grain not in ("day", "second", "interval"):
            raise ValueError("a time of day needs a day")
        midnight = floor(day.start, "day")
        if isinstance(self.time, Clock):
            return at_clock(midnight, self.time, self.part)
        if isinstance(self.time, ClockRange):
            return at_clock_range(midnight, self.time, self.part)
        assert self.part is not None
        start, end = timedelta(seconds=self.part.start), timedelta(seconds=self.part.end)
        return span(midnight + start, midnight + end)
