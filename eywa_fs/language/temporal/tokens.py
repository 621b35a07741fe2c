"""A text as a row of tokens, for grammars that look at a bounded number of tokens each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

Part = TypeVar("Part")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+|[0-9]+|[^\sA-Za-z0-9\u00c0-\u024f]")


@dataclass(slots=True)
class Tokens:
    """Lower-cased words, digit runs and single other characters with their offsets.

    Past either end `word` answers "", for which `words` ends in a few empty ones. `strict` says
    that the text is nothing but one expression, so that readings too weak for running text ("4.11"
    as a date) are allowed. `depth` counts how many dates the one being read is nested in; `memo`
    keeps what was read at a token, as several rules try the same parts.
    """

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    strict: bool = False
    depth: int = 0
    memo: dict[tuple[str, int], Any] = field(default_factory=dict)

    def word(self, index: int) -> str:
        try:
            return self.words[index]
        except IndexError:
            return ""

    @property
    def count(self) -> int:
        return len(self.starts)

    def joined(self, index: int) -> bool:
        """Whether the token stands against the one before it without a space."""
        return 0 < index < self.count and self.starts[index] == self.ends[index - 1]

    def number(self, index: int) -> int | None:
        """The value of a digit run of at most eight digits."""
        word = self.word(index)
        return int(word) if word.isdecimal() and len(word) <= 8 else None

    def once(self, name: str, index: int, read: Callable[[Tokens, int], Part]) -> Part:
        """What `read` gives at the token, read only once."""
        key = (name, index)
        if key not in self.memo:
            self.memo[key] = read(self, index)
        found: Part = self.memo[key]
        return found

    def capital(self, index: int) -> bool:
        return self.text[self.starts[index]].isupper()


def tokenize_words(text: str, *, strict: bool = False) -> Tokens:
    words, starts, ends = [], [], []
    for match in _WORD.finditer(text):
        words.append(match.group().lower())
        starts.append(match.start())
        ends.append(match.end())
    words.extend(("", "", ""))
    return Tokens(text, words, starts, ends, strict)
