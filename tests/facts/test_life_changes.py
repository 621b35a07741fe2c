"""Changes in other people's lives, returns, handovers, and questions about them; own-written."""

from __future__ import annotations

import pytest
from stories import acts, at, standing, tell

from eywa_fs.facts.answers import answer
from eywa_fs.facts.questions import read_question
from eywa_fs.facts.replay import FactState

U = "user"


def told(state: FactState, question: str, day: str = "2025-06-01") -> list[str]:
    return [fact.object for fact in answer(state, question, at(day)).facts]


@pytest.mark.parametrize(
    ("first", "second"), [("seventy-one", "70"), ("71", "68 years old"), ("七十一", "六十九岁")]
)
def test_nobody_grows_younger(first: str, second: str) -> None:
    state = tell(
        ("2024-01-08", f"Ulla is {first}.", [("Ulla", "age", first)]),
        ("2024-02-08", f"Her card says {second}.", [("Ulla", "age", second)]),
    )
    if first == "seventy-one":  # not read as a number: then the newer one stands
        assert acts(state) == [("e2", "supersede", "e1")]
    else:
        assert acts(state) == [("e2", "append_conflict", "e1")]


def test_an_age_that_grows_is_replaced() -> None:
    state = tell(
        ("2024-01-08", "Ulla is 70.", [("Ulla", "age", "70")]),
        ("2025-02-08", "Ulla turned 71.", [("Ulla", "age", "71")]),
    )
    assert standing(state) == {"70@e1": "superseded", "71@e2": "active"}


def test_a_lodger_who_moves_away_is_no_lodger() -> None:
    lodger = ("2024-01-08", "Henk is our lodger.", [("Henk", "relation", "lodger")])
    away = ("2024-05-08", "Henk moved to Delft for good.", [("Henk", "moved_to", "Delft")])
    within = ("2024-05-08", "Henk moved to the attic.", [("Henk", "moved_to", "attic")])
    assert standing(tell(lodger, away))["lodger@e1"] == "superseded"
    assert standing(tell(lodger, within))["lodger@e1"] == "active"


def test_a_cousin_who_moves_away_stays_a_cousin() -> None:
    state = tell(
        ("2024-01-08", "Henk is my cousin.", [("Henk", "relation", "cousin")]),
        ("2024-05-08", "Henk moved to Delft.", [("Henk", "moved_to", "Delft")]),
    )
    assert acts(state) == []


def test_what_is_given_away_has_another_owner() -> None:
    known = ("2024-01-08", "I own an old tandem.", [(U, "owns", "old tandem")])
    given = ("2024-05-08", "Gave the tandem to Ilse.", [("Ilse", "owns", "tandem")])
    seller = ("2024-05-08", "Ilse sold her tandem to a shop.", [("Ilse", "owns", "tandem")])
    own = ("2024-05-08", "Ilse has a tandem.", [("Ilse", "owns", "tandem")])
    assert standing(tell(known, given))["old tandem@e1"] == "superseded"
    assert acts(tell(known, seller)) == []
    assert acts(tell(known, own)) == []
    lift = ("2024-05-08", "Gave Ilse a lift, she has a tandem too.", [("Ilse", "owns", "tandem")])
    visit = ("2024-05-08", "I went to Ilse, who owns a tandem.", [("Ilse", "owns", "tandem")])
    assert acts(tell(known, lift)) == acts(tell(known, visit)) == []


def test_a_thing_is_denied_by_the_head_of_its_name() -> None:
    state = tell(
        ("2024-01-08", "We have a houseboat.", [(U, "owns", "houseboat")]),
        ("2024-05-08", "The boat is not ours any more.", [(U, "owns", "boat", "not")]),
    )
    assert standing(state)["houseboat@e1"] == "superseded"


def test_an_allergy_denied_without_an_end_never_was() -> None:
    known = ("2024-01-08", "I'm allergic to kiwi.", [(U, "allergic_to", "kiwi")])
    never = ("2024-05-08", "Tested: I'm not allergic to kiwi.", [(U, "allergic_to", "kiwi", "not")])
    over = (
        "2024-05-08",
        "I'm not allergic to kiwi any more.",
        [(U, "allergic_to", "kiwi", "not")],
    )
    assert standing(tell(known, never))["kiwi@e1"] == "retracted"
    assert standing(tell(known, over))["kiwi@e1"] == "superseded"


