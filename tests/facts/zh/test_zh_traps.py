"""Chinese messages in which nothing, or only one thing, is said of the writer."""

from __future__ import annotations

import pytest
from facts.stories import phrase

from eywa_fs.facts.extraction import extract

NOON = 1_733_140_800_000
"""A Monday in December 2024."""


def read(text: str) -> list[str]:
    """What is read as certain, as "subject predicate object"."""
    return [phrase(c) for c in extract(text, NOON) if c.sure and c.act == "state"]


SILENT = [
    "绍兴真不错，到处都是水。",
    "两万块一平，我又不是开银行的",
    "侄女好久没见我，管我叫阿姨",
    "今晚又点了炸鸡，太香了。",
    "电费要涨了，从5月1号开始。",
    "王建国昨天摔了一跤，右腿骨折，要住院。",
    "你后来坚持下来，当上了医生。",
    "他说我住在南昌。",
    "听说我对花粉过敏的人不少。",
    "我奶奶喊我倒掉，我没倒。",
    "教練話肌肉拉傷,叫我休息先。",
    "楼下小孩叫我小声点",
    "不吃芹菜不吃蒜",
    "我是副总。",
    "我叔是老板，我给他打下手",
    "表哥的店要装修，喊我垫资三万。",
    "养了四十只白鹅，最近不吃食",
    "我是一名退役军人，想学车",
    "如果我住在海边，我就天天游泳。",
    "要是我是老师就好了。",
    "我梦见我住在火星上的小镇。",
    "我是不是对牛奶过敏？",
    "我该养一只猫吗？",
    "我应该叫什么名字好呢？",
    "帮我写一封自荐信：我是护士，在仁和医院工作，喜欢画画。",
    "请你扮演一位病人。我今年60岁，有高血压。",
    "把下面这段话翻译成英文：我住在洛阳，今年三十岁。",
    "我以为我对虾过敏。",
    "我希望我女儿是医生。",
    "我同事怀孕了。",
    "我想养一只柯基。",
    "我在家工作。",
    "我在努力工作。",
    "我在机场。",
    "我住在朋友家。",
    "我昨晚住在苏州的酒店。",
    "我今天不吃辣。",
    "我喜欢你。",
    "我讨厌他。",
    "我喜欢的那家店关门了。",
    "我28岁那年去了深圳。",
    "我是他老师。",
    "我是真的喜欢，才怪。",
    "我们公司在西安。",
    "我们学校有两只猫。",
    "以后再说吧。",
    "妈妈：我住在桂林。",
    "小周：周末好呀！我特别喜欢钓鱼。",
    "我是开车来的。",
    "我妈叫我回家。",
    "我的老师是王教授。",
    "我和小雅下个月订婚。",
    "我从来都是走路来的。",
    "老王是我见过最抠的人。",
    "```\n我住在桂林\n```",
    "“我住在桂林”这句怎么说",
    "这首歌唱的是“我爱北京的秋天，我住在胡同里”。",
    "我不是不喜欢爬山。",
    "我奶奶常说，我今年八十了，啥没见过。",
    "日记里写着，我今年八岁，我住在绍兴。",
    "收到一条短信，我是陆航，我住在绍兴。",
    "翻译一下 我住在绍兴",
    "朗诵稿\n我叫小明，今年10岁",
    "我的角色是个侦探，我叫沈夜，今年三十岁。",
    "我叫沈小夜，今年23岁，来自湖南。这样自我介绍行吗",
    "诚聘前台，坐标绍兴，月薪6000。",
    "我在医院做手术。",
    "我在网上当客服。",
]


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_certain(text: str) -> None:
    assert read(text) == []


READ = [
    (
        "我们有两个孩子，小宇5岁，小雅3岁。",
        ["user has_child 两个孩子", "小宇 age 5岁", "小雅 age 3岁"],
    ),
    ("我儿子6岁，我34岁。", ["用户的儿子 age 6岁", "user age 34岁"]),
    ("我妈有糖尿病，我没有。", ["用户的妈妈 health 糖尿病"]),
    ("我不喜欢画面血腥的游戏。", ["user prefers not 画面血腥的游戏"]),
    ("我住在温州，你住哪里？", ["user lives_in 温州"]),
    ("我對蝦過敏，也不吃牛肉。", ["user allergic_to 蝦", "user diet not 牛肉"]),
    ("我是上海人，现在住在成都。", ["user from 上海", "user lives_in 成都"]),
    ("我表姐沈嘉禾在银川做会计。", ["沈嘉禾 works_as 会计", "用户的表姐 name 沈嘉禾"]),
    ("我有个儿子，叫石头。", ["user has_child 儿子", "用户的儿子 name 石头"]),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_only_this_is_read(text: str, expected: list[str]) -> None:
    assert read(text) == expected


ACTS = [
    ("我把旧钢琴卖了。", "end", "旧钢琴"),
    ("我不在京东上班了。", "end", "京东"),
    ("打错了，是13900002222。", "correct", "13900002222"),
    ("刚才是开玩笑的。", "retract", ""),
    ("我和女朋友分手了。", "end", "女朋友"),
    ("思域卖给同事了。", "end", "思域"),
    ("健身卡退了。", "end", "健身卡"),
    ("褪黑素不吃了。", "end", "褪黑素"),
    ("余杭那边退租了。", "end", "余杭"),
    ("那个号不用了。", "end", ""),
    ("醫生給我換藥了，降壓藥停咗。", "end", "降壓藥"),
    ("邮箱写错了，是 lin88@example.org。", "correct", "lin88@example.org"),
]


@pytest.mark.parametrize(("text", "act", "value"), ACTS)
def test_acts(text: str, act: str, value: str) -> None:
    said = {(c.act, c.object) for c in extract(text, NOON)}
    assert any(found == act and value in what for found, what in said) and {
        found for found, _ in said
    } == {act}


NO_END = [
    "今天羽毛球不打了，下雨。",
    "瑜伽课停了，下周照常。",
    "老师请假，瑜伽课停了。",
    "朋友养的仓鼠昨天死了。",
    "我爸的车卖了。",
    "隔壁那家店转让了。",
    "店关了，今天太累。",
    "团子走丢了，半小时就找到了。",
    "布丁送给医生看了。",
    "我同桌说日语不学了。",
    "如果吉他卖了，我就买钢琴。",
]


@pytest.mark.parametrize("text", NO_END)
def test_what_only_looks_like_an_end(text: str) -> None:
    assert [c.object for c in extract(text, NOON) if c.act == "end" and c.sure] == []


def test_a_dropped_subject_is_a_candidate() -> None:
    assert [(c.object, c.sure) for c in extract("喜欢爬山。", NOON)] == [("爬山", False)]


def test_doubt_is_a_candidate() -> None:
    assert [(c.object, c.sure) for c in extract("我好像对芒果过敏。", NOON)] == [("芒果", False)]


def test_a_start_to_come_has_its_day() -> None:
    (found,) = extract("我下个月1号入职宁德时代。", NOON)
    assert (found.object, str(found.valid_from)) == ("宁德时代", "2025-01-01")


def test_what_was_has_an_end() -> None:
    (found,) = extract("我以前住在大连。", NOON)
    assert (found.object, str(found.valid_to)) == ("大连", "2024-12-01")
