"""English ranges: from one date or time to another, and those open at one end."""

from __future__ import annotations

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.en_clock import TO_WORDS
from eywa_fs.language.temporal.en_compound import Compound, Match, compound
from eywa_fs.language.temporal.en_dates import date
from eywa_fs.language.temporal.en_steps import week_after
from eywa_fs.language.temporal.en_words import (
    LAST,
    MONTHS,
    NEXT,
    THIS,
    UNITS,
    WEEKDAYS,
    cardinal,
    ordinal,
    year,
)
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Context,
    Date,
    Partial,
    Reading,
    Rule,
    resolve_range,
    span,
)
from eywa_fs.language.temporal.tokens import Tokens


def any_range(t: Tokens, i: int) -> Match | None:
    """A range that begins at a token."""
    return _range(t, i) or _week_range(t, i) or _day_range(t, i) or _open(t, i)


def _range(t: Tokens, i: int) -> Match | None:
    """ "from X to Y", "between X and Y", "X - Y"."""
    opener = t.word(i) if t.word(i) in ("from", "between") else ""
    j = i + 1 if opener else i
    left = compound(t, j)
    if left is None or left.weak:
        return None
    joint = t.word(left.end)
    if joint not in TO_WORDS or (joint == "and" and opener != "between"):
        return None
    k = left.end + 1
    right = compound(t, k)
    bare = _bare_day(t, k, left.date)
    if right is None or (right.weak and bare):
        if bare is None or left.time is not None or left.date is None:
            return None
        return _dates(i, bare[1], left.date, bare[0])
    if right.weak and left.time is None:
        return None
    if (
        (
            left.time is None
            and right.time is None
            and left.date is not None
            and right.date is not None
        )
        and left.part is None
        and right.part is None
    ):
        return _dates(i, right.end, left.date, right.date)
    if isinstance(left.time, ClockRange) or isinstance(right.time, ClockRange):
        return None
    # "From 1pm till tomorrow 3pm" begins today, "2 to 4pm tomorrow" does not.
    return _clocked(i, left, right, dated_first=date(t, k) is not None)


def _bare_day(t: Tokens, k: int, left: Date | None) -> tuple[Partial, int] | None:
    """A day number after "May 4 to", with a year perhaps."""
    if not isinstance(left, Partial) or left.month is None or left.day is None:
        return None
    j = k + 1 if t.word(k) == "the" else k
    rank = ordinal(t, j) or cardinal(t, j)
    if rank is None or not 1 <= rank[0] <= 31 or t.word(rank[1]) in UNITS:
        return None
    after = rank[1] + 1 if t.word(rank[1]) in (",", "of", "in") else rank[1]
    value = year(t, after)
    if value:
        return Partial(year=value[0], month=left.month, day=rank[0]), value[1]
    if left.year is None and rank[0] < left.day:
        return Partial(month=left.month % 12 + 1, day=rank[0]), rank[1]
    return Partial(year=left.year, month=left.month, day=rank[0]), rank[1]


def _dates(i: int, end: int, left: Date, right: Date) -> Match:
    return Match(i, end, lambda context: resolve_range(left, right, context))


def _clocked(i: int, left: Compound, right: Compound, *, dated_first: bool) -> Match | None:
    """Two times; a date said with one of them serves both, a later one stands on its own."""
    if left.time is None and left.part is None:
        return None
    if left.date is None and right.time is not None and dated_first:
        left = Compound(relative.days_away(0), left.time, left.part, left.end)
    if right.date is None or left.date is None:
        if isinstance(left.time, Clock) and isinstance(right.time, Clock):
            both = Compound(
                left.date or right.date, ClockRange(left.time, right.time), left.part or right.part
            )
            return Match(i, right.end, both.rule())
        return None

    def rule(context: Context) -> Reading:
        first = left.rule()(context)
        last = right.rule()(context)
        if first.start is None or last.start is None or last.start <= first.start:
            raise ValueError("inverted range")
        return span(first.start, last.start, "interval")

    return Match(i, right.end, rule)


def _day_range(t: Tokens, i: int) -> Match | None:
    """ "6 to 19 this month", "from the 4th to the 6th", "between 6-19 May 2003"."""
    opener = t.word(i) if t.word(i) in ("from", "between") else ""
    j = i + 1 if opener else i
    month = None
    if t.word(j) in MONTHS and t.word(j + 1) in ("between", "from"):
        month, j, opener = MONTHS[t.word(j)], j + 2, t.word(j + 1)
    left = _day(t, j)
    if left is None:
        return None
    joint = t.word(left[1])
    if joint not in TO_WORDS or (joint == "and" and opener != "between"):
        return None
    k = left[1] + 1
    right = _day(t, k)
    first = Partial(day=left[0], month=month)
    dated = date(t, k)
    if dated and isinstance(dated[0], Partial) and dated[0].day and dated[0].month:
        return _dates(i, dated[1], first, dated[0])
    if right is None:
        return None
    if month is not None:
        value = year(t, right[1])
        end = value[1] if value else right[1]
        year_ = value[0] if value else None
        return _dates(i, end, Partial(year_, month, left[0]), Partial(year_, month, right[0]))
    after = right[1] + 1 if t.word(right[1]) in ("of", "in", ",") else right[1]
    outer = date(t, after)
    stepped = t.word(after) in NEXT | LAST | THIS and t.word(after + 1) == "month"
    if outer and not isinstance(outer[0], Partial) and stepped:
        return Match(i, outer[1], _days_of(outer[0], left[0], right[0]))
    ranked = ordinal(t, j) or t.word(j) == "the"
    if ranked and (opener or t.word(j) == "the"):
        return _dates(i, right[1], first, Partial(day=right[0]))
    return None


def _days_of(period: Rule, first: int, last: int) -> Rule:
    def rule(context: Context) -> Reading:
        start, _ = relative.bounds(period(context))
        left = Partial(year=start.year, month=start.month, day=first)
        return resolve_range(left, Partial(start.year, start.month, last), context)

    return rule


def _week_range(t: Tokens, i: int) -> Match | None:
    """ "Next week between Monday and Thursday", "this week from Wed to Fri"."""
    week = week_after(t, i) if t.word(i) not in ("of", "in", "-") else None
    if week is None or t.word(week[1]) not in ("from", "between"):
        return None
    j = week[1] + 1
    first, last = WEEKDAYS.get(t.word(j)), WEEKDAYS.get(t.word(j + 2))
    if first is None or last is None or t.word(j + 1) not in TO_WORDS:
        return None
    steps = week[0]
    left = relative.weekday_of_week(first, steps)
    return _dates(i, j + 3, left, relative.weekday_of_week(last, steps))


def _day(t: Tokens, j: int) -> tuple[int, int] | None:
    k = j + 1 if t.word(j) == "the" else j
    rank = ordinal(t, k) or cardinal(t, k)
    return rank if rank and 1 <= rank[0] <= 31 else None


def _open(t: Tokens, i: int) -> Match | None:
    """ "since March", "until Friday", "before 2020", "after tomorrow"."""
    word = t.word(i)
    if word not in ("since", "until", "till", "before", "after"):
        return None
    found = compound(t, i + 1)
    if found is None or found.weak or (found.date is None and found.time is None):
        return None
    inner = found.rule()
    rule = relative.open_range(
        inner, after=word in ("since", "after"), past_end=word in ("before", "after")
    )
    if word == "since":

        def since(context: Context) -> Reading:
            return rule(Context(context.now, "past"))

        return Match(i, found.end, since)
    return Match(i, found.end, rule)
