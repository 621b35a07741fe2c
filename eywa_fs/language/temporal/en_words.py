"""English words of time, the numbers written in words, and lengths ("2 years and 3 days")."""

from __future__ import annotations

from eywa_fs.language.temporal.calendar import UNIT_LENGTHS, half_of
from eywa_fs.language.temporal.holidays import FIRST_WORDS
from eywa_fs.language.temporal.reading import Amount, added
from eywa_fs.language.temporal.tokens import Tokens, once

Number = tuple[int, int] | None  # value, index of the next token


def _numbered(words: str, first: int) -> dict[str, int]:
    return {word: value for value, word in enumerate(words.split(), first)}


_MONTHS = _numbered(
    "january february march april may june july august september october november december", 1
)
MONTHS = _MONTHS | {name[:3]: month for name, month in _MONTHS.items()} | {"sept": 9}
_WEEKDAYS = _numbered("monday tuesday wednesday thursday friday saturday sunday", 0)
WEEKDAYS = _WEEKDAYS | {name[:3]: day for name, day in _WEEKDAYS.items()}
WEEKDAYS |= {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
WEEKDAY_PLURALS = {name + "s": day for name, day in _WEEKDAYS.items()}
UNITS = {unit: unit for unit in UNIT_LENGTHS}
UNITS |= {"sec": "second", "min": "minute", "hr": "hour", "wk": "week", "yr": "year"}
UNITS |= {word + "s": unit for word, unit in UNITS.items() if word != "century"}
UNITS["centuries"] = "century"
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

NEXT = {"next", "following", "coming", "upcoming"}
LAST = {"last", "previous", "past", "prior"}
THIS = {"this", "current", "same"}
STEPS = dict.fromkeys(NEXT, 1) | dict.fromkeys(LAST, -1) | dict.fromkeys(THIS, 0)

CARDINALS = _numbered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    0,
)
TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 2)
TENS = {word: value * 10 for word, value in TENS.items()}
ORDINALS = _numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    1,
) | {"thirtieth": 30}
DECADES = {word[:-1] + "ies": value for word, value in TENS.items()} | {"tens": 10}
EVERY = {"every", "each"}
STARTERS = (
    frozenset().union(
        MONTHS, WEEKDAYS, WEEKDAY_PLURALS, UNITS, SEASONS, CARDINALS, ORDINALS, TENS, DECADES, STEPS
    )
    | EVERY
    | FIRST_WORDS
    | frozenset(
        """today tonight tonite tomorrow tmrw tmr tomorow yesterday now right the in at from
        between since until till before after early earlier mid middle late later beginning
        start end eod eow eom eoy ytd mtd rest remaining remainder weekend workweek working
        morning afternoon evening night noon midnight midday half quarter a an couple within
        over during for cy fy calendar fiscal q h w my am ' ’ ‘""".split()  # noqa: SIM905
    )
)
"""Words that an expression can begin with."""


def cardinal(t: Tokens, i: int) -> Number:
    """A whole number: digits, or words up to ninety-nine."""
    value = t.number(i)
    return _spoken(t, i) if value is None else (value, i + 1)


def _spoken(t: Tokens, i: int) -> Number:
    """A whole number in words."""
    word = t.word(i)
    if word in TENS:
        return _behind_tens(t, i, CARDINALS) or (TENS[word], i + 1)
    return (CARDINALS[word], i + 1) if word in CARDINALS else None


def _behind_tens(t: Tokens, i: int, ones: dict[str, int]) -> Number:
    """Tens and ones: "twenty-four", "twenty fourth"."""
    j = t.after(i + 1, "-")
    value = ones.get(t.word(j), 0)
    return (TENS[t.word(i)] + value, j + 1) if 1 <= value <= 9 else None


def ordinal(t: Tokens, i: int) -> Number:
    """A rank: "4th", "fourth", "twenty-fourth"."""
    value, word = t.number(i), t.word(i)
    if value is not None:
        ranked = t.word(i + 1) in ("st", "nd", "rd", "th") and t.joined(i + 1)
        return (value, i + 2) if ranked else None
    if word in ORDINALS:
        return ORDINALS[word], i + 1
    return _behind_tens(t, i, ORDINALS) if word in TENS else None


