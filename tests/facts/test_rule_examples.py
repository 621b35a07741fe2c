"""Every rule of every language reads its own examples, and nothing from those it must not read."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from facts.stories import phrase

from eywa_fs.facts.engine.matching import RuleBook
from eywa_fs.facts.engine.reader import read
from eywa_fs.facts.engine.rules import Rule
from eywa_fs.facts.extraction import LANGUAGES, language, rules

NOON = 1_700_000_000_000
"""A Tuesday in November 2023."""

ALL = [(code, rule) for code in LANGUAGES for rule in rules(code).rules]


def _read(code: str, rule: Rule, text: str) -> list[str]:
    """What the rule by itself reads in a text."""
    alone = RuleBook([rule], language(code))
    parts = [(language(code), alone, 0, len(text))]
    return [phrase(found) for found in read(text, parts, NOON, "UTC")]


@pytest.mark.parametrize(("code", "rule"), ALL, ids=[rule.id for _, rule in ALL])
def test_examples(code: str, rule: Rule) -> None:
    kinds = {example.expected is None for example in rule.examples}
    assert kinds == {True, False}, "a rule has an example of either kind"
    for example in rule.examples:
        found = _read(code, rule, example.text)
        if example.expected is None:
            assert found == [], example.text
        else:
            assert example.expected in found, (example.text, found)


def test_ids_are_unique() -> None:
    assert [name for name, times in Counter(rule.id for _, rule in ALL).items() if times > 1] == []


MORE = (Path(__file__).parents[1] / "data" / "more_examples.jsonl").read_text("utf-8").splitlines()
"""Further sentences for some rules, in the same form."""


@pytest.mark.parametrize("line", MORE)
def test_more_examples(line: str) -> None:
    example = json.loads(line)
    rule = next(rule for _, rule in ALL if rule.id == example["rule"])
    found = _read(rule.id[:2], rule, example["text"])
    assert (example["read"] in found) if example["read"] else found == []
