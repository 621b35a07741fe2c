"""English time expressions: dates, times and parts of the day put together, and ranges of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.en_clock import TO_WORDS, clock, clock_range, day_part, part_span
from eywa_fs.language.temporal.en_dates import date
from eywa_fs.language.temporal.en_lengths import amount
from eywa_fs.language.temporal.en_relative import week_after
from eywa_fs.language.temporal.en_words import (
    CARDINALS,
    DECADES,
    LAST,
    MONTHS,
    NEXT,
    ORDINALS,
    SEASONS,
    TENS,
    THIS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    cardinal,
    ordinal,
    year,
)
from eywa_fs.language.temporal.holidays import FIRST_WORDS
from eywa_fs.language.temporal.reading import (
    Clock,
    ClockRange,
    Context,
    Date,
    DayPart,
    Partial,
    Reading,
    Rule,
    combine,
    resolve_range,
    span,
)
from eywa_fs.language.temporal.tokens import Tokens

_GLUE = frozenset(
    ("on", "at", "in", "of", ",", "for", "around", "about", "by", "the", "-", "t", "(", ")")
)
_DAYTIMES = ("mornings", "afternoons", "evenings", "nights")
_EVERY = {"every", "each"}
_NAMED_PARTS = {"tonight": "night", "tonite": "night"}
_STARTERS = (
    frozenset(MONTHS)
    | frozenset(WEEKDAYS)
    | frozenset(WEEKDAY_PLURALS)
    | frozenset(UNITS)
    | frozenset(SEASONS)
    | frozenset(CARDINALS)
    | frozenset(ORDINALS)
    | frozenset(TENS)
    | frozenset(DECADES)
    | NEXT
    | LAST
    | THIS
    | _EVERY
    | FIRST_WORDS
    | frozenset(
        [
            "today",
            "tonight",
            "tonite",
            "tomorrow",
            "tmrw",
            "tmr",
            "tomorow",
            "yesterday",
            "now",
            "right",
            "the",
            "in",
            "at",
            "from",
            "between",
            "since",
            "until",
            "till",
            "before",
            "after",
            "early",
            "earlier",
            "mid",
            "middle",
            "late",
            "later",
            "beginning",
            "start",
            "end",
            "eod",
            "eow",
            "eom",
            "eoy",
            "ytd",
            "mtd",
            "rest",
            "remaining",
            "remainder",
            "weekend",
            "workweek",
            "working",
            "morning",
            "afternoon",
            "evening",
            "night",
            "noon",
            "midnight",
            "midday",
            "half",
            "quarter",
            "a",
            "an",
            "couple",
            "within",
            "over",
            "during",
            "for",
            "cy",
            "fy",
            "calendar",
            "fiscal",
            "q",
            "h",
            "w",
            "my",
            "am",
            "'",
            "’",
            "‘",
        ]
    )
)

_LEADS = frozenset(
    """the in at from between since until till before after a an my right within over during for
    w ' \u2019 \u2018""".split()  # noqa: SIM905
)
"""Starters that are no expression by themselves, however many of them stand in a row."""
_BEHIND_LEADS = _STARTERS | frozenset(
    """and - to / pm lunchtime daytime nite business weekends few moment present""".split()  # noqa: SIM905
)
"""What, beside digits, can go on with an expression that begins with them."""


@dataclass(frozen=True, slots=True)
class Match:
    """A rule and the tokens [start, end) it was read from."""

    start: int
    end: int
    rule: Rule


@dataclass(slots=True)
class _Compound:
    """A date, a time and a part of the day that stand together."""

    date: Date | None = None
    time: Clock | ClockRange | None = None
    part: DayPart | None = None
    end: int = 0

    @property
    def weak(self) -> bool:
        """Whether it is nothing but a bare number."""
        if self.date is not None:
            return False
        if isinstance(self.time, Clock):
            return self.time.weak and self.part is None
        if isinstance(self.time, ClockRange):
            return self.time.start.weak and self.time.end.weak and self.part is None
        return False

    def rule(self) -> Rule:
        date_, time, part = self.date, self.time, self.part
        return lambda context: combine(date_, time, part, context)


