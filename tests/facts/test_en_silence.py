"""What must leave no fact behind: questions, requests, fiction, hypotheses, sarcasm, strangers."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en import extract


@pytest.mark.parametrize(
    "text",
    [
        "Do I need a visa for Peru?",
        "How long do lentils take to cook?",
        "Could you shorten this paragraph for me?",
        "Write a poem about a nurse who lives in Oslo.",
        "If I lived in Rome I'd eat ice cream every day.",
        "I wish I had a horse.",
        "I should have bought the red one.",
        "I nearly bought a houseboat.",
        "Imagine you own a castle and hate draughts.",
        'He shouted "I hate this town and I own a tank!"',
        "The poster says all visitors must wear a hat.",
        "My character is a wizard who lives in a tower and hates goblins.",
        "The woman next to me on the tram said she owns nine parrots.",
        "Oh wonderful, another delay, just what I needed.",
        "Just what I needed, forty minutes on hold.",
        "I'm so hungry right now.",
        "It's freezing outside.",
        "Thanks, that worked!",
        "I have a question about loops.",
        "```\nI live in Paris\n```",
        "> I am allergic to nuts",
        "👍👍",
        "",
    ],
)
def test_nothing_is_read_from(text: str) -> None:
    assert extract(text, timestamp_ms=1_718_000_000_000) == []


@pytest.mark.parametrize(
    "text",
    [
        "I want to refine the second paragraph.",
        "I need to finalise the slides before lunch.",
        "I have to make sure the totals match.",
        "I don't want to be rude about it.",
        "I'm going to go into the details of the proposal.",
        "I need to get my folders sorted.",
        "We've got the alerts set up.",
        "I nearly quit the bakery last month.",
        "Cast off on Saturday from the east quay.",
        "Looky here, a new kite!",
        "I'm not a big baker.",
        "I have a boat to scrub.",
        "I'd love to hear more about it.",
        "I'm relying on my friends.",
    ],
)
def test_what_passes_with_the_conversation_is_not_kept(text: str) -> None:
    assert extract(text, timestamp_ms=1_718_000_000_000) == []


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I want to learn weaving.", "wants", "learn weaving"),
        ("I need to take iron tablets.", "must", "take iron tablets"),
        ("We're planning to move to Bergen.", "plans_to", "move to Bergen"),
        ("I don't want to live in a city.", "wants", "live in a city"),
        ("I own a set of drums.", "owns", "set of drums"),
        ("I love talking.", "prefers", "talking"),
    ],
)
def test_what_lasts_is_kept(text: str, predicate: str, value: str) -> None:
    found = [
        (fact.predicate, fact.object) for fact in extract(text, timestamp_ms=1_718_000_000_000)
    ]
    assert (predicate, value) in found
