"""All rule tables in the order they are tried, and which of their rules can match in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from eywa_fs.facts.languages.zh import (
    rules_bodies,
    rules_deeds,
    rules_dues,
    rules_events,
    rules_hours,
    rules_intent,
    rules_life,
    rules_lives,
    rules_regimes,
    rules_self,
    rules_shifts,
    rules_states,
    rules_things,
    rules_ties,
    rules_trades,
    rules_ways,
    rules_wishes,
)
from eywa_fs.facts.languages.zh.rule import SLOTS, Rule, expand
from eywa_fs.language.sieve import Sieve

#: Tried in this order; the first rule that yields something ends a clause.
RULES: Final[tuple[Rule, ...]] = (
    *rules_ways.LISTS,
    *rules_shifts.SHIFTS,
    *rules_intent.STANDING,
    *rules_self.IDENTITY,
    *rules_intent.DUTY,
    *rules_self.BODY,
    *rules_regimes.MEDICINE,
    *rules_self.MEALS,
    *rules_intent.SCHEDULE,
    *rules_events.HABIT,
    *rules_things.CHANGE,
    *rules_life.HOME,
    *rules_life.STUDY,
    *rules_life.WORK,
    *rules_events.WORKPLACE,
    *rules_ties.PEOPLE,
    *rules_intent.INTENT,
    *rules_things.ABILITY,
    *rules_self.FOOD,
    *rules_things.THINGS,
    *rules_ties.TRAVEL,
    *rules_self.TASTE,
    *rules_self.BELIEF,
    *rules_events.EVENTS,
    *rules_bodies.BODIES,
    *rules_hours.HOURS,
    *rules_trades.TRADES,
    *rules_lives.LIVES,
    *rules_ways.WAYS,
    *rules_states.STATES,
)
#: Asked where these read nothing and the clause does not go on with the one before.
LAST_RULES: Final[tuple[Rule, ...]] = (
    *rules_shifts.NEW_WAYS,
    *rules_dues.DUES,
    *rules_regimes.REGIMES,
    *rules_wishes.WISHES,
    *rules_deeds.DEEDS,
)


def worth(rules: tuple[Rule, ...], text: str) -> Sequence[tuple[Rule, re.Pattern[str]]]:
    """The rules that can match in a text, with their patterns."""
    if rules is RULES:
        return _all_rules().worth(text)
    if rules is LAST_RULES:
        return _last_rules().worth(text)
    return [(rule, expand(rule.pattern)) for rule in rules]


@cache
def _all_rules() -> Sieve[Rule]:
    return Sieve.of_written(((rule, rule.pattern) for rule in RULES), SLOTS)


@cache
def _last_rules() -> Sieve[Rule]:
    return Sieve.of_written(((rule, rule.pattern) for rule in LAST_RULES), SLOTS)
