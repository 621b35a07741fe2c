"""What a clause says of lives beside what the other rules read in it.

The tables of :mod:`rulebook` stop at the first rule that says something. A clause often says
more ("drives a cab in the port", "sixty, retired, from the coast"): here each side of a life is
asked for on its own, and what is known already is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from eywa_fs.facts.languages.zh import (
    rules_callings,
    rules_circles,
    rules_homes,
    rules_schooling,
)
from eywa_fs.facts.languages.zh.assertions import first_of
from eywa_fs.facts.languages.zh.rule import SLOTS, Rule
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import Situation
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.model import Candidate
from eywa_fs.language.sieve import Sieve

#: The sides of a life; the first rule of each that says something speaks for it.
SIDES: Final[tuple[tuple[Rule, ...], ...]] = (
    rules_callings.CALLINGS,
    rules_homes.HOMES,
    rules_schooling.SCHOOLING,
    rules_schooling.SKILLS,
    rules_circles.SELVES,
    rules_circles.CIRCLES,
    rules_circles.ANIMALS,
    rules_circles.SIGHTS,
    rules_circles.CREEDS,
)
#: Predicates that say the same of somebody.
_ALIKE: Final = {"moved_to": "lives_in", "born_in": "from"}


def beside(
    found: Sequence[Candidate], clause: Clause, situation: Situation, state: State
) -> list[Candidate]:
    """What the clause says of lives that is not among ``found`` nor said before."""
    tried: dict[int, list[tuple[Rule, re.Pattern[str]]]] = {}
    for (side, rule), pattern in _rules().worth(situation.frame.text):
        tried.setdefault(side, []).append((rule, pattern))
    more: list[Candidate] = []
    for rules in tried.values():
        known = (*state.found, *found, *more)
        more += [
            fact
            for fact in first_of(rules, clause, situation.frame, situation, state)
            if not any(_covers(other, fact) for other in known)
        ]
    return more


@cache
def _rules() -> Sieve[tuple[int, Rule]]:
    return Sieve.of_written(
        (((side, rule), rule.pattern) for side, rules in enumerate(SIDES) for rule in rules), SLOTS
    )


def _covers(known: Candidate, fact: Candidate) -> bool:
    """Whether a known fact leaves nothing to say: the same words, or the same slot of a clause."""
    if known.object in fact.object or fact.object in known.object:
        return known.subject == fact.subject or known.start == fact.start
    same = _ALIKE.get(known.predicate, known.predicate) == _ALIKE.get(
        fact.predicate, fact.predicate
    )
    return same and known.start == fact.start and known.subject == fact.subject
