"""Words and phrases of a data file as patterns that find them in a folded text."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cues:
    """The words of one line: what they tell, where they stand, and which are topics themselves."""

    tells: tuple[str, ...]
    pattern: re.Pattern[str]
    topics: frozenset[str]


def read_cues(tells: str, words: str) -> Cues:
    """The cues of a line: what it tells, and its words, parted by semicolons.

    "word~" stands for every word that begins so; a word with * before it is a topic; "…" stands
    for a few words; behind "/" a regular expression is written.

    Raises:
        ValueError: there are no words.
    """
    choices = [word.strip() for word in words.split(";") if word.strip()]
    if not choices:
        raise ValueError(f"{tells!r} has no words")
    choices.sort(key=len, reverse=True)  # the longest that fits
    topics = frozenset(word[1:] for word in choices if word.startswith("*"))
    patterns = (_pattern(word.removeprefix("*")) for word in choices)
    return Cues(tuple(tells.split()), re.compile("|".join(patterns)), topics)


def _pattern(word: str) -> str:
    """Words of alphabetic scripts stand alone or inflected; Chinese stands anywhere."""
    if word[0] == "/":
        return word[1:]
    first, gap, last = (part.strip() for part in word.partition("…"))
    if gap:
        between = r"(.{1,30}?)" if first.isascii() else "(.{1,10}?)"
        return _pattern(first) + between + _pattern(last)
    if not word[0].isascii():
        return re.escape(word)
    stem = word.removesuffix("~")
    if stem != word or len(word) < 3:
        return rf"\b{re.escape(stem)}" + (r"\w*" if stem != word else r"\b")
    root = re.escape(word.removesuffix("e"))  # "used to" tells no use
    return rf"\b(?:{re.escape(word)}(?:s|es)?|{root}(?:ing|ed(?! to\b)))\b"
