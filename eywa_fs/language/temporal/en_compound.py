"""English times and parts of the day ("half past six", "late morning", "3-5 pm"), and dates that
stand together with them."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.language.temporal import relative
from eywa_fs.language.temporal.en_dates import date
from eywa_fs.language.temporal.en_steps import week_after
from eywa_fs.language.temporal.en_words import STARTERS, UNITS, WEEKDAYS, Number, cardinal, year
from eywa_fs.language.temporal.reading import Clock, ClockRange, DayPart, Found, Partial, Said
from eywa_fs.language.temporal.tokens import Tokens, once
from eywa_fs.language.temporal.values import Granularity

# Hours of the parts of the day as Microsoft's Recognizers-Text cuts them.
_PARTS = dict.fromkeys(("morning", "am"), (8, 12)) | dict.fromkeys(("afternoon", "pm"), (12, 16))
_PARTS |= dict.fromkeys(("night", "nite"), (20, 24))
_PARTS |= {"lunchtime": (11, 13), "evening": (16, 20), "daytime": (8, 18)}
_HALVES = {"am": 0, "a": 0, "pm": 12, "p": 12}
_MINUTES = {"half": 30, "quarter": 15}
TO_WORDS = {"to", "-", "\u2013", "\u2014", "~", "till", "until", "through", "and", "thru"}
_GLUE = frozenset(
    ("on", "at", "in", "of", ",", "for", "around", "about", "by", "the", "-", "t", "(", ")")
)


def part_span(word: str, half: str = "") -> DayPart:
    start, end = (hour * 3600 for hour in _PARTS[word])
    if half == "early":
        end = start + 7200
    elif half == "late":
        start = end - 7200
    # The last minute of a night ends a second short of midnight so that it stays on its day.
    return DayPart(start, min(end, 86399))


def day_part(t: Tokens, i: int) -> tuple[DayPart, int] | None:
    """ "morning", "in the early evening", "late-night", "tonight" is read as a day elsewhere."""
    j = t.after(t.after(i, "in"), "the")
    half = t.word(j) if t.word(j) in ("early", "late") else ""
    if half:
        j = t.after(t.after(j + 1, "-"), "this")
    word = t.word(j)
    if word in ("am", "pm") and t.number(j - 1) is not None:
        return None
    if word not in _PARTS or (word == "am" and t.text[t.starts[j]] != "A"):
        return None
    return part_span(word, half), j + 1


def _meridiem(t: Tokens, j: int) -> Number:
    """am or pm at `j`: 0 or 12 and the index after it; dots and spaces are read over."""
    half = _HALVES.get(t.word(j))
    if half is None or len(t.word(j)) == 2:
        return None if half is None else (half, j + 1)
    k = t.after(j + 1, ".")
    if t.word(k) != "m":
        return None
    return half, t.after(k + 1, ".") if k > j + 1 else k + 1


@once
def clock(t: Tokens, i: int) -> tuple[Clock, int] | None:
    """A clock time; a bare hour comes out `weak` and counts only beside a date."""
    word = t.word(i)
    if word in ("midnight", "noon", "midday"):
        hour = 0 if word == "midnight" else 12
        return Clock(hour, meridiem=hour), i + 1
    head = _past_hour(t, i)
    if head:
        return head
    said = cardinal(t, i)
    if said is None or said[0] > 24 or (word.isdecimal() and len(word) > 2):
        return None
    hour, j = said
    if not word.isdecimal():
        k = t.after(j, "-")
        minute = None if t.word(k).isdecimal() else cardinal(t, k)
        if minute and 10 <= minute[0] < 60:
            return _hour(t, minute[1], hour, minute[0])
    elif t.word(j) in (":", ".") and _two_digits(t, j + 1):
        return _digital(t, hour, j) or _hour(t, j, hour)
    return _hour(t, j, hour)


def _hour(t: Tokens, j: int, hour: int, minute: int = 0) -> tuple[Clock, int]:
    """A time with its half of the day or "o'clock" at `j`, or a bare number."""
    grain: Granularity = "minute" if minute else "hour"
    half = _meridiem(t, j)
    if half and hour <= 12:
        return Clock(hour, minute, 0, grain, half[0]), half[1]
    if t.word(j) == "oclock" or (t.word(j) == "o" and t.word(j + 2) == "clock"):
        return Clock(hour, minute), j + (1 if t.word(j) == "oclock" else 3)
    return Clock(hour, minute, 0, grain, weak=True), j


def _two_digits(t: Tokens, j: int) -> bool:
    return len(t.word(j)) == 2 and t.word(j).isdecimal() and t.joined(j) and t.joined(j - 1)


def _digital(t: Tokens, hour: int, j: int) -> tuple[Clock, int] | None:
    dotted = t.word(j) == "."
    minute, second = t.number(j + 1) or 0, 0
    grain: Granularity = "minute"
    j += 2
    if t.word(j) == ":" and _two_digits(t, j + 1):
        second, grain = t.number(j + 1) or 0, "second"
        j += 2
    half = _meridiem(t, j) if hour <= 12 else None
    if minute > 59 or second > 59 or (dotted and half is None):
        return None
    return Clock(hour, minute, second, grain, half and half[0]), half[1] if half else j


def _past_hour(t: Tokens, i: int) -> tuple[Clock, int] | None:
    """ "half past six", "a quarter to 6", "twenty past four"."""
    j = t.after(i, "a")
    minutes = _MINUTES.get(t.word(j))
    if minutes:
        j += 1
    else:
        head = cardinal(t, j)
        if head is None or not 1 <= head[0] <= 30:
            return None
        minutes, j = head[0], t.after(head[1], "minutes", "mins")
    word, hour = t.word(j), cardinal(t, j + 1)
    if word not in ("past", "to") or hour is None or not 1 <= hour[0] <= 12:
        return None
    if word == "to" and minutes != 15 and t.word(i).isdecimal():
        return None
    half = _meridiem(t, hour[1])
    time = Clock(hour[0], minutes) if word == "past" else Clock(hour[0] - 1, 60 - minutes)
    return replace(time, grain="minute", meridiem=half and half[0]), half[1] if half else hour[1]


@once
def clock_range(t: Tokens, i: int) -> tuple[ClockRange, int] | None:
    """ "from 3 to 5pm", "10:30-11:45", "between 7 and 9"; two bare hours need a date beside."""
    left = clock(t, t.after(i, "from", "between"))
    joint = left and joined_by(t, left[1], t.word(i))
    right = clock(t, joint) if joint else None
    if not (left and right) or (right[0].weak and t.word(right[1]) in ("-", "/")):
        return None  # "7:00am until 11-03-2014"
    return ClockRange(left[0], right[0]), right[1]


def joined_by(t: Tokens, j: int, opener: str) -> int | None:
    """The index after what joins the ends of a range; "and" does so only behind "between"."""
    joins = t.word(j) in TO_WORDS and (t.word(j) != "and" or opener == "between")
    return j + 1 if joins else None


def bare_number(said: Said) -> bool:
    """Whether it is nothing but one: an hour, or a range of two."""
    if said.date is not None or said.part is not None or said.time is None:
        return False
    return _bare(said.time)


def _bare(time: Clock | ClockRange) -> bool:
    return time.weak if isinstance(time, Clock) else time.start.weak and time.end.weak


@once
def compound(t: Tokens, i: int) -> Said | None:
    """The dates, times and parts of the day that follow each other from token `i` on."""
    found = Said()
    j = i
    while _extend(t, j, found):
        j = found.end
        for _ in range(2):
            if t.word(j) in _GLUE or (t.word(j) == "." and t.joined(j) and t.joined(j + 1)):
                if t.word(j) == "t" and not t.joined(j):
                    break
                j += 1
    return found if found.end else None


def _extend(t: Tokens, j: int, found: Said) -> bool:
    """Read one more component at `j` into `found`."""
    first = found.end == 0
    dated = date(t, j) if found.date is None else None
    times = clock_range(t, j) if found.time is None else None
    timed = clock(t, j) if found.time is None else None
    part = day_part(t, j) if found.part is None else None
    hours = times or timed
    if dated and (hours is None or dated[1] >= hours[1]):
        found.date, found.end = dated
        if t.word(j) in ("tonight", "tonite") and found.part is None:
            found.part = part_span("night")
    elif times and _hours_fit(t, j, times, first):
        found.time, found.end = times
    elif part and (timed is None or part[1] >= timed[1]):
        found.part, found.end = part
    elif timed and _clock_fits(t, j, timed, first):
        found.time, found.end = timed
    else:
        return _complete(t, j, found)
    return True


def _complete(t: Tokens, j: int, found: Said) -> bool:
    """Read more of the date behind it: a weekday in brackets, a year, "of next week"."""
    dated = found.date
    if dated is not None and t.word(j) in WEEKDAYS and t.word(j + 1) == ")":
        found.end = j + 2
        return True
    if not isinstance(dated, Partial):
        return False
    if dated.day and dated.year is None and found.time is not None and t.word(j).isdecimal():
        value = year(t, j)
        if value:
            found.date, found.end = replace(dated, year=value[0]), value[1]
            return True
    week = week_after(t, j) if dated.weekday is not None and dated.day is None else None
    if week and dated.weekday is not None:
        found.date, found.end = relative.weekday_of_week(dated.weekday, week[0]), week[1]
    return week is not None


def _hours_fit(t: Tokens, j: int, times: tuple[ClockRange, int], first: bool) -> bool:
    """Whether two bare hours stand beside a day; after a dash they are the rest of a date."""
    if not _bare(times[0]):
        return True
    return _starts_day(t, times[1]) if first else t.word(j - 1) != "-"


def _starts_day(t: Tokens, j: int) -> bool:
    """Whether a date follows that bare hours can belong to."""
    k = t.after(j, "on", "of", ",")
    word = t.word(k)
    found: Found = date(t, k) if word in STARTERS or word.isdecimal() else None
    if found is None or not isinstance(found[0], Partial):
        return found is not None
    return found[0].day is not None or found[0].weekday is not None


def _clock_fits(t: Tokens, j: int, timed: tuple[Clock, int], first: bool) -> bool:
    """Whether an hour, where it is a bare number, stands as one of the day."""
    time, end = timed
    if not time.weak:
        return True
    before, behind = t.word(j - 1), t.word(end)
    if not first:
        spoken = not t.word(j).isdecimal() and time.grain == "minute"
        return behind not in UNITS and (before in ("at", "around", "about") or spoken)
    if before == "at" and t.word(end + 1) != "of":
        return True
    days = ("tonight", "tomorrow")
    return behind in days or (behind == "," and t.word(end + 1) in (*days, "today", "yesterday"))
