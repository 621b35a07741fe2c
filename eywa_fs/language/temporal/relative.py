"""Rules that count from the reference time, shared by both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from eywa_fs.language.temporal.calendar import (
    DAY,
    UNIT_LENGTHS,
    floor,
    nth_week,
    nth_weekday,
    shift,
    unit_span,
)
from eywa_fs.language.temporal.reading import (
    Context,
    Date,
    Partial,
    Reading,
    Rule,
    bounds,
    day_of,
    resolve_date,
    span,
    told,
    unit_at,
)
from eywa_fs.language.temporal.values import GRAINS, Length

# What is the early, middle and late part of a week and a month: from one day to another.
_CUTS: dict[str, dict[str, tuple[int, int | None]]] = {
    "week": {"early": (0, 3), "mid": (1, 5), "late": (3, 7)},
    "month": {"early": (0, 15), "mid": (9, 20), "late": (15, None)},
    "旬": {"early": (0, 10), "mid": (10, 20), "late": (20, None)},
}


def _from(moment: datetime, length: Length, factor: int = 1) -> Reading:
    """The stretch between a moment and what lies `length` `factor` times after it."""
    other = shift(moment, length, factor)
    return span(min(moment, other), max(moment, other))


def days_away(days: int) -> Rule:
    return lambda context: day_of(context.now + timedelta(days=days))


def now(context: Context) -> Reading:
    return unit_at(context.now, "second")


@told
def unit_away(context: Context, unit: str, steps: int) -> Reading:
    """The calendar unit `steps` away ("last week"); an hour or less is counted from this moment."""
    if unit in ("second", "minute", "hour") and steps:
        return _from(context.now, UNIT_LENGTHS[unit], steps)
    start, end = unit_span(context.now, unit, steps)
    return span(start, end, GRAINS.get(unit, "interval"))


THIS_YEAR, THIS_MONTH = unit_away("year", 0), unit_away("month", 0)


@told
def _days_of_week(context: Context, first: int, last: int, steps: int) -> Reading:
    """The days [first, last) of the week `steps` away."""
    monday = floor(context.now, "week") + timedelta(days=7 * steps)
    return span(monday + timedelta(days=first), monday + timedelta(days=last))


weekend_away = partial(_days_of_week, 5, 7)
workdays_away = partial(_days_of_week, 0, 5)


@told
def weekend_near(context: Context, day: Date) -> Reading:
    """The weekend of a day's week, or the one a Monday holiday makes longer."""
    start, end = bounds(day, context)
    saturday = start + timedelta(days=5 - start.weekday())
    if start.weekday() == 0:
        return span(saturday - timedelta(days=7), end)
    return span(saturday, saturday + timedelta(days=2))


def weekday_of_week(weekday: int, steps: int) -> Rule:
    """A weekday of the Monday-to-Sunday week `steps` away."""
    days = timedelta(days=7 * steps + weekday)
    return lambda context: day_of(floor(context.now, "week") + days)


@told
def nearest_weekday(context: Context, weekday: int, steps: int) -> Reading:
    """The `steps`-th such weekday after today (or, negative, before it)."""
    days = (weekday - context.today.weekday()) % 7
    return day_of(context.today + timedelta(days=days + 7 * (steps - (steps > 0 and days > 0))))


def weekday_near(weekday: int, date: Date) -> Rule:
    """A weekday of the week in which `date` begins."""
    days = timedelta(days=weekday)
    return lambda context: day_of(floor(bounds(date, context)[0], "week") + days)


@told
def counted(context: Context, length: Length, factor: int, base: Date | None = None) -> Reading:
    """`length` before (factor -1) or after (1) `base`, by default the reference time.

    Days and longer give a day ("three weeks ago" is the day 21 days back), less gives a second.
    """
    start = bounds(base, context)[0] if base else context.now
    moved = shift(start, length, factor)
    return unit_at(moved, "second" if length.seconds else "day")


