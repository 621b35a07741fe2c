"""Every row of the table of updates, each with a neighbour that must not act."""

from __future__ import annotations

from typing import Any

import pytest
from facts.stories import U, acts, at, model, now, say, standing, stored, tell, turn, turns

from eywa_fs.factbase.book import history
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.replay import Decided, apply
from eywa_fs.facts.timeline import current, within

SISTER, BRO = "user's sister", "用户的弟弟"


def rejected(target: str, day: str = "2025-06-01") -> Decided:
    return Decided("r1", at(day), "reject", at(day), target=target)


DAY, LATER = "2025-01-01", "2025-02-01"


@pytest.mark.parametrize(
    ("told", "held", "done"),
    [
        pytest.param(
            [(DAY, say(U, "prefers", "herring")),
             (LATER, say(U, "prefers", "the herring", maybe=True)),
             ("2025-02-02", say(U, "prefers", "herring", no=True, maybe=True)),
             ("2025-02-03", say(U, "prefers", "herring", act="end", maybe=True))],
            {"2025-03-01": ["herring"]}, ["merge restated"],
            id="2: what is not sure supports a fact and ends none",
        ),
        pytest.param(
            [(DAY, say(U, "owns", "a Renault Zoe")),
             ("2025-01-05", say(U, "owns", "the Zoe", act="end")),
             ("2025-01-05", say(U, "", "", act="retract"))],
            {"2025-01-06": ["a Renault Zoe"]}, None,
            id="3: an end that was a joke did not happen",
        ),
        pytest.param(
            [(DAY, say(U, "prefers", "opera"), say(U, "prefers", "jazz")),
             (DAY, say(U, "has_pet", "cat")),
             ("2025-01-02", say(U, "", "opera", act="retract")),
             ("2025-01-02", say(U, "", "chess", act="retract"))],
            {"2025-01-03": ["jazz", "cat"]}, None,
            id="3: a taking back that names a value takes only that",
        ),
        *(pytest.param(
            [(DAY, say(U, "owns", held), say(U, "owns", "piano")),
             ("2025-03-05", say(U, "owns", gone, act="end", since="2025-03-02"))],
            {"2025-03-01": [held, "piano"], "2025-03-02": ["piano"]}, ["supersede ended"],
            id=f"5: what was sold ends on its day, {gone}",
        ) for held, gone in (
            ("a Renault Zoe", "the Zoe"), ("一辆二手车", "车"), ("sailing boat", "boat"),
        )),
        pytest.param(
            [("2024-01-01", say(U, "works_at", "Otto")),
             (DAY, say(U, "works_at", "Zalando", since="2025-01-01")),
             (LATER, say(U, "works_at", "Zalando", act="end", since="2024-12-01"))],
            {"2025-03-01": []}, None,
            id="5: an end told late does not bring back what was before",
        ),
        *(pytest.param(
            [(DAY, say(U, "prefers", value)),
             (LATER, say(U, "prefers", value, no=True)),
             ("2025-03-01", say(U, "prefers", value))],
            {"2025-02-15": [f"not {value}"], "2025-03-15": [value]},
            ["supersede negated", "supersede affirmed"],
            id=f"7: the opposite ends the older one, {value}",
        ) for value in ("radishes", "爬山")),
        pytest.param(
            [(DAY, say(U, "prefers", "cheese"), say(U, "lives_in", "Oslo")),
             (LATER, say(U, "prefers", "vegan cheese", no=True)),
             (LATER, say(U, "lives_in", "Oslo", no=True, since="2019-01-01", until="2019-12-31")),
             (LATER, say(U, "lives_in", "Rome", no=True))],
            {}, [],
            id="7: a denial of a part or of another time ends nothing",
        ),
        *(pytest.param(
            [(DAY, say(U, "prefers", old), say(U, "prefers", "rain")),
             (LATER, say(U, "prefers", new, old=old)),
             ("2025-03-01", say(U, "prefers", "chess", old="go"))],
            {"2025-02-15": ["rain", new]}, ["supersede switched"],
            id=f"8: what the new value replaces ends, {old}",
        ) for old, new in (("tea", "coffee"), ("跑步", "游泳"))),
        pytest.param(
            [(DAY, say(U, "works_at", "Otto"), say(U, "works_at", "a bar"))],
            {"2025-01-02": ["Otto", "a bar"]}, [],
            id="9: two of the same message stand both",
        ),
        *(pytest.param(
            [(DAY, say("用户的女儿", "name", "小满"), say("用户的女儿", "age", old)),
             ("2025-07-01", say("小满", "age", new))],
            {}, ["supersede newer_value"],
            id=f"9: half a year more is another age, {new}",
        ) for old, new in (("四岁", "四岁半"), ("4", "4 and a half"))),
        pytest.param(
            [(DAY, say("user's mother", "name", "Inés"), say("user's mum", "lives_in", "Rome")),
             (LATER, say("Inés", "moved_to", "Oslo"))],
            {}, ["supersede newer_value"],
            id="9: names of one person are one subject",
        ),
        *(pytest.param(
            [(DAY, say(U, predicate, "Rome")),
             (LATER, say(U, predicate, "Oslo", since="2025-02-01"))],
            {}, ["supersede newer_value"],
            id=f"9: a home or job that begins then, {predicate}",
        ) for predicate in ("lives_in", "works_at", "works_as", "studies_at")),
    ],
)  # fmt: skip
def test_a_story(
    told: list[tuple[Any, ...]], held: dict[str, list[str]], done: list[str] | None
) -> None:
    """What holds on a day, and what was done; the number is the table's row."""
    state = tell(*told)
    assert {day: now(state, day) for day in held} == held
    assert done is None or [f"{action} {reason}" for _, action, reason in acts(state)] == done


