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
from typing import Any, Generic, NamedTuple, TypeVar

from eywa_fs.language.needles import NO_SLOTS, Slots, value_of, written_sets

try:
    from re import _constants, _parser  # type: ignore[attr-defined]
except ImportError:  # another interpreter: what is not read as written is always tried
    _parser = None

Name = TypeVar("Name")

_SETS = 2
"""Sets of needles a pattern is asked for: a verb and its object, say, are rarely both there."""

_LONGEST, _LONGEST_FOREIGN = 8, 4
"""Characters of a needle that are looked for, in Chinese the smaller number: what begins with them
is hardly ever another word."""

_OPENING = re.compile(r"\(\?P<\w+>\[\^?[^\[\]\\]+\]\{\d+,\d+\}\?\)")
"""A group at the beginning of a pattern that takes some of whatever stands there. It is tried at
every place and with every length, although what comes behind it stands nowhere."""

_BACK = re.compile(r"\(\?P=|\(\?\(|\\[1-9]")
"""What refers to a group."""

_KEPT_WORDS, _KEPT_LENGTH = 4096, 32
"""Words of English texts, and characters of each, whose needles are remembered: most words of a
text are such as came before."""

_ODD_CASES = frozenset("ſKıİ")
"""What matches an ASCII letter regardless of case without being its capital."""


class _Written(NamedTuple):
    """A pattern that was not compiled yet."""

    template: str
    slots: Slots
    flags: int = 0

    @property
    def pattern(self) -> str:
        """The pattern with its slots filled."""
        return self.slots.filled(self.template)


