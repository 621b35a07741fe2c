"""Calendar arithmetic on naive local datetimes.

Weeks run from Monday to Sunday (ISO 8601). Every function raises ValueError or OverflowError when
the result lies outside the years 1 to 9999; the one caller that reads text catches them.
"""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta

from eywa_fs.language.temporal.values import Length

DAY = timedelta(days=1)
UNIT_LENGTHS = {
    "second": Length(seconds=1),
    "minute": Length(seconds=60),
    "hour": Length(seconds=3600),
    "day": Length(days=1),
    "week": Length(days=7),
    "fortnight": Length(days=14),
    "month": Length(months=1),
    "quarter": Length(months=3),
    "year": Length(months=12),
    "decade": Length(months=120),
    "century": Length(months=1200),
}


def half_of(unit: str) -> Length:
    """Half a unit; of an odd number of months half of one less."""
    whole = UNIT_LENGTHS[unit]
    return Length(whole.months // 2, whole.days // 2, whole.seconds // 2 + whole.days % 2 * 43200)


def shift(moment: datetime, length: Length, factor: int = 1) -> datetime:
    """`moment` moved by `length` `factor` times; a day past a month's end becomes its last day."""
    months = length.months * factor
    if months:
        index = moment.year * 12 + moment.month - 1 + months
        year, month = index // 12, index % 12 + 1
        if not 1 <= year <= 9999:
            raise ValueError("year out of range")
        day = min(moment.day, calendar.monthrange(year, month)[1])
        moment = moment.replace(year=year, month=month, day=day)
    return moment + timedelta(days=length.days * factor, seconds=length.seconds * factor)


def floor(moment: datetime, unit: str) -> datetime:
    """The start of the calendar unit that holds `moment`; centuries begin with their hundreds."""
    if unit in ("second", "minute", "hour"):  # of two equal hours it stays the one it is
        second = moment.second if unit == "second" else 0
        minute = 0 if unit == "hour" else moment.minute
        return moment.replace(minute=minute, second=second, microsecond=0)
    day, length = moment.replace(hour=0, minute=0, second=0, microsecond=0), UNIT_LENGTHS[unit]
    if length.months:
        since = (day.year * 12 + day.month - 1) // length.months * length.months
        return day.replace(year=max(1, since // 12), month=since % 12 + 1, day=1)
    return day - timedelta(days=day.weekday()) if length.days > 1 else day


def unit_span(moment: datetime, unit: str, steps: int = 0) -> tuple[datetime, datetime]:
    """The calendar unit that lies `steps` units after the one holding `moment`, as [start, end)."""
    start = shift(floor(moment, unit), UNIT_LENGTHS[unit], steps)
    return start, shift(start, UNIT_LENGTHS[unit])


def nth_weekday(start: datetime, end: datetime, weekday: int, nth: int) -> datetime:
    """The `nth` (from 1; -1 is the last) `weekday` (0 = Monday) in [start, end)."""
    if nth > 0:
        found = start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (nth - 1))
    else:
        last = end - DAY
        found = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-nth - 1))
    if not start <= found < end:
        raise ValueError("no such weekday")
    return found


def nth_week(start: datetime, end: datetime, nth: int) -> datetime:
    """The Monday of the `nth` (-1 is the last) week of a span.

    A week belongs to the span that holds its Thursday (ISO 8601), so the first week of a year may
    begin in December.
    """
    return nth_weekday(start, end, 3, nth) - timedelta(days=3)


def easter(year: int) -> datetime:
    """Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = b // 4, b % 4
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = c // 4, c % 4
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 19 * m) // 433
    month = (h + m - 7 * n + 90) // 25
    return datetime(year, month, (h + m - 7 * n + 33 * month + 19) % 32)
