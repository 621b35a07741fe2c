"""Characters and words of Chinese text, and the lists of words the rules rest on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from eywa_fs.facts import data
from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.engine.endings import lowered
from eywa_fs.language.traditional import TO_SIMPLIFIED

_WIDTHS: Final = {
    0xFF01 + n: 0x21 + n for n in range(94) if chr(0xFF01 + n) not in "，！？；：（）～"
}
_FOLD: Final[dict[int, str | int | None]] = {
    **TO_SIMPLIFIED,
    **_WIDTHS,
    **str.maketrans("妳牠", "你它"),
    ord("　"): " ",
    **str.maketrans("咗喺係冇嘅唔喇佢哋俾畀嚟", "了在是没的不了他们给给来"),  # Cantonese
}
_TOKEN: Final = re.compile(r"[a-z][a-z'&.+-]*[a-z0-9+#]|[a-z]|\d+(?:\.\d+)?|[^\s]")


def fold(text: str) -> str:
    """Simplified, half-width, lower-case text; places in it are places in ``text``."""
    return lowered(text.translate(_FOLD))


def tokens(text: str, low: str, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of ``text[start:end]``; ``low`` is the folded text. A Han character is a token,
    as is a run of Latin letters or of digits and every mark."""
    return tuple(
        Token(text[a:b], low[a:b], low[a:b], a, b)
        for a, b in (match.span() for match in _TOKEN.finditer(low, start, end))
    )


def words(literal: str) -> tuple[str, ...]:
    """The ``low`` of the tokens of a literal."""
    return tuple(_TOKEN.findall(fold(literal)))


class Words:
    """A set of words that is asked which of them stands at a place of a text."""

    def __init__(self, listed: Iterable[str]) -> None:
        self.all: Final = frozenset(listed)
        sizes: dict[str, set[int]] = {}
        last: dict[str, set[int]] = {}
        for word in self.all:
            sizes.setdefault(word[0], set()).add(len(word))
            last.setdefault(word[-1], set()).add(len(word))
        self._first = {char: tuple(sorted(found, reverse=True)) for char, found in sizes.items()}
        self._last = {char: tuple(sorted(found, reverse=True)) for char, found in last.items()}

    def __contains__(self, word: str) -> bool:
        return word in self.all

    def at(self, low: str, start: int = 0, end: int | None = None) -> int:
        """Length of the longest word that begins at ``start``; 0: none does."""
        stop = len(low) if end is None else end
        if start >= stop:
            return 0
        for size in self._first.get(low[start], ()):
            if start + size <= stop and low[start : start + size] in self.all:
                return size
        return 0

    def closes(self, low: str) -> int:
        """Length of the longest word that ``low`` ends with; 0: none."""
        for size in self._last.get(low[-1:], ()):
            if low[-size:] in self.all:
                return size
        return 0

    def within(self, low: str) -> bool:
        """Whether a word stands anywhere in ``low``."""
        return any(self.at(low, at) for at in range(len(low)))


@cache
def lexicon(name: str) -> Words:
    """The words of ``lexicon/<name>.txt``: separated by space, ``#`` begins a comment."""
    lines = data.text(f"languages/zh/lexicon/{name}.txt").splitlines()
    return Words(word for line in lines for word in line.partition("#")[0].split())


def patterns(name: str) -> dict[str, re.Pattern[str]]:
    """The patterns of ``lexicon/<name>.txt``."""
    return data.patterns(f"languages/zh/lexicon/{name}.txt")


def joined(found: Sequence[Token]) -> str:
    """The folded text of tokens, without the spaces between them."""
    return "".join(token.low for token in found)