PLANS = (say(U, "plans_to", "visit Lisbon"), say(U, "plans_to", "visit Anna in Rome"),
         say(U, "plans_to", "paint the house"))  # fmt: skip
OSLO = say(U, "lives_in", "Oslo", kind="place")
GHENT = say(U, "lives_in", "Ghent")


@pytest.mark.parametrize(
    ("held", "later"),
    [
        # 4. a correction of another kind, of another value, of a value that nothing has
        ((OSLO,), say(U, "", "the 4th", act="correct", kind="date")),
        ((OSLO,), say(U, "works_at", "Otto", act="correct", kind="place")),
        ((OSLO,), say(U, "", "Bergen", act="correct", kind="place", old="Rome")),
        ((OSLO,), say(U, "", "Oslo", act="correct", kind="place")),
        ((OSLO,), say(U, "", "Bergen", act="correct")),
        # 5. an end of what is not there or not clear
        ((say(U, "owns", "gym membership"),), say(U, "owns", "gym", act="end")),
        ((say(U, "owns", "red bike"), say(U, "owns", "blue bike")),
         say(U, "owns", "bike", act="end")),
        ((say(U, "prefers", "tea"), say(U, "prefers", "rain")), say(U, "prefers", "", act="end")),
        ((say(U, "has_pet", "cat"),), say(U, "has_pet", "dog", act="end")),
        # 6. another value or subject is no restatement
        ((say(U, "has_pet", "cat"),), say(U, "has_pet", "cat tree")),
        ((say(U, "has_pet", "cat"),), say(SISTER, "has_pet", "cat")),
        # 9. what leaves a home alone; another name of a home or job
        ((GHENT,), say(U, "lives_in", "Mons", since="2019-01-01", until="2020-12-31")),
        ((GHENT,), say(U, "lives_in", "Mons", until="2025-06-30")),
        ((GHENT,), say(U, "lives_in", "Ghent centre")),
        ((GHENT,), say(U, "works_at", "Mons")),
        ((GHENT,), say(U, "lives_in", "Mons", no=True)),
        ((GHENT,), say(BRO, "lives_in", "Mons")),
        ((GHENT,), say(U, "lives_in", "Mons", maybe=True)),
        *(((say(U, place, "Rome"),), say(U, place, "Lazio"))
          for place in ("lives_in", "works_at", "works_as", "studies_at")),
        # 11. a plan that stays
        (PLANS, say(U, "visited", "Porto")),
        (PLANS, say(U, "met", "Anna")),
        (PLANS, say(U, "prefers", "Lisbon")),
        (PLANS, say(U, "visited", "Lisbon", since="2025-09-01")),
        (PLANS, say(SISTER, "visited", "Lisbon")),
        (PLANS, say(U, "owns", "house")),
        # 12. anything else only adds
        ((say(U, "speaks", "Dutch"),), say(U, "speaks", "荷兰语")),
        ((say(U, "has_pet", "cat"),), say(U, "has_pet", "two ducks")),
    ],
)  # fmt: skip
def test_what_changes_nothing(held: tuple[Candidate, ...], later: Candidate) -> None:
    state = tell((DAY, *held), (LATER, later))
    assert acts(state) == [] and {fact.status for fact in state.facts} == {"active"}
    added = later.act == "state" and later.sure
    assert len(state.facts) == len(held) + added


