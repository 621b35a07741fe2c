"""Noun phrases: where one begins and ends."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.coordinations import (
    JOINERS,
    continues_elsewhere,
    divided,
    is_item,
    without_asides,
)
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import INSIDE, MAX_WORDS, Phrase, is_value, trimmed
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    MODALS,
    MONTHS,
    OBJECT_STOPS,
    PREPOSITIONS,
    SEASONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words


def noun_phrases(
    tokens: Sequence[Token], at: int = 0, *, prepositions: frozenset[str] = frozenset({"of"})
) -> list[Phrase]:
    """The coordinated noun phrases that begin at a position.

    Args:
        tokens: the complement of a clause.
        at: where to begin.
        prepositions: those that may continue a phrase.
    """
    tokens = without_asides(tokens, at)
    end = _noun_end(tokens, at, prepositions)
    parts = divided(tokens[at:end])
    if len(parts) == 2 and not is_item(tokens, parts):
        parts.pop()
    if len(parts) > 1 and continues_elsewhere(tokens, parts[-1]):
        parts.pop()
    return [part for part in (trimmed(p) for p in parts) if is_value(part)]


def noun_phrase(
    tokens: Sequence[Token], at: int = 0, *, prepositions: frozenset[str] = frozenset({"of"})
) -> Phrase:
    """The first noun phrase from a position on, undivided at "and"; empty when there is none."""
    end = _noun_end(tokens, at, prepositions | {"&"})
    stop = next((i for i in range(at, end) if tokens[i].low in (",", "plus")), end)
    return trimmed(tokens[at:stop])


def _noun_end(tokens: Sequence[Token], at: int, prepositions: frozenset[str]) -> int:
    end = at
    words = 0
    while end < len(tokens):
        token = tokens[end]
        low = token.low
        if not token.is_word:
            if low == "," or low in INSIDE:
                end += 1
                continue
            break
        if low in OBJECT_STOPS and not (token.is_capital and end > at):
            break
        if end > at and (_opens_date(tokens, end) or _opens_predicate(tokens, end)):
            break
        if low in ("going", "coming", "getting") and end > at and _low(tokens, end + 1) in _NEARLY:
            break
        if low in PREPOSITIONS and low not in prepositions and end > at:
            break
        if low in SUBJECT_PRONOUNS and end > at:
            break
        if end > at and _opens_phrase(tokens, end):
            break
        if end > at and low == "all" and _low(tokens, end + 1) in _WHOSE:
            break
        if end > at and (low in BE or low in MODALS) and low not in ("'s", "may", "might", "will"):
            break
        words += 1
        if words > 3 * MAX_WORDS:
            break
        end += 1
    return end


def _low(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].low if at < len(tokens) else ""


_WHOSE = frozenset({"my", "his", "her", "our", "their", "the"})
#: "going on six years", "coming up to ten": how long it has been.
_NEARLY = frozenset({"on", "up"})


def _opens_phrase(tokens: Sequence[Token], at: int) -> bool:
    """Whether an article begins another phrase here ("the app the day it crashed")."""
    token = tokens[at]
    if token.low not in ("the", "a", "an") or token.is_capital:
        return False
    rate = token.low != "the" and _low(tokens, at + 1) in TIME_NOUNS
    before = tokens[at - 1].low
    return not rate and before not in _BEFORE_ARTICLES and verb_form(before) is None


_BEFORE_ARTICLES = (
    JOINERS
    | PREPOSITIONS
    | words(
        """all both half twice double such not just only no above below behind beside outside inside
        under beyond opposite around across along past within without until till like as than
        near round through between"""
    )
)


def _opens_date(tokens: Sequence[Token], at: int) -> bool:
    """Whether "last month", "this spring", "three weeks ago" begins here."""
    low = [token.low for token in tokens[at : at + 3]]
    if low[0] in _DATE_ADVERBS:
        return True
    if len(low) > 1 and low[0] in ("last", "next", "this", "every", "each", "in"):
        return low[1] in _CALENDAR
    return low[2:] == ["ago"] and (low[1] in _CALENDAR or low[1].removesuffix("s") in SEASONS)


_CALENDAR = TIME_NOUNS | WEEKDAYS | MONTHS | SEASONS
_DATE_ADVERBS = words("yesterday tomorrow tonight")


def _opens_predicate(tokens: Sequence[Token], at: int) -> bool:
    """Whether "and" leads on to another verb ("... and now live in ...")."""
    if tokens[at].low not in ("and", "but") or at + 2 >= len(tokens):
        return False
    at += 1
    marked = tokens[at].low in _BEFORE_VERBS
    while at + 1 < len(tokens) and tokens[at].low in ADVERBS:
        at += 1
    form = verb_form(tokens[at].low)
    return marked and form is not None and form[1] != "ing"


_BEFORE_VERBS = words("now then never still also always recently just currently")
