"""Allergies, orders, homes and habits in everyday wording: what is read, and what stays unread."""

from __future__ import annotations

import pytest
from facts.stories import at

from eywa_fs.facts.extraction import extract

NOON = at("2024-05-06", 12)


def read(text: str, predicate: str, *, sure: bool = True) -> list[str]:
    """The values of one predicate that a message says outright, or only as a candidate."""
    return [
        ("not " if c.negated else "") + c.object
        for c in extract(text, NOON)
        if c.predicate == predicate and c.act == "state" and c.sure == sure
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I'm allergic to walnuts, inhaler and all.", ["walnuts"]),
        ("i'm allergic to prawns, swelling and everything", ["prawns"]),
        ("I'm allergic to latex, blue lights and all that.", ["latex"]),
        ("I'm allergic to lupins, an EpiPen and the lot.", ["lupins"]),
        ("I have a bad allergy to wasps, hives and wheezing.", ["wasps"]),
        ("I'm allergic to cats, dogs and horses.", ["cats", "dogs", "horses"]),
        ("I'm allergic to bees, wasps and stuff.", ["bees", "wasps"]),
        ("I'm allergic to cats and all animals with fur.", ["cats", "all animals with fur"]),
        ("我对榛子和腰果过敏。", ["榛子", "腰果"]),
        ("我对榛子、皮疹都过敏。", []),
    ],
)
def test_what_an_allergy_does_is_no_allergen(text: str, values: list[str]) -> None:
    assert read(text, "allergic_to") == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I'm horribly allergic to sesame.", ["sesame"]),
        ("I am really violently allergic to mustard.", ["mustard"]),
        ("i'm dead allergic to horses", ["horses"]),
        ("I'm a bit allergic to birch.", ["birch"]),
        ("I'm hardly allergic to birch.", []),
        ("I'm allegedly allergic to birch.", []),
        ("I'm not terribly allergic to birch.", []),
        ("I'm not very allergic to birch.", []),
        ("I'm not actually allergic to birch.", ["not birch"]),
    ],
)
def test_how_badly_changes_nothing_and_doubt_is_silent(text: str, values: list[str]) -> None:
    assert read(text, "allergic_to") == values


def test_an_adverb_before_a_value_belongs_to_it() -> None:
    assert read("I only eat locally grown apples.", "prefers") == ["locally grown apples"]
