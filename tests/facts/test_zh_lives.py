# ruff: noqa: E501 - Han characters count double; a case stays on its line
"""Lives told in Chinese: jobs by what one does, homes by how one came there, people by name."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.zh import extract

#: 2025-06-15 15:06:40 UTC, a Sunday.
NOW = 1_750_000_000_000


def facts(text: str) -> set[tuple[str, str, str]]:
    """What a message asserts: subject, predicate (with ``!`` where denied), object."""
    return {
        (fact.subject, "!" * fact.negated + fact.predicate, fact.object)
        for fact in extract(text, timestamp_ms=NOW)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Jobs told by what one does.
        ("我二叔在码头开吊车，二十年了。", {("用户的二叔", "works_at", "码头"), ("用户的二叔", "works_as", "开吊车")}),
        ("我表姐毕业卖建材，现在在老家种枸杞。", {("用户的表姐", "works_as", "卖建材"), ("用户的表姐", "works_as", "种枸杞")}),
        ("我大爷给人看鱼塘，管吃管住。", {("用户的大爷", "works_as", "给人看鱼塘")}),
        ("在县城跑网约车，一天十二个钟头。", {("user", "works_as", "跑网约车")}),
        ("我哥退伍后进了消防队，天天训练。", {("用户的哥哥", "works_at", "消防队")}),
        # Homes told by verbs of settling and going back.
        ("我们全家去年从包头搬到威海了。", {("user", "lives_in", "包头"), ("user", "moved_to", "威海")}),
        ("我弟毕业就留在了绵阳，过年才回来。", {("用户的弟弟", "lives_in", "绵阳")}),
        ("我租了间顶楼的阁楼，夏天闷。", {("user", "lives_in", "顶楼的阁楼")}),
        # Schooling, skills and tongues.
        ("我侄子考上了川师大，九月开学。", {("用户的侄子", "studies_at", "川师大")}),
        ("大专读的护理，后来转行了。", {("user", "studies", "护理")}),
        ("我姑父会修钟表，不会做饭。", {("用户的姑父", "can", "修钟表"), ("用户的姑父", "!can", "做饭")}),
        ("我师父一口客家话，普通话不会。", {("用户的师父", "speaks", "客家话")}),
        # People, birthdays, animals, convictions.
        ("老褚，我连襟，在海边养鲍鱼苗，也卖海带。", {("老褚", "relation", "连襟")}),
        ("阿绢不是我师姐，是我学妹。", {("阿绢", "!relation", "师姐"), ("阿绢", "relation", "学妹")}),
        ("厂里的质检员小郝，二十六，还没对象。", {("小郝", "age", "二十六")}),
        ("三月初九是我外公八十岁大寿，订好饭店了。", {("用户的外公", "birthday", "三月初九"), ("用户的外公", "age", "八十岁")}),
        ("前阵子收养了一只三花，起名叫“豆包”。", {("user", "has_pet", "三花"), ("用户的三花", "name", "豆包")}),
        ("我只信一条：细水长流。", {("user", "believes", "细水长流")}),
        ("有急事打我嫂子电话，13900001234。", {("用户的嫂子", "contact", "13900001234")}),
    ],
)  # fmt: skip
def test_a_life_is_read(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert expected <= facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "老周，你在吗？",  # called, not spoken of
        "卖房子是不是要交税？",
        "要是我在银行当柜员就好了。",
        "温馨的小店越来越少了。",  # no full name
        "今天下午在学校门口看见一条狗。",
        "帮我查一下开吊车要什么证。",
    ],
)
def test_nothing_is_made_up(text: str) -> None:
    assert facts(text) == set()
