"""What is taken back as a joke is told by the form of a clause."""

from __future__ import annotations

import pytest

from eywa_fs.language.joking import is_joke, is_untrue, laughs_off

JOKES = """
just teasing
nah mate I'm only winding you up
lol I was bluffing
haha just playing
it's a prank
that was made up
not true! we still have the old van
哄你的啦
耍下你咋
刚才是闹着玩的
讲住笑㗎
嘻嘻，编的
唔係真㗎
"""
SERIOUS = """
I'm playing
I'm messing up the recipe
no fooling around this time
the joke was on him
my brother is kidding himself
Lena told them we moved. that is not true
a prank call woke us
是真的
他在逗你的猫
说笑话比赛在星期五
我没有
"""


@pytest.mark.parametrize("text", JOKES.strip().splitlines())
def test_what_was_a_joke(text: str) -> None:
    assert is_joke(text)


@pytest.mark.parametrize("text", SERIOUS.strip().splitlines())
def test_what_speaks_of_jokes_or_of_something_else(text: str) -> None:
    assert not is_joke(text) and not laughs_off(text)


@pytest.mark.parametrize("text", ["lol not really", "haha I didn't", "哈哈没有啦", "哈哈，不是的"])
def test_who_laughs_and_denies_takes_it_back(text: str) -> None:
    assert laughs_off(text)


@pytest.mark.parametrize("text", ["That's not true.", "a lie!", "lol, untrue", "假的啦"])
def test_what_may_object_to_another_ones_words(text: str) -> None:
    assert is_untrue(text) and is_joke(text)


@pytest.mark.parametrize("text", ["just teasing", "I made it up", "骗你的", "Not true of cats."])
def test_what_takes_back_ones_own_words_or_says_more(text: str) -> None:
    assert not is_untrue(text)
