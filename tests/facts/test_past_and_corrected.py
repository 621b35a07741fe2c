"""What was told as so now and is not, and what holds after a correction, by class."""

from __future__ import annotations

import pytest
from factbase.lives import objects
from facts.stories import heard

from eywa_fs.facts.timeline import current

NOON = 1_795_867_200_000  # 2026-11-28, a Saturday


def held(*said: str) -> list[str]:
    """What holds after a user said these messages of one session, a minute apart."""
    told = ((NOON + number * 60_000, text) for number, text in enumerate(said))
    return objects(current(heard(*told, session="s"), NOON + len(said) * 60_000))


SILENT = """
We used to have a parrot called Fergus.
I had a rabbit named Thumper, and he was lovely.
Long ago we had a pony called Clover.
We had to put our cat Smudge down this morning.
Our hamster Nibbles died last week.
My boyfriend Marek and I split up in April.
I drive a Honda, but it belongs to my uncle.
I have a piano, though it's a rental.
My number was 07700 900 311.
I turned thirty last year.
In 2018 I turned 40.
I swim every Thursday, or at least I used to.
My dad is allergic to punctuality.
My sister is allergic to mess lol.
I've gone vegetarian for February.
我养过一只仓鼠。
我的手机号以前是13900003333。
我开一辆宝马，不过是我哥的。
我每周二去游泳，起码以前是。
从前有只鹦鹉叫阿绿，住在塔楼里。
"""


@pytest.mark.parametrize("said", SILENT.strip().splitlines())
def test_nothing_of_this_is_so_now(said: str) -> None:
    assert held(said) == []


SO = """
We have a parrot called Fergus. => Fergus
I don't eat squid tbh. => not squid
I can't stand opera innit. => not opera
I hate aubergines rn => not aubergines
I turned thirty last week. => thirty
I've been vegetarian for two years. => vegetarian
I drive a Honda, and it's blue. => Honda
My dad is allergic to fragrances. => fragrances
"""


@pytest.mark.parametrize("line", SO.strip().splitlines())
def test_this_is_so(line: str) -> None:
    said, _, value = line.partition(" => ")
    assert held(said) == [value]


CHANGED = """
My birthday is 9 June. || typo: it's 8 June. || 8 June
I live in Hull. || Typo: it's York. || York
My name is Sara. || correction: it's Zara. || Zara
I'm allergic to almonds. || typo: it's walnuts. || walnuts
I'm 52 years old. || typo: it's 53. || 53
I work at Siemans. || typo: it should be Siemens. || Siemens
I live in Hull. || typo: it's my keyboard. || Hull
我生日是六月九号。 || 打错了，是六月八号。 || 六月八号
我住在杭州。 || 打错了，是苏州。 || 苏州
我对花生过敏。 || 打错了，是核桃。 || 核桃
我住在杭州。 || 打错了，是键盘问题。 || 杭州
I live in Hull. || As of today I live in York. || York
I work at Siemens. || As of this week I work at Otto. || Otto
I live in Hull. || From today I live in York. || York
I live in Hull. || As of Monday I live in York. || Hull
我住在杭州。 || 从今天起我住在苏州。 || 苏州
"""


@pytest.mark.parametrize("line", CHANGED.strip().splitlines())
def test_what_holds_after_a_correction_or_a_change(line: str) -> None:
    first, second, value = line.split(" || ")
    assert held(first, second) == [value]


ENDED = """
My wife is called Ida. || Ida died in spring.
I drive an old Golf. || Traded the Golf in for a Kia.
我在学吉他。 || 吉他不学了
我老公叫林深。 || 林深上周病逝了
"""


@pytest.mark.parametrize("line", ENDED.strip().splitlines())
def test_what_is_told_to_be_over_is_over(line: str) -> None:
    first, second = line.split(" || ")
    assert not {"Ida", "old Golf", "吉他", "林深"} & set(held(first, second))


def test_a_divorce_ends_the_partner_whose_name_was_told() -> None:
    assert held("我老公叫林深。", "我离婚了") == ["离婚"]
