"""What is told later ends what was told before, or leaves it. A line is what one user says, one
message behind the other, weeks apart."""

from __future__ import annotations

import pytest
from facts.stories import at, heard

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.timeline import current


def _held(line: str, *slots: str) -> list[Afu]:
    """What holds after the messages of a line, of some slots if any are named."""
    *before, last = line.split(" || ")
    told = [(f"2026-10-{day}", text) for day, text in enumerate(before, 10)]
    state = heard(*told, ("2026-11-18", last))
    return [f for f in current(state, at("2026-11-20")) if not slots or f.slot in slots]


AGAIN = """
我不吃牛肉。 || 我现在吃牛肉了。
我不喝奶茶。 || 我现在喝奶茶了。
我吃素。 || 我现在吃肉了。
我吃素。 || 我又吃肉了。
以后回答我别用表情 || 以后可以用表情了
以后回答我别用列表 || 你可以再用列表了
I'm vegetarian. || I eat chicken again.
I'm vegan. || I can eat meat now.
I don't drink milk. || I drink milk again.
"""
DENIED = """
我不吃牛肉。 || 我现在吃饱了。
我不吃牛肉。 || 我现在不吃牛肉了。
我吃素。 || 我现在吃素了。
我吃素。 || 我现在可以吃菌菇了。
以后回答我别用表情 || 以后可以用表情吗
以后回答我别用表情 || 以后可以用列表了
I'm vegetarian. || I eat cheese again.
I'm vegetarian. || My brother eats meat again.
I'm vegetarian. || I don't eat meat again and again.
"""


def _first_held(line: str) -> list[Afu]:
    return [fact for fact in _held(line) if fact.source_event_id == "e0"]


@pytest.mark.parametrize("line", AGAIN.strip().splitlines())
def test_what_is_taken_up_again_ends_what_denied_it(line: str) -> None:
    assert not _first_held(line)


@pytest.mark.parametrize("line", DENIED.strip().splitlines())
def test_other_words_end_no_denial(line: str) -> None:
    assert _first_held(line)


PARTED = """
我男朋友叫程野，在南大读博 || 我和程野分手了
我男朋友叫程野，在南大读博 || 我跟男朋友分手了
我老婆在华为上班 || 我和老婆离婚了
My girlfriend is called Noor. || My girlfriend works at Aldi. || Noor and I broke up.
My girlfriend Noor loves figs. || My girlfriend works at Aldi. || Noor left me.
My boyfriend works at Aldi. || I've broken up with my boyfriend.
I'm married to Tom. || My husband works at Aldi. || My husband died in October.
My husband Tom loves figs. || My husband passed away peacefully.
I'm married to Irena. || I divorced my wife in October.
My wife works at Aldi. || My wife and I separated last month.
"""
TOGETHER = """
我男朋友在南大读博 || 我姐和男朋友分手了
我男朋友在南大读博 || 我和男朋友分享了一块蛋糕
My boyfriend works at Aldi. || My sister broke up with her boyfriend.
My wife works at Aldi. || I divorced my wife in 2010.
My wife Irena loves figs. || My husband died in 2010.
My husband works at Aldi. || My brother's husband died.
My husband works at Aldi. || My husband's dog died.
My husband works at Aldi. || My husband's band split up.
我老公在华为上班 || 老公的球队散了
我女朋友在武大读法硕 || 我跟前女友早就分手了
"""
PARTNERS = ("spouse", "name", "employer", "school")


@pytest.mark.parametrize("line", PARTED.strip().splitlines())
def test_what_was_told_of_a_partner_ends_with_the_two(line: str) -> None:
    assert not _held(line, *PARTNERS)


@pytest.mark.parametrize("line", TOGETHER.strip().splitlines())
def test_what_others_do_or_did_long_ago_parts_nobody(line: str) -> None:
    assert len(_held(line, *PARTNERS)) == 1


NEXT_ONE = """
我女朋友在武大读法硕 || 我和女朋友分手了 || 我女朋友叫林琳
My girlfriend works at Aldi. || I broke up with my girlfriend. || My girlfriend is called Linn.
"""


