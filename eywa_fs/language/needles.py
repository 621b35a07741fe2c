"""Strings of which a text must hold one for a pattern to match, read from how it is written.

Parsing a pattern as Python does takes a millisecond, which hundreds of patterns make felt when the
first message is read. What is needed here shows in fewer pieces: runs of letters, groups, ways,
and what may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PIECE = re.compile(
    r"(?P<run>[^\\\[\](){}|?*+.^$]+)"
    r"|(?P<edge>\\[bBAZ]|[\^$])"
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


def written_sets(pattern: str) -> list[frozenset[str]] | None:
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
        elif kind in ("open", "deny"):
            outer.append(group)
            group = _Group(kind == "deny")
        elif kind == "close":
            if not outer:
                return None
            sets, group = group.closed(), outer.pop()
            group.add(sets)
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


def _signs(inside: str) -> list[frozenset[str]]:
    """The characters of a set, where it names each."""
    if "\\" in inside or "-" in inside[1:-1]:
        return []
    return [frozenset(inside)]


def _shortest(needed: set[str]) -> frozenset[str]:
    """Without those that begin with another one."""
    sizes = sorted({len(needle) for needle in needed})
    return frozenset(
        needle
        for needle in needed
        if not any(needle[:size] in needed for size in sizes if size < len(needle))
    )
