"""English time expressions: each the longest reading at its start, from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.en_compound import TO_WORDS, bare_number, compound, joined_by
from eywa_fs.language.temporal.en_dates import date
from eywa_fs.language.temporal.en_steps import DAY_PARTS, week_first
from eywa_fs.language.temporal.en_words import (
    EVERY,
    MONTHS,
    SEASONS,
    STARTERS,
    STEPS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    amount,
    cardinal,
    day_rank,
    ordinal,
    year,
)
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Context,
    Date,
    Match,
    Partial,
    Rule,
    Said,
    between,
    recurring,
    unplaced,
)
from eywa_fs.language.temporal.tokens import Tokens

_DAYTIMES = ("mornings", "afternoons", "evenings", "nights")
_LEADS = frozenset(
    """the in at from between since until till before after a an my right within over during for
    w ' \u2019 \u2018""".split()  # noqa: SIM905
)
"""Starters that are no expression by themselves, however many of them stand in a row."""
_BEHIND_LEADS = STARTERS | frozenset(
    """and - to / pm lunchtime daytime nite business weekends few moment present""".split()  # noqa: SIM905
)
"""What, beside digits, can go on with an expression that begins with them."""


def find(t: Tokens) -> Iterator[tuple[int, Match]]:
    """The first tokens and the expressions of a text from left to right, each the longest at its
    start."""
    i = 0
    while i < t.count:
        match = None
        if t.words[i] in STARTERS or t.words[i][0].isdecimal():
            match = _expression(t, i) if _goes_on(t, i) else None
        if match:
            yield i, match
        i = max(match[0], i + 1) if match else i + 1


def _goes_on(t: Tokens, i: int) -> bool:
    """Whether there can be an expression at a starter: most times "the" and "a" begin none."""
    words = t.words
    while words[i] in _LEADS:
        i += 1
    return words[i] in _BEHIND_LEADS or words[i][:1].isdecimal()


def _expression(t: Tokens, i: int) -> Match | None:
    repeated = _recurring(t, i)
    if repeated:
        return repeated, recurring
    found, whole = _any_range(t, i), compound(t, i)
    # At the same length "2-9-06" is a date and "6 to 19 this month" a range.
    if found and (whole is None or (found[0], whole.time is not None) >= (whole.end, True)):
        return found
    length = amount(t, i)
    if length and (whole is None or length[2] >= whole.end):
        if t.word(i) in ("a", "an") and t.word(i - 1) not in ("for", "in"):
            return None
        return None if t.word(length[2]) in ("old", "ago") else (length[2], unplaced)
    if whole is None or bare_number(whole):
        return None
    if whole.date is None and whole.time is None:
        return None  # "in the morning" of no day
    return whole.end, whole


def _recurring(t: Tokens, i: int) -> int | None:
    """The index after "every other Monday", "Tuesday nights", "on weekends"."""
    word = t.word(i)
    if word in EVERY:
        j = t.after(i + 1, "other", "single", "second")
        number = cardinal(t, j)
        j = number[1] if number else j
        names = (UNITS, WEEKDAYS, MONTHS, SEASONS, (*DAY_PARTS, "weekend"))
        return j + 1 if any(t.word(j) in known for known in names) else None
    if word in WEEKDAYS and t.word(i + 1) in _DAYTIMES:
        return i + 2
    plural = word in WEEKDAY_PLURALS and t.word(i + 1) != "from"
    if plural or (word in ("weekends", *_DAYTIMES) and t.word(i - 1) == "on"):
        return i + 1
    return None


def _any_range(t: Tokens, i: int) -> Match | None:
    """A range that begins at a token: from one date or time to another, or open at one end."""
    return _range(t, i) or _week_range(t, i) or _day_range(t, i) or _open(t, i)


def _range(t: Tokens, i: int) -> Match | None:
    """ "from X to Y", "between X and Y", "X - Y"."""
    left = compound(t, t.after(i, "from", "between"))
    if left is None or bare_number(left):
        return None
    k = joined_by(t, left.end, t.word(i))
    if k is None:
        return None
    right = compound(t, k)
    bare = _bare_day(t, k, left.date)
    if right is None or (bare_number(right) and bare):
        if bare is None or left.time is not None or left.date is None:
            return None
        return bare[1], between(left.date, bare[0])
    if bare_number(right) and left.time is None:
        return None
    if left.timeless and right.timeless and left.date is not None and right.date is not None:
        return right.end, between(left.date, right.date)
    # "From 1pm till tomorrow 3pm" begins today, "2 to 4pm tomorrow" does not.
    if left.date is None and right.time is not None and date(t, k) is not None:
        left = replace(left, date=relative.days_away(0))
    return _clocked(left, right)


