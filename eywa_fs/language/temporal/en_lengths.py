"""English lengths of time: "three weeks", "2 years and 3 days", "an hour and a half"."""

from __future__ import annotations

from eywa_fs.language.temporal.calendar import UNIT_LENGTHS
from eywa_fs.language.temporal.en_words import UNITS, Number, after, cardinal
from eywa_fs.language.temporal.tokens import Tokens
from eywa_fs.language.temporal.values import Length


def amount(t: Tokens, i: int, *, few: bool = False) -> tuple[Length, str, int] | None:
    """A length such as "2 years and 3 days": the length, its smallest unit, the next index."""
    if few:
        return _amount(t, i, few=True)
    return t.once("amount", i, _amount)


def _amount(t: Tokens, i: int, few: bool = False) -> tuple[Length, str, int] | None:
    total, unit, j = Length(), "", i
    for _ in range(6):
        part = _one_amount(t, j if not unit else after(t, after(t, j, ","), "and"), few)
        if part is None:
            break
        total, unit, j = total + part[0], part[1], part[2]
    return (total, unit, j) if unit else None


def _one_amount(t: Tokens, i: int, few: bool) -> tuple[Length, str, int] | None:
    j, halves = i, 0
    if t.word(i) == "half":
        j = after(t, i + 1, "a", "an")
        unit = UNITS.get(t.word(j))
        return (_halved(unit, 1), unit, j + 1) if unit else None
    count = _count(t, i, few)
    if count is None:
        return None
    value, j = count
    if t.word(j) == "and" and t.word(j + 1) in ("a", "half"):
        k = after(t, j + 1, "a")
        if t.word(k) == "half":
            halves, j = 1, k + 1
    j = after(t, j, "-") if UNITS.get(t.word(j + 1)) else j
    unit = UNITS.get(t.word(j))
    if unit is None or (t.word(i) in ("the", "second") and not few):
        return None
    length = UNIT_LENGTHS[unit].times(value)
    j += 1
    if t.word(j) == "and" and t.word(j + 1) == "a" and t.word(j + 2) == "half":
        halves, j = 1, j + 3
    return (length + _halved(unit, halves) if halves else length), unit, j


def _halved(unit: str, times: int) -> Length:
    whole = UNIT_LENGTHS[unit].times(times)
    return Length(whole.months // 2, whole.days // 2, whole.seconds // 2 + whole.days % 2 * 43200)


def _count(t: Tokens, i: int, few: bool) -> Number:
    word = t.word(i)
    if word in ("a", "an", "one"):
        if t.word(i + 1) == "couple":
            return 2, after(t, i + 2, "of")
        if t.word(i + 1) == "few":
            return (3, i + 2) if few else None
        return 1, i + 1
    if word == "couple":
        return 2, after(t, i + 1, "of")
    if word == "few" and few:
        return 3, i + 1
    number = cardinal(t, i)
    return number if number and number[0] <= 100000 else None