class Sieve(Generic[Name]):
    """Patterns with their names, which need not differ, in order.

    Args:
        patience: texts for which everything is tried first: reading the needles out of the
            patterns takes time, which a few texts do not give back.
    """

    def __init__(
        self, patterns: Iterable[tuple[Name, re.Pattern[str]]], *, patience: int = 128
    ) -> None:
        self._patterns: list[tuple[Name, re.Pattern[str] | _Written]] = list(patterns)
        self._patience = patience
        self._caseless = all(one.flags & re.IGNORECASE for _, one in self._patterns)
        self._bits_of: dict[str, int] = {}

    @classmethod
    def by_kind(cls, patterns: Mapping[Name, Iterable[re.Pattern[str]]]) -> Sieve[Name]:
        """All patterns of each kind, the kind being their name."""
        return cls((kind, one) for kind, several in patterns.items() for one in several)

    @classmethod
    def of_ways(cls, patterns: Iterable[tuple[Name, re.Pattern[str]]]) -> Sieve[Name]:
        """Each pattern as its alternatives, for where it only matters whether one matches."""
        return cls((name, way) for name, pattern in patterns for way in ways(pattern))

    @classmethod
    def of_written(
        cls, patterns: Iterable[tuple[Name, str]], slots: Slots = NO_SLOTS
    ) -> Sieve[Name]:
        """Patterns that are compiled when a text can match them, as there are very many."""
        made = cls((), patience=0)
        made._patterns = [(name, _Written(pattern, slots)) for name, pattern in patterns]
        made._caseless = not made._patterns
        return made

    def worth(self, text: str) -> Sequence[tuple[Name, re.Pattern[str]]]:
        """The patterns that can match somewhere in ``text``, in their order."""
        if self._patience > 0:
            self._patience -= 1
            return self._every()
        if self._caseless:
            if not text.isascii() and not _ODD_CASES.isdisjoint(text):
                return self._every()
            text = text.lower()
        if text.isascii():
            wanted = self._in_words(text)
        else:
            sizes, wanted, bits = self._ready
            for needle in bits.keys() & _pieces(text, sizes):
                wanted |= bits[needle]
        found = []
        wanted &= wanted >> len(self._patterns) & (1 << len(self._patterns)) - 1
        cores = self._cores if wanted else []
        while wanted:
            first = wanted & -wanted
            number = first.bit_length() - 1
            core = cores[number]
            if core is None or core.search(text):
                found.append(self._made(number))
            wanted ^= first
        return found

    def _every(self) -> Sequence[tuple[Name, re.Pattern[str]]]:
        return [self._made(number) for number in range(len(self._patterns))]

    def _made(self, number: int) -> tuple[Name, re.Pattern[str]]:
        name, pattern = self._patterns[number]
        if isinstance(pattern, _Written):
            pattern = re.compile(pattern.pattern, pattern.flags)
            self._patterns[number] = name, pattern
        return name, pattern

    def _in_words(self, text: str) -> int:
        """The patterns that can match in an ASCII text, as bits, found word by word."""
        sizes, wanted, bits, phrases = self._ready_for_words
        known = self._bits_of
        for word in text.split():
            found = known.get(word)
            if found is None:
                found = 0
                for needle in bits.keys() & _pieces(word, sizes):
                    found |= bits[needle]
                if len(known) >= _KEPT_WORDS:
                    known.clear()
                if len(word) <= _KEPT_LENGTH:
                    known[word] = found
            if found:
                wanted |= found
        begun = wanted >> _SETS * len(self._patterns)
        while begun:
            phrase, tried = phrases[(begun & -begun).bit_length() - 1]
            begun &= begun - 1
            if phrase in text:
                wanted |= tried
        return wanted

    @cached_property
    def _cores(self) -> list[re.Pattern[str] | None]:
        """What must be found too for a pattern to match, where that is quicker."""
        return [core_of(pattern) for _, pattern in self._patterns]

    @cached_property
    def _needles(self) -> tuple[int, dict[str, int]]:
        """The patterns to try always, and those to try for each needle, as bits by number.

        Each has a bit for each of its sets of needles, those of the second sets behind all of the
        first: a text must hold something of both.
        """
        always = 0
        bits: dict[str, int] = {}
        for number, (_, pattern) in enumerate(self._patterns):
            sets = []
            if not pattern.flags & re.IGNORECASE or self._caseless:
                sets = sets_of_needles(pattern)
            for layer in range(_SETS):
                bit = 1 << number + layer * len(self._patterns)
                if layer >= len(sets):
                    always |= bit
                    continue
                for needle in sets[layer]:
                    bits[needle] = bits.get(needle, 0) | bit
        return always, bits

    @cached_property
    def _ready(self) -> tuple[dict[str, tuple[int, ...]], int, dict[str, int]]:
        """The needles' lengths; the patterns to try always, and those to try for each needle."""
        always, every = self._needles
        foreign = sum(not needle.isascii() for needle in every)
        size = _LONGEST_FOREIGN if 2 * foreign > len(every) else _LONGEST
        bits: dict[str, int] = {}
        for needle, tried in every.items():
            bits[needle[:size]] = bits.get(needle[:size], 0) | tried
        return _sizes(bits), always, bits

    @cached_property
    def _ready_for_words(
        self,
    ) -> tuple[dict[str, tuple[int, ...]], int, dict[str, int], list[tuple[str, int]]]:
        """The same for single words of ASCII texts. Needles with blanks are in the list, with
        what to try for them; each has a bit behind those of the patterns, for its longest word."""
        always, every = self._needles
        bits: dict[str, int] = {}
        phrases = []
        for needle, tried in every.items():
            word = max(needle.split(), key=len, default="")
            if not needle.isascii():
                continue
            if not word:
                always |= tried
                continue
            if word != needle:
                phrases.append((needle, tried))
                tried = 1 << _SETS * len(self._patterns) + len(phrases) - 1
            bits[word[:_LONGEST]] = bits.get(word[:_LONGEST], 0) | tried
        return _sizes(bits), always, bits, phrases


