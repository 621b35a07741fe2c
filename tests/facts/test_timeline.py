"""Time intents, routing and ranking on own-written stories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stories import at, tell

from eywa_fs.facts.answers import answer
from eywa_fs.facts.questions import intent_of, read_question
from eywa_fs.facts.ranking import RECENCY_HALF_LIFE_MS, rank, recency_score, validity_score
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import current, history, within

U = "user"
NOW = at("2025-03-01")


def _told(state: FactState, question: str, day: str = "2025-03-01") -> list[str]:
    return [fact.object for fact in answer(state, question, at(day)).facts]


@pytest.fixture(name="moves")
def _moves() -> FactState:
    return tell(
        ("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]),
        ("2024-06-03", "We moved to Bruges.", [(U, "moved_to", "Bruges")]),
        ("2024-06-05", "My brother lives in Namur.", [("user's brother", "lives_in", "Namur")]),
        ("2024-12-03", "我们搬到鲁汶了。", [(U, "moved_to", "鲁汶")]),
    )


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Where does the user live now?", "current_state"),
        ("Where did the user live in May 2024?", "time_slice"),
        ("Which towns has the user lived in, oldest first?", "history_trace"),
        ("How did the user's job change over time?", "history_trace"),
        ("What does the user do on Sundays?", "current_state"),
        ("用户现在住哪儿？", "current_state"),
        ("2024年5月用户住在哪里？", "time_slice"),
        ("用户先后住过哪些地方？", "history_trace"),
    ],
)
def test_intents(question: str, intent: str) -> None:
    assert intent_of(question, NOW) == intent


def test_the_current_value_and_no_older_one(moves: FactState) -> None:
    assert _told(moves, "Where does the user live now?") == ["鲁汶"]
    assert _told(moves, "用户现在住在哪个城市？") == ["鲁汶"]


def test_somebody_elses_value_is_not_the_answer(moves: FactState) -> None:
    assert _told(moves, "Where does the user's brother live?") == ["Namur"]


def test_a_slice_gives_what_held_then(moves: FactState) -> None:
    assert _told(moves, "Where did the user live in March 2024?") == ["Ghent"]
    assert _told(moves, "2024年8月用户住在哪里？") == ["Bruges"]


def test_a_history_is_in_time_order_without_slips() -> None:
    state = tell(
        ("2024-01-08", "My line is 555 010 2030.", [(U, "contact", "555 010 2030")]),
        ("2024-01-08", "Typo, it's 555 010 2033.", [(U, "contact", "555 010 2033")]),
        ("2024-09-08", "New number: 555 010 7777.", [(U, "contact", "555 010 7777")]),
    )
    assert [f.object for f in history(state, U, "contact")] == ["555 010 2033", "555 010 7777"]


def test_both_sides_of_an_open_conflict_answer() -> None:
    state = tell(
        ("2024-01-08", "Gran was born in Lviv.", [("user's gran", "born_in", "Lviv")]),
        ("2024-02-08", "Aunt Bo says gran was born in Brno.", [("user's gran", "born_in", "Brno")]),
    )
    assert set(_told(state, "Where was the user's gran born?")) == {"Lviv", "Brno"}


def test_a_temporary_value_answers_while_it_lasts_and_the_old_one_after() -> None:
    state = tell(
        ("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]),
        (
            "2024-06-03",
            "In Liege until the end of June.",
            [(U, "lives_in", "Liege", "to=2024-06-30")],
        ),
    )
    assert [f.object for f in current(state, at("2024-06-10"))] == ["Liege"]
    assert [f.object for f in current(state, at("2024-07-10"))] == ["Ghent"]
    assert _told(state, "Where was the user living in mid-June 2024?") == ["Liege"]


def test_a_plan_called_off_answers_for_the_time_it_was_planned() -> None:
    state = tell(
        (
            "2024-01-08",
            "打算八月去敦煌。",
            [(U, "plans_to", "去敦煌", "from=2024-08-01", "to=2024-08-31")],
        ),
        ("2024-05-08", "敦煌不去了。", []),
    )
    assert _told(state, "2024年3月用户打算去哪里？") == ["去敦煌"]
    assert _told(state, "用户现在打算去哪里？") == []
    assert within(state, at("2024-06-01"), at("2024-07-01")) == ()


def test_a_denial_answers_only_where_it_is_asked_for() -> None:
    state = tell(
        ("2024-01-08", "We have a goat.", [(U, "has_pet", "goat")]),
        ("2024-02-08", "And a parrot.", [(U, "has_pet", "parrot")]),
        ("2024-03-08", "The parrot flew away.", [(U, "has_pet", "parrot", "not")]),
    )
    assert _told(state, "Which pets does the user have?") == ["goat"]


def test_an_unrelated_question_has_no_answer(moves: FactState) -> None:
    assert _told(moves, "What is the user's favourite opera?") == []


def test_the_final_score_is_the_weighted_sum(moves: FactState) -> None:
    question = read_question("Where does the user live now?", NOW)
    scores = {fact.atomic_id: 0.5 for fact in moves.facts}
    for ranked in rank(question, moves.facts, moves, scores):
        expected = 0.6 * 0.5 + 0.2 * ranked.recency + 0.2 * ranked.validity
        assert ranked.score == pytest.approx(expected)
        assert ranked.validity == validity_score(ranked.fact, question)


@given(age=st.integers(0, 10**12))
def test_recency_falls_with_age_by_half_lives(age: int) -> None:
    state = tell(("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]))
    fact = state.facts[0]
    score = recency_score(fact, fact.observed_at + age)
    later = recency_score(fact, fact.observed_at + age + RECENCY_HALF_LIFE_MS)
    assert 0 < score <= 1
    assert later == pytest.approx(score / 2)


def test_retracted_facts_score_no_validity() -> None:
    state = tell(
        ("2024-01-08", "I bought a zeppelin.", [(U, "owns", "zeppelin")]),
        ("2024-01-08", "Just kidding.", []),
    )
    assert validity_score(state.facts[0], read_question("Does the user own a zeppelin?", NOW)) == 0
