"""Personal names, recognised by capitals and by what is no name."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.gazetteer import COUNTRIES, TOWNS
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    MONTHS,
    NUMBER_WORDS,
    TIME_NOUNS,
    TRAILERS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.people import NOT_NAMES, PETS, ROLES, TITLES


def name_at(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A capitalised personal name (with title) and the position after it."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.low in TITLES and token.is_capital and at + 1 < len(tokens):
        if tokens[at + 1].low == "." and at + 2 < len(tokens):
            tail = tokens[at + 2]
            if tail.is_capital and tail.text.isalpha():
                return f"{token.text}. {tail.text}", at + 3
        follow = tokens[at + 1]
        if follow.is_capital and follow.text.isalpha() and follow.low not in NOT_NAMES:
            return f"{token.text} {follow.text}", at + 2
    if not _may_be_name(token):
        return None
    if token.low in PETS and at + 1 < len(tokens) and _may_be_name(tokens[at + 1]):
        return name_at(tokens, at + 1)
    end = at + 1
    if end < len(tokens) and _may_be_name(tokens[end]) and tokens[end].text.isalpha():
        end += 1
    return " ".join(t.text for t in tokens[at:end]), end


def names_place(tokens: Sequence[Token]) -> bool:
    """Whether a phrase holds a town or country everybody knows."""
    return any(token.is_capital and token.low in TOWNS | COUNTRIES for token in tokens)


def _may_be_name(token: Token) -> bool:
    return (
        token.is_capital
        and token.text.replace("-", "").isalpha()
        and not token.text.isupper()
        and len(token.text) > 1
        and token.low not in NOT_NAMES
        and token.low not in ADVERBS
        and token.low not in ROLES
        and token.low not in MONTHS
        and token.low not in WEEKDAYS
        and token.low not in TRAILERS
        and token.low not in NUMBER_WORDS | _TIMES
        and not token.low.endswith(("-year", "-yr", "-time", "-old"))
        and not (verb_form(token.low) and token.low not in ("mark", "rob", "grace", "hope", "will"))
        and not (len(token.low) > 5 and token.low.endswith(_NOUN_ENDINGS))
    )


_TIMES = TIME_NOUNS - {"easter", "christmas"}
#: Endings of common nouns and adjectives that no first name has.
_NOUN_ENDINGS = ("tion", "sion", "ness", "ment", "ity", "ing", "tive", "ible", "ical", "ism", "ful")