def _bare_day(t: Tokens, k: int, left: Date | None) -> tuple[Partial, int] | None:
    """A day number after "May 4 to", with a year perhaps."""
    if not isinstance(left, Partial) or left.month is None or left.day is None:
        return None
    rank = day_rank(t, t.after(k, "the"))
    if rank is None or t.word(rank[1]) in UNITS:
        return None
    day, end = rank
    value = year(t, t.after(end, ",", "of", "in"))
    if value:
        return Partial(value[0], left.month, day), value[1]
    if left.year is None and day < left.day:
        return Partial(month=left.month % 12 + 1, day=day), end
    return Partial(left.year, left.month, day), end


def _clocked(left: Said, right: Said) -> Match | None:
    """Two times; a date said with one of them serves both, a later one stands on its own."""
    if left.timeless or isinstance(left.time, ClockRange) or isinstance(right.time, ClockRange):
        return None
    if right.date is not None and left.date is not None:
        return right.end, relative.moments(left, right)
    if not (isinstance(left.time, Clock) and isinstance(right.time, Clock)):
        return None
    times = ClockRange(left.time, right.time)
    return right.end, Said(left.date or right.date, times, left.part or right.part)


def _day_range(t: Tokens, i: int) -> Match | None:
    """ "6 to 19 this month", "from the 4th to the 6th", "between 6-19 May 2003"."""
    j = t.after(i, "from", "between")
    month, opener = None, t.word(i) if j > i else ""
    if t.word(j) in MONTHS and t.word(j + 1) in ("between", "from"):
        month, opener, j = MONTHS[t.word(j)], t.word(j + 1), j + 2
    left = day_rank(t, t.after(j, "the"))
    k = left and joined_by(t, left[1], opener)
    if not (left and k):
        return None
    first = Partial(day=left[0], month=month)
    dated = date(t, k)
    if dated and isinstance(dated[0], Partial) and dated[0].day and dated[0].month:
        return dated[1], between(first, dated[0])
    right = day_rank(t, t.after(k, "the"))
    if right is None:
        return None
    last, end = replace(first, day=right[0]), right[1]
    if month is not None:
        value = year(t, end)
        if value:
            first, last, end = replace(first, year=value[0]), replace(last, year=value[0]), value[1]
        return end, between(first, last)
    after = t.after(end, "of", "in", ",")
    outer = date(t, after) if t.word(after) in STEPS and t.word(after + 1) == "month" else None
    if outer and not isinstance(outer[0], Partial):
        period = outer[0]
        return outer[1], between(
            relative.day_in(period, left[0]), relative.day_in(period, right[0])
        )
    if t.word(j) == "the" or (opener and ordinal(t, j)):
        return end, between(first, last)
    return None


def _week_range(t: Tokens, i: int) -> Match | None:
    """ "Next week between Monday and Thursday", "this week from Wed to Fri"."""
    week = week_first(t, i)
    if week is None or t.word(week[1]) not in ("from", "between"):
        return None
    steps, j = week[0], week[1] + 1
    first, last = WEEKDAYS.get(t.word(j)), WEEKDAYS.get(t.word(j + 2))
    if first is None or last is None or t.word(j + 1) not in TO_WORDS:
        return None
    left = relative.weekday_of_week(first, steps)
    return j + 3, between(left, relative.weekday_of_week(last, steps))


def _open(t: Tokens, i: int) -> Match | None:
    """ "since March", "until Friday", "before 2020", "after tomorrow"."""
    word = t.word(i)
    if word not in ("since", "until", "till", "before", "after"):
        return None
    found = compound(t, i + 1)
    if found is None or bare_number(found) or (found.date is None and found.time is None):
        return None
    rule = relative.open_range(
        found, after=word in ("since", "after"), past_end=word in ("before", "after")
    )
    return found.end, _since(rule) if word == "since" else rule


def _since(rule: Rule) -> Rule:
    return lambda context: rule(Context(context.now, "past"))
