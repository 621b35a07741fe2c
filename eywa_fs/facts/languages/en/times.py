"""Where a clause names a time: a day to come, a time that comes round, and what is neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import words
from eywa_fs.facts.languages.en.words import MONTHS, NUMBERS, TIME_WORDS, UNITS, WEEKDAYS, word_set

_ROUND: Final = word_set("every each")
_OFTEN: Final = word_set("2x 3x 4x 5x once twice daily weekly monthly")
_DATE: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)$|\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?$")


def names_day_to_come(tokens: Sequence[Token], at: int, stop: int, *, wide: bool = False) -> bool:
    """Whether ``tokens[at:stop]`` name a day or a period to come ("on Monday", "next week");
    ``wide``: the period of now counts too ("this week")."""
    for n in range(at, stop):
        low, after = tokens[n].low, tokens[n + 1].low if n + 1 < stop else ""
        if low == "tomorrow":
            return True
        if low == "next" and (after in UNITS or after in WEEKDAYS or after in MONTHS):
            return True
        if low == "this" and (after in ("weekend", "summer", "winter", "spring", "fall", "autumn")
                              or after in WEEKDAYS):  # fmt: skip
            return True
        if wide and low == "this" and after in ("week", "month", "year", "semester"):
            return True
        if low in ("on", "by", "from", "coming") and after:
            if after in WEEKDAYS and not after.endswith("s"):
                return True
            numbered = after.isdigit() and n + 2 < stop and tokens[n + 2].low in MONTHS
            if after in MONTHS or _DATE.match(after) or numbered:
                return True
            if (
                after == "the" and n + 2 < stop and (_DATE.match(tokens[n + 2].low) or tokens[n +
                2].low in ("first", "second", "third"))):  # fmt: skip
                return True
        if low in ("in", "at") and (after in MONTHS or _later(tokens, n + 1, stop)):
            return True
        if low == "in" and len(after) == 4 and after.isdigit() and after[:2] == "20":
            return True
    return False


def _later(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """ "Two weeks", "a month", as in "in two weeks"."""
    if at + 1 >= stop:
        return False
    low = tokens[at].low
    if low in ("a", "an", "few", "couple") or low in NUMBERS or low.isdigit():
        return any(token.low in UNITS for token in tokens[at + 1 : min(stop, at + 4)])
    return False


def comes_round(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether ``tokens[at:stop]`` name a time that comes round ("every Tuesday")."""
    for n in range(at, stop):
        low, after = tokens[n].low, tokens[n + 1].low if n + 1 < stop else ""
        if low in _ROUND and (after in UNITS or after in WEEKDAYS or after in NUMBERS
                              or after in ("other", "second", "few")):  # fmt: skip
            return True
        if low in WEEKDAYS and (low.endswith("s") or after in words.DAYTIMES):
            return True
        if low in _OFTEN or (
            (low in NUMBERS or low.isdigit() or low == "few") and after == "times"
        ):
            behind = tokens[n + 2].low if after == "times" and n + 2 < stop else after
            paper = n + 1 == stop and any(t.low in ("a", "the") for t in tokens[max(at, n - 2) : n])
            regular = low in ("daily", "weekly", "monthly") and not paper
            if regular or behind in ("a", "per", "each", "every"):
                return True
    return False


def only_time(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether ``tokens[at:stop]`` say nothing but a time ("last year", "in May 2019")."""
    said = tokens[at:stop]
    return 0 < len(said) <= 7 and all(
        token.low in TIME_WORDS or token.low[0].isdigit() or token.low == "," for token in said
    )
