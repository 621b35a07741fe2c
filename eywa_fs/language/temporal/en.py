"""English time expressions: each the longest reading at its start, from left to right."""

from __future__ import annotations

from collections.abc import Iterator

from eywa_fs.language.temporal.en_compound import EVERY, STARTERS, Match, compound
from eywa_fs.language.temporal.en_lengths import amount
from eywa_fs.language.temporal.en_ranges import any_range
from eywa_fs.language.temporal.en_words import (
    MONTHS,
    SEASONS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    cardinal,
)
from eywa_fs.language.temporal.reading import Reading, Rule
from eywa_fs.language.temporal.tokens import Tokens

_DAYTIMES = ("mornings", "afternoons", "evenings", "nights")
_LEADS = frozenset(
    """the in at from between since until till before after a an my right within over during for
    w ' \u2019 \u2018""".split()  # noqa: SIM905
)
"""Starters that are no expression by themselves, however many of them stand in a row."""
_BEHIND_LEADS = STARTERS | frozenset(
    """and - to / pm lunchtime daytime nite business weekends few moment present""".split()  # noqa: SIM905
)
"""What, beside digits, can go on with an expression that begins with them."""


def find(t: Tokens) -> Iterator[Match]:
    """The expressions of a text from left to right, each the longest at its start."""
    i = 0
    while i < t.count:
        match = None
        if t.words[i] in STARTERS or t.words[i][0].isdecimal():
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
    found = any_range(t, i)
    whole = compound(t, i)
    # At the same length "2-9-06" is a date and "6 to 19 this month" a range.
    if found and (whole is None or (found.end, whole.time is None) > (whole.end, True)):
        return found
    if found and whole and found.end == whole.end and whole.time is not None:
        return found
    length = amount(t, i)
    if length and (whole is None or length[2] >= whole.end):
        return _duration(t, i, length[2])
    if whole is None or whole.weak:
        return None
    if whole.date is None and whole.time is None and not t.strict:
        return None  # "in the morning" of no day
    return Match(i, whole.end, whole.rule())


def _recurring(t: Tokens, i: int) -> Match | None:
    word = t.word(i)
    if word in EVERY:
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
