"""Strings of which a text must hold one for a pattern to match, read from how it is written.

Parsing a pattern as Python does takes a millisecond, which hundreds of patterns make felt when the
first message is read. What is needed here shows in fewer pieces: runs of letters, groups, ways,
and what may be left out; a slot, which many patterns share, is read once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_PIECE = re.compile(
    r"(?P<run>(?:[^\\\[\](){}|?*+.^$<]|<(?![A-Z]+>))+)"
    r"|(?P<slot>\{[A-Z]+\}|<[A-Z]+>)"
    r"|(?P<edge>\\[bBAZ]|[\^$])"
    r"|\((?:\?(?::|P<\w+>|<?=))?(?P<words>[^\\\[\](){}?*+.^$<]+)\)"
    r"|(?P<open>\((?:\?(?::|P<\w+>|<?=)|(?!\?)))"
    r"|(?P<deny>\(\?<?!)"
    r"|(?P<close>\))"
    r"|(?P<bar>\|)"
    r"|(?P<often>(?:[?*+]|\{(?:(?P<least>\d+)(?:,\d*)?|,\d+)\})[?+]?)"
    r"|\[(?P<other>\^?)(?P<set>\]?(?:\\.|[^\]\\])*)\]"
    r"|(?P<kind>\\[dDsSwW]|\.)"
    r"|\\(?P<sign>[^\w\s])",
    re.DOTALL,
)

_LONG_ENOUGH = 4
"""Characters of a needle beyond which a longer one is no better than fewer ones."""


def value_of(needed: frozenset[str]) -> tuple[int, int]:
    """How much a set of needles leaves out: the higher, the more."""
    return min(min(map(len, needed)), _LONG_ENOUGH), -len(needed)


class _Group:
    """What was read of a group: its finished ways, and the one being read."""

    __slots__ = ("denied", "found", "mark", "run", "ways")

    def __init__(self, denied: bool) -> None:
        self.denied = denied
        self.ways: list[frozenset[str] | None] = []
        self.found: list[frozenset[str]] = []
        self.run = ""
        self.mark: int | None = 0

    def flush(self) -> None:
        """The run of letters ends here."""
        if self.run:
            self.found.append(frozenset((self.run,)))
            self.run = ""

    def add(self, sets: Iterable[frozenset[str]]) -> None:
        """A piece that is no letter."""
        self.flush()
        self.mark = len(self.found)
        self.found += sets

    def repeat(self, least: int) -> None:
        """The piece before may be there several times, or not at all."""
        if self.mark is None:
            if not least:
                self.run = self.run[:-1]
            self.flush()
        elif not least:
            del self.found[self.mark :]
        self.mark = len(self.found)

    def turn(self) -> None:
        """The next way begins."""
        self.flush()
        self.ways.append(max(self.found, key=value_of, default=None))
        self.found, self.mark = [], 0

    def closed(self) -> list[frozenset[str]]:
        """What the group needs."""
        self.flush()
        if self.denied:
            return []
        if not self.ways:
            return self.found
        self.turn()
        every: set[str] = set()
        for way in self.ways:
            if way is None:
                return []
            every |= way
        return [_shortest(every)]


class Slots:
    """What stands in patterns for expressions that many of them hold, in groups of their own.

    Args:
        expressions: for each slot, named with its brackets ("{DAY}", "<DAY>"); may hold others.
    """

    def __init__(self, expressions: Mapping[str, str]) -> None:
        self._expressions = expressions
        self._whole: dict[str, str] = {}
        self._sets: dict[str, list[frozenset[str]] | None] = {}

    def filled(self, pattern: str) -> str:
        """``pattern`` with what its slots stand for.

        Raises:
            KeyError: for a name that is no slot, where there are any.
        """
        return _SLOT.sub(self._filling, pattern) if self._expressions else pattern

    def _filling(self, slot: re.Match[str]) -> str:
        name = slot[0]
        if name not in self._whole:
            self._whole[name] = f"(?:{self.filled(self._expressions[name])})"
        return self._whole[name]

    def sets(self, name: str) -> list[frozenset[str]] | None:
        """See :func:`written_sets`."""
        if name not in self._sets:
            expression = self._expressions.get(name)
            self._sets[name] = None if expression is None else written_sets(expression, self)
        return self._sets[name]


NO_SLOTS = Slots({})
_SLOT = re.compile(r"\{[A-Z]+\}|<[A-Z]+>")


def written_sets(pattern: str, slots: Slots = NO_SLOTS) -> list[frozenset[str]] | None:
    """The sets of which a text holds a needle each wherever ``pattern`` matches in it.

    Returns:
        ``None`` where the pattern holds something that is not read here.
    """
    group, outer = _Group(denied=False), list[_Group]()
    at = 0
    while at < len(pattern):
        piece = _PIECE.match(pattern, at)
        if piece is None:
            return None
        at, kind = piece.end(), piece.lastgroup
        if kind == "run":
            group.run += piece[0]
            group.mark = None
        elif kind == "edge":  # has no width, so that a run goes on
            group.mark = len(group.found) if not group.run else None
        elif kind == "words":
            group.add(_one_of(piece["words"].split("|")))
        elif kind in ("open", "deny"):
            outer.append(group)
            group = _Group(kind == "deny")
        elif kind == "close":
            if not outer:
                return None
            sets, group = group.closed(), outer.pop()
            group.add(sets)
        elif kind == "slot":
            known = slots.sets(piece[0])
            if known is None:
                return None
            group.add(known)
        elif kind == "bar":
            group.turn()
        elif kind in ("often", "least"):
            group.repeat(int(piece["least"] or 0) if piece[0][0] == "{" else piece[0][0] == "+")
        elif kind == "sign":
            group.run += piece["sign"]
            group.mark = None
        else:
            group.add([] if kind == "kind" or piece["other"] else _signs(piece["set"]))
    return group.closed() if not outer else None


def _one_of(words: list[str]) -> list[frozenset[str]]:
    """What a group of mere words needs."""
    return [_shortest(set(words))] if all(words) else []


def _signs(inside: str) -> list[frozenset[str]]:
    """The characters of a set, where it names each."""
    if "\\" in inside or "-" in inside[1:-1]:
        return []
    return [frozenset(inside)]


def _shortest(needed: set[str]) -> frozenset[str]:
    """Without those that begin with another one."""
    sizes = sorted(set(map(len, needed)))
    if len(sizes) == 1:
        return frozenset(needed)
    return frozenset(
        needle
        for needle in needed
        if not any(needle[:size] in needed for size in sizes if size < len(needle))
    )
