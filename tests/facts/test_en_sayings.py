"""Paraphrases: a table that is well formed, turns of phrase and their unreal twins."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en import extract, sayingkinds
from eywa_fs.facts.languages.en.words.sayings import TABLE
from eywa_fs.facts.model import PREDICATES

NOW = 1_741_002_000_000


def read(text: str) -> set[tuple[str, str, str, bool]]:
    found = extract(text, timestamp_ms=NOW)
    return {(fact.subject, fact.predicate, fact.object, fact.negated) for fact in found}


def test_every_row_names_a_predicate_and_a_kind_that_exist() -> None:
    for line in TABLE.strip().splitlines():
        outcome, _, pattern = line.partition(" : ")
        predicate, sign, span, kind = outcome.split()
        assert predicate in PREDICATES and kind in sayingkinds.KINDS
        assert sign in ("+", "!") and span in ("state", "begins", "over", "event", "plan", "none")
        assert pattern


@pytest.mark.parametrize(
    ("said", "fact", "unsaid"),
    [
        (
            "Beetroot can get in the sea.",
            ("user", "prefers", "Beetroot", True),
            "Could beetroot get in the sea?",
        ),
        (
            "My stepson cleared off to Perth.",
            ("user's stepson", "moved_to", "Perth", False),
            "My stepson might have cleared off to Perth.",
        ),
        (
            "I came out in hives on Monday.",
            ("user", "health", "hives", False),
            "If I came out in hives I'd ring somebody.",
        ),
        (
            "Ovid and I tied the knot in 2016.",
            ("user", "spouse", "Ovid", False),
            "Suppose Ovid and I tied the knot.",
        ),
        (
            "Tamil with Mum, English with everyone else.",
            ("user", "speaks", "Tamil", False),
            "Would you speak Tamil with Mum?",
        ),
    ],
)
def test_a_paraphrase_is_read_and_its_unreal_twin_is_not(
    said: str, fact: tuple[str, str, str, bool], unsaid: str
) -> None:
    assert fact in read(said)
    assert fact[1] not in {predicate for _, predicate, _, _ in read(unsaid)}


def test_a_name_of_a_couple_is_no_third_person() -> None:
    assert read("Bea and I have been best mates since nursery.") == {
        ("user", "friend", "Bea", False)
    }
