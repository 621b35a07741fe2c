"""What stands at a position among the tokens: which words, a finite verb or none."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.morphology import guess_third, verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, BE, DO, HAVE, MODALS


def lows(tokens: Sequence[Token], at: int, count: int) -> list[str]:
    """The words in small letters from a position on, at most ``count``; fewer at the end."""
    return [token.low for token in tokens[at : at + count]]


def looks_finite(tokens: Sequence[Token], at: int) -> bool:
    """Whether a finite verb (or an adverb before one) stands at a position."""
    limit = min(at + 4, len(tokens))
    while at < limit and tokens[at].low in ADVERBS:
        at += 1
    if at >= len(tokens):
        return False
    low = tokens[at].low
    if low in BE or low in HAVE or low in DO or low in MODALS or low in ("not", "n't", "never"):
        return True
    form = verb_form(low)
    return (form is not None and form[1] != "ing") or guess_third(low) is not None


def acts_here(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb of the third person stands here."""
    if at >= len(tokens):
        return False
    form = verb_form(tokens[at].low)
    third = form is not None and form[1] in ("third", "past", "both")
    return tokens[at].low in ("'s", "is", "has", "was", "'ll") or third
