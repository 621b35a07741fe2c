"""Rules that count from the reference time, shared by both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from eywa_fs.language.temporal.calendar import (
    DAY,
    UNIT_LENGTHS,
    floor,
    nth_week,
    shift,
    unit_span,
)
from eywa_fs.language.temporal.reading import (
    Context,
    Date,
    Partial,
    Reading,
    Rule,
    day_of,
    instant,
    resolve_date,
    span,
)
from eywa_fs.language.temporal.values import Granularity, Length

_GRAINS: dict[str, Granularity] = {
    "second": "second",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "decade": "decade",
    "century": "century",
}
_CLOCK_UNITS = ("second", "minute", "hour")


def bounds(reading: Reading) -> tuple[datetime, datetime]:
    """Both ends of a reading. Raises ValueError for an open or unplaced one."""
    if reading.start is None or reading.end is None:
        raise ValueError("no place on the time line")
    return reading.start, reading.end


def days_away(days: int) -> Rule:
    return lambda context: day_of(context.now + timedelta(days=days))


def now(context: Context) -> Reading:
    return instant(context.now)


def unit_away(unit: str, steps: int) -> Rule:
    """The calendar unit `steps` away ("last week"); an hour or less is counted from this moment."""

    def rule(context: Context) -> Reading:
        if unit in _CLOCK_UNITS and steps:
            end = shift(context.now, UNIT_LENGTHS[unit], steps)
            return span(min(context.now, end), max(context.now, end), "interval")
        start, end = unit_span(context.now, unit, steps)
        return span(start, end, _GRAINS.get(unit, "interval"))

    return rule


def weekend_away(steps: int) -> Rule:
    """Saturday and Sunday of the week `steps` away."""

    def rule(context: Context) -> Reading:
        start = floor(context.now, "week") + timedelta(days=7 * steps + 5)
        return span(start, start + timedelta(days=2), "interval")

    return rule


def weekend_near(day: Date) -> Rule:
    """The weekend of a day's week, or the one a Monday holiday makes longer."""

    def rule(context: Context) -> Reading:
        start, end = bounds(resolve_date(day, context))
        saturday = start + timedelta(days=5 - start.weekday())
        if start.weekday() == 0:
            return span(saturday - timedelta(days=7), end, "interval")
        return span(saturday, saturday + timedelta(days=2), "interval")

    return rule


def workdays_away(steps: int) -> Rule:
    def rule(context: Context) -> Reading:
        start = floor(context.now, "week") + timedelta(days=7 * steps)
        return span(start, start + timedelta(days=5), "interval")

    return rule


def weekday_of_week(weekday: int, steps: int) -> Rule:
    """A weekday of the Monday-to-Sunday week `steps` away."""

    def rule(context: Context) -> Reading:
        return day_of(floor(context.now, "week") + timedelta(days=7 * steps + weekday))

    return rule


def nearest_weekday(weekday: int, steps: int) -> Rule:
    """The `steps`-th such weekday after today (or, negative, before it)."""

    def rule(context: Context) -> Reading:
        if steps > 0:
            ahead = (weekday - context.today.weekday() - 1) % 7 + 1
            return day_of(context.today + timedelta(days=ahead + 7 * (steps - 1)))
        back = (context.today.weekday() - weekday - 1) % 7 + 1
        return day_of(context.today - timedelta(days=back - 7 * (steps + 1)))

    return rule


def weekday_near(weekday: int, date: Date) -> Rule:
    """A weekday of the week in which `date` begins."""

    def rule(context: Context) -> Reading:
        start, _ = bounds(resolve_date(date, context))
        return day_of(floor(start, "week") + timedelta(days=weekday))

    return rule


