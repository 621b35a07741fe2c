"""The course of changes whose records a search found best. Each value of a course was told in a
record of its own: several of them found say more of what is meant than the words of any one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time

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
    chains = {name: state.chain(fact) for name, fact in facts.items()}
    records = {name: _found_of(chain.values(), place) for name, chain in chains.items()}
    shares = {name: sum(1 / n for n in sorted(places)) for name, places in records.items()}

    def changes(name: str) -> bool:
        values = (f.object_hash for n, f in chains[name].items() if n in facts or not whole)
        return len(set(values)) > 1

    led = max(filter(changes, facts), key=lambda name: (shares[name], name), default=None)
    held = max((shares.get(fact.atomic_id, 0.0) for fact in told), default=0.0)
    if led is None or shares[led] < max(LEAST, MORE * held):
        return told
    return sorted((facts[name] for name in chains[led].keys() & facts.keys()), key=by_time)


def _places(state: FactState, found: Sequence[str]) -> dict[str, int]:
    """The records found that tell of facts, each with its place among them, from 1."""
    telling = {event for fact in state.facts for event in _records(fact)}
    return {e: n for n, e in enumerate((e for e in found if e in telling), start=1)}


def _found_of(facts: Iterable[Afu], place: Mapping[str, int]) -> set[int]:
    """The places of the records found that tell of some facts."""
    return {place[event] for fact in facts for event in _records(fact) if event in place}


def _records(fact: Afu) -> set[str]:
    return {fact.source_event_id, *fact.evidence.event_ids}
