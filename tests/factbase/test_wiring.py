"""From a message to a fact, through the files: superseded, asked for, traced, contradicted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from factbase.lives import (
    HOME_EN,
    HOME_ZH,
    PLACES_EN,
    PLACES_ZH,
    MakeQuick,
    QuickMemory,
    at,
    drafts,
    objects,
)

from eywa_fs.errors import BadRequest, NotFound


@pytest.fixture(params=["indexed", "tail"])
def moved(quick: QuickMemory, request: pytest.FixtureRequest, told: tuple[str, ...]) -> QuickMemory:
    """A memory of somebody who moved twice."""
    quick.append_many(drafts(told))
    if request.param == "indexed":
        quick.index()
    return quick


MOVES = pytest.mark.parametrize(
    ("told", "places", "question"),
    [
        pytest.param(HOME_EN, PLACES_EN, "Where do I live now?", id="en"),
        pytest.param(HOME_ZH, PLACES_ZH, "我现在住在哪里？", id="zh"),
    ],
)


@MOVES
def test_a_newer_value_takes_the_place_of_the_older_one(
    moved: QuickMemory, places: tuple[str, ...], question: str
) -> None:
    assert objects(moved.facts().facts) == [places[-1]]
    assert objects(moved.facts(question).facts) == [places[-1]]
    every = {fact.object: fact for fact in moved.facts(every=True).facts}
    assert [every[place].status for place in places] == ["superseded", "superseded", "active"]
    assert every[places[0]].superseded_by == every[places[1]].atomic_id
    assert every[places[0]].ended_by == every[places[1]].citation
    assert every[places[2]].ended_by is None
    assert every[places[1]].valid_to == every[places[2]].valid_from == at(2)
    history = moved.history("user", "lives_in")
    assert (objects(history.facts), history.time_intent) == (list(places), "history_trace")
    assert objects(moved.as_of(at(1, 12)).facts) == [places[1]]
    assert objects(moved.as_of(at(0, 8)).facts) == []
    assert [objects(group) for group in moved.profile().values()] == [[places[-1]]]


@MOVES
def test_a_search_gives_the_fact_and_marks_what_is_no_longer_so(
    moved: QuickMemory, places: tuple[str, ...], question: str
) -> None:
    result = moved.retrieve(question)
    assert objects(result.facts) == [places[-1]] and result.time_intent == "current_state"
    marks = {hit.event_id: hit.outdated for hit in result.hits}
    newest = result.facts[0].citation
    assert set(marks) >= {"e0", "e1"}, "nothing may be left out"
    assert marks["e0"] == marks["e1"] == f"outdated: replaced by {newest}"
    assert not marks.get("e2") and result.hits[-1].event_id in ("e0", "e1")
    assert all(not hit.outdated for hit in moved.retrieve(question, as_of=at(0, 10)).hits)


@pytest.mark.parametrize(
    ("question", "then", "later"),
    [
        pytest.param(
            "What was the bow fund at in June 2025?", "bow fund is at 40", "at 95", id="en"
        ),
        pytest.param("2025年6月琴弓基金有多少？", "琴弓基金攒到四十了", "攒到九十五了", id="zh"),
    ],
)
def test_what_was_said_after_the_time_asked_about_goes_behind(
    quick: QuickMemory, question: str, then: str, later: str
) -> None:
    texts = [then, "sleepy", then.replace("40", "41").replace("四十", "四十一"), later]
    told = drafts(texts)
    told[3]["content"] = f"bow fund 琴弓基金 {later}"
    told[3]["timestamp"] = at(60)
    quick.append_many(told)
    result = quick.retrieve(question)
    found = [hit.event_id for hit in result.hits]
    assert result.time_intent == "time_slice"
    assert found[-1] == "e3" and {"e0", "e2"} <= set(found)


def test_a_fact_told_long_before_the_time_asked_about_answers(quick: QuickMemory) -> None:
    """Of that time are only other records: they must not say which fact is meant."""
    told = drafts(["my landlady is Mrs Okpara", *(f"sleepy today, {n}" for n in range(12))])
    for draft in told[1:]:
        draft["timestamp"] = at(400)
    quick.append_many(told)
    result = quick.retrieve("Who was the landlady in July 2026?", limit=3)
    assert result.apart_from_time[0] == "e0"
    assert not quick.retrieve("Who is the landlady?").apart_from_time


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("How did the bow fund change over time?", id="history"),
        pytest.param("Where is the bow fund now?", id="now"),
    ],
)
def test_a_program_does_not_know_the_user_better_than_the_user(
    quick: QuickMemory, question: str
) -> None:
    claimed = {"role": "assistant", "content": "Noted: the bow fund is now at 400."}
    told = drafts(
        ["The bow fund is now at 40.", "The bow fund, again: 55.", "The bow fund is now at 70."]
    )
    told[1] |= claimed
    told[2] |= {"role": "assistant", "speaker": "Ida"}
    quick.append_many(told)
    found = [hit.event_id for hit in quick.retrieve(question).hits]
    assert found[-1] == "e1" and set(found) == {"e0", "e1", "e2"}, "other people count as users do"


def test_every_fact_names_the_record_that_says_it(quick: QuickMemory) -> None:
    quick.append_many(drafts((*HOME_EN, "我对芒果过敏。")))
    quick.index()
    facts = quick.facts(every=True).facts
    assert len(facts) == 4
    for fact in facts:
        record = quick.show(fact.citation, tenant_id="default", user_id="me")
        assert record.event_id == fact.event_id and fact.object in record.content


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        ("My birthday is 3 May.", "My birthday is 9 June.", ("3 May", "9 June")),
        ("我的生日是五月三号。", "我的生日是六月九号。", ("五月三号", "六月九号")),
    ],
    ids=["en", "zh"],
)
def test_a_contradiction_stays_open_until_a_verdict(
    quick: QuickMemory, first: str, second: str, values: tuple[str, str]
) -> None:
    quick.append_many(drafts((first, second)))
    quick.index()
    (conflict,) = quick.conflicts()
    assert (conflict.left.object, conflict.right.object) == values
    assert conflict.left.in_conflict and conflict.right.in_conflict
    assert set(objects(quick.facts().facts)) == set(values)
    settled = quick.resolve_conflict(
        kept=conflict.left.atomic_id, dropped=conflict.right.atomic_id, reason="a slip"
    )
    assert quick.conflicts() == [], "a verdict counts before it is indexed"
    assert objects(quick.facts().facts) == [values[0]]
    assert "/decisions/" in (settled.citation or "")
    quick.index()
    assert quick.conflicts() == [] and objects(quick.facts().facts) == [values[0]]
    audit = [e for e in quick.fact_state().audit if e.reason == "verdict"]
    assert [(e.action, e.operator) for e in audit] == [("supersede", "human")]


def test_both_sides_of_a_conflict_may_stand(quick: QuickMemory) -> None:
    quick.append_many(drafts(("My birthday is 3 May.", "My birthday is 9 June.")))
    (conflict,) = quick.conflicts()
    quick.resolve_conflict(kept=conflict.left.atomic_id, dropped=None)
    assert quick.conflicts() == []
    assert sorted(objects(quick.facts().facts)) == ["3 May", "9 June"]


def test_a_fact_that_was_wrong_is_taken_back(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN[:2]))
    wrong = quick.facts().facts[0]
    quick.resolve_conflict(kept=None, dropped=wrong.atomic_id)
    assert objects(quick.facts().facts) == ["Turku"], "what it had replaced never ended"


def test_a_verdict_on_nothing_is_refused(quick: QuickMemory) -> None:
    quick.append_many(drafts(HOME_EN[:1]))
    known = quick.facts().facts[0].atomic_id
    with pytest.raises(NotFound, match="no fact"):
        quick.resolve_conflict(kept="af_none", dropped=known)
    with pytest.raises(BadRequest):
        quick.resolve_conflict(kept=None, dropped=None)
    with pytest.raises(BadRequest):
        quick.resolve_conflict(kept=known, dropped=known)
    assert not list(Path(quick.layout.root).rglob("decisions/*.jsonl"))
    assert len(quick.facts().facts) == 1


def test_a_verdict_outlives_the_index(open_quick: MakeQuick, root: Path) -> None:
    with open_quick() as memory:
        memory.append_many(drafts(("My birthday is 3 May.", "My birthday is 9 June.")))
        (conflict,) = memory.conflicts()
        memory.resolve_conflict(kept=conflict.right.atomic_id, dropped=conflict.left.atomic_id)
        memory.index()
        before = memory.fact_state()
    shutil.rmtree(root / ".index")
    with open_quick() as memory:
        assert memory.fact_state() == before, "straight from the files"
        memory.index()
        assert memory.fact_state() == before
        assert objects(memory.facts().facts) == ["9 June"]


def test_a_late_record_of_an_older_time_does_not_overwrite(quick: QuickMemory) -> None:
    newer, older = drafts(HOME_EN)[2], drafts(HOME_EN)[1]
    quick.append_many([newer])
    quick.index()
    assert objects(quick.facts().facts) == ["Vaasa"]
    quick.append_many([older])
    for _ in range(2):  # from the tail, then from the catalog
        assert objects(quick.facts().facts) == ["Vaasa"]
        assert objects(quick.history("user", "lives_in").facts) == ["Oulu", "Vaasa"]
        quick.index()


def test_only_what_the_user_says_is_a_fact_about_the_user(quick: QuickMemory) -> None:
    for role in ("assistant", "system", "tool"):
        quick.append("I live in Turku.", role)
    assert quick.facts(every=True).facts == ()


def test_an_unknown_predicate_is_refused(quick: QuickMemory) -> None:
    with pytest.raises(BadRequest, match="lives_in"):
        quick.facts(predicate="dwells_in")
    with pytest.raises(BadRequest, match="lives_in"):
        quick.history("user", "dwells_in")


def test_facts_are_grouped_and_newest_first(quick: QuickMemory) -> None:
    quick.append_many(
        drafts(("I am allergic to walnuts.", "I live in Turku.", "I am allergic to lupins."))
    )
    found = [(fact.predicate, fact.object) for fact in quick.facts().facts]
    assert found == [
        ("allergic_to", "lupins"), ("allergic_to", "walnuts"), ("lives_in", "Turku"),
    ]  # fmt: skip
    assert objects(quick.facts(predicate="lives_in").facts) == ["Turku"]
    assert quick.facts(subject="user's sister").facts == ()


def test_a_question_for_what_was_before_finds_what_nothing_took_the_place_of(
    quick: QuickMemory,
) -> None:
    quick.append_many(drafts(("I work as a nurse at Otto.", "I quit my job at Otto.")))
    for question in ("Where did I work before?", "Where have I worked?"):
        found = quick.facts(question)
        assert "Otto" in objects(found.facts), question
        assert found.time_intent == "history_trace"
    assert objects(quick.facts("Where did I live before?").facts) == []


def test_yes_or_no_is_not_answered_by_what_only_lies_near(quick: QuickMemory) -> None:
    told = ("We have a cat called Tom.", "I play the piano on Tuesdays.", "I'm allergic to dust.")
    quick.append_many(drafts(told))
    for question in ("Do I have a car?", "Do I own a boat?", "Do I play the guitar?"):
        assert objects(quick.facts(question).facts) == [], question
    assert objects(quick.facts("Do I have a cat?").facts) == ["Tom"]
    assert objects(quick.facts("Is there dust that I must avoid?").facts) == ["dust"]


def test_a_verdict_for_an_open_conflict_only_overturns_none(quick: QuickMemory) -> None:
    quick.append_many(drafts(("I was born in Faro.", "I was born in Braga.")))
    [pair] = quick.conflicts()
    names = {one.object: one.atomic_id for one in (pair.left, pair.right)}
    faro, braga = names["Faro"], names["Braga"]
    first = quick.resolve_conflict(kept=faro, dropped=braga, only_open=True, operator="ana")
    assert first.citation is not None
    second = quick.resolve_conflict(kept=braga, dropped=faro, only_open=True, operator="ben")
    assert (second.citation, second.settled_by) == (None, "ana")
    assert objects(quick.profile()["born_in"]) == ["Faro"]
    quick.resolve_conflict(kept=braga, dropped=faro, operator="ben")
    assert objects(quick.profile()["born_in"]) == ["Braga"], "on purpose the last one counts"