@told
def later(context: Context, length: Length) -> Reading:
    """ "Two days later" counts from now, but in a story from a time only the story knows."""
    if context.prefer == "past":
        raise ValueError("counted from an unknown time")
    return counted(length, 1)(context)


@told
def beginning(context: Context, outer: Date, make: Callable[[datetime], Date]) -> Reading:
    """What `make` says by the moment in which `outer` begins."""
    return resolve_date(make(bounds(outer, context)[0]), context)


def in_year_of(date: Partial, outer: Date) -> Rule:
    """A date without its year, in the year that `outer` begins in."""
    return beginning(outer, lambda start: replace(date, year=start.year))


def day_in(month: Date, day: int) -> Rule:
    """A day of a month that is told relatively."""
    return beginning(month, lambda start: Partial(start.year, start.month, day))


@told
def window(context: Context, length: Length, factor: int, unit: str) -> Reading:
    """ "The last 3 weeks", "the next 10 days": whole days beside today, or time beside now.

    Quarters and longer named periods are calendar periods.
    """
    base = context.now
    if unit in ("quarter", "decade", "century"):
        base = unit_span(context.now, unit)[factor > 0]
    elif not length.seconds:
        base = context.today + DAY if factor > 0 else context.today
    return _from(base, length, factor)


@told
def within(context: Context, length: Length, base: Date | None = None) -> Reading:
    """From now, or from a date, for a length."""
    start = context.now if length.seconds else context.today
    if base is not None:
        start, _ = bounds(base, context)
    return _from(start, length)


@told
def unit_holding(context: Context, unit: str, date: Date) -> Reading:
    """The calendar unit that holds a date ("the week of the 9th")."""
    return unit_at(bounds(date, context)[0], GRAINS[unit])


@told
def nth_of(context: Context, outer: Date, weekday: int, nth: int) -> Reading:
    """The nth weekday of a month or year, in the year the context asks for."""
    return day_of(nth_weekday(*bounds(outer, context), weekday, nth))


@told
def nth_unit(context: Context, outer: Date, unit: str, nth: int) -> Reading:
    """The nth day, week, month, quarter or year of a longer period; -1 is the last."""
    start, end = bounds(outer, context)
    if unit == "week":
        return unit_at(nth_week(start, end, nth), "week")
    length = UNIT_LENGTHS[unit]
    first = shift(start, length, nth - 1) if nth > 0 else shift(end, length, nth)
    if not start <= first < end:
        raise ValueError("no such part")
    return span(first, shift(first, length), GRAINS.get(unit, "interval"))


@told
def stretch_of(context: Context, outer: Date, unit: str, count: int, *, first: bool) -> Reading:
    """The first or last `count` units of a longer period."""
    start, end = bounds(outer, context)
    if unit == "week":
        start, end = nth_week(start, end, 1), nth_week(start, end, -1) + timedelta(days=7)
    base, factor = (start, count) if first else (end, -count)
    return _from(base, UNIT_LENGTHS[unit], factor)


@told
def week_number(context: Context, number: int, outer: Date | None) -> Reading:
    """ISO week of a year, by default the running one."""
    year = bounds(outer, context)[0].year if outer else context.now.year
    return unit_at(datetime.fromisocalendar(year, number, 1), "week")


@told
def part_of_year(context: Context, outer: Date, number: int, months: int) -> Reading:
    """The `number`-th stretch of `months` months of a year; of the running one where a date says
    none."""
    if isinstance(outer, Partial):
        year = outer.year or context.now.year
    else:
        year = bounds(outer, context)[0].year
    first = shift(datetime(year, 1, 1), Length((number - 1) * months))
    return span(first, shift(first, Length(months)), "quarter" if months == 3 else "interval")


def nearest(context: Context, make: Callable[[int], Reading], *, begun: datetime) -> Reading:
    """Of what `make` gives for the years around now, the first that is not over, or the last that
    began before `begun`, as the context prefers. Raises StopIteration where there is none."""
    found = [make(context.now.year + step) for step in (-1, 0, 1)]
    if context.prefer == "past":
        return next(r for r in reversed(found) if r.start and r.start < begun)
    return next(r for r in found if r.end and r.end > context.today)


