"""Values made of figures: ages, dates, how somebody is reached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import times
from eywa_fs.facts.languages.en.words import MONTHS, NUMBERS, word_set

_BEHIND_AGES: Final = word_set("last yesterday today and but , now so ( ) with")
_BEFORE_DAYS: Final = word_set("on in next this tomorrow")
_DATE: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)?$|\d{4}$|\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?$")
_CONTACT: Final = re.compile(r"\+?\d[\d-]{6,}\d$|[^@\s]+@[^@\s]+\.\w+$|https?://")


def age(tokens: Sequence[Token], at: int) -> int:
    """The years of a person: "34", "thirty-four", with "years old" behind it or nothing more."""
    if at >= len(tokens):
        return at
    years = _number(tokens[at].low)
    end, before = at + 1, tokens[at - 1].low if at else ""
    if years is None or not 0 < years < 116 or before == "the":
        return at
    behind = [t.low for t in tokens[end : end + 3]]
    half = behind[:2] in (["and", "a"], ["and", "half"])  # "four and a half"
    if half or (tokens[at].low == "one" and behind[:1] != ["year"]):
        return at
    old = (["years", "old"], ["year", "old"], ["yrs", "old"], ["years", "young"])
    if behind[:2] in old or behind == ["years", "of", "age"]:
        return end
    if behind[:1] in (["years"], ["year"]) or behind[:2] == ["-", "year"] or before in ("a", "an"):
        return at
    if not behind or behind[0] in _BEHIND_AGES or behind[:2] == ["this", "year"]:
        numbers = behind[:1] == ["and"] and len(behind) > 1 and _number(behind[1]) is not None
        return at if numbers else end
    turning = tokens[0].lemma != "be" and behind[0] in _BEFORE_DAYS
    return end if turning and times.names_day_to_come(tokens, end, len(tokens)) else at


def _number(low: str) -> int | None:
    if low.isdigit() and len(low) <= 6:
        return int(low)
    if low in NUMBERS:
        return NUMBERS[low]
    tens, _, ones = low.partition("-")
    if tens in NUMBERS and ones in NUMBERS and NUMBERS[tens] >= 20:
        return NUMBERS[tens] + NUMBERS[ones]
    return None


def date(tokens: Sequence[Token], at: int) -> int:
    """A day of the calendar, with or without its year: "May 4th", "the 4th of May 1990"."""
    end, month = at, False
    while end < len(tokens) and end - at < 6:
        low = tokens[end].low
        if low in MONTHS:
            month = True
        elif not (_DATE.match(low) or (end > at and low in ("of", ",", "the"))):
            break
        end += 1
    while end > at and not (tokens[end - 1].low in MONTHS or _DATE.match(tokens[end - 1].low)):
        end -= 1
    slashed = end == at + 1 and any(mark in tokens[at].low for mark in "/.-")
    return end if end > at and ((month and end > at + 1) or slashed) else at


def contact(tokens: Sequence[Token], at: int) -> int:
    """An e-mail address, a telephone number, an address of the web."""
    if at < len(tokens) and _CONTACT.match(tokens[at].text):
        return at + 1
    end = at
    while (
        end < len(tokens) and end - at < 8 and (tokens[end].low.lstrip("+")[:1].isdigit() or
        tokens[end].low in ("+", "(", ")", "-"))):  # fmt: skip
        end += 1
    digits = sum(c.isdigit() for t in tokens[at:end] for c in t.low)
    return end if digits >= 7 else at
