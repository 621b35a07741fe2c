"""Families of Chinese statements: bodies, hours, trades, lives and ways of living, each with twins
that only look alike. All sentences were written for this test."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.zh import extract

NOW = 1_760_000_000_000
Fact = tuple[str, str, str, bool]


def facts(text: str) -> set[Fact]:
    found = extract(text, timestamp_ms=NOW)
    return {(c.subject, c.predicate, c.object, c.negated) for c in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我右膝韧带撕裂，打着石膏", ("user", "health", "右膝韧带撕裂", False)),
        ("肋骨断了两根", ("user", "health", "肋骨断了两根", False)),
        ("睡前半片右佐匹克隆", ("user", "health", "睡前半片右佐匹克隆", False)),
        ("我弟一米八七", ("用户的弟弟", "health", "一米八七", False)),
        ("我一吃菠萝就嘴麻", ("user", "allergic_to", "菠萝", False)),
        ("芒果一吃就起疹子", ("user", "allergic_to", "芒果", False)),
        ("儿子反复中耳炎", ("用户的儿子", "health", "反复中耳炎", False)),
        ("图书馆周三闭馆", ("图书馆", "schedule", "周三闭馆", False)),
        ("驾照下个月到期", ("驾照", "schedule", "下个月到期", False)),
        ("合唱团周一三排练", ("合唱团", "schedule", "周一三排练", False)),
        ("下周起改上夜班", ("user", "schedule", "夜班", False)),
        ("在殡仪馆给人化妆", ("user", "works_as", "给人化妆", False)),
        ("我是给动画片配猫叫的", ("user", "works_as", "给动画片配猫叫", False)),
        ("工牌写的是实施顾问", ("user", "works_as", "实施顾问", False)),
        ("这学期选了西班牙语", ("user", "studies", "西班牙语", False)),
        ("我闺女学大提琴第三年了", ("用户的闺女", "studies", "大提琴", False)),
        ("缸里养了两只乌龟，一只叫船长，一只叫大副", ("user", "has_pet", "大副", False)),
        ("另一个表姐阿芸在税务局上班", ("阿芸", "works_at", "税务局", False)),
        ("阿诚是我表哥，开大货的", ("阿诚", "works_as", "开大货", False)),
        ("有个同事叫温蒂，吃全素", ("温蒂", "diet", "吃全素", False)),
        ("小区保安老覃是退伍兵", ("老覃", "other", "退伍兵", False)),
        ("新来的实习生小岑学的是新闻", ("小岑", "studies", "新闻", False)),
        ("上个月去绍兴喝了三天黄酒", ("user", "visited", "绍兴", False)),
        ("我在大理住过半年", ("user", "lives_in", "大理", False)),
        ("云南不去了", ("user", "plans_to", "云南", True)),
        ("没房没车没存款", ("user", "has", "车", True)),
        ("忌酒忌辣", ("user", "must_not", "辣", False)),
        ("我跟甜食无缘", ("user", "prefers", "甜食", True)),
        ("奶茶三分糖去冰", ("user", "prefers", "三分糖去冰", False)),
        ("五音不全", ("user", "health", "五音不全", False)),
        ("我弟戒网瘾三个月了", ("用户的弟弟", "stopped", "网瘾", False)),
        ("过了年就三十三了", ("user", "age", "三十三", False)),
        ("套餐从这个月起降到二十九块了", ("user", "other", "二十九块", False)),
        ("医生准我一天一杯拿铁", ("user", "diet", "一天一杯拿铁", False)),
    ],
)
def test_the_families_are_read(text: str, expected: Fact) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "今天头疼",
        "嗓子疼",
        "想到这事我头皮发麻",
        "我大概五点到家",
        "我怕操作复杂影响进度",
        "我打算试试看",
        "这个节奏我喜欢",
        "我体重卡住好几天了",
        "我是打酱油的",
        "没有讨厌的也没有喜欢的",
        "要是我在殡仪馆给人化妆就好了",
        "图书馆周三闭馆吗？",
    ],
)
def test_what_only_looks_alike_is_left_alone(text: str) -> None:
    assert facts(text) == set()