def find(t: Tokens) -> Iterator[Match]:
    """The expressions of a text from left to right, each the longest at its start."""
    i = 0
    while i < t.count:
        match = None
        if t.words[i] in _STARTERS or t.words[i][0].isdecimal():
            match = _expression(t, i) if t.strict or _goes_on(t, i) else None
        if match is None:
            i += 1
            continue
        yield match
        i = max(match.end, i + 1)


def _goes_on(t: Tokens, i: int) -> bool:
    """Whether there can be an expression at a starter: most times "the" and "a" begin none."""
    words = t.words
    while words[i] in _LEADS:
        i += 1
    return words[i] in _BEHIND_LEADS or words[i][:1].isdecimal()


def _expression(t: Tokens, i: int) -> Match | None:
    recurring = _recurring(t, i)
    if recurring:
        return recurring
    found = _range(t, i) or _week_range(t, i) or _day_range(t, i) or _open(t, i)
    compound = _compound(t, i)
    # At the same length "2-9-06" is a date and "6 to 19 this month" a range.
    if found and (compound is None or (found.end, compound.time is None) > (compound.end, True)):
        return found
    if found and compound and found.end == compound.end and compound.time is not None:
        return found
    length = amount(t, i)
    if length and (compound is None or length[2] >= compound.end):
        return _duration(t, i, length[2])
    if compound is None or compound.weak:
        return None
    if compound.date is None and compound.time is None and not t.strict:
        return None  # "in the morning" of no day
    return Match(i, compound.end, compound.rule())


def _recurring(t: Tokens, i: int) -> Match | None:
    word = t.word(i)
    if word in _EVERY:
        j = i + 2 if t.word(i + 1) in ("other", "single", "second") else i + 1
        number = cardinal(t, j)
        j = number[1] if number else j
        name = t.word(j)
        known = name in UNITS or name in WEEKDAYS or name in MONTHS or name in SEASONS
        if known or name in ("morning", "afternoon", "evening", "night", "weekend"):
            return Match(i, j + 1, _unplaced("recurring"))
        return None
    if word in WEEKDAYS and t.word(i + 1) in _DAYTIMES:  # "Tuesday nights"
        return Match(i, i + 2, _unplaced("recurring"))
    plural = word in WEEKDAY_PLURALS and t.word(i + 1) != "from"
    if plural or (word in ("weekends", *_DAYTIMES) and t.word(i - 1) == "on"):
        return Match(i, i + 1, _unplaced("recurring"))
    return None


def _unplaced(kind: str) -> Rule:
    reading = Reading(None, None, "day", "recurring" if kind == "recurring" else "duration")
    return lambda context: reading


def _duration(t: Tokens, i: int, end: int) -> Match | None:
    length = amount(t, i)
    if length is None or (t.word(i) in ("a", "an") and t.word(i - 1) not in ("for", "in")):
        return None
    if t.word(end) in ("old", "ago"):
        return None
    reading = Reading(None, None, _grain(length[1]), "duration", length[0])  # type: ignore[arg-type]
    return Match(i, end, lambda context: reading)


def _grain(unit: str) -> str:
    return {"fortnight": "week"}.get(unit, unit)


def _compound(t: Tokens, i: int) -> _Compound | None:
    return t.once("compound", i, _read_compound)


def _read_compound(t: Tokens, i: int) -> _Compound | None:
    found = _Compound()
    j = i
    while _extend(t, j, found):
        j = found.end
        for _ in range(2):
            if t.word(j) in _GLUE or (t.word(j) == "." and t.joined(j) and t.joined(j + 1)):
                if t.word(j) == "t" and not t.joined(j):
                    break
                j += 1
    return found if found.end else None


