"""What holds now, what once held, and what held within a period."""

from __future__ import annotations

import pytest
from facts.stories import U, at, now, say, tell

from eywa_fs.factbase.book import history
from eywa_fs.factbase.proof import at_time
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import current, within


@pytest.fixture(name="moves")
def _moves() -> FactState:
    return tell(
        ("2024-01-08", say(U, "lives_in", "Ghent"), say("Inés", "relation", "sister")),
        ("2024-02-08", say("user's sister", "lives_in", "Namur")),
        ("2024-06-03", say(U, "moved_to", "Bruges"), say(U, "works_at", "Otto", maybe=True)),
        ("2024-12-03", say(U, "moved_to", "鲁汶")),
        ("2024-12-04", say(U, "lives_in", "Mons", since="2019-01-01", until="2020-12-31")),
    )


def test_now_is_the_current_value_and_no_older_one(moves: FactState) -> None:
    assert now(moves, "2024-03-01") == ["Ghent", "sister", "Namur"]
    assert now(moves, "2024-12-24") == ["sister", "Namur", "鲁汶"]
    assert now(moves, "2023-12-24") == []


def test_a_history_is_of_one_slot_and_one_person_by_any_name(moves: FactState) -> None:
    homes = ["Mons", "Ghent", "Bruges", "鲁汶"]
    for name in ("lives_in", "moved_to", "residence"):
        assert [f.object for f in history(moves, U, name)] == homes
    assert [f.object for f in history(moves, "Inés", "lives_in")] == ["Namur"]
    assert [f.object for f in history(moves, "user's sis", "lives_in")] == ["Namur"]
    assert history(moves, "Inés", "works_at") == ()
    assert all(f.sure for f in history(moves))


@pytest.mark.parametrize(
    ("start", "end", "homes"),
    [
        ("2020-03-01", "2020-04-01", ["Mons"]),
        ("2024-03-01", "2024-04-01", ["Ghent"]),
        ("2024-06-01", "2024-07-01", ["Ghent", "Bruges"]),
        ("2022-01-01", "2022-12-31", []),
    ],
)
def test_a_period_gives_what_held_in_it(
    moves: FactState, start: str, end: str, homes: list[str]
) -> None:
    found = within(moves, at(start, 0), at(end, 0))
    assert [f.object for f in found if f.slot == "residence" and f.subject == U] == homes


def test_a_plan_called_off_counts_for_the_time_it_was_planned_only() -> None:
    state = tell(
        ("2024-01-08", say(U, "plans_to", "去敦煌", since="2024-08-01", until="2024-08-31")),
        ("2024-05-08", say(U, "plans_to", "敦煌", act="end")),
    )
    assert now(state, "2024-03-01") == [] and state.facts[0].status == "retracted"
    for start, end, count in (("2024-03-01", "2024-03-31", 1), ("2024-08-01", "2024-08-31", 0)):
        assert len(within(state, at(start), at(end))) == count


def test_a_belief_taken_back_later_was_held_once() -> None:
    state = tell(
        ("2024-01-08", say(U, "works_at", "Otto")),
        ("2024-01-10", say(U, "works_at", "Otto", act="retract")),
    )
    assert [f.object for f in history(state)] == ["Otto"] and current(state, at("2024-02-01")) == ()


def test_each_fact_says_how_it_stands_at_a_moment() -> None:
    state = tell(
        ("2024-01-08", say(U, "lives_in", "Mons", until="2020-12-31"), say(U, "has_pet", "dog")),
        ("2024-01-09", say(U, "lives_in", "Ghent"), say("user's dog", "name", "Rex")),
        ("2024-01-10", say(U, "moved_to", "Bruges", since="2024-03-01")),
        ("2024-01-11", say(U, "works_at", "Otto", maybe=True), say(U, "speaks", "Dutch")),
        ("2024-01-12", say(U, "speaks", "Dutch", act="retract")),
        ("2024-01-13", say(U, "has_pet", "dog", act="end")),
    )
    every = (*state.facts, *state.candidates)
    for day in ("2024-01-11", "2024-02-01", "2024-04-01"):
        told = at_time(state, every, at(day))
        holding = {f.atomic_id for f in current(state, at(day))}
        assert {name for name, how in told.items() if how == "holds"} == holding
    told = at_time(state, every, at("2024-02-01"))
    assert {f.object: told[f.atomic_id] for f in every} == {
        "Mons": "over", "Ghent": "holds", "Bruges": "ahead", "Otto": "unsure", "Dutch": "over",
        "dog": "over", "Rex": "over",
    }  # fmt: skip
