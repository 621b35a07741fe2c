"""A fact in words."""

from __future__ import annotations

import re

from eywa_fs.facts.afu import OPEN_PAST_MS, Afu, day_of
from eywa_fs.facts.replay import FactState

#: Predicates whose name alone does not read as words.
_WORDS = {
    "from": "comes from",
    "age": "age",
    "has_pet": "pet",
    "has_child": "child",
    "spouse": "married to",
    "has": "has",
    "can": "can",
    "wants": "wants",
    "must": "must",
    "must_not": "must not",
    "other": "",
}


def fact_line(fact: Afu, state: FactState) -> str:
    """``subject · predicate: value (dates)``, as a context block shows it."""
    predicate = _WORDS.get(fact.predicate, fact.predicate.replace("_", " "))
    label = f"{fact.subject} · {predicate}: " if predicate else f"{fact.subject}: "
    return label + _value(fact, state)


def fact_text(fact: Afu, state: FactState) -> str:
    """The value of a fact in words: subject unless it is the user, object, and the dates it names.

    What fulfilled a plan carries the plan's words; so does an elliptic "done" its object.
    """
    value = _value(fact, state)
    return value if fact.subject == "user" else f"{fact.subject} {value}"


def _value(fact: Afu, state: FactState) -> str:
    parts = ["not"] if fact.negated else []
    parts.append(fact.object)
    parts += [f'("{_clause(fact)}")'] if fact.negated else []
    parts += [
        f"({done.object})"
        for done in state.facts
        if done.superseded_by == fact.atomic_id and done.type == "plan" != fact.type
    ]
    if fact.stated_start and fact.validity_start_at > OPEN_PAST_MS:
        parts.append(f"[{day_of(fact.validity_start_at)}]")
    if fact.stated_end and fact.validity_end_at is not None:
        parts.append(f"[..{day_of(fact.validity_end_at - 1)}]")
    return " ".join(parts)


def _clause(fact: Afu) -> str:
    """The sentence of a denial that holds its object: "not X" alone does not say what happened."""
    sentences = re.split(r"(?<=[.!?。！？])\s*", fact.context)
    return next((s for s in sentences if fact.object in s), fact.context)