# 1. a person's or a judge's decision


def test_what_was_rejected_counts_as_never_said_and_what_it_ended_holds() -> None:
    told = turns(
        ("2025-01-01", say(U, "works_at", "Siemens")),
        ("2025-01-02", say(U, "works_at", "mostly meetings", since="2025-01-02")),
        ("2025-01-03", say(U, "works_at", "mostly meetings")),
    )
    before = apply(told)
    assert now(before, "2025-02-01") == ["mostly meetings"]
    wrong = next(f for f in before.facts if f.object == "mostly meetings")
    after = apply([*told, rejected(wrong.atomic_id)])
    assert now(after, "2025-07-01") == now(after, "2025-02-01") == ["Siemens"]
    assert [f.object for f in history(after)] == ["Siemens"]
    assert acts(after)[-1] == ("r1", "retract", "reject")


def test_a_rejection_leaves_other_values_and_later_statements_alone() -> None:
    told = turns(
        ("2025-01-01", say(U, "prefers", "tea")),
        ("2025-01-01", say(U, "prefers", "coffee")),
        ("2025-07-01", say(U, "prefers", "tea")),
    )
    state = apply([*told, rejected(told[0].facts[0].atomic_id)])
    assert now(state, "2025-05-01") == ["coffee"]
    assert now(state, "2025-08-01") == ["coffee", "tea"]


def test_a_judges_rulings_are_all_that_happens() -> None:
    first = turn("e1", "2025-01-01", say(U, "lives_in", "Oslo"))
    [oslo] = first.facts
    beside = model("e2", "2025-02-01", say(U, "lives_in", "Bergen"), rulings=[(0, "append", None)])
    assert now(apply([first, beside]), "2025-03-01") == ["Oslo", "Bergen"]
    ends = model(
        "e2", "2025-02-01", say(U, "prefers", "rain"),
        rulings=[(0, "supersede", oslo.atomic_id, "moved away")],
    )  # fmt: skip
    state = apply([first, ends])
    assert now(state, "2025-03-01") == ["rain"]
    assert acts(state) == [("e2", "supersede", "moved away")]


