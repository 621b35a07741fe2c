"""Which facts are about the same people and things as others, over one hop or several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from eywa_fs.model.facts import Fact, Related

MOST_HOPS: Final = 8
_USER: Final = "user"
"""Everything is related to the user, who is therefore no way from one thing to another."""


def related(every: Sequence[Fact], begin: Collection[str], hops: int) -> list[Related]:
    """Facts that share a subject or an object with others, those reached in fewer hops first. Pure.

    Args:
        every: the facts there are; what is said to be not so relates nothing.
        begin: atomic ids of those to begin with, which are left out.
        hops: how often to go on from what was reached.
    """
    left = [fact for fact in every if not fact.negated]
    reached = {name for fact in left if fact.atomic_id in begin for name in _names(fact)}
    left = [fact for fact in left if fact.atomic_id not in begin]
    found: list[Related] = []
    for hop in range(1, hops + 1):
        near = [fact for fact in left if not reached.isdisjoint(_names(fact))]
        found += [Related(fact, hop) for fact in near]
        reached |= {name for fact in near for name in _names(fact)}
        left = [fact for fact in left if reached.isdisjoint(_names(fact))]
    return found


def _names(fact: Fact) -> set[str]:
    """What a fact is about, in the spelling that tells things apart."""
    return {fact.subject.casefold(), fact.object.casefold()} - {_USER}
