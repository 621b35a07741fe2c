"""What is told of a partner by that word is of nobody once the two have parted."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.timeline import current

PARTED = """
我男朋友叫程野，在南大读博 || 我和程野分手了
我男朋友叫程野，在南大读博 || 我跟男朋友分手了
我老婆在华为上班 || 我和老婆离婚了
My girlfriend is called Noor. || My girlfriend works at Aldi. || Noor and I broke up.
My girlfriend Noor loves figs. || My girlfriend works at Aldi. || Noor left me.
My boyfriend works at Aldi. || I've broken up with my boyfriend.
I'm married to Tom. || My husband works at Aldi. || My husband died in October.
My husband Tom loves figs. || My husband passed away peacefully.
I'm married to Irena. || I divorced my wife in October.
My wife works at Aldi. || My wife and I separated last month.
"""
TOGETHER = """
我男朋友在南大读博 || 我姐和男朋友分手了
我男朋友在南大读博 || 我和男朋友分享了一块蛋糕
My boyfriend works at Aldi. || My sister broke up with her boyfriend.
My wife works at Aldi. || I divorced my wife in 2010.
My wife Irena loves figs. || My husband died in 2010.
My husband works at Aldi. || My brother's husband died.
My husband works at Aldi. || My husband's dog died.
My husband works at Aldi. || My husband's band split up.
我老公在华为上班 || 老公的球队散了
我女朋友在武大读法硕 || 我跟前女友早就分手了
"""
PARTNERS = ("spouse", "name", "employer", "school")


def _still_told(line: str) -> list[str]:
    *before, after = line.split(" || ")
    told = [(f"2026-10-{day:02}", text) for day, text in enumerate(before, 10)]
    state = heard(*told, ("2026-11-18", after))
    return [f.object for f in current(state, at("2026-11-19")) if f.slot in PARTNERS]


@pytest.mark.parametrize("line", PARTED.strip().splitlines())
def test_what_was_told_of_a_partner_ends_with_the_two(line: str) -> None:
    assert _still_told(line) == []


@pytest.mark.parametrize("line", TOGETHER.strip().splitlines())
def test_what_others_do_or_did_long_ago_parts_nobody(line: str) -> None:
    assert len(_still_told(line)) == 1


@pytest.mark.parametrize(
    ("old", "parted", "new"),
    [
        ("我女朋友在武大读法硕", "我和女朋友分手了", "我女朋友叫林琳"),
        ("My girlfriend works at Aldi.", "I broke up with my girlfriend.",
         "My girlfriend is called Linn."),
    ],
)  # fmt: skip
def test_the_next_partner_inherits_nothing(old: str, parted: str, new: str) -> None:
    state = heard(("2026-10-10", old), ("2026-10-20", parted), ("2026-11-18", new))
    [fact] = current(state, at("2026-11-19"))
    assert fact.predicate == "name"