@pytest.mark.parametrize(
    ("action", "held", "standing_of_old"),
    [
        ("merge", ["Oslo"], "active"),
        ("none", ["Oslo"], "active"),
        ("retract", ["Oslo centre"], "retracted"),
        ("append_conflict", ["Oslo", "Oslo centre"], "active"),
        ("supersede", ["Oslo centre"], "superseded"),
    ],
)
def test_each_ruling(action: str, held: list[str], standing_of_old: str) -> None:
    first = turn("e1", "2025-01-01", say(U, "lives_in", "Oslo"))
    [oslo] = first.facts
    read = model(
        "e2", "2025-02-01", say(U, "lives_in", "Oslo centre"),
        rulings=[(0, action, oslo.atomic_id)],
    )  # fmt: skip
    state = apply([first, read])
    assert now(state, "2025-03-01") == held
    assert standing(state)["Oslo@e1"] == standing_of_old
    assert len(state.links) == (action == "append_conflict")
    unknown = model(
        "e2", "2025-02-01", say(U, "lives_in", "Oslo centre"), rulings=[(0, action, "af_unknown")]
    )
    assert ("Oslo centre" in now(apply([first, unknown]), "2025-03-01")) == (action != "none")


def test_a_ruling_without_a_fact_acts_on_its_target_only() -> None:
    first = turn("e1", "2025-01-01", say(U, "owns", "boat"), say(U, "owns", "zeppelin"))
    boat, zeppelin = first.facts
    read = model(
        "e2", "2025-02-01",
        rulings=[(None, "supersede", boat.atomic_id), (None, "retract", zeppelin.atomic_id)],
    )  # fmt: skip
    state = apply([first, read])
    assert standing(state) == {"boat@e1": "superseded", "zeppelin@e1": "retracted"}
    assert now(state, "2025-01-15") == ["boat"] and now(state, "2025-03-01") == []


def test_a_restatement_that_a_judge_found_in_other_words_is_evidence() -> None:
    first = turn("e1", "2025-01-01", say(U, "owns", "boat"))
    read = model("e2", "2025-02-01", rulings=[(None, "merge", first.facts[0].atomic_id)])
    assert apply([first, read]).facts[0].evidence.event_ids == ("e2",)


# 2. not sure


def test_a_candidate_is_true_for_nobody_until_a_second_message_agrees() -> None:
    told = [
        ("2025-01-01", say(U, "spouse", "Oslo")),
        ("2025-02-01", say(U, "spouse", "Bergen", maybe=True)),
        ("2025-03-01", say(U, "spouse", "Bergen", maybe=True)),
    ]
    once = tell(*told[:2])
    assert now(once, "2025-02-15") == ["Oslo"]
    assert [f.object for f in once.candidates] == ["Bergen"] and len(once.facts) == 1
    twice = tell(*told)
    assert now(twice, "2025-03-15") == ["Bergen"] and twice.candidates == ()
    bergen = twice.facts[-1]
    assert bergen.sure and bergen.evidence.event_ids == ("e2",)
    assert acts(twice) == [("e3", "merge", "confirmed"), ("e3", "supersede", "newer_value")]
    assert twice.get(once.candidates[0].atomic_id) == bergen


def test_a_candidate_is_not_confirmed_by_itself_nor_by_another_value_or_polarity() -> None:
    maybe = say(U, "lives_in", "Bergen", maybe=True)
    state = tell(
        ("2025-01-01", maybe, say(U, "moved_to", "Bergen", maybe=True)),
        ("2025-02-01", say(U, "lives_in", "Narvik", maybe=True)),
        ("2025-03-01", say(U, "lives_in", "Bergen", maybe=True, no=True)),
        ("2025-03-01", say(SISTER, "lives_in", "Bergen", maybe=True)),
    )
    assert state.facts == () and len(state.candidates) == 5


# 3. retract


@pytest.mark.parametrize("joke", [say(U, "owns", "zeppelin"), say(U, "owns", "飞艇")])
def test_a_joke_is_taken_back_and_what_it_ended_holds_again(joke: Candidate) -> None:
    state = tell(
        ("2025-01-01", say(U, "lives_in", "Ghent")),
        ("2025-01-02", joke, say(U, "moved_to", "the Moon")),
        ("2025-01-02", say(U, "", "", act="retract")),
    )
    assert now(state, "2025-01-03") == ["Ghent"]
    assert [f.object for f in history(state)] == ["Ghent"], "never counts as once held"
    assert [a for a in acts(state) if a[0] == "e3"] == [("e3", "retract", "taken_back")] * 2


