"""A time that a question names by something else that was so."""

from __future__ import annotations

import pytest
from facts.stories import ASKED, U, say, tell, told

from eywa_fs.factbase.answers import answer
from eywa_fs.facts.replay import FactState

EN = tell(
    ("2020-02-01", say(U, "lives_in", "Gouda", kind="place", said="I live in Gouda")),
    ("2020-03-01", say(U, "works_at", "the Lammers mill", said="I work at the Lammers mill")),
    ("2022-06-01", say(U, "moved_to", "Zwolle", said="I moved to Zwolle")),
    (
        "2023-06-01",
        say(U, "works_at", "Oak & Sons", since="2023-06-01", said="I work at Oak & Sons now"),
    ),
    ("2023-09-01", say("user's sister", "lives_in", "Breda", said="my sister lives in Breda")),
    ("2024-02-01", say("user's sister", "moved_to", "Delft", said="my sister moved to Delft")),
)
ZH = tell(
    ("2020-02-01", say(U, "lives_in", "扬州", kind="place", said="我住在扬州")),
    ("2020-03-01", say(U, "works_at", "宝丰面粉厂", said="我在宝丰面粉厂上班")),
    ("2022-06-01", say(U, "moved_to", "无锡", said="我搬到了无锡")),
    ("2023-06-01", say(U, "works_at", "锦程物流", since="2023-06-01", said="现在在锦程物流上班")),
)


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "Where did I live before Zwolle?", ["Gouda"]),
        (EN, "Before I moved to Zwolle, where did I live?", ["Gouda"]),
        (EN, "Where did I work before the move?", ["the Lammers mill"]),
        (EN, "Where was I working when I moved to Zwolle?", ["the Lammers mill"]),
        (EN, "Where was I living when I started at Oak & Sons?", ["Zwolle"]),
        (EN, "Where did I work after the Lammers mill?", ["Oak & Sons"]),
        (EN, "Where did my sister live before Delft?", ["Breda"]),
        (EN, "Prior to Oak & Sons, what was it?", ["the Lammers mill"]),
        (EN, "Where did I live the year I worked at the Lammers mill?", ["Gouda"]),
        (EN, "Where did I live before June 2022?", ["Gouda"]),
        (EN, "Where did I live up to June 2022?", ["Gouda"]),
        (EN, "Where did I live throughout 2021?", ["Gouda"]),
        (EN, "Where did I live until May 2022?", ["Gouda"]),
        (ZH, "搬到无锡之前我住在哪里？", ["扬州"]),
        (ZH, "搬家之前我在哪里上班？", ["宝丰面粉厂"]),
        (ZH, "在宝丰面粉厂那几年我住哪里？", ["扬州"]),
        (ZH, "2022年6月之前我住在哪里？", ["扬州"]),
        (ZH, "我去锦程物流之前在哪里上班？", ["宝丰面粉厂"]),
        (ZH, "刚到锦程物流的时候我住哪里？", ["无锡"]),
    ],
)
def test_a_clause_names_the_time(state: FactState, text: str, values: list[str]) -> None:
    assert sorted(told(state, text)) == sorted(values)
    assert answer(state, text, ASKED).question.intent == "time_slice"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Where did I live before?", ["Gouda"]),
        ("Where did I live before I ran?", ["Gouda"]),
        ("Where have I lived until now?", ["Gouda", "Zwolle"]),
    ],
)
def test_a_clause_that_no_fact_says_leaves_what_was_before(text: str, values: list[str]) -> None:
    assert told(EN, text) == values


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (EN, "Where do I live when my sister is in Delft?"),
        (EN, "Where do I work after I am back from Zwolle?"),
        (ZH, "在锦程物流上班的时候我住哪里？"),
    ],
)
def test_what_still_holds_or_is_habit_names_no_time(state: FactState, text: str) -> None:
    assert answer(state, text, ASKED).question.intent == "current_state"


def test_a_course_may_be_bounded_by_a_clause() -> None:
    assert told(EN, "Which towns have I lived in while at the Lammers mill?") == ["Gouda", "Zwolle"]


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "Where have I worked?", ["the Lammers mill", "Oak & Sons"]),
        (EN, "Where has my sister lived?", ["Breda", "Delft"]),
        (ZH, "我都在哪些公司上过班？", ["宝丰面粉厂", "锦程物流"]),
    ],
)
def test_a_course_is_told_oldest_first(state: FactState, text: str, values: list[str]) -> None:
    assert told(state, text) == values


def test_the_course_of_what_never_changed_is_how_it_is() -> None:
    state = tell(("2020-02-01", say(U, "lives_in", "Gouda", said="I live in Gouda")))
    found = answer(state, "Which towns has the user lived in?", ASKED)
    assert [fact.object for fact in found.facts] == ["Gouda"]


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "Where have I lived since March 2020?", ["Gouda", "Zwolle"]),
        (EN, "Where have I worked since I moved to Zwolle?", ["the Lammers mill", "Oak & Sons"]),
        (EN, "Where have I lived since July 2022?", ["Zwolle"]),
    ],
)
def test_since_asks_for_all_that_was_so_from_then_on(
    state: FactState, text: str, values: list[str]
) -> None:
    assert told(state, text) == values


def test_a_time_of_both_values_is_that_of_the_longer_one() -> None:
    assert told(EN, "Where did I live in 2022?") == ["Zwolle"]


def test_before_it_was_first_told_the_first_value_is_all_that_is_known() -> None:
    assert told(EN, "Where did I live in 2018?") == ["Gouda"]
    assert told(EN, "Where did I work in 2018?") == ["the Lammers mill"]


def test_a_question_for_the_day_of_what_holds_is_not_answered_by_what_is_over() -> None:
    assert "Zwolle" in told(EN, "When did I move to Zwolle?")
    assert "Gouda" not in told(EN, "Where will I be living next year?")
    state = tell(("2024-01-01", say(U, "born_in", "Faro", said="I was born in Faro")))
    assert told(state, "Where was I born?") == ["Faro"]


def test_an_order_is_no_time() -> None:
    state = tell(
        ("2024-02-01", say(U, "instruction", "回答我尽量短", said="以后回答我尽量短")),
        ("2024-03-01", say(U, "owns", "白色的比亚迪海豚", said="我开一辆白色的比亚迪海豚")),
        ("2024-04-01", say(U, "owns", "白色的比亚迪海豚", act="end", said="海豚我们卖了")),
        ("2024-05-01", say(U, "instruction", "回答我尽量短", act="end", said="回答可以长了")),
    )
    assert [fact.status for fact in state.facts] == ["superseded"] * 2
    assert told(state, "回答我的时候有什么要求？") == []
