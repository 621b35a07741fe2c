"""Many patterns, few of which can match: one pass over a text says which are worth a search.

A pattern with words in it can match only where one of a few strings stands, its *needles*
("call(?:ed|ing) off" needs "call"). The needles are read out of the parsed pattern, so no list
has to be kept beside it, and all patterns' needles are looked for together. What the sieve
leaves out cannot match: searching what it gives is the same as searching all, only quicker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from eywa_fs.batching import batched

try:
    from re import _constants, _parser  # type: ignore[attr-defined]
except ImportError:  # another interpreter's regular expressions: nothing is left out
    _parser = None

Name = TypeVar("Name")

_LONG_ENOUGH = 4
"""Characters of a needle beyond which a longer one is no better than fewer ones."""

_WIDE = 32
"""Ways that are tried one after the other; of more, a set of characters tells which are meant."""

_ODD_CASES = frozenset("ſKıİ")
"""What matches an ASCII letter regardless of case without being its capital."""


class Sieve(Generic[Name]):
    """Patterns with their names, which need not differ, in order.

    Args:
        patience: texts for which everything is tried first: reading the needles out of the
            patterns takes about a millisecond each, which a few texts do not give back.
    """

    def __init__(
        self, patterns: Iterable[tuple[Name, re.Pattern[str]]], *, patience: int = 128
    ) -> None:
        self._patterns = list(patterns)
        self._patience = patience
        self._caseless = all(one.flags & re.IGNORECASE for _, one in self._patterns)

    @classmethod
    def by_kind(cls, patterns: Mapping[Name, Iterable[re.Pattern[str]]]) -> Sieve[Name]:
        """All patterns of each kind, the kind being their name."""
        return cls((kind, one) for kind, several in patterns.items() for one in several)

    def worth(self, text: str) -> Sequence[tuple[Name, re.Pattern[str]]]:
        """The patterns that can match somewhere in ``text``, in their order."""
        if self._patience > 0:
            self._patience -= 1
            return self._patterns
        finder, wanted, bits = self._ready
        if self._caseless:
            if not text.isascii() and not _ODD_CASES.isdisjoint(text):
                return self._patterns
            text = text.lower()
        for needle in set(finder.findall(text)):
            wanted |= bits[needle]
        found = []
        while wanted:
            first = wanted & -wanted
            found.append(self._patterns[first.bit_length() - 1])
            wanted ^= first
        return found

    @cached_property
    def _ready(self) -> tuple[re.Pattern[str], int, dict[str, int]]:
        """What finds needles; the patterns to try always, and those to try for each needle, as
        bits by their number."""
        always = 0
        bits: dict[str, int] = {}
        for number, (_, pattern) in enumerate(self._patterns):
            needed = needles(pattern)
            if needed is None or (pattern.flags & re.IGNORECASE and not self._caseless):
                always |= 1 << number
                continue
            for needle in needed:
                bits[needle] = bits.get(needle, 0) | 1 << number
        finder = re.compile(f"(?=({_longest_of(bits)}))" if bits else "(?!)")
        # Only the longest needle at a place is found: it brings those it begins with.
        for needle in sorted(bits, key=len):
            for end in range(1, len(needle)):
                bits[needle] |= bits.get(needle[:end], 0)
        return finder, always, bits


def needles(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """Strings of which a text holds one wherever the pattern matches in it.

    Returns:
        ``None`` where that cannot be said. Of a pattern that ignores case, they are in lower case
        and hold for texts in lower case.
    """
    if _parser is None:
        return None
    needed = _needed(_parser.parse(pattern.pattern, pattern.flags))
    if needed is None or not pattern.flags & re.IGNORECASE:
        return needed
    simple = all(needle.isascii() or needle.lower() == needle.upper() for needle in needed)
    return frozenset(map(str.lower, needed)) if simple else None


def _needed(parsed: Any) -> frozenset[str] | None:
    """The best set among those that the parts of a sequence need."""
    found: list[frozenset[str]] = []
    run = ""
    for operator, argument in parsed:
        if operator is _constants.LITERAL:
            run += chr(argument)
        elif operator is not _constants.AT:  # a word's edge has no width
            found += [frozenset((run,))] if run else []
            run = ""
            needed = _needed_of(operator, argument)
            found += [needed] if needed else []
    found += [frozenset((run,))] if run else []
    return max(found, key=_worth, default=None)


def _needed_of(operator: Any, argument: Any) -> frozenset[str] | None:
    if operator is _constants.SUBPATTERN:
        _, added, removed, inner = argument
        return None if added or removed else _needed(inner)
    if operator is _constants.BRANCH:
        every = [_needed(inner) for inner in argument[1]]
        known = [needed for needed in every if needed is not None]
        return frozenset().union(*known) if len(known) == len(every) else None
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        least, _, inner = argument
        return _needed(inner) if least else None
    if operator is _constants.IN and all(kind is _constants.LITERAL for kind, _ in argument):
        return frozenset(chr(code) for _, code in argument)
    return _needed(argument[1]) if operator is _constants.ASSERT else None


def _worth(needed: frozenset[str]) -> tuple[int, int]:
    return min(min(map(len, needed)), _LONG_ENOUGH), -len(needed)


def _longest_of(words: Iterable[str]) -> str:
    """A pattern for the longest of ``words`` at a place that looks at each character once."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words):
        by_first.setdefault(word[0], []).append(word[1:])
    ways = {first: re.escape(first) + _rest_of(rest) for first, rest in by_first.items()}
    if len(ways) == 1:
        return ways.popitem()[1]
    if len(ways) <= _WIDE:
        return f"(?:{'|'.join(ways.values())})"
    some = [
        f"(?=[{''.join(map(re.escape, firsts))}])(?:{'|'.join(ways[first] for first in firsts)})"
        for firsts in batched(ways, _WIDE)
    ]
    return f"(?:{'|'.join(some)})"


def _rest_of(words: Sequence[str]) -> str:
    longer = [word for word in words if word]
    if not longer:
        return ""
    rest = _longest_of(longer)
    return rest if len(longer) == len(words) else f"(?:{rest})?"
