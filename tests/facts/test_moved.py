"""What is put off or brought forward: the day that is told last counts."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.afu import day_of
from eywa_fs.facts.timeline import current


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我每周二晚上去学二胡", "二胡改到周五晚上了"),
        ("我每周六上午去上游泳课", "游泳课调到星期天上午了，老师有事"),
        ("I have choir practice every Monday.", "Choir practice has moved to Thursdays."),
        ("I have judo every Friday.", "Judo is now on Wednesday, at six."),
    ],
)
def test_the_new_day_of_what_is_moved_is_not_the_day_it_ended(before: str, after: str) -> None:
    [fact] = heard(("2026-10-05", before), ("2026-11-17", after)).facts
    assert fact.validity_end_at == at("2026-11-17")
    assert not fact.holds_at(at("2026-11-18")) and fact.holds_at(at("2026-11-16"))


def test_the_day_named_with_what_is_called_off_is_the_day_it_ended() -> None:
    told = ("2026-10-05", "I have judo every Friday."), ("2026-11-17", "Judo folded on 3 November.")
    [fact] = heard(*told).facts
    assert fact.validity_end_at == at("2026-11-03", 0)


def _lives(*said: tuple[str, str]) -> list[tuple[str, str, bool]]:
    """Object and first day of what was told of homes and employers, and whether it ever held."""
    facts = [f for f in heard(*said).facts if f.slot in ("residence", "employer")]
    return [(f.object, f"{day_of(f.validity_start_at)}"[5:], not f.never_held) for f in facts]


@pytest.mark.parametrize(
    ("first", "later", "day"),
    [
        (
            "I start at Brightwell on 7 December.",
            "I start at Brightwell on 30 November now.",
            "11-30",
        ),
        ("I start at Brightwell on 7 December.", "I start at Brightwell on 14 December.", "12-14"),
        ("I start at Brightwell on 7 December.", "I start at Brightwell in January.", "01-01"),
        ("I start at Brightwell next month.", "I start at Brightwell on 14 December.", "12-14"),
        ("I start at Brightwell on 7 December.", "I started at Brightwell yesterday.", "11-19"),
        ("我12月7号入职澄海科技", "我12月10号入职澄海科技", "12-10"),
        ("我12月7号入职澄海科技", "我昨天入职澄海科技了", "11-19"),
    ],
)
def test_a_beginning_that_is_told_of_another_day_was_moved(
    first: str, later: str, day: str
) -> None:
    (firm, _, began), (again, begins, begun) = _lives(("2026-11-02", first), ("2026-11-20", later))
    assert (firm, began, begins, begun) == (again, False, day, True)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("I start at Brightwell on 7 December.", "I start at Brightwell next month."),
        ("I start at Brightwell on 7 December.", "I start at Brightwell in December."),
        ("I start at Brightwell on 7 December.", "I started at Brightwell in 2015."),
        ("I start at Brightwell on 7 December.", "I start at Brightwell on the 7th, not the 9th."),
        ("I started at Brightwell on 2 March.", "I started at Brightwell on 9 March."),
        ("我12月7号入职澄海科技", "我下个月入职澄海科技"),
        ("我12月7号入职澄海科技", "我在澄海科技上班"),
    ],
)
def test_what_says_less_of_the_day_or_speaks_of_another_time_moves_nothing(
    first: str, later: str
) -> None:
    told = _lives(("2026-11-02", first), ("2026-11-20", later))
    assert [held for _, _, held in told] == [True]


@pytest.mark.parametrize(("new", "end"), [("30 November", "11-30"), ("19 December", "12-19")])
def test_what_was_to_end_goes_on_until_the_new_day(new: str, end: str) -> None:
    state = heard(
        ("2026-10-02", "I live in York."),
        ("2026-11-02", "We move to Leeds on 12 December."),
        ("2026-11-20", f"We move to Leeds on {new}."),
    )
    york, _, leeds = state.facts
    assert day_of(york.validity_end_at or 0).isoformat()[5:] == end
    assert york.superseded_by == leeds.atomic_id


@pytest.mark.parametrize(
    ("first", "later", "moved"),
    [
        ("My hip operation is on 3 December.", "My hip operation is on 17 December now.", True),
        ("I have an eye test on 3 December.", "My eye test is now on 9 December.", True),
        ("My driving test is on 3 December.", "My driving test was moved to the 9th.", True),
        ("I have a concert in Leeds on 3 December.", "I have a concert in York on 9 December now.",
         False),
        ("My exam is on 3 December.", "My exam is on 9 December.", False),
        ("I have yoga every Monday.", "My yoga exam is on 9 December now.", False),
    ],
)  # fmt: skip
def test_an_appointment_takes_the_place_of_its_own_earlier_day_only(
    first: str, later: str, moved: bool
) -> None:
    old, *_ = heard(("2026-11-02", first), ("2026-11-20", later)).facts
    assert (old.status == "superseded", old.never_held) == (moved, moved)


@pytest.mark.parametrize(
    ("told", "town"),
    [
        ("I've moved to Wetherby.", "Wetherby"),
        ("I moved to Obsidian in May.", "Obsidian"),
        ("We moved to Terraform last week.", "Terraform"),
        ("我上周搬到云栖了", "云栖"),
        ("我搬去西塘住了，安静多了", None),
        ("I've moved to Java 21.", None),
        ("I've moved to the Finch team.", None),
        ("I was moved to tears by it.", None),
        ("我搬到三楼了", None),
        ("我搬到客厅了", None),
        ("我们搬进新房子了", None),
    ],
)
def test_a_move_to_a_name_that_no_list_has_is_a_candidate(told: str, town: str | None) -> None:
    """It may be a tool or a team: the old home stands, and nothing new is told as so."""
    first = "I live in Selby." if told.isascii() else "我住在绍兴。"
    state = heard(("2026-03-02", first), ("2026-11-17", told))
    homes = [f.object for f in current(state, at("2026-11-20")) if f.slot == "residence"]
    assert homes == (["西塘"] if "住了" in told else [first[10:-1] if told.isascii() else "绍兴"])
    assert [f.object for f in state.candidates] == ([town] if town else [])