@pytest.mark.parametrize("line", NEXT_ONE.strip().splitlines())
def test_the_next_partner_inherits_nothing(line: str) -> None:
    [fact] = _held(line)
    assert fact.predicate == "name"


LASTING = ("employer", "schedule", "things")
OVER = """
I work at Brightwater. || I resigned from Brightwater today.
I work at Brightwater. || Brightwater sacked me this morning.
I work at Brightwater. || Today was my last day at Brightwater.
I work at Brightwater. || My last day at Brightwater was on Thursday.
I play in a brass band every Tuesday. || The brass band disbanded today.
I have a canoe. || I sold the canoe today.
我在远帆物流上班。 || 我今天从远帆物流离职了。
我在远帆物流上班。 || 今天是我在远帆的最后一天。
我在远帆物流上班。 || 今天被远帆物流裁了。
"""
GOES_ON = """
I work at Brightwater. || I'm done with Brightwater for today.
I work at Brightwater. || I left Brightwater early today.
I work at Brightwater. || My last day at Brightwater is on Thursday.
I work at Brightwater. || I'll quit Brightwater tomorrow.
I play in a brass band every Tuesday. || The brass band is cancelled today.
I take yoga classes every Tuesday. || No more yoga today.
我在远帆物流上班。 || 今天不去远帆物流了。
我在远帆物流上班。 || 明天从远帆物流离职了就好了。
我在远帆物流上班。 || 今天是我在远帆休假前的最后一天。
"""
LONG_AGO = """
My husband Anders died eight years ago.
My wife Petra and I divorced ten years ago.
My boyfriend Luis moved out three years ago.
My cat Pepper died years ago.
My dog Bruno died when I was twelve.
"""
STILL = """
My husband Anders had a stroke eight years ago.
My wife Petra and I met ten years ago.
My cat Pepper moved in with us years ago.
My dog Bruno was born when I was twelve.
My husband Anders sold his boat eight years ago.
"""


@pytest.mark.parametrize("line", OVER.strip().splitlines())
def test_what_cannot_end_for_a_day_is_over_on_the_day_it_is_told(line: str) -> None:
    before, _ = line.split(" || ")
    assert _held(before, *LASTING) and not _held(line, *LASTING)


@pytest.mark.parametrize("line", GOES_ON.strip().splitlines())
def test_what_is_off_today_or_ends_later_goes_on(line: str) -> None:
    assert _held(line, *LASTING)


@pytest.mark.parametrize("said", LONG_AGO.strip().splitlines())
def test_who_is_named_beside_an_end_of_long_ago_is_not_the_users(said: str) -> None:
    assert not _held(said, "spouse", "has_pet")


@pytest.mark.parametrize("said", STILL.strip().splitlines())
def test_who_is_named_beside_something_else_of_long_ago_is(said: str) -> None:
    assert _held(said, "spouse", "has_pet")


TAKEN_BACK = [
    "I live in Oslo now. jk jk, Bergen is fine.",
    "I'm vegetarian now. jk I had ribs today.",
    "From now on answer in Welsh. jk jk, English please.",
    "I live in Oslo now. kidding kidding",
    "I live in Oslo now. just kidding we never left Bergen",
    "我搬到宁波了。开玩笑开玩笑，还在老地方。",
    "我搬到宁波了。逗你的逗你的。",
]
MEANT = [
    "I live in Oslo now. JK Smit is my landlord.",
    "I live in Oslo now. Kidding around is my thing.",
    "I live in Oslo now. Forget that I was late.",
    "我搬到宁波了。开玩笑开过头了。",
]


@pytest.mark.parametrize("said", TAKEN_BACK)
def test_a_joke_that_is_taken_back_is_no_fact(said: str) -> None:
    assert not _held(said)


@pytest.mark.parametrize("said", MEANT)
def test_what_only_has_words_of_a_joke_takes_nothing_back(said: str) -> None:
    assert _held(said)
