"""What a day of a session can do without, told from its words alone. Pure.

A choice is a function of all that was said on that day, also of what is put aside already: made
again, it is the same, however often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import fsum
from typing import Final

from eywa_fs.lanes.summary import rarity
from eywa_fs.language.script import fold
from eywa_fs.language.tokens import content_terms, has_question

TELLING: Final = 8
"""Terms that tell a record from others; those that weigh most."""


@dataclass(frozen=True, slots=True)
class Said:
    """A record of the day.

    Attributes:
        speaker: who said it; the same text of another one is no repeat.
        own: the user said it.
        free: it may be put aside.
        aside: it is, already.
    """

    text: str
    speaker: str
    own: bool
    free: bool = True
    aside: bool = False


class Day:
    """A day of a session in the order in which it was said, and what its terms weigh there."""

    def __init__(self, said: Sequence[Said]) -> None:
        self._said = said
        self._terms = [frozenset(content_terms(one.text)) for one in said]
        self._weight = rarity(self._terms)
        self._all = self._sum(self._weight)

    def light(self) -> dict[int, str]:
        """Records that say nothing any more, by their number, and why: the same words said again
        by the same speaker, and texts without a word that carries a meaning. What follows a
        question is an answer: "yes" says something there."""
        stays = {self._key(n) for n in range(len(self._said)) if self._stays(n)}
        going: dict[int, str] = {}
        for number in reversed(range(len(self._said))):
            if not self._said[number].free or self._answers(number):
                continue
            if not self._terms[number]:
                going[number] = "it says nothing"
            elif self._key(number) in stays:
                going[number] = "it was said again that day"
            stays.add(self._key(number))
        return going

    def medium(self, quality: float) -> dict[int, str]:
        """As :meth:`light`, and what else can go while the rest still says enough: records are
        kept that say most in fewest words, first the user's own, until they have a share of
        ``quality`` of all that was said, by the weight of its terms. Nothing where that share is
        not to be had any more."""
        going = self.light()
        free = [n for n, one in enumerate(self._said) if one.free and n not in going]
        kept = {n for n, one in enumerate(self._said) if not one.free and not one.aside}
        for own in (True, False):
            kept |= self._chosen([n for n in free if self._said[n].own == own], kept, quality)
        if self.quality(kept) < quality - 1e-9:
            return {}
        for number in free:
            if number not in kept and not (number - 1 in kept and not self._terms[number]):
                going[number] = "the rest of that day says enough"
        return going

    def quality(self, kept: Iterable[int]) -> float:
        """Share of all that was said that some records have, by the weight of its terms."""
        covered = frozenset[str]().union(*(self._terms[number] for number in kept))
        return self._sum(covered) / self._all if self._all else 1.0

    def stay(self, going: Iterable[int]) -> list[int]:
        """The records that are left when some go."""
        gone = set(going)
        return [n for n, one in enumerate(self._said) if not one.aside and n not in gone]

    def telling(self, number: int) -> dict[str, float]:
        """The terms of a record that weigh most, each with its weight."""
        terms = sorted(self._terms[number], key=lambda term: (-self._weight[term], term))
        return {term: self._weight[term] for term in terms[:TELLING]}

    def _chosen(self, free: Sequence[int], kept: set[int], quality: float) -> set[int]:
        """Those of some records that are to stay beside what is kept: one after the other the one
        that adds most for each of its terms."""
        covered = set().union(*(self._terms[number] for number in kept))
        value, enough = self._sum(covered), quality * self._all - 1e-9
        waiting = [(self._worth(number, covered), number) for number in free]
        heapify(waiting)
        chosen: set[int] = set()
        while waiting and value < enough:
            _, number = heappop(waiting)
            worth = self._worth(number, covered)
            if waiting and (worth, number) > waiting[0]:
                heappush(waiting, (worth, number))  # it adds less than when it was weighed
            elif worth < 0:
                chosen.add(number)
                value += self._sum(self._terms[number] - covered)
                covered |= self._terms[number]
        return chosen

    def _worth(self, number: int, covered: set[str]) -> float:
        """What a record adds for each of its terms, less than 0; the least adds most."""
        fresh = self._terms[number] - covered
        return -self._sum(fresh) / len(self._terms[number]) if fresh else 0.0

    def _sum(self, terms: Iterable[str]) -> float:
        return fsum(self._weight[term] for term in terms)

    def _stays(self, number: int) -> bool:
        one = self._said[number]
        return not one.aside and (not one.free or self._answers(number))

    def _answers(self, number: int) -> bool:
        """Whether somebody else asked something just before."""
        if not number:
            return False
        before = self._said[number - 1]
        return before.speaker != self._said[number].speaker and has_question(before.text)

    def _key(self, number: int) -> tuple[str, str]:
        one = self._said[number]
        return one.speaker, " ".join(fold(one.text).split())
