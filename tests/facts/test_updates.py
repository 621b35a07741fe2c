"""Update decisions on own-written stories, English and Chinese."""

from __future__ import annotations

import pytest
from stories import acts, at, fact, standing, tell, turn

from eywa_fs.facts.cues import NO_CUES, detect
from eywa_fs.facts.decisions import Known, Policy
from eywa_fs.facts.replay import Turn, Verdict, apply
from eywa_fs.facts.updates import decide

U = "user"


def test_a_new_value_supersedes_in_a_slot_that_holds_one() -> None:
    state = tell(
        ("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]),
        (
            "2024-03-04",
            "We moved to Bruges on Saturday.",
            [(U, "moved_to", "Bruges", "from=2024-03-02")],
        ),
    )
    assert standing(state) == {"Ghent@e1": "superseded", "Bruges@e2": "active"}
    old, new = state.facts
    assert old.superseded_by == new.atomic_id
    assert old.validity_end_at == at("2024-03-02", 0)


def test_additions_leave_the_rest_alone() -> None:
    state = tell(
        ("2024-01-08", "Our cat is called Bertil.", [(U, "has_pet", "cat")]),
        ("2024-02-08", "We got two ducks.", [(U, "has_pet", "two ducks")]),
        ("2024-03-08", "我会说一点荷兰语。", [(U, "speaks", "荷兰语")]),
        ("2024-04-08", "I also do evenings at a bar.", [(U, "works_at", "bar")]),
    )
    assert acts(state) == []
    assert {f.status for f in state.facts} == {"active"}


def test_another_persons_value_is_another_slot() -> None:
    state = tell(
        ("2024-01-08", "I work at the harbour.", [(U, "works_at", "harbour")]),
        ("2024-02-08", "My aunt works at the mint.", [("user's aunt", "works_at", "mint")]),
    )
    assert acts(state) == []


@pytest.mark.parametrize(
    ("first", "second", "value", "other"),
    [
        ("I love radishes.", "I can't stand radishes any more.", "radishes", "radishes"),
        ("我喜欢爬山。", "我不喜欢爬山了。", "爬山", "爬山"),
    ],
)
def test_the_opposite_polarity_supersedes(first: str, second: str, value: str, other: str) -> None:
    state = tell(
        ("2024-01-08", first, [(U, "prefers", value)]),
        ("2024-05-08", second, [(U, "prefers", other, "not")]),
    )
    assert acts(state) == [("e2", "supersede", "e1")]


def test_a_restatement_merges_and_keeps_its_evidence() -> None:
    state = tell(
        ("2024-01-08", "I play badminton on Mondays.", [(U, "prefers", "badminton")]),
        ("2024-05-08", "Badminton remains my thing.", [(U, "prefers", "Badminton")]),
    )
    (kept,) = state.facts
    assert kept.evidence.event_ids == ("e2",)
    assert len(kept.evidence.atomic_ids) == 1


def test_a_correction_means_the_wrong_value_never_held() -> None:
    state = tell(
        ("2024-01-08", "My number is 555 010 2030.", [(U, "contact", "555 010 2030")]),
        ("2024-01-08", "Oops, typo: 555 010 2033.", [(U, "contact", "555 010 2033")]),
    )
    assert acts(state) == [("e2", "supersede", "e1")]
    assert not state.facts[0].holds_within(0, at("2030-01-01"))


@pytest.mark.parametrize(
    ("claim", "back", "line"),
    [
        ("I'm joining the navy.", "I was only joking, sorry.", (U, "plans_to", "joining the navy")),
        ("我要去当和尚了。", "逗你的啦。", (U, "plans_to", "去当和尚")),
    ],
)
def test_a_joke_is_retracted(claim: str, back: str, line: tuple[str, ...]) -> None:
    state = tell(("2024-01-08", claim, [line]), ("2024-01-08", back, []))
    assert acts(state) == [("e2", "retract", "e1")]


def test_a_retraction_with_a_topic_reaches_past_newer_facts() -> None:
    state = tell(
        ("2024-01-08", "I own a banjo.", [(U, "owns", "banjo")]),
        ("2024-02-08", "I own a kayak.", [(U, "owns", "kayak")]),
        ("2024-02-09", "Forget what I said about the banjo.", []),
    )
    assert acts(state) == [("e3", "retract", "e1")]


def test_what_a_false_fact_had_replaced_is_active_again() -> None:
    state = tell(
        ("2024-01-08", "I work at a bakery.", [(U, "works_at", "bakery")]),
        ("2024-04-01", "Resigned. I start at the circus today.", [(U, "works_at", "circus")]),
        ("2024-04-01", "I was kidding, obviously.", []),
    )
    assert standing(state) == {"bakery@e1": "active", "circus@e2": "retracted"}
    assert state.facts[0].validity_end_at is None


@pytest.mark.parametrize(
    ("plan", "off", "line"),
    [
        ("We're off to Malta in May.", "Malta is cancelled.", (U, "plans_to", "Malta")),
        ("打算秋天去敦煌。", "敦煌不去了，太远。", (U, "plans_to", "去敦煌")),
    ],
)
def test_a_plan_called_off_is_retracted(plan: str, off: str, line: tuple[str, ...]) -> None:
    state = tell(
        ("2024-01-08", plan, [line]),
        ("2024-01-09", "I want to learn to whistle.", [(U, "plans_to", "learn to whistle")]),
        ("2024-02-08", off, []),
    )
    assert acts(state) == [("e3", "retract", "e1")]


def test_a_plan_that_came_true_is_superseded() -> None:
    state = tell(
        (
            "2024-01-08",
            "Running the Oslo 10k on 4 May.",
            [(U, "plans_to", "Oslo 10k", "from=2024-05-04", "to=2024-05-04")],
        ),
        ("2024-05-04", "Finished the Oslo 10k!", [(U, "other", "Oslo 10k")]),
    )
    assert acts(state) == [("e2", "supersede", "e1")]
    plan = state.facts[0]
    assert plan.validity_end_at == at("2024-05-05", 0)  # it keeps its planned day


def test_uncertain_values_stand_beside_the_old_one_in_conflict() -> None:
    state = tell(
        ("2024-01-08", "Grandpa was a miller.", [("user's grandpa", "works_as", "miller")]),
        (
            "2024-02-08",
            "Maybe grandpa was a baker, nobody knows.",
            [("user's grandpa", "works_as", "baker")],
        ),
    )
    assert acts(state) == [("e2", "append_conflict", "e1")]
    assert {f.status for f in state.facts} == {"active"}


def test_what_does_not_change_in_a_life_conflicts_instead_of_updating() -> None:
    state = tell(
        ("2024-01-08", "姥姥生在洛阳。", [("用户的姥姥", "born_in", "洛阳")]),
        ("2024-02-08", "舅舅说姥姥生在开封。", [("用户的姥姥", "born_in", "开封")]),
    )
    assert acts(state) == [("e2", "append_conflict", "e1")]


def test_a_temporary_value_covers_and_restores_the_old_one() -> None:
    state = tell(
        ("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]),
        (
            "2024-06-03",
            "Staying in Liege until the end of June.",
            [(U, "lives_in", "Liege", "to=2024-06-30")],
        ),
        ("2024-06-20", "Back in Ghent early.", [(U, "lives_in", "Ghent")]),
    )
    assert standing(state) == {"Ghent@e1": "active", "Liege@e2": "superseded"}
    assert acts(state) == [("e3", "supersede", "e2"), ("e3", "merge", "e1")]


def test_an_earlier_time_told_later_overwrites_nothing() -> None:
    state = tell(
        ("2024-01-08", "I live in Ghent.", [(U, "lives_in", "Ghent")]),
        ("2024-06-03", "I used to live in Mons.", [(U, "lives_in", "Mons", "to=2023-05-31")]),
    )
    assert acts(state) == []


@pytest.mark.parametrize(
    ("old", "new", "first", "second"),
    [
        ("Bolt", "Rye", "I code in Bolt for work.", "I switched from Bolt to Rye."),
        ("跑步", "游泳", "我每天跑步。", "跑步换成游泳了。"),
    ],
)
def test_a_switch_names_what_goes(old: str, new: str, first: str, second: str) -> None:
    state = tell(
        ("2024-01-08", first, [(U, "uses", old)]), ("2024-03-08", second, [(U, "uses", new)])
    )
    assert acts(state) == [("e2", "supersede", "e1")]


def test_the_return_to_an_older_value_supersedes_its_successor() -> None:
    state = tell(
        ("2024-01-08", "My brush of choice is Fude.", [(U, "prefers", "Fude")]),
        ("2024-03-08", "Swapped Fude for Nib.", [(U, "prefers", "Nib")]),
        ("2024-06-08", "Back to Fude for good.", [(U, "prefers", "Fude")]),
    )
    assert acts(state) == [("e2", "supersede", "e1"), ("e3", "supersede", "e2")]


def test_assistant_turns_change_nothing() -> None:
    when = at("2024-02-08")
    said = fact("You live in Mons.", "e2", when, (U, "lives_in", "Mons"))
    first = turn("e1", "2024-01-08", "I live in Ghent.", (U, "lives_in", "Ghent"))
    wrong = Turn("e2", when, (said,), detect("You live in Mons now, scratch Ghent."), "assistant")
    assert apply([first, wrong]).facts == apply([first]).facts


def test_constraints_need_more_certainty_than_preferences() -> None:
    policy = Policy()
    for predicate, action in (("prefers", "supersede"), ("allergic_to", "append_conflict")):
        old = fact("x", "e1", at("2024-01-08"), (U, predicate, "sesame"))
        new = fact("y", "e2", at("2024-02-08"), (U, predicate, "sesame", "not"), certainty=0.6)
        assert decide(new, Known([old]), NO_CUES, policy)[0].action == action


def test_a_verdict_settles_a_conflict() -> None:
    first = turn("e1", "2024-01-08", "Gran was born in Lviv.", ("user's gran", "born_in", "Lviv"))
    other = turn("e2", "2024-02-08", "Gran was born in Brno.", ("user's gran", "born_in", "Brno"))
    lviv, brno = first.facts[0].atomic_id, other.facts[0].atomic_id
    verdict = Verdict("v1", at("2024-03-08"), kept=brno, dropped=lviv)
    state = apply([verdict, other, first])
    assert standing(state) == {"Lviv@e1": "superseded", "Brno@e2": "active"}
    assert state.links == ()
    assert state.audit[-1].operator == "human"


def test_a_verdict_on_unknown_facts_changes_nothing() -> None:
    first = turn("e1", "2024-01-08", "Gran was born in Lviv.", ("user's gran", "born_in", "Lviv"))
    state = apply([first, Verdict("v1", at("2024-03-08"), kept="af_x", dropped="af_y")])
    assert state.facts == apply([first]).facts
