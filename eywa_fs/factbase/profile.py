"""The standing profile: what must never be missed about the user, whatever is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.language.script import fold

SECTIONS: Final = ("name", "constraints", "instructions", "home", "work", "people", "about")
"""In the order in which a context block gives them, as far as its budget reaches."""
MOST_OF_SECTION: Final = {
    "name": 1, "constraints": 12, "instructions": 8, "home": 2, "work": 4, "people": 8, "about": 6,
}  # fmt: skip
"""Facts of one section, at most: a profile is read with every answer."""


def standing_profile(facts: Iterable[Afu]) -> tuple[Afu, ...]:
    """The standing profile from the current facts, section by section: about the user, and who the
    people around are. In a section comes first what was said most often (of people, who was named
    most often), else the newest."""
    held = [fact for fact in facts if not fact.negated or _section(fact) == "constraints"]
    named = Counter(fold(word) for fact in held for word in (fact.subject, fact.object))
    chosen: list[Afu] = []
    for section in SECTIONS:
        found = [fact for fact in held if _section(fact) == section]
        found.sort(key=lambda fact: (-_weight(fact, section, named), -fact.observed_at))
        chosen += found[: MOST_OF_SECTION[section]]
    return tuple(chosen)


def _section(fact: Afu) -> str:
    """The section a fact belongs to; of others only who they are, and what may harm them."""
    section = PREDICATES[fact.predicate].profile
    if fact.subject == USER:
        return section
    if fact.predicate in ("relation", "name"):
        return "people"
    return "constraints" if fact.predicate == "allergic_to" and not fact.negated else ""


def _weight(fact: Afu, section: str, named: Counter[str]) -> int:
    if section == "people":
        return named[fold(fact.object)] + named[fold(fact.subject)] * (fact.subject != USER)
    return len(fact.evidence.event_ids)
