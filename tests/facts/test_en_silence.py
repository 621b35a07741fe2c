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
