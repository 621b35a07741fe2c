"""English dates that name their place on the calendar: "May 8, 2023", "8/5", "the 90s", "Q3"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from eywa_fs.language.temporal import holidays
from eywa_fs.language.temporal.calendar import UNIT_LENGTHS, shift
from eywa_fs.language.temporal.en_words import (
    DECADES,
    MONTHS,
    SEASONS,
    WEEKDAYS,
    cardinal,
    full_year,
    ordinal,
    year,
)
from eywa_fs.language.temporal.reading import Context, Date, Partial, Reading, Rule, span
from eywa_fs.language.temporal.tokens import Tokens

Found = tuple[Date, int] | None  # the date, index of the next token

# A word or number before which a bare year, month or slash date can be trusted in running text.
CUES = frozenset(
    (
        "in",
        "on",
        "since",
        "from",
        "until",
        "till",
        "to",
        "by",
        "before",
        "after",
        "during",
        "between",
        "and",
        "around",
        "circa",
        "year",
        "early",
        "late",
        "mid",
        "through",
        "back",
        "last",
        "next",
        "this",
        "-",
        "~",
        "–",
        "—",
    )
)
# After these a bare number of four digits is a year even before a noun.
_YEAR_CUES = frozenset(
    ("in", "since", "during", "throughout", "circa", "year", "early", "late", "mid")
)
_AFTER_YEAR = frozenset(
    (
        "to",
        "and",
        "or",
        "until",
        "till",
        "through",
        "in",
        "at",
        "on",
        "for",
        "we",
        "i",
        "he",
        "she",
        "they",
        "it",
        "the",
        "when",
        "but",
        "with",
        "was",
        "is",
        "as",
        "she",
        "my",
        "our",
    )
)
_AMBIGUOUS = {"may", "march", "mar", "dec", "sep", "jan", "sat", "sun", "mon", "wed", "jun"}
_FULL_MONTHS = {name for name in MONTHS if len(name) > 4} | {"may", "june", "july"}
_DASHES = {"-", "/", ".", "\u2013"}


def trusted(t: Tokens, i: int, j: int) -> bool:
    """Whether a lone ambiguous word at [i, j) reads as a date here."""
    if t.strict or j - i > 2 or t.word(i) not in _AMBIGUOUS:
        return True
    if t.word(i) in ("may", "march", "mar"):
        before = t.word(i - 1)
        strong = before in ("in", "since", "until", "last", "next")
        return strong or (t.capital(i) and before in CUES)
    return t.capital(i)


def numeric_date(t: Tokens, i: int, *, day_first: bool = False) -> Found:
    """Digits with separators, ISO dates and, in strict texts, compact ones."""
    first = t.number(i)
    if first is None:
        return None
    if t.strict and len(t.word(i)) == 8:
        return _checked(first // 10000, first // 100 % 100, first % 100, i + 1)
    sep = t.word(i + 1)
    second = t.number(i + 2)
    if t.strict and second is not None and len(t.word(i)) == 4 and sep.isdecimal():
        return _checked(first, int(sep[:4]), second, i + 3)
    if second is None or sep not in _DASHES or len(t.word(i + 2)) > 4:
        return None
    tight = t.joined(i + 1) and t.joined(i + 2)
    j = i + 3
    if tight and t.word(j) in (sep, ",") and t.joined(j) and t.number(j + 1) is not None:
        third = t.number(j + 1) or 0
        found = _triple(t, i, (first, second, third), j + 2, day_first)
        if found:
            return found
    return _pair(t, i, first, second, sep, tight)


def _triple(t: Tokens, i: int, parts: tuple[int, int, int], j: int, day_first: bool) -> Found:
    a, b, c = parts
    widths = (len(t.word(i)), len(t.word(i + 2)), len(t.word(j - 1)))
    if widths[0] == 4:
        return _checked(a, b, c, j) or _checked(a, c, b, j)
    if widths[2] not in (2, 4) or max(widths[:2]) > 2:
        return None
    if widths[2] == 2:
        if day_first and t.word(i + 1) == "-" and widths == (2, 2, 2):
            return _checked(full_year(a), b, c, j) or _checked(full_year(c), b, a, j)
        c = full_year(c)
    if day_first or t.word(i + 1) == ".":
        return _checked(c, b, a, j) or _checked(c, a, b, j)
    return _checked(c, a, b, j) or _checked(c, b, a, j)


def _pair(t: Tokens, i: int, a: int, b: int, sep: str, tight: bool) -> Found:
    j = i + 3
    wide = (len(t.word(i)) == 4, len(t.word(i + 2)) == 4)
    if wide[0] and 1 <= b <= 12 and not wide[1] and (sep != "." or t.strict):
        return Partial(year=a, month=b), j
    if wide[1] and 1 <= a <= 12 and not wide[0] and (sep != "." or t.strict):
        return Partial(year=b, month=a), j
    if not tight or wide[0] or wide[1]:
        return None
    before = t.word(i - 1)
    cued = before in ("on", "by", "since", "until", "from", "(") or before in WEEKDAYS
    # 24/7 is no date, and 1/2 is more often a half than the second of January.
    plain = sep == "/" and (cued or (max(a, b) > 12 and (a, b) != (24, 7)))
    if not (t.strict or plain or (sep == "." and before in WEEKDAYS)):
        return None
    return _checked(None, a, b, j) or _checked(None, b, a, j)


def _checked(year_: int | None, month: int, day: int, j: int) -> Found:
    try:
        datetime(year_ if year_ is not None else 2000, month, day)
    except ValueError:
        return None
    return Partial(year=year_, month=month, day=day), j


def month_date(t: Tokens, i: int) -> Found:
    """A month by name with a day and a year in any order, or without them."""
    found = Partial()
    j = end = i
    for _ in range(3):
        slot = _slot(t, j, found, end > i)
        if slot is None:
            break
        found, end = slot
        j = _skip_glue(t, end)
    if found.month is None or (end - i == 1 and not trusted(t, i, end)):
        return None
    return found, end


def _slot(t: Tokens, j: int, found: Partial, inside: bool) -> tuple[Partial, int] | None:
    month = MONTHS.get(t.word(j))
    if month is not None:
        if found.month is not None:
            return None
        dotted = t.word(j) not in _FULL_MONTHS and t.word(j + 1) == "." and t.joined(j + 1)
        after = j + 2 if dotted else j + 1
        return replace(found, month=month), after
    if found.month is None and found.day is not None and found.year is not None:
        return None
    value = year(t, j)
    if value and found.year is None and not _is_clock(t, value[1]):
        return replace(found, year=value[0]), value[1]
    two = t.word(j)
    if inside and t.word(j - 1) == "of" and len(two) == 2 and two.isdecimal() and found.month:
        return replace(found, year=full_year(int(two))), j + 1
    k = j + 1 if t.word(j) == "the" else j
    rank = ordinal(t, k) or cardinal(t, k)
    if rank is None or found.day is not None or not 1 <= rank[0] <= 31 or len(t.word(k)) == 4 > k:
        return None
    if t.word(k).isdecimal() and len(t.word(k)) > 2:
        return None
    after = rank[1] + 1 if t.word(rank[1]) == "day" else rank[1]
    if inside and found.month and _is_clock(t, after):
        return None
    return replace(found, day=rank[0]), after


def _is_clock(t: Tokens, j: int) -> bool:
    word = t.word(j)
    return (word == ":" and t.word(j + 1).isdecimal()) or word in ("am", "pm", "oclock")


def _skip_glue(t: Tokens, j: int) -> int:
    for _ in range(2):
        if t.word(j) in ("of", ",", "-", "/", ".", "in", "day"):
            j += 1
    return j


def year_alone(t: Tokens, i: int) -> Found:
    """A year: bare after a cue, or called one ("calendar year 2003", "FY19")."""
    j = i
    if t.word(j) in ("calendar", "fiscal") and t.word(j + 1) == "year":
        j += 2
    elif t.word(j) in ("cy", "fy") or (t.word(j) == "year" and t.word(j + 1).isdecimal()):
        j += 1
        two = t.word(j)
        if len(two) == 2 and two.isdecimal():
            return Partial(year=full_year(int(two))), j + 1
    value = year(t, j)
    if value is None or (t.word(value[1]) == "s" and t.joined(value[1])):
        return None
    if j > i or t.strict or t.depth or _reads_as_year(t, i, value[1]):
        return Partial(year=value[0]), value[1]
    return None


def _reads_as_year(t: Tokens, i: int, j: int) -> bool:
    """Whether a bare number of four digits stands like a year and not like an amount."""
    before, after = t.word(i - 1), t.word(j)
    if after == "%" or (before in ("-", ".", "/") and not t.word(i - 2).isdecimal()):
        return False
    if before in _YEAR_CUES:
        return not (after == "." and t.joined(j) and t.word(j + 1).isdecimal())
    noun = after.isalpha() and after not in _AFTER_YEAR
    spanned = after in ("-", "\u2013") and len(t.word(j + 1)) == 4 and year(t, j + 1) is not None
    return (before in CUES and not noun) or spanned


def decade(t: Tokens, i: int) -> Found:
    """ "the 90s", "1960's", "the nineteen sixties", "the 21st century"."""
    j = i + 1 if t.word(i) == "the" else i
    rank = ordinal(t, j)
    if rank and t.word(rank[1]) == "century" and 1 <= rank[0] <= 99:
        return _stretch((rank[0] - 1) * 100, "century"), rank[1] + 1
    spoken = _spoken_decade(t, j)
    if spoken:
        return spoken
    if t.word(j) in ("'", "\u2019", "\u2018"):
        j += 1
    word, value = t.word(j), t.number(j)
    if value is None or len(word) not in (2, 4) or value % 10:
        return None
    k = j + 2 if t.word(j + 1) in ("'", "\u2019") else j + 1
    if t.word(k) != "s" or not (t.joined(k) or t.strict):
        return None
    if len(word) == 4 and value < 1000:
        return None
    start = value if len(word) == 4 else (2000 if value < 20 else 1900) + value
    return _stretch(start, "decade"), k + 1


def _spoken_decade(t: Tokens, j: int) -> Found:
    heads = {"eighteen": 1800, "nineteen": 1900, "twenty": 2000}
    base = heads.get(t.word(j))
    k = j + 1
    if t.word(j) == "two" and t.word(j + 1) == "thousand":
        base, k = 2000, j + 2 + (t.word(j + 2) == "and")
    k = k + 1 if t.word(k) == "-" else k
    if base is not None and t.word(k) in DECADES:
        return _stretch(base + DECADES[t.word(k)], "decade"), k + 1
    if t.word(j) in DECADES and t.word(j) != "tens" and t.word(j - 1) in ("the", "early", "late"):
        return _stretch(1900 + DECADES[t.word(j)], "decade"), j + 1
    return None


def _stretch(start: int, unit: str) -> Rule:
    def rule(context: Context) -> Reading:
        first = datetime(max(1, start), 1, 1)
        last = shift(datetime(max(1, start), 1, 1), UNIT_LENGTHS[unit])
        return span(first, last, "century" if unit == "century" else "decade")

    return rule


def quarter(t: Tokens, i: int) -> Found:
    """ "Q3", "Q3 2019", "2014-Q3", "H1 of 2020", "the third quarter of 2008"."""
    leading = year(t, i)
    j = i
    if leading:
        j = leading[1] + 1 if t.word(leading[1]) == "-" else leading[1]
    letter, number = t.word(j), t.number(j + 1)
    months = {"q": 3, "h": 6}.get(letter)
    if months is None or number is None or not t.joined(j + 1) or not 1 <= number <= 12 // months:
        return None
    j += 2
    if leading:
        return part_of_year(Partial(year=leading[0]), number, months), j
    k = j + 1 if t.word(j) in ("of", "in", ",", "-", "/") else j
    trailing = year(t, k)
    if trailing:
        return part_of_year(Partial(year=trailing[0]), number, months), trailing[1]
    return part_of_year(None, number, months), j


def part_of_year(outer: Date | None, number: int, months: int) -> Rule:
    """The `number`-th stretch of `months` months of a year, by default the running one."""

    def rule(context: Context) -> Reading:
        if outer is None:
            year_ = context.now.year
        elif isinstance(outer, Partial):
            year_ = outer.year or context.now.year
        else:
            start = outer(context).start
            year_ = start.year if start else context.now.year
        first = shift(datetime(year_, 1, 1), UNIT_LENGTHS["month"], (number - 1) * months)
        grain = "quarter" if months == 3 else "interval"
        return span(first, shift(first, UNIT_LENGTHS["month"], months), grain)  # type: ignore[arg-type]

    return rule


def season(t: Tokens, i: int) -> Found:
    """A season, which needs a cue in running text ("spring" and "fall" are other words too)."""
    j = i + 1 if t.word(i) == "the" else i
    month = SEASONS.get(t.word(j))
    if month is None:
        return None
    k = j + 2 if t.word(j + 1) in ("of", ",") else j + 1
    value = year(t, k)
    if value:
        return season_of(value[0], month), value[1]
    if not t.strict and t.word(i - 1) not in (
        "in",
        "since",
        "until",
        "during",
        "this",
        "last",
        "next",
    ):
        return None
    return season_of(None, month), j + 1


def season_of(year_: int | None, month: int) -> Rule:
    """Spring is March to May, and so on; a winter belongs to the year it begins in."""

    def rule(context: Context) -> Reading:
        if year_ is not None:
            return _season(year_, month)
        now, past = context.now, context.prefer == "past"
        candidates = [_season(now.year + step, month) for step in (-1, 0, 1)]
        if past:
            return [c for c in candidates if c.start and c.start <= now][-1]
        return next(c for c in candidates if c.end and c.end > now)

    return rule


def _season(year_: int, month: int) -> Reading:
    start = datetime(year_, month, 1)
    return span(start, shift(start, UNIT_LENGTHS["quarter"]), "interval")


def holiday(t: Tokens, i: int) -> Found:
    """A holiday by name, with a year where one is said."""
    found = holidays.find_english(t, i)
    if found is None:
        return None
    rule, j = found
    k = j + 1 if t.word(j) in ("of", "in", ",") else j
    value = year(t, k)
    if value and (t.word(j) != "in" or len(t.word(k)) == 4):
        return holidays.in_year(rule, Partial(year=value[0])), value[1]
    return holidays.nearest(rule), j


READERS = (numeric_date, month_date, year_alone, decade, quarter, season, holiday)