def counted(length: Length, factor: int, base: Date | None = None) -> Rule:
    """`length` before (factor -1) or after (1) `base`, by default the reference time.

    Days and longer give a day ("three weeks ago" is the day 21 days back), less gives a second.
    """

    def rule(context: Context) -> Reading:
        if base is None:
            start = context.now
        else:
            start, _ = bounds(resolve_date(base, context))
        moved = shift(start, length, factor)
        return instant(moved) if length.seconds else day_of(moved)

    return rule


def later(length: Length) -> Rule:
    """ "Two days later" counts from now, but in a story from a time only the story knows."""
    ahead = counted(length, 1)

    def rule(context: Context) -> Reading:
        if context.prefer == "past":
            raise ValueError("counted from an unknown time")
        return ahead(context)

    return rule


def in_year_of(date: Partial, outer: Date) -> Rule:
    """A date without its year, in the year that `outer` begins in."""

    def rule(context: Context) -> Reading:
        start, _ = bounds(resolve_date(outer, context))
        return resolve_date(replace(date, year=start.year), context)

    return rule


def day_in(month: Date, day: int) -> Rule:
    """A day of a month that is told relatively."""

    def rule(context: Context) -> Reading:
        start, _ = bounds(resolve_date(month, context))
        return resolve_date(Partial(start.year, start.month, day), context)

    return rule


def window(length: Length, factor: int, unit: str) -> Rule:
    """ "The last 3 weeks", "the next 10 days": whole days beside today, or time beside now.

    Quarters and longer named periods are calendar periods.
    """

    def rule(context: Context) -> Reading:
        if unit in ("quarter", "decade", "century"):
            start, end = unit_span(context.now, unit)
            if factor > 0:
                return span(end, shift(end, length), "interval")
            return span(shift(start, length, -1), start, "interval")
        if length.seconds:
            base = context.now
        else:
            base = context.today + DAY if factor > 0 else context.today
        other = shift(base, length, factor)
        return span(min(base, other), max(base, other), "interval")

    return rule


def within(length: Length, base: Date | None = None) -> Rule:
    """From now, or from a date, for a length."""

    def rule(context: Context) -> Reading:
        if base is None:
            start = context.now if length.seconds else context.today
        else:
            start, _ = bounds(resolve_date(base, context))
        return span(start, shift(start, length), "interval")

    return rule


def unit_holding(unit: str, date: Date) -> Rule:
    """The calendar unit that holds a date ("the week of the 9th")."""

    def rule(context: Context) -> Reading:
        start, _ = bounds(resolve_date(date, context))
        first, last = unit_span(start, unit)
        return span(first, last, _GRAINS[unit])

    return rule


def nth_unit(outer: Date, unit: str, nth: int) -> Rule:
    """The nth day, week, month, quarter or year of a longer period; -1 is the last."""

    def rule(context: Context) -> Reading:
        start, end = bounds(resolve_date(outer, context))
        if unit == "week":
            monday = nth_week(start, end, nth)
            return span(monday, monday + timedelta(days=7), "week")
        length = UNIT_LENGTHS[unit]
        first = shift(start, length, nth - 1) if nth > 0 else shift(end, length, nth)
        if not start <= first < end:
            raise ValueError("no such part")
        return span(first, shift(first, length), _GRAINS.get(unit, "interval"))

    return rule


def stretch_of(outer: Date, unit: str, count: int, *, first: bool) -> Rule:
    """The first or last `count` units of a longer period."""

    def rule(context: Context) -> Reading:
        start, end = bounds(resolve_date(outer, context))
        length = UNIT_LENGTHS[unit]
        if unit == "week":
            start = nth_week(start, end, 1)
            end = nth_week(*bounds(resolve_date(outer, context)), -1) + timedelta(days=7)
        if first:
            return span(start, shift(start, length, count), "interval")
        return span(shift(end, length, -count), end, "interval")

    return rule


def week_number(number: int, outer: Date | None = None) -> Rule:
    """ISO week of a year, by default the running one."""

    def rule(context: Context) -> Reading:
        year = context.now.year
        if outer is not None:
            year = bounds(resolve_date(outer, context))[0].year
        monday = datetime.fromisocalendar(year, number, 1)
        return span(monday, monday + timedelta(days=7), "week")

    return rule


