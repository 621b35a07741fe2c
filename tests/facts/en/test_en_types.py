"""English values: where one of a type ends, and what is none."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en.tokens import tokenise
from eywa_fs.facts.languages.en.types import TYPES


@pytest.mark.parametrize(
    ("type", "text", "value"),
    [
        ("place", "Lund, Sweden because", "Lund, Sweden"),
        ("place", "small village near Lund", "small village near Lund"),
        ("place", "fear", ""),
        ("place", "so green here", ""),
        ("place", "interesting times", ""),
        ("organisation", "Volvo Trucks as", "Volvo Trucks"),
        ("organisation", "local bank", "local bank"),
        ("organisation", "mostly meetings", ""),
        ("organisation", "night", ""),
        ("role", "senior data analyst", "senior data analyst"),
        ("role", "huge fan", ""),
        ("role", "nurse's daughter", ""),
        ("age", "34 years old", "34"),
        ("age", "34 euros short", ""),
        ("age", "400", ""),
        (
            "routine",
            "yoga on Mondays, Thursdays and Saturdays",
            "yoga on Mondays, Thursdays and Saturdays",
        ),
        ("routine", "tennis (Mondays and Fridays)", ""),
        ("age", "thirty-four", "thirty-four"),
        ("animal", "golden retriever", "golden retriever"),
        ("animal", "cat allergy", ""),
        ("allergen", "tree nuts and", "tree nuts"),
        ("allergen", "mondays", ""),
        ("topic", "noise, likes herons", "noise"),
        ("allergen", "regular fish just bores me", ""),
        ("allergen", "freshly cut grass", "freshly cut grass"),
        ("condition", "type 2 diabetes", "type 2 diabetes"),
        ("condition", "headache", ""),
        ("condition", "no asthma", ""),
        ("diet", "gluten-free", "gluten-free"),
        ("language", "Welsh", "Welsh"),
        ("date", "4 May 1990", "4 May 1990"),
        ("contact", "ana@field.org", "ana@field.org"),
        ("contact", "+46 70 123 45 67", "+46 70 123 45 67"),
        ("contact", "42", ""),
        ("topic", "games with graphic violence", "games with graphic violence"),
        ("topic", "hotels that have no lift because of", "hotels that have no lift"),
        ("topic", "it", ""),
        ("topic", "your hat", ""),
        ("topic", "that song", ""),
        ("topic", "unique", ""),
        ("person", "Ana Field", "Ana Field"),
        ("person", "Monday", ""),
        ("routine", "yoga every Tuesday", "yoga every Tuesday"),
        ("routine", "yoga", ""),
    ],
)
def test_values(type: str, text: str, value: str) -> None:
    tokens = tokenise(text, 0, len(text))
    end = TYPES[type](tokens, 0)
    assert (text[: tokens[end - 1].end] if end else "") == value
