# ruff: noqa: E501 - Han characters count double
"""Facts that need the neighbours of a clause, and the turns that only look like them.

Every sentence here was written for these tests.
"""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.zh import extract

#: 2025-06-10 09:00 UTC, a Tuesday.
NOW = 1_749_546_000_000


def triples(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, timestamp_ms=NOW)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Orders given once hold for the clauses behind.
        ("游泳教练下了死命令，赛前一周不准熬夜。", ("user", "must_not", "熬夜", False)),
        # The list stands in front of its verb.
        ("姜末、蒜泥、韭菜，一律不吃。", ("user", "diet", "蒜泥", True)),
        # A list goes on.
        ("阳台养了一只八哥，还有条懒得动的泥鳅。", ("user", "has_pet", "泥鳅", False)),
        # What it used to be, said afterwards.
        ("陶艺课挪到周五了，原先是周二。", ("陶艺课", "schedule", "周二", False)),
        ("我们的周会提前到周四下午三点，之前周五那个老有人请假。", ("周会", "schedule", "周五", False)),
        # Who it is that does it, and who not.
        ("家里会修表的是我舅舅，不是我爸。", ("用户的舅舅", "can", "修表", False)),
        ("家里会修表的是我舅舅，不是我爸。", ("用户的爸爸", "can", "修表", True)),
        ("部门里会手语的就一个，是小邹，不是小周。", ("小周", "speaks", "手语", True)),
        ("不是我爸有糖尿病，是我岳父。", ("用户的岳父", "health", "糖尿病", False)),
        ("不是我爸有糖尿病，是我岳父。", ("用户的爸爸", "health", "糖尿病", True)),
        ("我学的是法语，不是德语。", ("user", "studies", "德语", True)),
        # Taken back in the same breath.
        ("我住三栋，哦不，五栋。", ("user", "lives_in", "五栋", False)),
        ("航班是早上七点，看岔了，是晚上七点。", ("航班", "schedule", "晚上七点", False)),
        # Handed over.
        ("昨天把那辆骑了五年的山地车卖给我徒弟了。", ("用户的徒弟", "owns", "山地车", False)),
        # Whose mail it is.
        ("合同寄到 hr@lanbo.example，那是我们会计老简的邮箱。", ("老简", "contact", "hr@lanbo.example", False)),
        # Whose partner it is.
        ("堂姐上周订婚了，对象是牙医。", ("用户的堂姐的对象", "works_as", "牙医", False)),
        # The time stands before the speaker.
        ("每周五傍晚我去接女儿。", ("user", "schedule", "每周五傍晚我去接女儿", False)),
        # A name behind where one knows the person from.
        ("楼下的邵阿姨是我初中班主任。", ("邵阿姨", "relation", "初中班主任", False)),
    ],
)  # fmt: skip
def test_a_clause_takes_from_its_neighbours(
    text: str, expected: tuple[str, str, str, bool]
) -> None:
    assert expected in triples(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我在玻璃厂吹瓶子，一天站十个钟头。", ("user", "works_at", "玻璃厂", False)),
        ("我爱人在隧道公司打盾构。", ("用户的爱人", "works_as", "打盾构", False)),
        ("我同学在阿里写前端。", ("用户的同学", "works_as", "写前端", False)),
        ("表弟腊月要去深圳当学徒。", ("用户的表弟", "plans_to", "去深圳当学徒", False)),
        ("我外甥拿了全省作文比赛一等奖。", ("用户的外甥", "other", "拿了全省作文比赛一等奖", False)),
        ("三月份入了拳击的坑。", ("user", "started", "拳击", False)),
        ("我早餐固定两片吐司配豆浆。", ("user", "diet", "豆浆", False)),
        ("谁再给我安利恐怖片我跟谁急。", ("user", "prefers", "恐怖片", True)),
        ("我不会骑车也不会游泳。", ("user", "can", "游泳", True)),
        ("我爸不抽烟也不喝酒。", ("用户的爸爸", "diet", "酒", True)),
        ("我跟我妹生日只差两天，她十月十五，我十月十七。", ("用户的妹妹", "birthday", "十月十五", False)),
        ("我儿子戴牙套。", ("用户的儿子", "health", "戴牙套", False)),
        ("我妹转学去了珠海。", ("用户的妹妹", "moved_to", "珠海", False)),
        ("预算八千封顶。", ("预算", "other", "八千封顶", False)),
        ("阿拉外公老早在钢厂上班。", ("用户的外公", "works_at", "钢厂", False)),
        ("我唔鍾意打麻雀。", ("user", "prefers", "打麻雀", True)),
        ("我跟老裴三十年的交情了。", ("user", "friend", "老裴", False)),
        ("我公积金交在苏州。", ("用户的公积金", "other", "苏州", False)),
        ("一口烟没抽过。", ("user", "diet", "烟", True)),
        ("纹身我一个都没有。", ("user", "has", "纹身", True)),
        ("我不用闹钟。", ("user", "uses", "闹钟", True)),
        ("外公中过风。", ("用户的外公", "health", "中过风", False)),
        ("我弟谈了个女朋友，是健身房的前台。", ("用户的弟弟的女朋友", "works_as", "前台", False)),
        ("我妈妈报了老年大学。", ("用户的妈妈", "studies_at", "老年大学", False)),
        ("堂妹从二小转到了附小。", ("用户的堂妹", "studies_at", "附小", False)),
        ("我每天给外婆打电话，她耳背。", ("用户的外婆", "health", "耳背", False)),
        ("视力左眼五点零，右眼四点六。", ("user", "health", "右眼四点六", False)),
        ("弟弟前年在漠河住了二十天。", ("用户的弟弟", "visited", "漠河", False)),
    ],
)  # fmt: skip
def test_more_ways_to_say_it_are_read(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in triples(text)


@pytest.mark.parametrize(
    "text",
    [
        "我在公园看到一只狗。",
        "我在食堂排队打饭。",
        "谁再说一遍？",
        "一般来说，猫一天要睡十几个小时。",
        "医生说我恢复得很好。",
        "要是我在玻璃厂吹瓶子就好了。",
        "电影里的小伙在隧道公司打盾构。",
        "计划赶不上变化。",
        "周五晚上真的很累。",
        "到了成都再跟你联系。",
        "备考压力真大。",
        "网上说睡前一定要泡脚。",
        "如果我弟谈了女朋友就好了。",
    ],
)
def test_what_only_looks_alike_is_left_alone(text: str) -> None:
    assert triples(text) == set()


def test_a_weekday_behind_a_role_is_no_name() -> None:
    assert {s for s, _, _, _ in triples("女儿周六上午学琴，周日踢球。")} == {"用户的女儿"}


@pytest.mark.parametrize(
    "text",
    [
        "家里会修表的是我舅舅，不是我爸。",
        "不是我爸有糖尿病，是我岳父。",
        "我学的是法语，不是德语。",
    ],
)
def test_the_place_of_a_fact_holds_its_object(text: str) -> None:
    """Who checks the fact against its place must find it there, whoever it was first said of."""
    facts = extract(text, timestamp_ms=NOW)
    assert facts and all(c.object in text[c.start : c.end] for c in facts)
