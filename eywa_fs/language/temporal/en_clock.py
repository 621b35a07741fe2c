"""English times and parts of the day: "5pm", "half past six", "late morning", "3-5 pm"."""

from __future__ import annotations

from eywa_fs.language.temporal.en_words import cardinal
from eywa_fs.language.temporal.reading import Clock, ClockRange, DayPart
from eywa_fs.language.temporal.tokens import Tokens

# Hours of the parts of the day as Microsoft's Recognizers-Text cuts them.
_PARTS = {
    "morning": (8, 12),
    "am": (8, 12),
    "lunchtime": (11, 13),
    "afternoon": (12, 16),
    "pm": (12, 16),
    "evening": (16, 20),
    "night": (20, 24),
    "nite": (20, 24),
    "daytime": (8, 18),
}
_HALF_WORDS = {"early": "early", "late": "late"}
TO_WORDS = {"to", "-", "\u2013", "\u2014", "~", "till", "until", "through", "and", "thru"}
Found = tuple[Clock | ClockRange | DayPart, int] | None


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
    j = i
    for word in ("in", "the"):
        if t.word(j) == word:
            j += 1
    half = t.word(j) if t.word(j) in _HALF_WORDS else ""
    if half:
        j += 2 if t.word(j + 1) == "-" else 1
        j = j + 1 if t.word(j) == "this" else j
    word = t.word(j)
    if word in ("am", "pm") and t.number(j - 1) is not None:
        return None
    if word not in _PARTS or (word in ("am",) and not (t.strict or t.text[t.starts[j]] == "A")):
        return None
    return part_span(word, half), j + 1


def meridiem(t: Tokens, j: int) -> tuple[int, int] | None:
    """am or pm at `j`: 0 or 12 and the index after it; dots and spaces are read over."""
    word = t.word(j)
    if word in ("am", "pm"):
        return (0 if word == "am" else 12), j + 1
    if word in ("a", "p"):
        k = j + 2 if t.word(j + 1) == "." else j + 1
        if t.word(k) == "m":
            end = k + 2 if t.word(k + 1) == "." and k > j + 1 else k + 1
            return (0 if word == "a" else 12), end
    return None


def clock(t: Tokens, i: int) -> tuple[Clock, int] | None:
    """A clock time; a bare hour comes out `weak` and counts only beside a date."""
    word = t.word(i)
    if word in ("midnight", "noon", "midday"):
        return Clock(
            0 if word == "midnight" else 12, meridiem=0 if word == "midnight" else 12
        ), i + 1
    relative = _past_hour(t, i)
    if relative:
        return relative
    head = cardinal(t, i)
    if head is None or head[0] > 24 or (word.isdecimal() and len(word) > 2):
        return None
    hour, j = head
    digits = word.isdecimal()
    if digits and t.word(j) in (":", ".") and _two_digits(t, j + 1):
        found = _digital(t, hour, j)
        if found:
            return found
    minute = 0
    grain = "hour"
    k = j + 1 if t.word(j) == "-" and not digits else j
    spoken = cardinal(t, k) if not digits and not t.word(k).isdecimal() else None
    if spoken and 10 <= spoken[0] < 60:
        minute, j, grain = spoken[0], spoken[1], "minute"
    half = meridiem(t, j)
    if half and hour <= 12:
        return Clock(hour, minute, 0, grain, half[0]), half[1]  # type: ignore[arg-type]
    if t.word(j) == "oclock" or (t.word(j) == "o" and t.word(j + 2) == "clock"):
        return Clock(hour, minute), j + (1 if t.word(j) == "oclock" else 3)
    return Clock(hour, minute, 0, grain, weak=True), j  # type: ignore[arg-type]


def _two_digits(t: Tokens, j: int) -> bool:
    return len(t.word(j)) == 2 and t.word(j).isdecimal() and t.joined(j) and t.joined(j - 1)


def _digital(t: Tokens, hour: int, j: int) -> tuple[Clock, int] | None:
    minute = t.number(j + 1) or 0
    dotted = t.word(j) == "."
    j += 2
    second, grain = 0, "minute"
    if t.word(j) == ":" and _two_digits(t, j + 1):
        second, grain = t.number(j + 1) or 0, "second"
        j += 2
    if minute > 59 or second > 59 or hour > 24:
        return None
    half = meridiem(t, j)
    if half and hour <= 12:
        return Clock(hour, minute, second, grain, half[0]), half[1]  # type: ignore[arg-type]
    if dotted:
        return None
    return Clock(hour, minute, second, grain), j  # type: ignore[arg-type]


def _past_hour(t: Tokens, i: int) -> tuple[Clock, int] | None:
    """ "half past six", "a quarter to 6", "twenty past four"."""
    j = i + 1 if t.word(i) == "a" else i
    if t.word(j) == "half":
        minutes, j = 30, j + 1
    elif t.word(j) == "quarter":
        minutes, j = 15, j + 1
    else:
        head = cardinal(t, j)
        if head is None or not 1 <= head[0] <= 30:
            return None
        minutes, j = head
        j = j + 1 if t.word(j) in ("minutes", "mins") else j
    word = t.word(j)
    hour = cardinal(t, j + 1)
    if word not in ("past", "to") or hour is None or not 1 <= hour[0] <= 12:
        return None
    if word == "to" and minutes not in (15,) and t.word(i).isdecimal():
        return None
    half = meridiem(t, hour[1])
    value = hour[0] if word == "past" else hour[0] - 1
    minute = minutes if word == "past" else 60 - minutes
    if half:
        return Clock(value, minute, 0, "minute", half[0]), half[1]
    return Clock(value, minute, 0, "minute"), hour[1]


def clock_range(t: Tokens, i: int) -> tuple[ClockRange, int] | None:
    """ "from 3 to 5pm", "10:30-11:45", "between 7 and 9"; two bare hours need a date beside."""
    j = i + 1 if t.word(i) in ("from", "between") else i
    left = clock(t, j)
    if left is None or t.word(left[1]) not in TO_WORDS:
        return None
    if t.word(left[1]) == "and" and t.word(i) != "between":
        return None
    right = clock(t, left[1] + 1)
    if right is None or (right[0].weak and t.word(right[1]) in ("-", "/")):
        return None  # "7:00am until 11-03-2014"
    return ClockRange(left[0], right[0]), right[1]
