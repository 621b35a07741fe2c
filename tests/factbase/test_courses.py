"""A course, or a time of it, that its records lead to: several were found, whatever its words."""

from __future__ import annotations

from collections.abc import Set

import pytest
from facts.stories import U, say, tell, told

from eywa_fs.factbase import courses
from eywa_fs.facts.afu import Afu

ZH = tell(
    ("2022-01-10", say("豆花车", "lives_in", "东门", said="豆花车停在东门")),
    ("2022-02-10", say(U, "has_pet", "鹦鹉", said="养了只鹦鹉")),
    ("2022-09-01", say("豆花车", "moved_to", "河堤", said="豆花车如今停在河堤")),
    ("2023-03-01", say(U, "works_as", "厨师", said="我是厨师")),
    ("2023-09-01", say("豆花车", "moved_to", "夜市", said="豆花车如今停在夜市")),
)
COURSE = "我出摊的地方前后是怎么换的？"


def test_the_course_is_told_that_several_found_records_tell_of() -> None:
    assert told(ZH, COURSE, "e1", "e2", "e3", "e5") == ["东门", "河堤", "夜市"]


def test_of_a_time_the_value_of_that_course_answers() -> None:
    asked = "2022年12月我在什么地方出摊？"
    assert told(ZH, asked, "e3", "e5", "e2", "e1") == ["河堤"]


def test_one_record_or_late_ones_lead_to_no_course() -> None:
    assert told(ZH, COURSE, "e4", "e2", "e5") == told(ZH, COURSE, "e4", "e2")
    assert "东门" not in told(ZH, COURSE, "e4", "e2", "e1", "e5")


def test_a_fact_is_asked_for_by_words_of_what_it_took_the_place_of() -> None:
    state = tell(
        ("2022-01-10", say(U, "lives_in", "鼓楼", said="我在鼓楼租了带天井的屋子")),
        ("2022-02-10", say(U, "has_pet", "鹦鹉", said="养了只鹦鹉")),
        ("2023-09-01", say(U, "moved_to", "栖霞", said="屋子换到栖霞了")),
    )
    assert told(state, "我带天井的那间屋子如今在哪？") == ["栖霞"]
    assert told(state, "我借的梯子如今在哪？") == []


def test_a_chain_is_followed_and_read_once_for_all_its_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a course of 1,500 values took half a minute."""
    days = (f"2024-01-{day:02}" for day in range(1, 21))
    state = tell(*((day, say(U, "moved_to", f"Town {n}")) for n, day in enumerate(days)))
    first, *others = (state.chain(fact) for fact in state.facts)
    assert len(first) == 20 and all(chain is first for chain in others)
    assert len(courses.chains(state, state.facts)) == 1
    read: list[str] = []

    def said(fact: Afu, words: Set[str]) -> set[str]:
        read.append(fact.object)
        return {fact.object}

    monkeypatch.setattr(courses, "words_of", said)
    along = courses.Along(state, {}, {"town"})
    towns = {fact.object for fact in state.facts}
    assert {word for fact in state.facts for word in along.of(fact)} == towns
    assert sorted(read) == sorted(towns)