def _extend(t: Tokens, j: int, found: _Compound) -> bool:
    """Read one more component at `j` into `found`."""
    first = found.end == 0
    dated = date(t, j) if found.date is None else None
    times = t.once("hours", j, clock_range) if found.time is None else None
    timed = t.once("clock", j, clock) if found.time is None else None
    part = day_part(t, j) if found.part is None else None
    if found.date is None and dated and _beats(dated, times or timed):
        found.date, found.end = dated
        named = _NAMED_PARTS.get(t.word(j)) if found.part is None else None
        if named:
            found.part = part_span(named)
        return True
    if times and _hours_fit(t, j, times, first):
        found.time, found.end = times
        return True
    if part and (timed is None or part[1] >= timed[1]):
        found.part, found.end = part
        return True
    if timed and _clock_fits(t, j, timed, first):
        found.time, found.end = timed
        return True
    if found.date is not None and t.word(j) in WEEKDAYS and t.word(j + 1) == ")":
        found.end = j + 2
        return True
    if isinstance(found.date, Partial) and found.date.day and found.date.year is None:
        value = year(t, j) if found.time is not None and len(t.word(j)) == 4 else None
        if value and t.word(j).isdecimal():
            found.date, found.end = replace(found.date, year=value[0]), value[1]
            return True
    if (
        isinstance(found.date, Partial)
        and found.date.weekday is not None
        and found.date.day is None
    ):
        week = week_after(t, j)
        if week:
            found.date = relative.weekday_of_week(found.date.weekday, week[0])
            found.end = week[1]
            return True
    return False


def _hours_fit(t: Tokens, j: int, times: tuple[ClockRange, int], first: bool) -> bool:
    """Whether two bare hours stand beside a day; after a dash they are the rest of a date."""
    if not (times[0].start.weak and times[0].end.weak):
        return True
    return _starts_day(t, times[1]) if first else t.word(j - 1) != "-"


def _beats(dated: tuple[Date, int], timed: tuple[object, int] | None) -> bool:
    return timed is None or dated[1] >= timed[1]


def _starts_day(t: Tokens, j: int) -> bool:
    """Whether a date follows that bare hours can belong to."""
    k = j + 1 if t.word(j) in ("on", "of", ",") else j
    word = t.word(k)
    found = date(t, k) if word in _STARTERS or word.isdecimal() else None
    if found is None:
        return False
    return not (isinstance(found[0], Partial) and found[0].day is None and found[0].weekday is None)


def _clock_fits(t: Tokens, j: int, timed: tuple[Clock, int], first: bool) -> bool:
    if not timed[0].weak:
        return True
    before = t.word(j - 1)
    if first:
        follow = t.word(timed[1])
        return (
            (before == "at" and t.word(timed[1] + 1) != "of")
            or follow in ("tonight", "tomorrow")
            or (
                follow == ","
                and t.word(timed[1] + 1) in ("tonight", "tomorrow", "today", "yesterday")
            )
        )
    if t.word(timed[1]) in UNITS or not timed[0].weak:
        return False
    spoken = not t.word(j).isdecimal() and timed[0].grain == "minute"
    return before in ("at", "around", "about") or spoken


def _range(t: Tokens, i: int) -> Match | None:
    """ "from X to Y", "between X and Y", "X - Y"."""
    opener = t.word(i) if t.word(i) in ("from", "between") else ""
    j = i + 1 if opener else i
    left = _compound(t, j)
    if left is None or left.weak:
        return None
    joint = t.word(left.end)
    if joint not in TO_WORDS or (joint == "and" and opener != "between"):
        return None
    k = left.end + 1
    right = _compound(t, k)
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


def _clocked(i: int, left: _Compound, right: _Compound, *, dated_first: bool) -> Match | None:
    """Two times; a date said with one of them serves both, a later one stands on its own."""
    if left.time is None and left.part is None:
        return None
    if left.date is None and right.time is not None and dated_first:
        left = _Compound(relative.days_away(0), left.time, left.part, left.end)
    if right.date is None or left.date is None:
        if isinstance(left.time, Clock) and isinstance(right.time, Clock):
            both = _Compound(
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
    compound = _compound(t, i + 1)
    if compound is None or compound.weak or (compound.date is None and compound.time is None):
        return None
    inner = compound.rule()
    rule = relative.open_range(
        inner, after=word in ("since", "after"), past_end=word in ("before", "after")
    )
    if word == "since":

        def since(context: Context) -> Reading:
            return rule(Context(context.now, "past"))

        return Match(i, compound.end, since)
    return Match(i, compound.end, rule)
