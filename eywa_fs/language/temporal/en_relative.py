"""English dates told from the reference time, and every date as one reader: `date`."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS
from eywa_fs.language.temporal.en_calendar import READERS, Found, month_date, part_of_year
from eywa_fs.language.temporal.en_lengths import amount
from eywa_fs.language.temporal.en_steps import (
    BIG_UNITS,
    named_day,
    now,
    relative_unit,
    slashed,
    step_of,
    week_after,
    week_then_day,
)
from eywa_fs.language.temporal.en_words import (
    MONTHS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    after,
    cardinal,
    ordinal,
    phrase,
)
from eywa_fs.language.temporal.reading import Partial, nth_of
from eywa_fs.language.temporal.tokens import Tokens
from eywa_fs.language.temporal.values import Length


def counted(t: Tokens, i: int) -> Found:
    """ "three weeks ago", "in 2 days", "two months from today", "a week before Christmas"."""
    j = after(t, i, "in")
    length = amount(t, j)
    if length is None:
        return _weekdays_from_now(t, i)
    total, _, k = length
    word = t.word(k)
    if word in ("ago", "back", "earlier"):
        return relative.counted(total, -1), after(t, k + 1, "today")
    if word in ("later", "hence"):
        return (relative.counted(total, 1) if t.strict else relative.later(total)), k + 1
    if word == "in" and phrase(t, k, ("in", "the", "future")):
        return relative.within(total), k + 3
    if word in ("from", "after", "before", "since", "prior"):
        base = now(t, k + 1) or simple_date(t, k + 1)
        if base and word == "from" and t.word(i - 1) == "for":
            return relative.within(total, base[0]), base[1]
        if word == "since" and j == i:
            base = None
        if base is None and word == "before" and t.strict and k + 1 == t.count:
            return relative.counted(total, -1), k + 1
        if base:
            origin = None if base[0] is relative.now else base[0]
            return relative.counted(total, -1 if word in ("before", "prior") else 1, origin), base[
                1
            ]
    starting = _starting(t, k)
    if starting:
        return relative.within(total, starting[0]), starting[1]
    return (relative.counted(total, 1), k) if j > i else None


def _starting(t: Tokens, k: int) -> Found:
    j = after(t, k, ",")
    if t.word(j) in ("starting", "beginning", "commencing"):
        return simple_date(t, after(t, j + 1, "from", "on"))
    if t.word(j) == "from" and j > k:
        return simple_date(t, j + 1)
    return None


def _weekdays_from_now(t: Tokens, i: int) -> Found:
    count = cardinal(t, i)
    if count and 1 <= count[0] <= 20:
        weekday = WEEKDAY_PLURALS.get(t.word(count[1]), WEEKDAYS.get(t.word(count[1])))
        j = count[1] + 1
        if weekday is not None and phrase(t, j, ("from", "now")):
            return relative.nearest_weekday(weekday, count[0]), j + 2
        if weekday is not None and t.word(j) == "ago":
            return relative.nearest_weekday(weekday, -count[0]), j + 1
    return None


def window_of(t: Tokens, length: tuple[Length, str, int], factor: int, inside: bool) -> Found:
    total, unit, end = length
    if inside:
        return relative.within(total), end
    if t.word(end) in ("of", "in"):
        outer = simple_date(t, end + 1)
        count = total.months or total.days or total.seconds
        each = UNIT_LENGTHS[unit]
        size = count // (each.months or each.days or each.seconds)
        if outer:
            return relative.stretch_of(outer[0], unit, size, first=factor > 0), outer[1]
    return relative.window(total, factor, unit), end


def day_number(t: Tokens, i: int) -> Found:
    """ "the 18th", "Monday 21", "Friday the 19th", "the 15th of next month", or a lone weekday."""
    weekday = WEEKDAYS.get(t.word(i))
    j = i
    if weekday is not None:
        return _weekday(t, i, weekday)
    said = t.word(j) == "the"
    j += said
    rank = ordinal(t, j) or (cardinal(t, j) if t.strict else None)
    if rank is None or not 1 <= rank[0] <= 31:
        return None
    k = rank[1]
    month = after(t, k, "of", "in")
    steps = step_of(t.word(month))
    if steps is not None and t.word(month + 1) == "month":
        return relative.day_in(relative.unit_away("month", steps), rank[0]), month + 2
    if not said and not (t.strict and k == t.count and ordinal(t, j)):
        return None
    if not t.strict and k < t.count and t.word(k).isalpha() and t.word(k) not in _AFTER_DAY:
        return None
    return Partial(day=rank[0]), k


_AFTER_DAY = frozenset(
    """at in on of to and or from until till through for with we i he she they it was is will if
    because when but so that then around about before after between""".split()  # noqa: SIM905
)


def _weekday(t: Tokens, i: int, weekday: int) -> Found:
    name = t.word(i)
    j = i + 2 if t.word(i + 1) == "." and len(name) < 6 else i + 1
    if not t.strict and name in ("sun", "sat", "mon", "wed") and not t.capital(i):
        return None
    k = after(t, j, ",")
    dated = month_date(t, k) or slashed(t, after(t, k, "("))
    if dated and isinstance(dated[0], Partial) and dated[0].month:
        return replace(dated[0], weekday=weekday), after(t, dated[1], ")")
    near = counted(t, after(t, k, "in")) if t.word(k) not in ("at", "for") else None
    if near and not isinstance(near[0], Partial) and t.word(k) != ",":
        return relative.weekday_near(weekday, near[0]), near[1]
    week = week_after(t, k)
    if week:
        return relative.weekday_of_week(weekday, week[0]), week[1]
    d = after(t, k, "the")
    rank = ordinal(t, d)
    if rank is None and t.number(d) is not None and len(t.word(d)) <= 2:
        value = t.number(d) or 0
        if (value > 12 or d > k) and t.word(d + 1) not in (":", "-", "am", "pm", ".", "to"):
            rank = value, d + 1
    if rank and 1 <= rank[0] <= 31 and t.word(rank[1]) not in ("week",):
        return Partial(day=rank[0], weekday=weekday), rank[1]
    return Partial(weekday=weekday), j


def ranked(t: Tokens, i: int) -> Found:
    """ "the second Tuesday of May", "the third week of 2018", "the last 2 weeks of this month"."""
    j = after(t, i, "the")
    rank = ordinal(t, j)
    if rank is None and t.word(j) == "last":
        rank = -1, j + 1
    if rank is None:
        return None
    nth, k = rank
    weekday = WEEKDAYS.get(t.word(k))
    unit = UNITS.get(t.word(k))
    whole = _outer(t, k + 1) if t.word(k) == "half" else None
    if whole is not None and nth in (1, 2):
        return part_of_year(whole[0], nth, 6), whole[1]
    if weekday is None and unit is None:
        return _stretch_of(t, nth, k) if nth == 1 else None
    outer = _outer(t, k + 1)
    if outer is None:
        if weekday is not None and t.strict and nth > 0:
            return nth_of(relative.unit_away("month", 0), weekday, nth), k + 1
        if unit == "quarter" and nth > 0:
            return part_of_year(None, nth, 3), k + 1
        return None
    if weekday is not None:
        return nth_of(outer[0], weekday, nth), outer[1]
    assert unit is not None
    if unit == "quarter" and nth > 0:
        return part_of_year(outer[0], nth, 3), outer[1]
    if unit == "day" and nth > 0 and isinstance(outer[0], Partial) and outer[0].day is None:
        return replace(outer[0], day=nth), outer[1]
    rule = relative.nth_unit(outer[0], unit, nth)
    end = outer[1]
    inner = WEEKDAYS.get(t.word(after(t, end, "on", ","))) if unit == "week" else None
    if inner is not None:
        return relative.weekday_near(inner, rule), after(t, end, "on", ",") + 1
    return rule, end


def _stretch_of(t: Tokens, nth: int, k: int) -> Found:
    length = amount(t, k)
    if length is None or t.word(length[2]) not in ("of", "in"):
        return None
    return window_of(t, length, 1, False)


def _outer(t: Tokens, k: int) -> Found:
    """The period after "of" or "in", or directly one that is told relatively."""
    named = t.word(k + 1) == "the" and t.word(k + 2) in BIG_UNITS
    bare = t.word(k + 3) not in ("of", "after", "beginning", "starting")
    if t.word(k) in ("of", "in") and named and bare:
        return relative.unit_away(UNITS[t.word(k + 2)], 0), k + 3
    if t.word(k) in ("of", "in"):
        return simple_date(t, k + 1)
    return relative_unit(t, k) or (month_date(t, k) if t.word(k) in MONTHS else None)


def week_of(t: Tokens, i: int) -> Found:
    """ "week 31", "the week of the 9th", "w/c May 6", "the month of May"."""
    if phrase(t, i, ("w", "/", "c")):
        day = simple_date(t, i + 3)
        return (relative.unit_holding("week", day[0]), day[1]) if day else None
    j = after(t, i, "the")
    unit = t.word(j)
    if unit == "week" and t.word(j + 1).isdecimal():
        number = t.number(j + 1) or 0
        outer = simple_date(t, j + 3) if t.word(j + 2) == "of" else None
        if 1 <= number <= 53:
            end = outer[1] if outer else j + 2
            return relative.week_number(number, outer[0] if outer else None), end
    if unit == "weekend" and t.word(j + 1) == "of":
        day = simple_date(t, j + 2)
        return (relative.weekend_near(day[0]), day[1]) if day else None
    if unit not in ("week", "month", "year"):
        return None
    linked = t.word(j + 1) in ("of", "beginning", "starting", "commencing", "ending")
    if not linked:
        return None
    day = simple_date(t, after(t, j + 2, "on"))
    return (relative.unit_holding(unit, day[0]), day[1]) if day else None


_DEEPEST = 3
SIMPLE = (*READERS, named_day, relative_unit, day_number, week_then_day, ranked, week_of)


def longest(t: Tokens, i: int, readers: tuple[object, ...]) -> Found:
    best: Found = None
    for reader in readers:
        found: Found = reader(t, i)  # type: ignore[operator]
        if found and (best is None or found[1] > best[1]):
            best = found
    return best


def simple_date(t: Tokens, i: int) -> Found:
    """A date that others are told from: one without a counted length or an edge of its own.

    Nesting is bounded, so a text of a million "week of" takes linear time.
    """
    if t.depth >= _DEEPEST:
        return None
    t.depth += 1
    try:
        return in_said_year(t, i, longest(t, i, SIMPLE))
    finally:
        t.depth -= 1


def in_said_year(t: Tokens, i: int, found: Found) -> Found:
    """ "May 5th last year", "Christmas of this year"."""
    if found is None:
        return None
    j = after(t, found[1], "of", "in", ",")
    steps = step_of(t.word(j))
    if steps is None or t.word(j + 1) != "year":
        return found
    outer = relative.unit_away("year", steps)
    named = holidays.find_english(t, i)
    months = {"q": 3, "h": 6}.get(t.word(i))
    number = t.number(i + 1)
    if months and number and found[1] == i + 2:
        return part_of_year(outer, number, months), j + 2
    if named and named[1] == found[1]:
        return holidays.in_year(named[0], outer), j + 2
    if isinstance(found[0], Partial) and found[0].month and found[0].year is None:
        return relative.in_year_of(found[0], outer), j + 2
    return found
