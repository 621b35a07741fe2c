"""People, places, organisations and things, and how they are related: from facts alone. Pure.

An entity is what a fact is about, or what its value names. Two names are one entity only where a
fact says so (``facts/identity.py``), never because they look alike. A relation is a fact between
two entities; it holds as long as the fact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import Names, bare, is_family, key_of, kin_in, names_of, pair_of
from eywa_fs.facts.model import PREDICATES, USER, EntityType
from eywa_fs.facts.values import contains
from eywa_fs.language.script import fold

MOST_HOPS: Final = 8


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that facts are about.

    Attributes:
        key: its name in the graph; names: all that facts call it, as written, most used first.
        kind: what most facts say it is, ``""`` where none does.
        merged_by: atomic ids of the facts that make its names one.
    """

    key: str
    names: tuple[str, ...]
    kind: EntityType
    merged_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation between two entities, given by their keys: a fact; or, with a ``role``, that the
    target is the source's (``"mother"``), as the subject of the fact says."""

    source: str
    target: str
    fact: Afu
    role: str = ""


class Graph:
    """The entities and relations of some facts; what is denied relates nothing."""

    def __init__(self, facts: Iterable[Afu]) -> None:
        self.facts: Sequence[Afu] = [fact for fact in facts if not fact.negated]
        self._who = names_of(self.facts)
        self._spelled: dict[str, Counter[str]] = defaultdict(Counter)
        self._kinds: dict[str, Counter[EntityType]] = defaultdict(Counter)
        self._merged: dict[str, list[str]] = defaultdict(list)
        self.edges: list[Edge] = []
        for fact in self.facts:
            self._add(fact)
        for fact in self.facts:
            self._own(fact)

    @property
    def entities(self) -> list[Entity]:
        """All of them, in the order in which facts name them."""
        return [self.entity(key) for key in self._spelled]

    def entity(self, key: str) -> Entity:
        names = sorted(self._spelled[key].items(), key=lambda item: (-item[1], item[0]))
        kinds = sorted(self._kinds[key].items(), key=lambda item: (-item[1], item[0]))
        merged = tuple(dict.fromkeys(self._merged[key]))
        return Entity(key, tuple(n for n, _ in names), kinds[0][0] if kinds else "", merged)

    def find(self, name: str) -> str | None:
        """The key of what somebody calls ``name``; ``None`` where no fact names it."""
        for key in (_one(name, self._who), _one(f"user's {name}", self._who)):
            if key in self._spelled:
                return key
        return None

    def named_in(self, question: str) -> set[str]:
        """What a question names, but for the user: by a name, or by a word for a relative."""
        keys = {key for key in kin_in(fold(question)).values() if key in self._spelled}
        for key, names in self._spelled.items():
            if any(contains(question, name) for name in names if key != USER):
                keys.add(key)
        return {_one(key, self._who) for key in keys}

    def within(self, key: str, hops: int) -> dict[str, int]:
        """What is reached from an entity in so many relations, with how many it took, itself in
        none. The user is no way from one thing to another."""
        near: dict[str, list[str]] = defaultdict(list)
        for edge in self.edges:
            near[edge.source].append(edge.target)
            near[edge.target].append(edge.source)
        found = {key: 0}
        ends = [key]
        for hop in range(1, hops + 1):
            ways = [at for at in ends if at != USER or hop == 1]
            ends = [to for to in dict.fromkeys(t for w in ways for t in near[w]) if to not in found]
            found |= dict.fromkeys(ends, hop)
        return found

    def related(
        self, begin: Collection[str], hops: int, keys: Collection[str] = ()
    ) -> list[tuple[Afu, int]]:
        """Facts that share an entity or a value with those to ``begin`` with (atomic ids, left out)
        or with some ``keys``, those reached in fewer hops first, with the number of hops."""
        reached = set(keys) | {
            key for f in self.facts if f.atomic_id in begin for key in self._about(f)
        }
        left = [fact for fact in self.facts if fact.atomic_id not in begin]
        found: list[tuple[Afu, int]] = []
        for hop in range(1, hops + 1):
            near = [fact for fact in left if not reached.isdisjoint(self._about(fact))]
            found += [(fact, hop) for fact in near]
            reached |= {key for fact in near for key in self._about(fact)}
            taken = {fact.atomic_id for fact in near}
            left = [fact for fact in left if fact.atomic_id not in taken]
        return found

    def _about(self, fact: Afu) -> set[str]:
        """What a fact is about, the user left out: everything is related to the user."""
        return {_one(fact.subject, self._who), _one(fact.object, self._who)} - {USER}

    def _add(self, fact: Afu) -> None:
        somebody = fact.subject == USER or is_family(fact.subject)
        subject = self._name(fact.subject, "person" if somebody else "")
        pair = pair_of(fact)
        if pair is not None and _one(pair[0], self._who) == _one(pair[1], self._who):
            key = _one(pair[0], self._who)
            if fact.predicate == "name":
                self._name(fact.object, "person" if is_family(fact.subject) else "")
            self._merged[key].append(fact.atomic_id)
        kind = PREDICATES[fact.predicate].names
        if kind:
            target = self._name(fact.object, kind)
            if target != subject:
                self.edges.append(Edge(subject, target, fact))

    def _own(self, fact: Afu) -> None:
        """A role ("user's sister") is related to the user by it, where no fact relates them."""
        subject = _one(fact.subject, self._who)
        known = any(subject in (e.source, e.target) and USER in (e.source, e.target)
                    for e in self.edges)  # fmt: skip
        if subject.startswith("@") and not known:
            spelled = fact.subject if key_of(fact.subject).startswith("@") else subject[1:]
            self.edges.append(Edge(self._name(USER, "person"), subject, fact, bare(spelled)))

    def _name(self, name: str, kind: EntityType) -> str:
        key = _one(name, self._who)
        self._spelled[key][name] += 1
        if kind:
            self._kinds[key][kind] += 1
        return key


def _one(name: str, who: Names) -> str:
    """One key for all names of an entity: its role if it has one, so that new names change none."""
    keys = who.keys(name)
    owned = who.keys(f"user's {bare(name)}") if key_of(name) != USER else frozenset()
    shared = keys | (owned if len(owned) > 1 else frozenset())
    return min(shared, key=lambda key: (not key.startswith("@"), key))
