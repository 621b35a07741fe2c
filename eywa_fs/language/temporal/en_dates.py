"""Every English date as one reader, `date`: those told from the reference time, and windows, edges
and rests of periods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS
from eywa_fs.language.temporal.en_calendar import PARTS_OF_YEAR, READERS, month_date
from eywa_fs.language.temporal.en_steps import (
    BIG_UNITS,
    DAY_PARTS,
    named_day,
    now,
    relative_unit,
    slashed,
    week_after,
    week_then_day,
)
from eywa_fs.language.temporal.en_words import (
    MONTHS,
    STEPS,
    THIS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    amount,
    amount_or_few,
    cardinal,
    ordinal,
)
from eywa_fs.language.temporal.reading import Date, Found, Partial, longest
from eywa_fs.language.temporal.tokens import Tokens, once
from eywa_fs.language.temporal.values import Length

_DEEPEST = 3
_EDGES = dict.fromkeys(("early", "earlier", "beginning", "start"), "early")
_EDGES |= dict.fromkeys(("mid", "middle"), "mid") | dict.fromkeys(("late", "later", "end"), "late")
_END_OF = {"eod": "day", "eow": "week", "eom": "month", "eoy": "year"}
_AFTER_DAY = frozenset(
    """at in on of to and or from until till through for with we i he she they it was is will if
    because when but so that then around about before after between""".split()  # noqa: SIM905
)


@once
def date(t: Tokens, i: int) -> Found:
    """The longest date at token `i`."""
    found = _read(t, i, _READERS)
    if found and t.word(found[1]) == "weekend" and holidays.find_english(t, i):
        return relative.weekend_near(found[0]), found[1] + 1
    return found


def simple_date(t: Tokens, i: int) -> Found:
    """A date that others are told from: one without a counted length or an edge of its own.

    Nesting is bounded, so a text of a million "week of" takes linear time.
    """
    if t.depth >= _DEEPEST:
        return None
    t.depth += 1
    try:
        return _read(t, i, _SIMPLE)
    finally:
        t.depth -= 1


def _read(t: Tokens, i: int, readers: tuple[Callable[[Tokens, int], Found], ...]) -> Found:
    """What reads furthest, in the year said behind it: "May 5th last year"."""
    found = longest(t, i, readers)
    if found is None:
        return None
    dated, j = found
    said = t.after(j, "of", "in", ",")
    steps = STEPS.get(t.word(said))
    if steps is None or t.word(said + 1) != "year":
        return found
    outer, end = relative.unit_away("year", steps), said + 2
    named = holidays.find_english(t, i)
    months, number = PARTS_OF_YEAR.get(t.word(i)), t.number(i + 1)
    if months and number and j == i + 2:
        return relative.part_of_year(outer, number, months), end
    if named and named[1] == j:
        return holidays.in_year(named[0], outer), end
    if isinstance(dated, Partial) and dated.month and dated.year is None:
        return relative.in_year_of(dated, outer), end
    return found


def counted(t: Tokens, i: int) -> Found:
    """ "three weeks ago", "in 2 days", "two months from today", "a week before Christmas"."""
    j = t.after(i, "in")
    length = amount(t, j)
    if length is None:
        return _weekdays_from_now(t, i)
    total, _, k = length
    word = t.word(k)
    if word in ("ago", "back", "earlier"):
        return relative.counted(total, -1), t.after(k + 1, "today")
    if word in ("later", "hence"):
        return relative.later(total), k + 1
    if t.phrase(k, "in", "the", "future"):
        return relative.within(total), k + 3
    if word in ("from", "after", "before", "since", "prior"):
        base = now(t, k + 1) or simple_date(t, k + 1)
        sign = -1 if word in ("before", "prior") else 1
        if base and word == "from" and t.word(i - 1) == "for":
            return relative.within(total, base[0]), base[1]
        if base and not (word == "since" and j == i):
            return relative.counted(total, sign, base[0]), base[1]
    starting = _starting(t, k)
    if starting:
        return relative.within(total, starting[0]), starting[1]
    return (relative.counted(total, 1), k) if j > i else None


def _starting(t: Tokens, k: int) -> Found:
    j = t.after(k, ",")
    if t.word(j) in ("starting", "beginning", "commencing"):
        return simple_date(t, t.after(j + 1, "from", "on"))
    return simple_date(t, j + 1) if t.word(j) == "from" and j > k else None


def _weekdays_from_now(t: Tokens, i: int) -> Found:
    count = cardinal(t, i)
    if count is None or not 1 <= count[0] <= 20:
        return None
    name, j = t.word(count[1]), count[1] + 1
    weekday = WEEKDAY_PLURALS.get(name, WEEKDAYS.get(name))
    if weekday is not None and t.phrase(j, "from", "now"):
        return relative.nearest_weekday(weekday, count[0]), j + 2
    if weekday is not None and t.word(j) == "ago":
        return relative.nearest_weekday(weekday, -count[0]), j + 1
    return None


def window(t: Tokens, i: int) -> Found:
    """ "the last 3 weeks", "3 upcoming weeks", "within 7 months", "the next few hours"."""
    inside = t.word(i) == "within"
    j = t.after(t.after(i, "within", "over", "during", "in", "for"), "the")
    factor = STEPS.get(t.word(j), 0)
    if factor and inside and t.word(j + 1) in UNITS:
        return _within_unit(t, j + 1)
    length = amount_or_few(t, j + 1) if factor else amount(t, j) if inside else None
    if length and inside:
        return relative.within(length[0]), length[2]
    if length:
        return _window_of(t, length, factor)
    count = None if factor or inside else cardinal(t, i)
    factor = STEPS.get(t.word(count[1]), 0) if count else 0
    if count and factor:
        word = t.word(count[1] + 1)
        unit = UNITS.get(word)
        if unit and (count[0] == 1 or word.endswith("s")):  # "60 last week" is an age and a week
            total = UNIT_LENGTHS[unit].times(min(count[0], 100000))
            return relative.window(total, factor, unit), count[1] + 2
    return None


def _within_unit(t: Tokens, i: int) -> Found:
    """ "(within the next) hour and 20 minutes"."""
    first = UNIT_LENGTHS[UNITS[t.word(i)]]
    more = amount(t, t.after(i + 1, "and"))
    return (relative.within(first + more[0]), more[2]) if more else (relative.within(first), i + 1)


def _window_of(t: Tokens, length: tuple[Length, str, int], factor: int) -> Found:
    """A window beside now, or the first or last part of the period told behind it."""
    total, unit, end = length
    outer = simple_date(t, end + 1) if t.word(end) in ("of", "in") else None
    if outer is None:
        return relative.window(total, factor, unit), end
    each = UNIT_LENGTHS[unit]
    count = total.months or total.days or total.seconds
    size = count // (each.months or each.days or each.seconds)
    return relative.stretch_of(outer[0], unit, size, first=factor > 0), outer[1]


def edged(t: Tokens, i: int) -> Found:
    """ "early 2020", "mid-July", "the end of March", "later this week", "EOY"."""
    j = t.after(i, "the")
    word = t.word(j)
    if word in _END_OF:
        return _edge_of(_running(_END_OF[word]), "end", j + 1)
    if word not in _EDGES:
        return None
    k = j + 1
    for glue in ("-", "of", "in", "the"):
        k = t.after(k, glue)
    if t.word(k) in THIS and t.word(k + 1) in DAY_PARTS:
        return None  # a part of the day, which has halves of its own
    unit = UNITS.get(t.word(k))
    if unit in BIG_UNITS and (t.word(k - 1) == "the" or word == "end"):
        if unit == "day" and word != "end":
            return None
        return _edge_of(_running(unit), word, k + 1)
    outer = simple_date(t, k)
    return _edge_of(outer[0], word, outer[1]) if outer else None


def _running(unit: str) -> Date:
    return relative.days_away(0) if unit == "day" else relative.unit_away(unit, 0)


def _edge_of(date: Date, word: str, j: int) -> Found:
    if word == "end" and _is_day(date):
        return relative.day_end(date), j
    return relative.edge(date, _EDGES[word], clipped=word == "later"), j


def _is_day(date: Date) -> bool:
    if isinstance(date, Partial):
        return date.day is not None or date.weekday is not None
    return date.__qualname__.startswith(("days_away", "weekday"))


def rest_or_so_far(t: Tokens, i: int) -> Found:
    """ "the rest of the week", "remaining month", "year to date"."""
    j = t.after(i, "the")
    word = t.word(j)
    if word in ("rest", "remaining", "remainder"):
        k = t.after(t.after(j + 1, "of"), "the", "my", "this", "current", "our")
        unit = UNITS.get(t.word(k))
        return (relative.rest_of(unit), k + 1) if unit in BIG_UNITS and k > j + 1 else None
    if word in ("week", "month", "quarter", "year") and t.phrase(j + 1, "to", "date"):
        return relative.to_date(word), j + 3
    if word in ("ytd", "mtd"):
        return relative.to_date("year" if word == "ytd" else "month"), j + 1
    return None


def day_number(t: Tokens, i: int) -> Found:
    """ "the 18th", "Monday 21", "Friday the 19th", "the 15th of next month", or a lone weekday."""
    weekday = WEEKDAYS.get(t.word(i))
    if weekday is not None:
        return _weekday(t, i, weekday)
    j = t.after(i, "the")
    rank = ordinal(t, j)
    if rank is None or not 1 <= rank[0] <= 31:
        return None
    k = rank[1]
    month = t.after(k, "of", "in")
    steps = STEPS.get(t.word(month))
    if steps is not None and t.word(month + 1) == "month":
        return relative.day_in(relative.unit_away("month", steps), rank[0]), month + 2
    if j == i or (k < t.count and t.word(k).isalpha() and t.word(k) not in _AFTER_DAY):
        return None
    return Partial(day=rank[0]), k


def _weekday(t: Tokens, i: int, weekday: int) -> Found:
    name = t.word(i)
    j = t.after(i + 1, ".") if len(name) < 6 else i + 1
    if name in ("sun", "sat", "mon", "wed") and not t.capital(i):
        return None
    k = t.after(j, ",")
    dated = month_date(t, k) or slashed(t, t.after(k, "("))
    if dated and isinstance(dated[0], Partial) and dated[0].month:
        return replace(dated[0], weekday=weekday), t.after(dated[1], ")")
    near = counted(t, t.after(k, "in")) if t.word(k) not in ("at", "for", ",") else None
    if near and not isinstance(near[0], Partial):
        return relative.weekday_near(weekday, near[0]), near[1]
    week = week_after(t, k)
    if week:
        return relative.weekday_of_week(weekday, week[0]), week[1]
    d = t.after(k, "the")
    rank, value = ordinal(t, d), t.number(d)
    if rank is None and value is not None and len(t.word(d)) <= 2 and (value > 12 or d > k):
        rank = None if t.word(d + 1) in (":", "-", "am", "pm", ".", "to") else (value, d + 1)
    if rank and 1 <= rank[0] <= 31 and t.word(rank[1]) != "week":
        return Partial(day=rank[0], weekday=weekday), rank[1]
    return Partial(weekday=weekday), j


def ranked(t: Tokens, i: int) -> Found:
    """ "the second Tuesday of May", "the third week of 2018", "the last 2 weeks of this month"."""
    j = t.after(i, "the")
    rank = ordinal(t, j) or ((-1, j + 1) if t.word(j) == "last" else None)
    if rank is None:
        return None
    nth, k = rank
    weekday, unit = WEEKDAYS.get(t.word(k)), UNITS.get(t.word(k))
    outer = _outer(t, k + 1)
    if outer and t.word(k) == "half" and nth in (1, 2):
        return relative.part_of_year(outer[0], nth, 6), outer[1]
    if weekday is not None:
        return (relative.nth_of(outer[0], weekday, nth), outer[1]) if outer else None
    if unit is None:
        length = amount(t, k) if nth == 1 else None
        return _window_of(t, length, 1) if length and t.word(length[2]) in ("of", "in") else None
    if unit == "quarter" and nth > 0:
        period, end = outer or (Partial(), k + 1)
        return relative.part_of_year(period, nth, 3), end
    return _nth_unit(t, outer, unit, nth) if outer else None


def _nth_unit(t: Tokens, outer: tuple[Date, int], unit: str, nth: int) -> Found:
    period, end = outer
    if unit == "day" and nth > 0 and isinstance(period, Partial) and period.day is None:
        return replace(period, day=nth), end
    rule = relative.nth_unit(period, unit, nth)
    j = t.after(end, "on", ",")
    weekday = WEEKDAYS.get(t.word(j)) if unit == "week" else None
    return (rule, end) if weekday is None else (relative.weekday_near(weekday, rule), j + 1)


def _outer(t: Tokens, k: int) -> Found:
    """The period after "of" or "in", or directly one that is told relatively."""
    if t.word(k) not in ("of", "in"):
        return relative_unit(t, k) or (month_date(t, k) if t.word(k) in MONTHS else None)
    bare = t.word(k + 3) not in ("of", "after", "beginning", "starting")
    if t.word(k + 1) == "the" and t.word(k + 2) in BIG_UNITS and bare:
        return relative.unit_away(t.word(k + 2), 0), k + 3
    return simple_date(t, k + 1)


def week_of(t: Tokens, i: int) -> Found:
    """ "week 31", "the week of the 9th", "w/c May 6", "the month of May"."""
    if t.phrase(i, "w", "/", "c"):
        return _holding(t, "week", i + 3)
    j = t.after(i, "the")
    unit, number = t.word(j), t.number(j + 1) or 0
    if unit == "week" and 1 <= number <= 53:
        outer = simple_date(t, j + 3) if t.word(j + 2) == "of" else None
        year, end = outer or (None, j + 2)
        return relative.week_number(number, year), end
    if unit == "weekend" and t.word(j + 1) == "of":
        day = simple_date(t, j + 2)
        return (relative.weekend_near(day[0]), day[1]) if day else None
    linked = t.word(j + 1) in ("of", "beginning", "starting", "commencing", "ending")
    if linked and unit in ("week", "month", "year"):
        return _holding(t, unit, t.after(j + 2, "on"))
    return None


def _holding(t: Tokens, unit: str, j: int) -> Found:
    day = simple_date(t, j)
    return (relative.unit_holding(unit, day[0]), day[1]) if day else None


_SIMPLE = (*READERS, named_day, relative_unit, day_number, week_then_day, ranked, week_of)
_READERS = (*_SIMPLE, now, counted, window, edged, rest_or_so_far)