def _sizes(needles: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """The lengths of the needles that begin with a character, by it."""
    found: dict[str, set[int]] = {}
    for needle in needles:
        found.setdefault(needle[0], set()).add(len(needle))
    return {first: tuple(sizes) for first, sizes in found.items()}


def _pieces(text: str, sizes: Mapping[str, tuple[int, ...]]) -> set[str]:
    """The pieces of a text that may be needles."""
    return {
        text[at : at + size]
        for at, first in enumerate(text)
        if first in sizes
        for size in sizes[first]
    }


def ways(pattern: re.Pattern[str]) -> list[re.Pattern[str]]:
    """The alternatives of a pattern, of which each that matches is a match of the whole.

    A pattern with groups, or with a comment, stays in one piece.
    """
    source, verbose = pattern.pattern, pattern.flags & re.VERBOSE
    depth = at = start = 0
    in_class = False
    parts = []
    while at < len(source):
        char = source[at]
        if char == "\\":
            at += 1
        elif in_class:
            in_class = char != "]" or source[at - 1] == "[" or source[at - 2 : at] == "[^"
        elif char == "[":
            in_class = True
        elif char == "#" and verbose:
            return [pattern]
        elif char == "|" and depth == 0:
            parts.append(source[start:at])
            start = at + 1
        else:
            depth += (char == "(") - (char == ")")
        at += 1
    if not parts or pattern.groups:
        return [pattern]
    return [re.compile(part, pattern.flags) for part in (*parts, source[start:])]


def core_of(pattern: re.Pattern[str] | _Written) -> re.Pattern[str] | None:
    """What stands behind a pattern's opening of anything: it matches wherever the whole does."""
    written = pattern.template if isinstance(pattern, _Written) else pattern.pattern
    opening = _OPENING.match(written)
    if opening is None or _BACK.search(pattern.pattern):
        return None
    return re.compile(pattern.pattern[opening.end() :], pattern.flags)


def needles(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """Strings of which a text holds one wherever the pattern matches in it.

    Returns:
        ``None`` where that cannot be said. Of a pattern that ignores case, they are in lower case
        and hold for texts in lower case.
    """
    return next(iter(sets_of_needles(pattern)), None)


def sets_of_needles(pattern: re.Pattern[str] | _Written) -> list[frozenset[str]]:
    """The best sets of which a text holds a needle each, see :func:`needles`; two at most."""
    found = None
    if isinstance(pattern, _Written):
        found = written_sets(pattern.template, pattern.slots)
    elif not pattern.flags & re.VERBOSE:
        found = written_sets(pattern.pattern)
    if found is None:
        if _parser is None:
            return []
        found = _sets(_parser.parse(pattern.pattern, pattern.flags))
    if pattern.flags & re.IGNORECASE:
        found = [
            frozenset(map(str.lower, needed))
            for needed in found
            if all(needle.isascii() or needle.lower() == needle.upper() for needle in needed)
        ]
    return sorted(found, key=value_of, reverse=True)[:_SETS]


def _needed(parsed: Any) -> frozenset[str] | None:
    """The best set among those that the parts of a sequence need."""
    return max(_sets(parsed), key=value_of, default=None)


def _sets(parsed: Any) -> list[frozenset[str]]:
    """What the parts of a sequence need."""
    found: list[frozenset[str]] = []
    run = ""
    for operator, argument in parsed:
        if operator is _constants.LITERAL:
            run += chr(argument)
        elif operator is not _constants.AT:  # a word's edge has no width
            found += [frozenset((run,))] if run else []
            run = ""
            found += _sets_of(operator, argument)
    found += [frozenset((run,))] if run else []
    return found


def _sets_of(operator: Any, argument: Any) -> list[frozenset[str]]:
    if operator is _constants.SUBPATTERN:
        _, added, removed, inner = argument
        return [] if added or removed else _sets(inner)
    if operator is _constants.BRANCH:
        every = [_needed(inner) for inner in argument[1]]
        known = [needed for needed in every if needed is not None]
        return [frozenset().union(*known)] if len(known) == len(every) else []
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        least, _, inner = argument
        return _sets(inner) if least else []
    if operator is _constants.IN and all(kind is _constants.LITERAL for kind, _ in argument):
        return [frozenset(chr(code) for _, code in argument)]
    return _sets(argument[1]) if operator is _constants.ASSERT else []
