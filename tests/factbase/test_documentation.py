"""docs/facts.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from eywa_fs.config import FactSettings
from eywa_fs.facts.certainty import FLOOR, HEDGE_FACTOR, PLAIN
from eywa_fs.facts.decisions import DEFAULT_POLICY
from eywa_fs.facts.model import PREDICATES, TYPE_OF_PREDICATE
from eywa_fs.facts.ranking import NOT_VALID, RECENCY, SEMANTIC, VALIDITY
from eywa_fs.facts.readings import MOST_FACTS
from eywa_fs.facts.slots import slot_rule

TEXT = (Path(__file__).parents[2] / "docs" / "facts.md").read_text("utf-8")


def test_the_vocabulary_is_the_one_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+)(.*?) \|$", TEXT, re.M)
    assert {row[0] for row in rows} == PREDICATES
    for predicate, kind, slot, cardinality, rest in rows:
        rule = slot_rule(predicate)
        assert (kind, slot) == (TYPE_OF_PREDICATE.get(predicate, "fact"), rule.name)
        assert (cardinality, "stable" in rest) == (rule.cardinality, rule.stable)


def test_the_numbers_are_those_of_the_code() -> None:
    assert (
        f"{FLOOR} to {PLAIN}" in TEXT and f"`{PLAIN} · how · how directly · {HEDGE_FACTOR}^" in TEXT
    )
    assert f"`{SEMANTIC:.2f} semantic + {RECENCY:.2f} recency + {VALIDITY:.2f} validity`" in TEXT
    assert f"and {NOT_VALID} elsewhere" in TEXT and f"at most {MOST_FACTS} facts" in TEXT
    policy = DEFAULT_POLICY
    low, high = policy.preference_certainty, policy.constraint_certainty
    assert f"{policy.certainty} on ({low} for preferences, {high} for constraints)" in TEXT


def test_every_setting_is_there_with_its_default() -> None:
    for name, field in FactSettings.model_fields.items():
        default = str(field.default).lower()
        assert re.search(rf"^\| `facts\.{name}` \| `?{re.escape(default)}`? \|", TEXT, re.M), name