def edge(date: Date, which: str, *, clipped: bool = False) -> Rule:
    """The early, middle or late part of a period.

    A named year or decade has thirds, other periods halves; a month's middle is its 10th to 20th,
    a week's is Tuesday to Friday and its late part starts on Thursday. The "end" of a day is its
    last second. `clipped` ("later this year") starts no earlier than now.
    """

    def rule(context: Context) -> Reading:
        reading = resolve_date(date, context)
        start, end = bounds(reading)
        low, high = _edges(start, end, reading.grain, which, thirds=not callable(date))
        if clipped and which == "late" and low < context.today < high:
            low = context.today
        return span(low, high, "interval")

    return rule


def _edges(
    start: datetime, end: datetime, grain: Granularity, which: str, *, thirds: bool
) -> tuple[datetime, datetime]:
    if grain == "week":
        cuts = {"early": (0, 3), "mid": (1, 5), "late": (3, 7)}[which]
        return start + timedelta(days=cuts[0]), start + timedelta(days=cuts[1])
    if grain == "month":
        middle = start + timedelta(days=15)
        mid = start + timedelta(days=9), start + timedelta(days=20)
        return {"early": (start, middle), "mid": mid, "late": (middle, end)}[which]
    if grain in ("year", "decade", "century", "quarter") or (end - start).days > 80:
        months = (end.year - start.year) * 12 + end.month - start.month
        third = (shift(start, Length(months // 3)), shift(start, Length(months * 2 // 3)))
        if which == "mid":
            return third
        if thirds or grain != "year":
            return (start, third[0]) if which == "early" else (third[1], end)
    half = start + (end - start) / 2
    if grain == "year":
        half = shift(start, Length(6))
    if which == "mid":
        quarter = (end - start) / 4
        return start + quarter, end - quarter
    return (start, half) if which == "early" else (half, end)


def day_end(date: Date) -> Rule:
    """The last second of a day."""

    def rule(context: Context) -> Reading:
        _, end = bounds(resolve_date(date, context))
        return span(end - timedelta(seconds=1), end, "second")

    return rule


def rest_of(unit: str) -> Rule:
    """From today (or now, of a day) to the end of the running unit."""

    def rule(context: Context) -> Reading:
        _, end = unit_span(context.now, unit)
        return span(context.now if unit == "day" else context.today, end, "interval")

    return rule


def to_date(unit: str) -> Rule:
    """From the start of the running unit to today."""

    def rule(context: Context) -> Reading:
        start, _ = unit_span(context.now, unit)
        return span(start, max(context.today, start + DAY), "interval")

    return rule


def beside(date: Date, steps: int) -> Rule:
    """The last one that is over (-1) or the next that has not begun (1): "last May".

    "Last May" said in May is the one a year ago; said in July it is this year's.
    """

    def rule(context: Context) -> Reading:
        if steps > 0:
            ahead = context.now
            found = resolve_date(date, replace(context, prefer="future"))
            if found.start is not None and found.end is not None and found.start <= context.now:
                ahead = found.end
            return resolve_date(date, replace(context, now=ahead, prefer="future"))
        found = resolve_date(date, replace(context, prefer="past"))
        if found.start is not None and found.end is not None and found.end > context.now:
            return resolve_date(date, replace(context, now=found.start - DAY, prefer="past"))
        return found

    return rule


def open_range(date: Date, *, after: bool, past_end: bool = False) -> Rule:
    """Everything from a date on, or up to it. `past_end`: "after" begins where the date ends."""

    def rule(context: Context) -> Reading:
        start, end = bounds(resolve_date(date, context))
        if after:
            return Reading(end if past_end else start, None, "open", "interval")
        return Reading(None, start if past_end else end, "open", "interval")

    return rule
