"""A text as a row of tokens, for grammars that look at a bounded number of tokens each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

Part = TypeVar("Part")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+|[0-9]+|[^\sA-Za-z0-9\u00c0-\u024f]")


@dataclass(slots=True, kw_only=True)
class Memo:
    """What was read in a text, by the reader and the index."""

    memo: dict[tuple[object, int], Any] = field(default_factory=dict)


Text = TypeVar("Text", bound=Memo)


def once(read: Callable[[Text, int], Part]) -> Callable[[Text, int], Part]:
    """A reader that reads a text at an index only once, as several rules try the same parts."""

    def kept(text: Text, index: int) -> Part:
        key = (read, index)
        if key not in text.memo:
            text.memo[key] = read(text, index)
        found: Part = text.memo[key]
        return found

    return kept


@dataclass(slots=True)
class Tokens(Memo):
    """Lower-cased words, digit runs and single other characters with their offsets.

    Past either end `word` answers "", for which `words` ends in a few empty ones. `depth` counts
    how many dates the one being read is nested in.
    """

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    depth: int = 0

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

    def after(self, index: int, *words: str) -> int:
        """The index after an optional word at `index`."""
        try:
            return index + (self.words[index] in words)
        except IndexError:
            return index

    def phrase(self, index: int, *words: str) -> bool:
        return all(self.word(index + k) == word for k, word in enumerate(words))

    def capital(self, index: int) -> bool:
        return self.text[self.starts[index]].isupper()


def tokenize_words(text: str) -> Tokens:
    found = list(_WORD.finditer(text))
    words = [match.group().lower() for match in found] + ["", "", ""]
    starts, ends = [match.start() for match in found], [match.end() for match in found]
    return Tokens(text, words, starts, ends)
