"""English days and periods some steps away from now: "today", "next week", "last May"."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.en_calendar import month_date, numeric_date
from eywa_fs.language.temporal.en_words import (
    LAST,
    MONTHS,
    NEXT,
    SEASONS,
    STEPS,
    UNITS,
    WEEKDAYS,
    Number,
)
from eywa_fs.language.temporal.reading import Found, Partial
from eywa_fs.language.temporal.tokens import Tokens

_DAYS = dict.fromkeys(("today", "tonight", "tonite"), 0)
_DAYS |= dict.fromkeys(("tomorrow", "tmrw", "tmr", "tomorow"), 1) | {"yesterday": -1}
BIG_UNITS = {"day", "week", "month", "quarter", "year", "decade", "century", "fortnight"}
DAY_PARTS = ("morning", "afternoon", "evening", "night")
_NOW = "right now/now/at the moment/at the minute/at the present time/at this time/at this moment"
_NOW_WORDS = [words.split() for words in _NOW.split("/")]


def now(t: Tokens, i: int) -> Found:
    if t.word(i) not in ("right", "now", "at") or t.phrase(i, "now", "that"):
        return None
    return next(
        ((relative.now, i + len(words)) for words in _NOW_WORDS if t.phrase(i, *words)), None
    )


def named_day(t: Tokens, i: int) -> Found:
    """ "today", "the day before yesterday", "current date", "the day after"."""
    j = t.after(i, "the")
    if t.word(j) in _DAYS:
        return relative.days_away(_DAYS[t.word(j)]), j + 1
    if t.phrase(j, "current", "date"):
        return relative.days_away(0), j + 2
    if t.word(j) == "day" and t.word(j + 1) in ("before", "after"):
        sign = 1 if t.word(j + 1) == "after" else -1
        k = t.after(j + 2, "the")
        if t.word(k) in _DAYS:
            return relative.days_away(_DAYS[t.word(k)] + sign), k + 1
    return None


def relative_unit(t: Tokens, i: int) -> Found:
    """ "last week", "this year", "the month after next", "next summer", "last May"."""
    j = t.after(i, "the")
    word = t.word(j)
    unit = UNITS.get(word)
    after_next = _after_next(t, j + 1)
    if after_next and (unit in BIG_UNITS or word == "weekend"):
        return relative.unit_away(unit, 2) if unit else relative.weekend_away(2), after_next
    if word == "this" and t.word(j + 1) in LAST | NEXT:
        j, word = j + 1, t.word(j + 1)
    steps = 0 if word == "my" else STEPS.get(word)
    if steps is not None:
        return _stepped(t, j, steps)
    if word == "weekend":
        return relative.weekend_away(0), j + 1
    if word == "workweek" or t.phrase(j, "working", "week"):
        return relative.workdays_away(0), t.after(j, "working") + 1
    return None


def _after_next(t: Tokens, i: int) -> int | None:
    """The index after "after next", "after the next"."""
    j = t.after(i + 1, "the")
    return j + 1 if t.word(i) == "after" and t.word(j) == "next" else None


def _stepped(t: Tokens, j: int, steps: int) -> Found:
    """What follows "next", "last" or "this" at `j`."""
    k = t.after(j + 1, "calendar", "fiscal", "working", "business")
    word = t.word(k)
    if word == "workweek" or (word == "week" and t.word(k - 1) in ("working", "business")):
        return relative.workdays_away(steps), k + 1
    if word in ("weekend", "weekends"):
        return relative.weekend_away(steps), k + 1
    unit = UNITS.get(word)
    if unit and not (word.endswith("s") and unit != "century"):
        # "The next day" of a story follows a day that only the story knows.
        if t.word(j) == "my" or unit in ("second", "minute", "day"):
            return None
        return relative.unit_away(unit, steps), k + 1
    if word in DAY_PARTS:
        # The part itself is read beside the day; "last night" is of yesterday.
        return relative.days_away(steps), k
    if word in WEEKDAYS:
        return _stepped_weekday(t, j, k, steps)
    return _stepped_name(t, k, steps)


def _stepped_weekday(t: Tokens, j: int, k: int, steps: int) -> Found:
    weekday = WEEKDAYS[t.word(k)]
    end = k + 1
    dated = slashed(t, t.after(end, "(")) or month_date(t, t.after(end, "(", ","))
    if dated and isinstance(dated[0], Partial):
        return replace(dated[0], this=True), t.after(dated[1], ")")
    if t.word(j) in ("coming", "upcoming", "past"):
        return relative.nearest_weekday(weekday, steps), end
    return relative.weekday_of_week(weekday, steps), end


def slashed(t: Tokens, i: int) -> Found:
    """A date in digits after a weekday; "Monday 8-9" are hours."""
    return None if t.word(i + 1) == "-" else numeric_date(t, i)


def _stepped_name(t: Tokens, k: int, steps: int) -> Found:
    """A month, season or holiday after "last", "this" or "next"."""
    word = t.word(k)
    if word in MONTHS:
        month = Partial(month=MONTHS[word])
        if steps == 0:
            return replace(month, this=True), k + 1
        found = month_date(t, k) or (month, k + 1)
        if isinstance(found[0], Partial) and found[0].year is None:
            return relative.beside(found[0], steps), found[1]
        return found
    if word in SEASONS:
        season = relative.season_of(None, SEASONS[word])
        return relative.beside(season, steps) if steps else season, k + 1
    named = holidays.find_english(t, k)
    return (holidays.beside(named[0], steps), named[1]) if named else None


def week_after(t: Tokens, i: int) -> Number:
    """ "(of) next week" after a weekday: the number of weeks away."""
    j = t.after(t.after(i, "of", "in", "-"), "the")
    steps = STEPS.get(t.word(j))
    if steps is not None and t.word(j + 1) == "week":
        return steps, j + 2
    after_next = _after_next(t, j + 1)
    return (2, after_next) if t.word(j) == "week" and after_next else None


def week_first(t: Tokens, i: int) -> Number:
    """ "next week" where it begins an expression."""
    return None if t.word(i) in ("of", "in", "-") else week_after(t, i)


def week_then_day(t: Tokens, i: int) -> Found:
    """ "next week on Wednesday", "last week - Sunday", "this week Thursday"."""
    week = week_first(t, i)
    if week is None:
        return None
    j = t.after(week[1], "on", "-", ",")
    weekday = WEEKDAYS.get(t.word(j))
    return None if weekday is None else (relative.weekday_of_week(weekday, week[0]), j + 1)