@pytest.mark.parametrize(("day", "session"), [("2025-01-09", "s"), ("2025-01-02", "other")])
def test_a_taking_back_reaches_two_days_and_one_session(day: str, session: str) -> None:
    said = turn("e1", "2025-01-01", say(U, "owns", "boat"))
    back = turn("e2", day, say(U, "", "", act="retract"), session=session)
    assert acts(apply([said, back])) == []


# 4. correct


@pytest.mark.parametrize(("wrong", "right"), [("0176 555 131", "0176 555 132"), ("丽江", "漓江")])
def test_a_correction_takes_the_place_of_the_wrong_value(wrong: str, right: str) -> None:
    kind = "number" if wrong.startswith("0") else "place"
    predicate = "contact" if kind == "number" else "lives_in"
    state = tell(
        ("2025-01-01", say(SISTER, predicate, wrong, kind=kind)),
        ("2025-01-01", say(U, "has_pet", "cat", kind="animal")),
        ("2025-01-02", say(U, "", right, act="correct", kind=kind)),
    )
    assert now(state, "2025-01-03") == ["cat", right]
    new = state.facts[-1]
    assert (new.subject, new.predicate, new.validity_start_at) == (
        SISTER, predicate, at("2025-01-01"),
    )  # fmt: skip
    assert [f.object for f in history(state, SISTER)] == [right], "as if it had never held"
    assert acts(state) == [("e3", "supersede", "corrected")]


def test_a_correction_of_a_move_lets_the_home_before_end_once() -> None:
    state = tell(
        ("2024-01-01", say(U, "lives_in", "Ghent", kind="place")),
        ("2025-01-01", say(U, "moved_to", "Brugge", kind="place")),
        ("2025-01-01", say(U, "", "Bruges", act="correct", kind="place")),
    )
    assert [f.object for f in history(state, U, "lives_in")] == ["Ghent", "Bruges"]
    ghent, _, bruges = state.facts
    assert ghent.superseded_by == bruges.atomic_id
    assert ghent.validity_end_at == bruges.validity_start_at


# 5. end


def test_quitting_ends_whatever_job_is_held_and_nobody_elses() -> None:
    state = tell(
        ("2025-01-01", say(U, "works_at", "Otto"), say(SISTER, "works_at", "Otto")),
        ("2025-02-01", say(U, "works_at", "", act="end", until="2025-02-14")),
    )
    assert now(state, "2025-02-14") == ["Otto", "Otto"]
    assert [f.subject for f in current(state, at("2025-02-15"))] == [SISTER]


def test_a_pet_is_known_by_its_name() -> None:
    state = tell(
        ("2025-01-01", say(U, "has_pet", "dog"), say("user's dog", "name", "Rex")),
        ("2025-02-01", say(U, "has_pet", "Rex", act="end")),
        ("2025-02-01", say(U, "has_pet", "Bo", act="end")),
    )
    assert standing(state)["dog@e1"] == "superseded"


# 6. the same again


def test_a_restatement_is_evidence() -> None:
    state = tell(
        ("2025-01-01", say(U, "has_pet", "a cat")),
        ("2025-02-01", say(U, "has_pet", "our cats")),
        ("2025-02-01", say(U, "has_pet", "我的猫")),
        ("2025-03-01", say(U, "has_pet", "一只猫")),
    )
    assert [f.evidence.event_ids for f in state.facts] == [("e2",), ("e4",)]
    assert acts(state) == [("e2", "merge", "restated"), ("e4", "merge", "restated")]


def test_what_had_ended_and_is_so_again_is_a_new_fact() -> None:
    state = tell(
        ("2024-01-01", say(U, "lives_in", "Oslo")),
        ("2024-06-01", say(U, "moved_to", "Bergen")),
        ("2025-01-01", say(U, "moved_to", "Oslo")),
    )
    assert [f.object for f in history(state, U, "lives_in")] == ["Oslo", "Bergen", "Oslo"]
    assert now(state, "2025-02-01") == ["Oslo"]


