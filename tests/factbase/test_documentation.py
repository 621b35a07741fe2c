"""docs/facts.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from eywa_fs.config import FactSettings
from eywa_fs.factbase.answers import MARGIN, MIN_FIT
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.readings import MOST_FACTS
from eywa_fs.language.material import LONGEST
from eywa_fs.retrieval.context import PROFILE_SHARE

TEXT = (Path(__file__).parents[2] / "docs" / "facts.md").read_text("utf-8")


def test_the_vocabulary_is_the_one_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+)(.*?) \| (\w*) \|$", TEXT, re.M)
    assert {row[0] for row in rows} == set(PREDICATES)
    for predicate, kind, slot, cardinality, rest, profile in rows:
        rule = PREDICATES[predicate]
        assert (kind, slot, cardinality) == (rule.type, rule.slot, rule.cardinality)
        assert ("stable" in rest, profile) == (rule.stable, rule.profile)


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"at most {MOST_FACTS} facts" in TEXT and f"first {LONGEST:,} characters" in TEXT
    assert f"within {MARGIN}\nof the best fit" in TEXT and f"at least {MIN_FIT} is needed" in TEXT
    assert f"at most {PROFILE_SHARE} of the facts' share" in TEXT


def test_every_setting_is_there_with_its_default() -> None:
    for name, field in FactSettings.model_fields.items():
        default = str(field.default).lower()
        assert re.search(rf"^\| `facts\.{name}` \| `?{re.escape(default)}`? \|", TEXT, re.M), name