@told
def season_of(context: Context, year: int | None, month: int) -> Reading:
    """Spring is March to May, and so on; a winter belongs to the year it begins in."""

    def season(in_year: int) -> Reading:
        start = datetime(in_year, month, 1)
        return span(start, shift(start, UNIT_LENGTHS["quarter"]))

    if year is not None:
        return season(year)
    return nearest(context, season, begun=context.today + DAY)


@told
def edge(
    context: Context, date: Date, which: str, *, clipped: bool = False, tens: bool = False
) -> Reading:
    """The early, middle or late part of a period.

    A named year or decade has thirds, other periods halves; a month's middle is its 10th to 20th,
    a week's is Tuesday to Friday and its late part starts on Thursday. `clipped` ("later this
    year") starts no earlier than now. With `tens` (旬) every year has thirds and a month's parts
    have ten days.
    """
    reading = resolve_date(date, context)
    start, end = reading.ends()
    grain, thirds = reading.grain, tens or isinstance(date, Partial)
    cuts = _CUTS.get("旬" if tens and grain == "month" else grain)
    if cuts:
        first, last = cuts[which]
        low = start + timedelta(days=first)
        high = end if last is None else start + timedelta(days=last)
    elif grain in ("decade", "century", "quarter") or (end - start).days > 80:
        low, high = _part_of_months(start, end, which, thirds=thirds or grain != "year")
    else:
        half, quarter = start + (end - start) / 2, (end - start) / 4
        parts = {"early": (start, half), "mid": (start + quarter, end - quarter)}
        low, high = parts.get(which, (half, end))
    if clipped and which == "late" and low < context.today < high:
        low = context.today
    return span(low, high)


def _part_of_months(
    start: datetime, end: datetime, which: str, *, thirds: bool
) -> tuple[datetime, datetime]:
    """A third of a period of months, or a half; the middle is always a third."""
    months = (end.year - start.year) * 12 + end.month - start.month
    early, late = (months // 3, months * 2 // 3) if thirds or which == "mid" else (6, 6)
    low, high = shift(start, Length(early)), shift(start, Length(late))
    return {"early": (start, low), "mid": (low, high), "late": (high, end)}[which]


@told
def day_end(context: Context, date: Date) -> Reading:
    """The last second of a day."""
    _, end = bounds(date, context)
    return span(end - timedelta(seconds=1), end, "second")


@told
def rest_of(context: Context, unit: str) -> Reading:
    """From today (or now, of a day) to the end of the running unit."""
    _, end = unit_span(context.now, unit)
    return span(context.now if unit == "day" else context.today, end)


@told
def to_date(context: Context, unit: str) -> Reading:
    """From the start of the running unit to today."""
    start, _ = unit_span(context.now, unit)
    return span(start, max(context.today, start + DAY))


@told
def beside(context: Context, date: Date, steps: int) -> Reading:
    """The last one that is over (-1) or the next that has not begun (1): "last May".

    "Last May" said in May is the one a year ago; said in July it is this year's.
    """
    side = replace(context, prefer="future" if steps > 0 else "past")
    start, end = bounds(date, side)
    if steps > 0 and start <= context.now:
        side = replace(side, now=end)
    elif steps < 0 and end > context.now:
        side = replace(side, now=start - DAY)
    return resolve_date(date, side)


@told
def open_range(context: Context, date: Date, *, after: bool, past_end: bool = False) -> Reading:
    """Everything from a date on, or up to it. `past_end`: "after" begins where the date ends."""
    start, end = bounds(date, context)
    if after:
        return Reading(end if past_end else start, None, "open", "interval")
    return Reading(None, start if past_end else end, "open", "interval")


@told
def moments(context: Context, left: Rule, right: Rule) -> Reading:
    """From the start of one to the start of another."""
    start, _ = bounds(left, context)
    end, _ = bounds(right, context)
    return span(start, end)
