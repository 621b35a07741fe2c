"""The course of changes whose records a search found best. Each value of a course was told in a
record of its own: several of them found say more of what is meant than the words of any one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from eywa_fs.factbase.bearing import words_of
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time
from eywa_fs.language.tokens import content_terms

LEAST: Final = 1.5
"""How well a course has to be found, the sum of 1/place over its records: by the first two, say.
Less is found for questions about other people, too."""
MORE: Final = 2.0
"""How much better it has to be found than what fits the question's words, to stand for that."""


def best_found(
    state: FactState, pool: Iterable[Afu], told: Sequence[Afu], found: Sequence[str], *, whole: bool
) -> Sequence[Afu]:
    """Of the facts of ``pool`` those of the course that was found best, oldest first; or ``told``,
    the facts that fit the question by its words, where nothing was found ``MORE`` as well.

    Args:
        found: event ids of the records that a search found, best first.
        whole: whether a course is asked for: then it has several values in ``pool``.
    """
    place = _places(state, found)
    if not place:
        return told
    facts = {fact.atomic_id: fact for fact in pool}
    courses = chains(state, facts.values())
    shares = {first: _share(chain.values(), place) for first, chain in courses.items()}
    held = max((shares[_first(state, f)] for f in told if f.atomic_id in facts), default=0.0)
    least = max(LEAST, MORE * held)
    led: list[tuple[float, str, list[Afu]]] = []
    for first, chain in courses.items():
        given = [fact for name, fact in chain.items() if name in facts]
        if len({f.object_hash for f in (given if whole else chain.values())}) > 1:
            led.append((shares[first], max(fact.atomic_id for fact in given), given))
    share, _, best = max(led, default=(0.0, "", []))
    return told if share < least else sorted((facts[f.atomic_id] for f in best), key=by_time)


def chains(state: FactState, facts: Iterable[Afu]) -> dict[str, Mapping[str, Afu]]:
    """The chains of some facts, each once, by its first id."""
    return {_first(state, fact): state.chain(fact) for fact in facts}


class Along:
    """The words that facts of a chain say, but for those of ``every``, which speak for themselves.
    Each chain is read once, and only when it is asked for."""

    def __init__(self, state: FactState, every: Mapping[str, Afu], words: Set[str]) -> None:
        self._state = state
        self._every = every
        self._words = frozenset(filter(content_terms, words))
        self._said: dict[str, set[str]] = {}

    def of(self, fact: Afu) -> set[str]:
        """Those words of the chain of ``fact``."""
        first = _first(self._state, fact)
        if first not in self._said:
            chain = self._state.chain(fact)
            others = (one for name, one in chain.items() if name not in self._every)
            self._said[first] = set().union(*(words_of(one, self._words) for one in others))
        return self._said[first]


def _first(state: FactState, fact: Afu) -> str:
    return next(iter(state.chain(fact)))


def _share(facts: Iterable[Afu], place: Mapping[str, int]) -> float:
    """The sum of 1/place over the records found that tell of some facts."""
    places = {place[event] for fact in facts for event in _records(fact) if event in place}
    return sum(1 / n for n in sorted(places))


def _places(state: FactState, found: Sequence[str]) -> dict[str, int]:
    """The records found that tell of facts, each with its place among them, from 1."""
    telling = {event for fact in state.facts for event in _records(fact)}
    return {e: n for n, e in enumerate((e for e in found if e in telling), start=1)}


def _records(fact: Afu) -> set[str]:
    return {fact.source_event_id, *fact.evidence.event_ids}