def test_two_visits_on_their_days_are_two() -> None:
    days = (
        {"since": "2023-05-01", "until": "2023-05-03"},
        {"since": "2024-05-01", "until": "2024-05-02"},
    )
    state = tell(*(("2025-01-01", say(U, "visited", "Rome", **day)) for day in days))
    assert len(state.facts) == 2
    again = tell(*(("2025-01-01", say(U, "visited", "Rome", **days[0])) for _ in "ab"))
    assert len(again.facts) == 1


# 9. one value


def test_a_move_ends_the_home_before_on_its_day() -> None:
    state = tell(
        ("2025-01-01", say(U, "lives_in", "Ghent")),
        ("2025-03-04", say(U, "moved_to", "Bruges", since="2025-03-02")),
    )
    assert now(state, "2025-03-01") == ["Ghent"] and now(state, "2025-03-02") == ["Bruges"]
    ghent, bruges = state.facts
    assert ghent.superseded_by == bruges.atomic_id


def test_a_job_from_a_later_day_takes_effect_on_its_day() -> None:
    told = [
        ("2025-01-10", say(U, "works_at", "Otto")),
        ("2025-03-20", say(U, "works_at", "Zalando", since="2025-04-01")),
        ("2025-03-25", say(U, "works_at", "Otto")),
    ]
    state = tell(*told)
    assert now(state, "2025-03-31") == ["Otto"] and now(state, "2025-04-01") == ["Zalando"]
    assert acts(state) == [("e2", "supersede", "newer_value"), ("e3", "merge", "restated")]
    called_off = tell(*told[:2], ("2025-03-26", say(U, "works_at", "Zalando", no=True)))
    assert now(called_off, "2025-05-01") == ["Otto", "not Zalando"]


def test_a_second_friend_or_brother_is_no_update_of_the_first_a_mother_is() -> None:
    for subject, ended in (("user's friend", 0), (BRO, 0), ("user's mum", 1), ("Inés", 1)):
        state = tell(
            ("2025-01-01", say(subject, "lives_in", "Rome")),
            ("2025-02-01", say(subject, "lives_in", "Oslo", since="2025-02-01")),
        )
        assert len(acts(state)) == ended, subject


def test_a_stay_covers_the_home_while_it_lasts_and_ends_with_the_return() -> None:
    told = [
        ("2025-01-01", say(U, "lives_in", "Ghent")),
        ("2025-06-03", say(U, "lives_in", "Liège", until="2025-06-30")),
    ]
    state = tell(*told)
    assert now(state, "2025-06-10") == ["Liège", "Ghent"], "the stay first"
    assert now(state, "2025-07-01") == ["Ghent"]
    back = tell(*told, ("2025-06-20", say(U, "lives_in", "Ghent")))
    assert now(back, "2025-06-21") == ["Ghent"]
    assert acts(back) == [("e3", "merge", "restated"), ("e3", "supersede", "returned")]


# 10. conflicts


def test_a_second_birthday_and_a_liked_allergen_conflict() -> None:
    state = tell(
        ("2025-01-01", say(U, "birthday", "3 May"), say(U, "allergic_to", "walnuts")),
        ("2025-02-01", say(U, "birthday", "9 June"), say(U, "prefers", "walnuts")),
        ("2025-02-02", say(U, "birthday", "3 May 1990"), say(U, "prefers", "walnut wood")),
        ("2025-02-03", say(U, "prefers", "walnuts", no=True), say(BRO, "prefers", "walnuts")),
    )
    reasons = [reason for _, action, reason in acts(state) if action == "append_conflict"]
    assert reasons == ["stable_value", "exclusive", "stable_value"]
    assert standing(state)["3 May@e1"] == standing(state)["9 June@e2"] == "active"
    assert len(state.links) == 2, "the denial ends the liking, and its conflict"