def day_rank(t: Tokens, i: int) -> Number:
    """A day of a month, as a rank or a number."""
    rank = ordinal(t, i) or cardinal(t, i)
    return rank if rank and 1 <= rank[0] <= 31 else None


def year(t: Tokens, i: int) -> Number:
    """A year of four digits, an apostrophe and two digits, or in words."""
    word = t.word(i)
    if word.isdecimal():
        return (int(word), i + 1) if len(word) == 4 and 1000 <= int(word) < 3000 else None
    if word in ("'", "\u2019", "\u2018"):
        return two_digit_year(t, i + 1) if t.joined(i + 1) else None
    return _spoken_year(t, i)


def two_digit_year(t: Tokens, i: int) -> Number:
    word = t.word(i)
    return (full_year(int(word)), i + 1) if len(word) == 2 and word.isdecimal() else None


def full_year(two_digits: int) -> int:
    """The year two digits mean: 1950 to 2049."""
    return two_digits + (2000 if two_digits < 50 else 1900)


def _spoken_year(t: Tokens, i: int) -> Number:
    head = _spoken(t, i)
    if head is None:
        return None
    value, j = head
    if t.word(j) == "thousand" and 1 <= value <= 2:
        rest = _spoken(t, t.after(j + 1, "and"))
        if rest and t.word(rest[1]) == "hundred":
            return None
        return (value * 1000 + rest[0], rest[1]) if rest else (value * 1000, j + 1)
    if not 10 <= value <= 21:
        return None
    if t.word(j) == "hundred":
        rest = _spoken(t, t.after(j + 1, "and"))
        return (value * 100 + rest[0], rest[1]) if rest else (value * 100, j + 1)
    rest = _spoken(t, t.after(j, "-"))
    return (value * 100 + rest[0], rest[1]) if rest and rest[0] >= 10 else None


@once
def amount(t: Tokens, i: int) -> Amount:
    """A length such as "2 years and 3 days"."""
    return _amount(t, i, few=False)


def amount_or_few(t: Tokens, i: int) -> Amount:
    """A length, or "a few weeks", which are three."""
    return _amount(t, i, few=True)


def _amount(t: Tokens, i: int, *, few: bool) -> Amount:
    def more(j: int) -> Amount:
        return _one_amount(t, t.after(t.after(j, ","), "and"), few)

    return added(_one_amount(t, i, few), more)


def _one_amount(t: Tokens, i: int, few: bool) -> Amount:
    if t.word(i) == "half":
        j = t.after(i + 1, "a", "an")
        unit = UNITS.get(t.word(j))
        return (half_of(unit), unit, j + 1) if unit else None
    count = _count(t, i, few)
    if count is None:
        return None
    value, j = count
    before = _and_half(t, j)
    j = before or j
    j = t.after(j, "-") if UNITS.get(t.word(j + 1)) else j
    unit = UNITS.get(t.word(j))
    if unit is None or (t.word(i) in ("the", "second") and not few):
        return None
    behind = _and_half(t, j + 1) if t.word(j + 2) == "a" else None
    length = UNIT_LENGTHS[unit].times(value)
    return (length + half_of(unit) if before or behind else length), unit, behind or j + 1


def _and_half(t: Tokens, j: int) -> int | None:
    """The index after "and a half", "and half"."""
    half = t.after(j + 1, "a")
    return half + 1 if t.word(j) == "and" and t.word(half) == "half" else None


def _count(t: Tokens, i: int, few: bool) -> Number:
    one = t.word(i) in ("a", "an", "one")
    j = i + one
    if t.word(j) == "couple":
        return 2, t.after(j + 1, "of")
    if t.word(j) == "few" and (few or one):
        return (3, j + 1) if few else None
    if one:
        return 1, i + 1
    number = cardinal(t, i)
    return number if number and number[0] <= 100000 else None
