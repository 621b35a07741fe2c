"""A joke is taken back where it is said twice, or the next sentence follows without a mark."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.timeline import current

TAKEN_BACK = [
    "I live in Oslo now. jk jk, Bergen is fine.",
    "I'm vegetarian now. jk I had ribs today.",
    "From now on answer in Welsh. jk jk, English please.",
    "I live in Oslo now. kidding kidding",
    "I live in Oslo now. just kidding we never left Bergen",
    "我搬到宁波了。开玩笑开玩笑，还在老地方。",
    "我搬到宁波了。逗你的逗你的。",
]
MEANT = [
    "I live in Oslo now. JK Smit is my landlord.",
    "I live in Oslo now. Kidding around is my thing.",
    "I live in Oslo now. Forget that I was late.",
    "我搬到宁波了。开玩笑开过头了。",
]


@pytest.mark.parametrize("said", TAKEN_BACK)
def test_a_joke_that_is_taken_back_is_no_fact(said: str) -> None:
    assert not current(heard(("2026-11-18", said)), at("2026-11-20"))


@pytest.mark.parametrize("said", MEANT)
def test_what_only_has_words_of_a_joke_takes_nothing_back(said: str) -> None:
    assert current(heard(("2026-11-18", said)), at("2026-11-20"))
