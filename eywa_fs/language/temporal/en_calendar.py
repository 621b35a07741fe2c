"""English dates that name their place on the calendar: "May 8, 2023", "8/5", "the 90s", "Q3"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from eywa_fs.language.temporal import holidays, relative
from eywa_fs.language.temporal.en_words import (
    DECADES,
    MONTHS,
    SEASONS,
    WEEKDAYS,
    Number,
    day_rank,
    full_year,
    ordinal,
    two_digit_year,
    year,
)
from eywa_fs.language.temporal.reading import Found, Partial, Rule, span
from eywa_fs.language.temporal.tokens import Tokens
from eywa_fs.language.temporal.values import Granularity

# A word or number before which a bare year, month or slash date can be trusted in running text.
CUES = frozenset(
    """in on since from until till to by before after during between and around circa year early
    late mid through back last next this - ~ – —""".split()  # noqa: SIM905
)
# After these a bare number of four digits is a year even before a noun.
_YEAR_CUES = {"in", "since", "during", "throughout", "circa", "year", "early", "late", "mid"}
_AFTER_YEAR = frozenset(
    """to and or until till through in at on for we i he she they it the when but with was is as my
    our""".split()  # noqa: SIM905
)
_AMBIGUOUS = {"may", "march", "mar", "dec", "sep", "jan", "sat", "sun", "mon", "wed", "jun"}
_FULL_MONTHS = {name for name in MONTHS if len(name) > 4} | {"may", "june", "july"}
PARTS_OF_YEAR = {"q": 3, "h": 6}  # months
_HUNDREDS = {"eighteen": 1800, "nineteen": 1900, "twenty": 2000}
_DASHES = {"-", "/", ".", "\u2013"}


def trusted(t: Tokens, i: int, j: int) -> bool:
    """Whether a lone ambiguous word at [i, j) reads as a date here."""
    if j - i > 2 or t.word(i) not in _AMBIGUOUS:
        return True
    if t.word(i) in ("may", "march", "mar"):
        before = t.word(i - 1)
        strong = before in ("in", "since", "until", "last", "next")
        return strong or (t.capital(i) and before in CUES)
    return t.capital(i)


def numeric_date(t: Tokens, i: int, *, day_first: bool = False) -> Found:
    """Digits with separators, and ISO dates."""
    first = t.number(i)
    if first is None:
        return None
    sep = t.word(i + 1)
    second = t.number(i + 2)
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
    if wide[0] and 1 <= b <= 12 and not wide[1] and sep != ".":
        return Partial(year=a, month=b), j
    if wide[1] and 1 <= a <= 12 and not wide[0] and sep != ".":
        return Partial(year=b, month=a), j
    if not tight or wide[0] or wide[1]:
        return None
    before = t.word(i - 1)
    cued = before in ("on", "by", "since", "until", "from", "(") or before in WEEKDAYS
    # 24/7 is no date, and 1/2 is more often a half than the second of January.
    plain = sep == "/" and (cued or (max(a, b) > 12 and (a, b) != (24, 7)))
    if not (plain or (sep == "." and before in WEEKDAYS)):
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
        dotted = t.word(j) not in _FULL_MONTHS and t.joined(j + 1)
        end = t.after(j + 1, ".") if dotted else j + 1
        return (replace(found, month=month), end) if found.month is None else None
    if found.month is None and found.day is not None and found.year is not None:
        return None
    value = year(t, j)
    if value and found.year is None and not _is_clock(t, value[1]):
        return replace(found, year=value[0]), value[1]
    short = two_digit_year(t, j) if inside and t.word(j - 1) == "of" and found.month else None
    if short:
        return replace(found, year=short[0]), short[1]
    k = t.after(j, "the")
    rank = day_rank(t, k)
    if rank is None or found.day is not None or len(t.word(k)) == 4 > k:
        return None
    if t.word(k).isdecimal() and len(t.word(k)) > 2:
        return None
    end = t.after(rank[1], "day")
    if inside and found.month and _is_clock(t, end):
        return None
    return replace(found, day=rank[0]), end


def _is_clock(t: Tokens, j: int) -> bool:
    word = t.word(j)
    return (word == ":" and t.word(j + 1).isdecimal()) or word in ("am", "pm", "oclock")


def _skip_glue(t: Tokens, j: int) -> int:
    for _ in range(2):
        j = t.after(j, "of", ",", "-", "/", ".", "in", "day")
    return j


def year_alone(t: Tokens, i: int) -> Found:
    """A year: bare after a cue, or called one ("calendar year 2003", "FY19")."""
    j = i
    if t.word(j) in ("calendar", "fiscal") and t.word(j + 1) == "year":
        j += 2
    elif t.word(j) in ("cy", "fy") or (t.word(j) == "year" and t.word(j + 1).isdecimal()):
        j += 1
    value = two_digit_year(t, j) if j == i + 1 else None
    if value is None:
        value = year(t, j)
        if value is None or (t.word(value[1]) == "s" and t.joined(value[1])):
            return None
    if j > i or t.depth or _reads_as_year(t, i, value[1]):
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
    j = t.after(i, "the")
    rank = ordinal(t, j)
    if rank and t.word(rank[1]) == "century" and 1 <= rank[0] <= 99:
        start = max(1, (rank[0] - 1) * 100)
        return years(start, start + 100), rank[1] + 1
    found = _spoken_decade(t, j) or _written_decade(t, t.after(j, "'", "\u2019", "\u2018"))
    return (years(found[0], found[0] + 10), found[1]) if found else None


def _written_decade(t: Tokens, j: int) -> Number:
    word, value = t.word(j), t.number(j)
    if value is None or len(word) not in (2, 4) or value % 10:
        return None
    k = t.after(j + 1, "'", "\u2019")
    if t.word(k) != "s" or not t.joined(k):
        return None
    if len(word) == 4:
        return (value, k + 1) if value >= 1000 else None
    return decade_of(value), k + 1


def _spoken_decade(t: Tokens, j: int) -> Number:
    base = _HUNDREDS.get(t.word(j))
    k = j + 1
    if t.phrase(j, "two", "thousand"):
        base, k = 2000, t.after(j + 2, "and")
    k = t.after(k, "-")
    if base is not None and t.word(k) in DECADES:
        return base + DECADES[t.word(k)], k + 1
    if t.word(j) in DECADES and t.word(j) != "tens" and t.word(j - 1) in ("the", "early", "late"):
        return 1900 + DECADES[t.word(j)], j + 1
    return None


def decade_of(two_digits: int) -> int:
    """The first year of the decade that two digits mean: the 1920s to the 2010s."""
    return two_digits + (2000 if two_digits < 20 else 1900)


def years(first: int, after: int) -> Rule:
    """The years [first, after), which are a decade or a century."""
    grain: Granularity = "decade" if after - first <= 10 else "century"
    return lambda context: span(datetime(first, 1, 1), datetime(after, 1, 1), grain)


def quarter(t: Tokens, i: int) -> Found:
    """ "Q3", "Q3 2019", "2014-Q3", "H1 of 2020"."""
    leading = year(t, i)
    j = t.after(leading[1], "-") if leading else i
    months, number = PARTS_OF_YEAR.get(t.word(j)), t.number(j + 1)
    if months is None or number is None or not t.joined(j + 1) or not 1 <= number <= 12 // months:
        return None
    end = j + 2
    said = leading or year(t, t.after(end, "of", "in", ",", "-", "/"))
    if said:
        end = max(end, said[1])
    return relative.part_of_year(Partial(year=said and said[0]), number, months), end


def season(t: Tokens, i: int) -> Found:
    """A season, which needs a cue in running text ("spring" and "fall" are other words too)."""
    j = t.after(i, "the")
    month = SEASONS.get(t.word(j))
    if month is None:
        return None
    value = year(t, t.after(j + 1, "of", ","))
    if value:
        return relative.season_of(value[0], month), value[1]
    cues = ("in", "since", "until", "during", "this", "last", "next")
    if t.word(i - 1) in cues:
        return relative.season_of(None, month), j + 1
    return None


def holiday(t: Tokens, i: int) -> Found:
    """A holiday by name, with a year where one is said."""
    found = holidays.find_english(t, i)
    if found is None:
        return None
    rule, j = found
    k = t.after(j, "of", "in", ",")
    value = year(t, k)
    if value and (t.word(j) != "in" or len(t.word(k)) == 4):
        return holidays.in_year(rule, Partial(year=value[0])), value[1]
    return holidays.nearest(rule), j


READERS = (numeric_date, month_date, year_alone, decade, quarter, season, holiday)
