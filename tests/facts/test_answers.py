"""Which facts answer a question: whom it is about, when, and what stands beside them."""

from __future__ import annotations

import pytest
from facts.stories import ASKED, U, say, tell, told

from eywa_fs.factbase.answers import MOST_FACTS, answer
from eywa_fs.facts.replay import FactState

EN = tell(
    ("2021-02-01", say(U, "lives_in", "Gouda", kind="place", said="I live in Gouda")),
    (
        "2023-06-01",
        say(U, "lives_in", "Zwolle", since="2023-06-01", kind="place", said="I live in Zwolle"),
    ),
    ("2023-06-02", say("user's sister", "name", "Wies"), say("Wies", "lives_in", "Breda")),
    ("2023-06-03", say(U, "works_as", "potter", said="I'm a potter")),
    ("2023-06-04", say(U, "allergic_to", "celery"), say(U, "allergic_to", "lupins", no=True)),
)
ZH = tell(
    ("2021-02-01", say(U, "lives_in", "扬州", kind="place", said="我住在扬州")),
    ("2023-06-01", say(U, "lives_in", "无锡", since="2023-06-01", kind="place", said="我住在无锡")),
    ("2023-06-02", say("用户的姐姐", "name", "彭晓"), say("彭晓", "lives_in", "台州")),
    ("2023-06-03", say(U, "works_as", "陶艺师", said="我是陶艺师")),
)


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "Where do I live?", ["Zwolle"]),
        (EN, "Where did I live in 2022?", ["Gouda"]),
        (EN, "Which towns have I lived in over the years?", ["Gouda", "Zwolle"]),
        (EN, "What is my job?", ["potter"]),
        (EN, "Where does my sister live?", ["Breda"]),
        (EN, "Where does Wies live?", ["Breda"]),
        (ZH, "我现在住在哪里？", ["无锡"]),
        (ZH, "我2022年住在哪里？", ["扬州"]),
        (ZH, "我以前住过哪些地方？", ["扬州", "无锡"]),
        (ZH, "我姐姐住在哪里？", ["台州"]),
        (ZH, "彭晓住在哪里？", ["台州"]),
    ],
)
def test_the_facts_of_the_time_and_the_person(
    state: FactState, text: str, values: list[str]
) -> None:
    """The name of whoever is meant may stand behind."""
    assert told(state, text)[: len(values)] == values
    assert len(told(state, text)) <= len(values) + 1


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (EN, "Where does Ottoline live?"),
        (EN, "What is Bram's job?"),
        (EN, "What is my sister's job?"),
        (EN, "Where does my uncle live?"),
        (ZH, "韩立住在哪里？"),
        (ZH, "我舅舅住在哪里？"),
        (ZH, "彭晓是做什么工作的？"),
    ],
)
def test_a_question_about_somebody_else_never_gets_the_users_facts(
    state: FactState, text: str
) -> None:
    found = answer(state, text, ASKED, found=["e2", "e4"])
    assert U not in {fact.subject for fact in found.facts}


def test_of_one_value_a_course_tells_it_and_what_was_before_is_left_to_the_records() -> None:
    now = told(EN, "What is my job?")
    assert len(now) == 1
    assert told(EN, "Which jobs have I had over the years?") == now
    assert told(EN, "What was my job before?") == []


def test_a_denial_answers_only_a_yes_or_no() -> None:
    assert told(EN, "What am I allergic to?") == ["celery"]
    assert told(EN, "Am I allergic to lupins?") == ["not lupins"]


def test_facts_in_conflict_are_both_the_answer() -> None:
    state = tell(
        ("2024-01-01", say(U, "birthday", "3 May")), ("2024-02-01", say(U, "birthday", "5 May"))
    )
    assert sorted(told(state, "When is my birthday?")) == ["3 May", "5 May"]


def test_the_record_of_an_old_value_leads_to_the_new_one() -> None:
    state = tell(
        ("2024-01-01", say(U, "other", "the Kranz piano", said="the thing is a Kranz piano")),
        ("2024-02-01", say(U, "lives_in", "Gouda")),
        ("2024-03-01", say(U, "moved_to", "Zwolle")),
        ("2024-04-01", say(U, "moved_to", "Breda")),
    )
    assert told(state, "Any idea about the parish?") == []
    assert told(state, "Any idea about the parish?", "e2") == ["Breda"]


