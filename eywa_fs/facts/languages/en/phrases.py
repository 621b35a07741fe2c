"""Object phrases: what is trimmed of them, which are values, which word is the head."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    HAVE,
    OBJECT_PRONOUNS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TRAILERS,
    TRAILING_PHRASES,
)
from eywa_fs.facts.languages.en.words.lists import words

Phrase = tuple[Token, ...]
#: No value is longer than this many words.
MAX_WORDS = 9
#: Marks that may stand inside a phrase.
INSIDE = frozenset({"-", "/", "'s", "'", ".", "+", "#", "%", "£", "$", "€", "&", "°", "–"})


def trimmed(tokens: Sequence[Token], *, leading: bool = True) -> Phrase:
    """A phrase without determiners in front and adverbs behind."""
    start, end = 0, len(tokens)
    if leading:
        while start < end and (
            (tokens[start].low in _LEADING and tokens[start].low not in _KEPT_LEADING)
            or not tokens[start].is_word
        ):
            numbered = start + 1 < end and tokens[start + 1].low[:1].isdigit()
            if tokens[start].low == "type" and numbered:
                break
            if tokens[start].low in ("£", "$", "€", "#", "@"):
                break
            start += 1
    changed = True
    while changed and end > start:
        changed = False
        for size in (4, 3, 2):
            tail = " ".join(token.low for token in tokens[max(start, end - size) : end])
            if end - start > size and tail in TRAILING_PHRASES:
                end, changed = end - size, True
                break
        last = tokens[end - 1]
        if (
            end - start > 2
            and last.low in ("it", "them", "him", "her", "me", "us", "this", "that", "there")
            and tokens[end - 2].low in PREPOSITIONS
        ):
            end, changed = end - 2, True
            continue
        glued = end - start > 1 and tokens[end - 2].end == last.start and last.text.isalpha()
        if (last.low in TRAILERS and end - start > 1 and not glued) or (
            not last.is_word and last.low not in ("%", "+")
        ):
            end, changed = end - 1, True
    return tuple(tokens[start:end])


_LEADING = (
    DETERMINERS
    | ADVERBS
    | words(
        """: - – of to any lots plenty bit lot kind sort type load loads ton tons pair couple few
        many much such like not n't by with"""
    )
) - frozenset({"no"})
_KEPT_LEADING = words("only both two three")


def is_value(phrase: Sequence[Token]) -> bool:
    """Whether a phrase says something: no bare pronoun, no bare function word."""
    if not phrase or phrase[0].low in PREPOSITIONS or phrase[-1].low == "not":
        return False
    if phrase[0].low in ("anything", "everything") and len(phrase) > 1:
        return True
    if phrase[0].low == "one" and len(phrase) > 1 and phrase[1].low not in ("of", "that", "who"):
        return True
    if phrase[0].low in OBJECT_PRONOUNS and (
        len(phrase) == 1
        or phrase[0].low not in ("little", "many", "more", "most", "less", "few", "all", "both")
    ):
        return False
    if len(phrase) == 1:
        low = phrase[0].low
        return not (
            low in PREPOSITIONS
            or low in ADVERBS
            or low in BE
            or low in HAVE
            or low in SUBJECT_PRONOUNS
            or low in DETERMINERS
        )
    return True


def head(phrase: Sequence[Token]) -> str:
    """The head noun of a phrase: the last word before the first "of", "for" or "with"."""
    words = []
    for token in phrase:
        if token.low in _BEHIND_HEADS:
            break
        if token.is_word:
            words.append(token.low)
    return words[-1] if words else ""


_BEHIND_HEADS = words(
    """of for with in from named called at near outside above behind opposite on beside overlooking
    by"""
)