def test_an_exam_sat_replaces_no_certificate() -> None:
    state = tell(
        ("2024-01-08", "我有B1证书。", [(U, "has", "B1")]),
        ("2024-05-08", "考完B2了，等成绩。", [(U, "other", "考完B2")]),
    )
    assert acts(state) == []


def test_a_return_shows_in_the_history_once_more() -> None:
    state = tell(
        (
            "2024-01-08",
            "Ulla lives in a cottage in Lier.",
            [("Ulla", "lives_in", "cottage in Lier")],
        ),
        (
            "2024-03-04",
            "Ulla is living with my brother until May.",
            [("Ulla", "lives_in", "with my brother", "to=2024-05-01")],
        ),
        (
            "2024-05-02",
            "Drove her back to Lier today, knee mended.",
            [("Ulla", "health", "knee mended")],
        ),
    )
    assert told(state, "Where does Ulla live now?") == ["cottage in Lier"]
    course = told(state, "Where has Ulla lived, in order?")
    assert course == ["cottage in Lier", "with my brother", "cottage in Lier"]


def test_a_question_for_a_day_is_answered_with_a_day() -> None:
    state = tell(
        ("2024-01-08", "I'm taking Basque lessons.", [(U, "studies", "Basque lessons")]),
        ("2024-01-15", "It's on Tuesday evenings.", [(U, "schedule", "Tuesday evenings")]),
    )
    assert "Tuesday evenings" in told(state, "On which days are the user's Basque lessons?")


def test_what_a_question_sets_aside_is_not_asked_for() -> None:
    question = read_question("Which sport does Ulla play besides squash?", at("2025-06-01"))
    assert "squash" not in question.words
    assert "羽毛" not in read_question("除了羽毛球，用户还玩什么？", at("2025-06-01")).words


def test_a_weekday_of_a_past_month_is_a_time_slice() -> None:
    question = read_question("2024年5月每周几上课？", at("2025-06-01"))
    assert question.intent == "time_slice"
    assert read_question("每周三上什么课？", at("2025-06-01")).intent == "current_state"


@pytest.mark.parametrize(
    ("predicate", "value", "question"),
    [
        ("moved_to", "Delft", "Where did Henk go?"),
        ("health", "torn ligament", "What is wrong with Henk's knee?"),
        ("works_as", "second cook", "What positions does Henk hold?"),
        ("diet", "oysters", "What has the doctor forbidden Henk?"),
        ("visited", "Texel", "Which island did Henk end up visiting?"),
    ],
)
def test_questions_find_the_predicate_they_mean(predicate: str, value: str, question: str) -> None:
    flags = ["not"] if predicate == "diet" else []
    state = tell(
        ("2024-01-08", "About Henk.", [("Henk", predicate, value, *flags)]),
        ("2024-01-09", "Ulla is a nurse.", [("Ulla", "works_as", "nurse")]),
    )
    assert told(state, question) == [value]


def test_a_job_and_its_employer_are_one_course() -> None:
    state = tell(
        ("2024-01-08", "Henk keeps the books here.", [("Henk", "works_as", "keeps the books")]),
        ("2024-05-08", "Henk went to a shipyard.", [("Henk", "works_at", "shipyard")]),
    )
    assert told(state, "Trace Henk's jobs in order.") == ["keeps the books", "shipyard"]


def test_the_holders_of_a_role_are_one_course() -> None:
    state = tell(
        ("2024-01-08", "Our coach is Henk.", [("Henk", "relation", "coach")]),
        ("2024-05-08", "The new coach is Ulla.", [("Ulla", "relation", "coach")]),
    )
    found = answer(state, "Who has been the coach, in order?", at("2025-06-01"))
    assert [fact.subject for fact in found.facts] == ["Henk", "Ulla"]


def test_a_denial_that_tells_of_an_end_gives_way_to_the_value() -> None:
    state = tell(
        ("2024-01-08", "I drink cocoa in the morning.", [(U, "diet", "cocoa")]),
        (
            "2024-05-08",
            "No more cocoa, I'm on mint tea.",
            [(U, "diet", "cocoa", "not"), (U, "diet", "mint tea")],
        ),
    )
    assert told(state, "What does the user drink now?") == ["mint tea"]
