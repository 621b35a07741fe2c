"""Every English date as one reader, `date`: also windows, edges and rests of periods."""

from __future__ import annotations

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS
from eywa_fs.language.temporal.en_calendar import Found
from eywa_fs.language.temporal.en_lengths import amount
from eywa_fs.language.temporal.en_relative import (
    SIMPLE,
    counted,
    in_said_year,
    longest,
    simple_date,
    window_of,
)
from eywa_fs.language.temporal.en_steps import BIG_UNITS, now
from eywa_fs.language.temporal.en_words import LAST, NEXT, THIS, UNITS, after, cardinal, phrase
from eywa_fs.language.temporal.reading import Date, Partial
from eywa_fs.language.temporal.tokens import Tokens
from eywa_fs.language.temporal.values import Length

_EDGES = {
    "early": "early",
    "earlier": "early",
    "beginning": "early",
    "start": "early",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "later": "late",
    "end": "late",
}
_END_OF = {"eod": "day", "eow": "week", "eom": "month", "eoy": "year"}


def window(t: Tokens, i: int) -> Found:
    """ "the last 3 weeks", "3 upcoming weeks", "within 7 months", "the next few hours"."""
    j = i
    if t.word(j) in ("within", "over", "during", "in", "for"):
        j += 1
    inside = t.word(i) == "within"
    k = after(t, j, "the")
    word = t.word(k)
    factor = 1 if word in NEXT else -1 if word in LAST else 0
    if factor:
        if inside and UNITS.get(t.word(k + 1)):
            unit_only = amount(t, k + 1)
            length = unit_only or _bare_amount(t, k + 1)
        else:
            length = amount(t, k + 1, few=True)
        if length:
            return window_of(t, length, factor, inside)
        return None
    if inside:
        length = amount(t, k)
        return (relative.within(length[0]), length[2]) if length else None
    count = cardinal(t, i)
    if count and t.word(count[1]) in NEXT | LAST:
        word = t.word(count[1] + 1)
        unit = UNITS.get(word)
        if unit and (count[0] == 1 or word.endswith("s")):  # "60 last week" is an age and a week
            total = UNIT_LENGTHS[unit].times(min(count[0], 100000))
            sign = 1 if t.word(count[1]) in NEXT else -1
            return relative.window(total, sign, unit), count[1] + 2
    return None


def _bare_amount(t: Tokens, i: int) -> tuple[Length, str, int] | None:
    unit = UNITS[t.word(i)]
    first = UNIT_LENGTHS[unit]
    more = amount(t, after(t, i + 1, "and"))
    return (first + more[0], more[1], more[2]) if more else (first, unit, i + 1)


def edged(t: Tokens, i: int) -> Found:
    """ "early 2020", "mid-July", "the end of March", "later this week", "EOY"."""
    j = after(t, i, "the")
    word = t.word(j)
    if word in _END_OF:
        return _edge_of(relative.unit_away(_END_OF[word], 0), "late", j + 1, unit=_END_OF[word])
    which = _EDGES.get(word)
    if which is None:
        return None
    k = j + 1
    for glue in ("-", "of", "in", "the"):
        k = after(t, k, glue)
    if t.word(k) in THIS and t.word(k + 1) in ("morning", "afternoon", "evening", "night"):
        return None  # a part of the day, which has halves of its own
    unit = UNITS.get(t.word(k))
    if unit in BIG_UNITS and (t.word(k - 1) == "the" or word == "end"):
        if unit == "day" and word != "end" and not t.strict:
            return None
        rule = relative.unit_away(unit, 0)
        return _edge_of(rule, which, k + 1, unit=unit if word == "end" else "", late=word)
    outer = simple_date(t, k)
    if outer is None:
        return None
    if word == "end" and _is_day(outer[0]):
        return relative.day_end(outer[0]), outer[1]
    return relative.edge(outer[0], which, clipped=word == "later"), outer[1]


def _is_day(date: Date) -> bool:
    if isinstance(date, Partial):
        return date.day is not None or date.weekday is not None
    return date.__qualname__.startswith(("days_away", "weekday"))


def _edge_of(rule: Date, which: str, j: int, *, unit: str, late: str = "") -> Found:
    if unit == "day":
        return relative.day_end(rule), j
    return relative.edge(rule, which, clipped=late == "later"), j


def rest_or_so_far(t: Tokens, i: int) -> Found:
    """ "the rest of the week", "remaining month", "year to date"."""
    j = after(t, i, "the")
    if t.word(j) in ("rest", "remaining", "remainder"):
        k = after(t, j + 1, "of")
        k = after(t, k, "the", "my", "this", "current", "our")
        unit = UNITS.get(t.word(k))
        return (relative.rest_of(unit), k + 1) if unit in BIG_UNITS and k > j + 1 else None
    if t.word(j) in ("week", "month", "quarter", "year") and phrase(t, j + 1, ("to", "date")):
        return relative.to_date(t.word(j)), j + 3
    if t.word(j) in ("ytd", "mtd"):
        return relative.to_date("year" if t.word(j) == "ytd" else "month"), j + 1
    return None


_READERS = (*SIMPLE, now, counted, window, edged, rest_or_so_far)


def date(t: Tokens, i: int) -> Found:
    """The longest date at token `i`."""
    return t.once("date", i, _date)


def _date(t: Tokens, i: int) -> Found:
    found = in_said_year(t, i, longest(t, i, _READERS))
    if found and t.word(found[1]) == "weekend" and holidays.find_english(t, i):
        return relative.weekend_near(found[0]), found[1] + 1
    return found