def test_a_verdict_settles_a_conflict() -> None:
    told = turns(
        ("2025-01-01", say(U, "birthday", "3 May")), ("2025-02-01", say(U, "birthday", "9 June"))
    )
    may, june = (record.facts[0].atomic_id for record in told)
    when = at("2025-03-01")
    state = apply([*told, Decided("v", when, "verdict", when, target=may, kept=june)])
    assert now(state, "2025-04-01") == ["9 June"] and state.links == ()
    both = apply([*told, Decided("v", when, "verdict", when, kept=june)])
    assert now(both, "2025-04-01") == ["3 May", "9 June"] and both.links == ()
    unknown = apply([*told, Decided("v", when, "verdict", when, target="af_x", kept="af_y")])
    assert unknown.facts == apply(told).facts


def test_the_last_verdict_counts() -> None:
    told = turns(
        ("2025-01-01", say(U, "birthday", "3 May")),
        ("2025-02-01", say(U, "birthday", "9 June")),
        ("2025-02-02", say(U, "moved_to", "Turku")),
        ("2025-02-03", say(U, "moved_to", "Oulu")),
    )
    may, june, turku, oulu = (record.facts[0].atomic_id for record in told)

    def judged(*pairs: tuple[str, str]) -> Any:
        when = at("2025-03-01")
        return apply([
            *told,
            *(Decided(f"v{n}", when + n, "verdict", when + n, target=dropped, kept=kept)
              for n, (kept, dropped) in enumerate(pairs)),
        ])  # fmt: skip

    turned = judged((june, may), (may, june))
    assert now(turned, "2025-04-01") == ["3 May", "Oulu"] and turned.links == ()
    once = {fact.atomic_id: fact.validity_end_at for fact in judged((may, june)).facts}
    assert {fact.atomic_id: fact.validity_end_at for fact in turned.facts} == once
    assert now(judged((june, may), (may, june), (june, may)), "2025-04-01") == ["9 June", "Oulu"]
    assert now(judged((turku, oulu)), "2025-04-01") == ["3 May", "9 June", "Turku"], "also of rules"


# 11. plans


@pytest.mark.parametrize(
    ("plan", "done", "reason"),
    [
        (say(U, "plans_to", "visit Lisbon"), say(U, "visited", "Lisbon"), "plan_fulfilled"),
        (say(U, "plans_to", "去敦煌"), say(U, "visited", "敦煌"), "plan_fulfilled"),
        (say(U, "wants", "a dog"), say(U, "has_pet", "dog"), "plan_fulfilled"),
        (say(U, "plans_to", "visit Lisbon", since="2025-05-01"),
         say(U, "plans_to", "visit Lisbon", since="2025-06-01"), "plan_moved"),
        (say(U, "plans_to", "visit Lisbon"), say(U, "plans_to", "visit Lisbon", no=True),
         "plan_called_off"),
        (say(U, "plans_to", "visit Lisbon"), say(U, "plans_to", "Lisbon", act="end"),
         "plan_called_off"),
    ],
)  # fmt: skip
def test_a_plan_that_is_done_moved_or_called_off(
    plan: Candidate, done: Candidate, reason: str
) -> None:
    state = tell(("2025-01-01", plan), ("2025-02-01", done))
    assert [r for _, _, r in acts(state)] == [reason]
    assert state.facts[0].status == ("retracted" if reason == "plan_called_off" else "superseded")
    assert within(state, at("2025-01-05"), at("2025-01-09"))[0] == state.facts[0], (
        "was planned then"
    )


def test_stored_ids_are_what_decision_records_on_disk_name() -> None:
    fact = stored(say("user", "lives_in", "Turku"), "evt_1", 0)
    assert fact.atomic_id == ("af_113df5eeb3f7f1fc70e02bc07693f2bf2e780008a1a43407a64a3e52d713fabe")
