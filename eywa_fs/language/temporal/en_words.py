"""English words of time, and the numbers written in words."""

from __future__ import annotations

from eywa_fs.language.temporal.tokens import Tokens

Number = tuple[int, int] | None  # value, index of the next token

MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: day
    for day, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed weds",
            "thursday thu thur thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
WEEKDAY_PLURALS = {name + "s": day for name, day in WEEKDAYS.items() if name.endswith("day")}
UNITS = {
    "second": "second",
    "sec": "second",
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "day": "day",
    "week": "week",
    "wk": "week",
    "fortnight": "fortnight",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "yr": "year",
    "decade": "decade",
    "century": "century",
}
UNITS |= {word + "s": unit for word, unit in UNITS.items() if word != "century"}
UNITS["centuries"] = "century"
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

NEXT = {"next", "following", "coming", "upcoming"}
LAST = {"last", "previous", "past", "prior"}
THIS = {"this", "current", "same"}

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_ONES += " fifteen sixteen seventeen eighteen nineteen"
CARDINALS = {word: value for value, word in enumerate(_ONES.split())}
TENS = {
    word: value * 10
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS += " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split(), 1)}
ORDINALS |= {"twentieth": 20, "thirtieth": 30}
_SUFFIXES = {"st", "nd", "rd", "th"}
DECADES = {word[:-1] + "ies": value for word, value in TENS.items()} | {"tens": 10}


def after(t: Tokens, i: int, *words: str) -> int:
    """The index after an optional word at `i`."""
    return i + 1 if t.word(i) in words else i


def phrase(t: Tokens, i: int, words: tuple[str, ...]) -> bool:
    return all(t.word(i + k) == word for k, word in enumerate(words))


def cardinal(t: Tokens, i: int) -> Number:
    """A whole number: digits, or words up to ninety-nine."""
    value = t.number(i)
    if value is not None:
        return value, i + 1
    word = t.word(i)
    if word in CARDINALS:
        return CARDINALS[word], i + 1
    if word in TENS:
        j = i + 2 if t.word(i + 1) == "-" else i + 1
        ones = CARDINALS.get(t.word(j), 0)
        if 1 <= ones <= 9:
            return TENS[word] + ones, j + 1
        return TENS[word], i + 1
    return None


def ordinal(t: Tokens, i: int) -> Number:
    """A rank: "4th", "fourth", "twenty-fourth"."""
    value = t.number(i)
    if value is not None:
        if t.word(i + 1) in _SUFFIXES and t.joined(i + 1):
            return value, i + 2
        return None
    word = t.word(i)
    if word in ORDINALS:
        return ORDINALS[word], i + 1
    if word in TENS:
        j = i + 2 if t.word(i + 1) == "-" else i + 1
        ones = ORDINALS.get(t.word(j), 0)
        if 1 <= ones <= 9:
            return TENS[word] + ones, j + 1
    return None


def year(t: Tokens, i: int) -> Number:
    """A year of four digits, an apostrophe and two digits, or in words."""
    word = t.word(i)
    if word.isdecimal():
        value = t.number(i)
        if len(word) == 4 and value is not None and 1000 <= value < 3000:
            return value, i + 1
        return None
    if word in ("'", "\u2019", "\u2018"):
        two = t.word(i + 1)
        if len(two) == 2 and two.isdecimal() and t.joined(i + 1):
            return full_year(int(two)), i + 2
        return None
    return _spoken_year(t, i)


def full_year(two_digits: int) -> int:
    """The year two digits mean: 1950 to 2049."""
    return two_digits + (2000 if two_digits < 50 else 1900)


def _spoken_year(t: Tokens, i: int) -> Number:
    head = cardinal(t, i) if not t.word(i).isdecimal() else None
    if head is None:
        return None
    value, j = head
    if t.word(j) == "thousand" and 1 <= value <= 2:
        j = j + 1
        k = j + 1 if t.word(j) == "and" else j
        rest = cardinal(t, k) if not t.word(k).isdecimal() else None
        if rest and t.word(rest[1]) == "hundred":
            return None
        if rest and rest[0] < 100:
            return value * 1000 + rest[0], rest[1]
        return value * 1000, j
    if not 10 <= value <= 21:
        return None
    if t.word(j) == "hundred":
        k = j + 2 if t.word(j + 1) == "and" else j + 1
        rest = cardinal(t, k) if not t.word(k).isdecimal() else None
        return (value * 100 + rest[0], rest[1]) if rest else (value * 100, j + 1)
    j = j + 1 if t.word(j) == "-" else j
    rest = cardinal(t, j) if not t.word(j).isdecimal() else None
    if rest and 10 <= rest[0] <= 99:
        return value * 100 + rest[0], rest[1]
    return None
