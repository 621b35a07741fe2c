"""Comparison of two object phrases: English ones as sets of stems, Chinese ones as sets of
character bigrams."""

from __future__ import annotations

import re

#: Least overlap (F1 of the two sets) at which two phrases count as the same value.
OBJECT_THRESHOLD = 0.5

_ENGLISH_TOKEN = re.compile(r"[a-z0-9]+")
_SMALL = """a an the this that these those some any my your his her its our their mine yours hers
ours theirs i me you he him she it we us they them myself in on at to of for by with from as into
onto"""
_SMALL_WORDS = frozenset(_SMALL.split())
_COUNT = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNT.split())}


def normalised(text: str, language: str) -> frozenset[str]:
    """The comparable parts of an object phrase: character bigrams of Chinese (``"zh"``) and of
    what has no Latin letter or digit, else English stems."""
    if language == "zh":
        return _bigrams(text)
    tokens = _ENGLISH_TOKEN.findall(text.lower())
    if not tokens:
        return _bigrams(text)
    kept = [token for token in tokens if token not in _SMALL_WORDS] or tokens
    return frozenset(_stem(_NUMBER_WORDS.get(token, token)) for token in kept)


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """F1 of two sets: twice the common part over the sum of the sizes; 0 if either is empty."""
    total = len(left) + len(right)
    return 2 * len(left & right) / total if left and right else 0.0


def stands_in(phrase: str, span: str, language: str) -> bool:
    """Whether every content word (zh: every character) of ``phrase`` occurs in ``span``."""
    if language == "zh":
        return set(_letters(phrase)) <= set(_letters(span))
    return normalised(phrase, language) <= normalised(span, language) | _all_stems(span)


def _all_stems(text: str) -> frozenset[str]:
    return frozenset(_stem(_NUMBER_WORDS.get(t, t)) for t in _ENGLISH_TOKEN.findall(text.lower()))


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _bigrams(text: str) -> frozenset[str]:
    letters = _letters(text)
    if len(letters) < 2:
        return frozenset(letters)
    return frozenset(letters[i : i + 2] for i in range(len(letters) - 1))


def _stem(token: str) -> str:
    for ending, least in (("ing", 6), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4)):
        if token.endswith(ending) and len(token) >= least and not token.endswith("ss"):
            stem = token[: -len(ending)]
            if ending == "ies":
                return stem + "y"
            if ending in ("ing", "ed") and stem[-1:] == stem[-2:-1]:
                return stem[:-1]
            return stem.removesuffix("e")
    return token.removesuffix("e") if len(token) >= 4 else token
