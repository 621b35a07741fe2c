"""What a day of a session can do without: by its words alone, in both languages."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from eywa_fs.governance.compaction import Day, Said


def user(text: str, *, free: bool = True, aside: bool = False) -> Said:
    return Said(text, "user", own=True, free=free, aside=aside)


def agent(text: str) -> Said:
    return Said(text, "assistant", own=False)


def test_light_takes_repeats_and_what_says_nothing() -> None:
    day = Day(
        [
            user("The ferry leaves at seven."),
            agent("Noted."),
            user("the  FERRY leaves at seven."),
            agent("The ferry leaves at seven."),
            user("Oh, ok, thank you!"),
            user("👍"),
            user("备用钥匙放在花盆下面。"),
            user("備用鑰匙放在花盆下面。"),
        ]
    )
    assert set(day.light()) == {0, 4, 5, 6}
    assert day.quality(day.stay(day.light())) == 1.0


def test_an_answer_says_something_however_short() -> None:
    day = Day(
        [
            agent("Do you eat fish?"), user("No."), agent("And meat?"), user("No."),
            user("No."), agent("你喜欢喝茶吗"), user("是的"), user("是的"),
        ]
    )  # fmt: skip
    assert set(day.light()) == {4, 7}


def test_what_has_to_stay_makes_a_repeat_of_the_other() -> None:
    text = "The spare key hangs behind the blue door."
    assert set(Day([user(text, free=False), user(text)]).light()) == {1}
    assert set(Day([user(text), user(text, free=False)]).light()) == {0}
    assert not Day([user(text), user(text, free=False, aside=True)]).light(), (
        "the other is gone already"
    )
    assert not Day([user(text), Said(text, "user Marta", own=True)]).light()


TALK = (
    user("My bicycle needs a new chain before the trip to Lund."),
    agent("A new chain for your bicycle, before the trip to Lund: shall I remind you?"),
    user("Marta keeps the spare key under the third flower pot."),
    agent("Marta has the spare key under the flower pot."),
)


def test_medium_keeps_the_users_words_first() -> None:
    day = Day(TALK)
    going = day.medium(0.7)
    assert set(going) == {1, 3}
    assert 0.7 <= day.quality(day.stay(going)) < 1
    assert not Day(TALK).medium(1.0) or day.quality(day.stay(day.medium(1.0))) == 1.0


def test_a_day_that_says_too_little_already_is_left_alone() -> None:
    said = [*TALK[1:], user(TALK[0].text, free=False, aside=True)]
    gone = [Said(one.text, one.speaker, one.own, free=False, aside=True) for one in TALK[1:]]
    assert not Day([TALK[0], *gone]).medium(0.9)
    assert Day(said).medium(0.5)


WORDS = (
    "ferry",
    "kettle",
    "钥匙",
    "harbour",
    "花盆",
    "violin",
    "the",
    "的",
    "Lund",
    "walnut",
    "ok",
)


@pytest.mark.parametrize("seed", range(8))
def test_made_again_it_takes_nothing_more(seed: int) -> None:
    chance = random.Random(seed)
    said = [
        Said(
            " ".join(chance.choices(WORDS, k=chance.randint(1, 6))) + chance.choice("??.!"),
            chance.choice(("user", "assistant")),
            own=chance.random() < 0.5,
            free=chance.random() < 0.9,
        )
        for _ in range(40)
    ]
    ways: tuple[Callable[[Day], dict[int, str]], ...] = (Day.light, lambda day: day.medium(0.6))
    for compact in ways:
        day = Day(said)
        going = compact(day)
        assert all(said[number].free for number in going)
        assert day.quality(day.stay(going)) >= 0.6
        after = [
            Said(one.text, one.speaker, one.own, free=n not in going and one.free, aside=n in going)
            for n, one in enumerate(said)
        ]
        assert not compact(Day(after))


def test_a_day_without_words_has_lost_nothing() -> None:
    assert Day([]).quality([]) == 1.0 and not Day([]).medium(0.8)
    assert Day([user("ok"), user("👍")]).quality([]) == 1.0
