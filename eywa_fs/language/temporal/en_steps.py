"""English days and periods some steps away from now: "today", "next week", "last May"."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.en_calendar import Found, month_date, numeric_date, season_of
from eywa_fs.language.temporal.en_words import (
    LAST,
    MONTHS,
    NEXT,
    SEASONS,
    THIS,
    UNITS,
    WEEKDAYS,
    Number,
    after,
    phrase,
)
from eywa_fs.language.temporal.reading import Partial
from eywa_fs.language.temporal.tokens import Tokens

_DAYS = {
    "today": 0,
    "tonight": 0,
    "tonite": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tomorow": 1,
    "yesterday": -1,
}
BIG_UNITS = {"day", "week", "month", "quarter", "year", "decade", "century", "fortnight"}


_NOW = (
    ("right", "now"),
    ("now",),
    ("at", "the", "moment"),
    ("at", "the", "minute"),
    ("at", "the", "present", "time"),
    ("at", "this", "time"),
    ("at", "this", "moment"),
)


def now(t: Tokens, i: int) -> Found:
    if t.word(i) not in ("right", "now", "at"):
        return None
    for words in _NOW:
        if phrase(t, i, words):
            if words == ("now",) and t.word(i + 1) == "that":
                return None
            return relative.now, i + len(words)
    return None


def named_day(t: Tokens, i: int) -> Found:
    """ "today", "the day before yesterday", "current date", "the day after"."""
    j = after(t, i, "the")
    if t.word(j) in _DAYS:
        return relative.days_away(_DAYS[t.word(j)]), j + 1
    if t.word(j) == "current" and t.word(j + 1) == "date":
        return relative.days_away(0), j + 2
    if t.word(j) == "day" and t.word(j + 1) in ("before", "after"):
        sign = 1 if t.word(j + 1) == "after" else -1
        k = after(t, j + 2, "the")
        if t.word(k) in _DAYS:
            return relative.days_away(_DAYS[t.word(k)] + sign), k + 1
        if t.strict and k == t.count:
            return relative.days_away(sign), k
    return None


def relative_unit(t: Tokens, i: int) -> Found:
    """ "last week", "this year", "the month after next", "next summer", "last May"."""
    j = after(t, i, "the")
    word = t.word(j)
    unit = UNITS.get(t.word(j))
    after_next = t.word(j + 1) == "after" and t.word(after(t, j + 2, "the")) == "next"
    if after_next and (unit in BIG_UNITS or word == "weekend"):
        k = after(t, j + 2, "the") + 1
        return (relative.unit_away(unit, 2) if unit else relative.weekend_away(2)), k
    if word == "this" and t.word(j + 1) in LAST | NEXT:
        j, word = j + 1, t.word(j + 1)
    steps = 1 if word in NEXT else -1 if word in LAST else 0 if word in THIS | {"my"} else None
    if steps is None:
        if word == "weekend":
            return relative.weekend_away(0), j + 1
        if word == "workweek" or (word == "working" and t.word(j + 1) == "week"):
            return relative.workdays_away(0), j + (1 if word == "workweek" else 2)
        if unit in BIG_UNITS and t.strict and j > i and j + 1 == t.count:
            return relative.unit_away(unit, 0), j + 1
        return None
    return _stepped(t, j, steps)


def _stepped(t: Tokens, j: int, steps: int) -> Found:
    """What follows "next", "last" or "this" at `j`."""
    k = after(t, j + 1, "calendar", "fiscal", "working", "business")
    word = t.word(k)
    if t.word(k - 1) in ("working", "business") and word == "week":
        return relative.workdays_away(steps), k + 1
    if word == "workweek":
        return relative.workdays_away(steps), k + 1
    if word in ("weekend", "weekends"):
        return relative.weekend_away(steps), k + 1
    unit = UNITS.get(word)
    if unit and not (word.endswith("s") and unit != "century"):
        if t.word(j) == "my" and not t.strict:
            return None
        if unit in ("second", "minute", "day") and not t.strict:
            # "The next day" of a story follows a day that only the story knows.
            return None
        return relative.unit_away(unit, steps), k + 1
    if word in ("morning", "afternoon", "evening", "night"):
        # The part itself is read beside the day; "last night" is of yesterday.
        return relative.days_away(steps), k
    if word in WEEKDAYS:
        return _stepped_weekday(t, j, k, steps)
    return _stepped_name(t, k, steps)


def _stepped_weekday(t: Tokens, j: int, k: int, steps: int) -> Found:
    weekday = WEEKDAYS[t.word(k)]
    end = k + 1
    dated = slashed(t, after(t, end, "(")) or month_date(t, after(t, end, "(", ","))
    if dated and isinstance(dated[0], Partial):
        return replace(dated[0], this=True), after(t, dated[1], ")")
    if t.word(j) in ("coming", "upcoming"):
        return relative.nearest_weekday(weekday, 1), end
    if t.word(j) == "past":
        return relative.nearest_weekday(weekday, -1), end
    return relative.weekday_of_week(weekday, steps), end


def slashed(t: Tokens, i: int) -> Found:
    """A date in digits after a weekday; "Monday 8-9" are hours."""
    return None if t.word(i + 1) == "-" else numeric_date(t, i)


def _stepped_name(t: Tokens, k: int, steps: int) -> Found:
    """A month, season or holiday after "last", "this" or "next"."""
    word = t.word(k)
    if word in MONTHS:
        if steps == 0:
            return replace(Partial(month=MONTHS[word]), this=True), k + 1
        found = month_date(t, k)
        if found is None:
            found = Partial(month=MONTHS[word]), k + 1
        if isinstance(found[0], Partial) and found[0].year is None:
            return relative.beside(found[0], steps), found[1]
        return found
    if word in SEASONS:
        if steps == 0:
            return season_of(None, SEASONS[word]), k + 1
        return relative.beside(season_of(None, SEASONS[word]), steps), k + 1
    named = holidays.find_english(t, k)
    if named:
        return holidays.beside(named[0], steps), named[1]
    return None


def step_of(word: str) -> int | None:
    """1 for "next" and its like, -1 for "last", 0 for "this"."""
    return 1 if word in NEXT else -1 if word in LAST else 0 if word in THIS else None


def week_after(t: Tokens, i: int) -> Number:
    """ "(of) next week" after a weekday: the number of weeks away."""
    j = after(t, after(t, i, "of", "in", "-"), "the")
    word = t.word(j)
    steps = step_of(word)
    if steps is not None and t.word(j + 1) == "week":
        return steps, j + 2
    if word == "week" and t.word(j + 1) == "after" and t.word(after(t, j + 2, "the")) == "next":
        return 2, after(t, j + 2, "the") + 1
    return None


def week_then_day(t: Tokens, i: int) -> Found:
    """ "next week on Wednesday", "last week - Sunday", "this week Thursday"."""
    week = week_after(t, i)
    if week is None or t.word(i) in ("of", "in", "-"):
        return None
    weekday = WEEKDAYS.get(t.word(after(t, week[1], "on", "-", ",")))
    if weekday is None:
        return None
    return relative.weekday_of_week(weekday, week[0]), after(t, week[1], "on", "-", ",") + 1