BAND = tell(
    ("2023-01-01", say("band", "name", "Kelp")),
    ("2023-02-01", say(U, "relation", "signed with Ploverton")),
    ("2023-03-01", say("user's sister", "lives_in", "Breda")),
)


def test_a_question_about_a_thing_is_answered_by_the_record_found_for_it() -> None:
    """ "Ploverton" is a fact of the user: the record says nothing of a band."""
    assert "signed with Ploverton" in told(BAND, "Who publishes the band?", "e2")
    assert "Breda" not in told(BAND, "Who publishes the band?", "e3")
    assert told(BAND, "Who publishes Marnix?", "e2") == []
    assert told(BAND, "Who publishes my brother?", "e2") == []


MOVED = tell(
    ("2024-01-05", say(U, "plans_to", "hike in Wales", since="2024-08-01", until="2024-08-31")),
    (
        "2024-03-01",
        say(U, "plans_to", "hike in Tyrol", since="2024-08-01", until="2024-08-31",
            old="hike in Wales"),
    ),
)  # fmt: skip


def test_a_course_of_plans_has_those_that_were_given_up() -> None:
    assert told(MOVED, "Where did I plan to hike in August 2024?") == ["hike in Tyrol"]
    course = "Which hikes did I plan for August 2024, from the first to the last?"
    assert told(MOVED, course) == ["hike in Wales", "hike in Tyrol"]


@pytest.mark.parametrize("text", ["Tell me the weather forecast", "今天股市怎么走？"])
def test_what_no_fact_fits_is_not_answered(text: str) -> None:
    assert told(EN, text) == told(ZH, text) == []


@pytest.mark.parametrize(
    ("state", "text", "first"),
    [(EN, "What do you know about me?", "celery"), (ZH, "你还记得我什么？", "无锡")],
)
def test_who_am_i_is_answered_by_the_profile(state: FactState, text: str, first: str) -> None:
    assert first in told(state, text)
    assert "Gouda" not in told(state, text) and "扬州" not in told(state, text)


def test_an_answer_is_bounded_and_has_the_newest() -> None:
    state = tell(*((f"2024-01-{n:02}", say(U, "prefers", f"dish{n}x")) for n in range(1, 21)))
    values = told(state, "What do I like?")
    assert len(values) == MOST_FACTS and values[0] == "dish20x"


PETS = tell(
    ("2021-02-01", say(U, "has_pet", "whippet"), say("user's whippet", "name", "Juno")),
    ("2023-06-01", say(U, "has_pet", "whippet", act="end")),
    ("2023-08-01", say(U, "has_pet", "tortoise"), say("user's tortoise", "name", "Basalt")),
    ("2024-01-01", say("user's exam", "schedule", "4 May", since="2025-05-04", until="2025-05-04")),
)


def test_what_the_user_has_no_more_has_no_name_and_a_course_names_all() -> None:
    assert sorted(told(PETS, "What is my pet called?")) == ["Basalt", "tortoise"]
    course = told(PETS, "Which pets have I had, earliest first?")
    assert [value for value in course if value[0].isupper()] == ["Juno", "Basalt"]


def test_an_appointment_counts_from_when_it_was_told() -> None:
    assert told(PETS, "When is the exam?") == ["4 May"]
    assert told(PETS, "In June 2024, when was the exam planned?") == ["4 May"]


def test_a_course_follows_what_took_whose_place_and_no_more() -> None:
    state = tell(
        ("2024-01-01", say(U, "health", "81 kilos", said="I weigh 81 kilos")),
        ("2024-02-01", say(U, "health", "hay fever", said="I have hay fever")),
        ("2024-03-01", say(U, "health", "77 kilos", old="81 kilos", said="77 now, not 81 kilos")),
    )
    assert told(state, "How has my weight changed over time?", "e1")[:1] == ["81 kilos"]
    assert "77 kilos" in told(state, "How has my weight changed over time?", "e1")
