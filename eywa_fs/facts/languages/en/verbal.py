"""What can begin a clause of its own behind a break: a thing with a verb, a bare predicate."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE, DETERMINERS, HAVE, MODALS, PREPOSITIONS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.verbs import DISLIKING, LIKING

#: Marks and words at which a clause may end.
BREAKS = words(
    """, : ( ) — – - -- ... … / and but so or because cos cuz since as although though while
    whereas which who that when whenever if unless until till where then plus yet & whether once
    after before"""
)


def is_thing_with_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether a determined noun phrase with a verb begins here ("the flat is ...")."""
    if tokens[at].low not in DETERMINERS:
        if verb_form(tokens[at].low) or not tokens[at].is_word or tokens[at].low in PREPOSITIONS:
            return False
        for i in range(at + 1, min(at + 4, len(tokens) - 1)):
            low, follow = tokens[i].low, tokens[i + 1].low
            if low in ("is", "are") or (low == "'s" and follow in _AFTER_IS):
                return True
            if not tokens[i].is_word:
                return False
        return False
    return any(
        token.low in BE or token.low in HAVE or token.low in MODALS
        for token in tokens[at + 1 : at + 6]
    )


_AFTER_IS = words("on at every a an the not n't now in always")


#: Base forms that are no nouns as well: in a list they begin a new statement.
_PURE_VERBS = words(
    """collect grow keep bake write teach sing eat drive speak learn own live believe build make
    knit sew breed raise brew foster go have take play read sell buy repair restore mend bring
    wear"""
)


def is_verb_phrase(tokens: Sequence[Token], at: int) -> bool:
    low = tokens[at].low
    if low in (
        "do",
        "does",
        "did",
        "ca",
        "have",
        "has",
        "had",
        "am",
        "is",
        "are",
        "was",
        "were",
        "will",
        "can",
        "'m",
        "never",
        "must",
        "should",
    ):
        return True
    form = verb_form(low)
    if form is None:
        return False
    if low == "like":
        return False
    if at and tokens[at - 1].low == "no":
        return False
    if low in LIKING | DISLIKING and (not at or tokens[at - 1].low in (",", "and", "but")):
        return True
    follow = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if low in _PURE_VERBS and follow and follow not in BREAKS:
        return True
    joined = form[1] == "participle" and at > 0 and tokens[at - 1].low in (",", "and", "but")
    if joined or form[1] in ("past", "both", "third", "ing"):
        return follow not in BE
    return form[1] == "base" and (
        follow in DETERMINERS or follow in ("to", "at", "in", "with", "for")
    )
