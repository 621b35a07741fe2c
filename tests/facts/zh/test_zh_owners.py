"""Chinese messages whose words could be taken for the writer's: somebody else's name or age, a
joke, what is lost and looked for, a text to work on, a part played."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

NOON = 1_733_140_800_000


def said(text: str) -> list[str]:
    """What is read as certain, as "act subject predicate object"."""
    return [
        " ".join(
            filter(
                None,
                (
                    "" if c.act == "state" else c.act,
                    c.subject,
                    c.predicate,
                    "not" if c.negated else "",
                    c.object,
                ),
            )
        )
        for c in extract(text, NOON)
        if c.sure
    ]


SILENT = """
我带我家狗去打疫苗了，今年8岁。
我买了辆车，叫小白。
前天刚满3岁，我家的狗。
今天陪儿子过生日，8岁了。
我新同桌叫王丽，20岁。
今天我们聊到隔壁小孩，才五岁，会说法语。
我今年18岁哈哈
我今年八十了哈哈
我永远18岁。
我今年18岁，哈哈哈，开个玩笑。
我今年18岁，开玩笑的。
我叫大名沈一鸣。
你可以叫我小名糖糖。
没开玩笑。
我的猫走丢了，还在找。
我把那台相机弄丢了，在找呢。
摩托车被偷了，报警了。
我儿子高兴得跳起来。
我女儿慢慢会说话了。
我儿子偷偷养了一只猫。
我儿子大声说不要。
我妈老实不爱说话。
我弟弟陈述完在哭。
我女儿安徽上大学。
我姐姐江阴住。
我喜欢打的壁球和跑步。
我喜欢看的书是小说。
我在备考高级技师-学习方式小结
我最近在学新东西。
我在学一门新语言。
我每周去看一次。
我每周都去打。
我基本不吃辣。
我一般不喝酒。
我不太吃辣。
我周末吃素。
我叫陈晨，我在腾讯上班。翻译成英语。
我叫陈晨，我在腾讯上班。——帮我润色一下这段
帮我改改这段话。我叫王磊，我喜欢跑步。
帮我看看这封邮件 我住在成都，是一名护士。
我叫王磊，住在成都，用英语怎么说
这是同学的作文，我叫小明，今年10岁。
我演一个厨师，你演客人。我住在巴黎。
你当面试官，我是应聘者，我叫林浩，我在腾讯上班。
来玩狼人杀，我是预言家，我叫小李。
把自己当成一个老师，我今年10岁。
""".strip().splitlines()


@pytest.mark.parametrize("text", SILENT)
def test_nothing_is_certain_and_nothing_ends(text: str) -> None:
    assert said(text) == []


READ = """
我叫马丽，今年33岁。 => user name 马丽; user age 33岁
我是一名程序员，叫王磊，今年28岁。 => user works_as 程序员; user name 王磊; user age 28岁
我家有只橘猫，叫豆豆，今年3岁了。 => user has_pet 橘猫; 用户的橘猫 name 豆豆
我儿子有只猫，叫咪咪，3岁。 => 用户的儿子 has_pet 猫
我女儿叫小满，今年6岁。 => 用户的女儿 name 小满; 用户的女儿 age 6岁
我搬到绍兴了，没开玩笑。 => user moved_to 绍兴
我对花生过敏，不是开玩笑的。 => user allergic_to 花生
我有三个孩子，开玩笑的。 =>
开玩笑的，我其实住在成都。 => retract user; user lives_in 成都
我住在月球上。哈哈开玩笑的，我住在成都。 => user lives_in 成都
我今天去了趟医院。刚才是开玩笑的。 => retract user
我表弟杨帆在小米工作。 => 杨帆 works_at 小米; 用户的表弟 name 杨帆
我女儿小美在学钢琴。 => 小美 studies 钢琴; 用户的女儿 name 小美
我儿子豆豆上小学。 => 豆豆 studies 小学; 用户的儿子 name 豆豆
我每周三晚上打羽毛球。 => user schedule 每周三晚上打羽毛球
我住在成都，这段时间在修改论文。 => user lives_in 成都
我从来不吃羊肉。 => user diet not 羊肉
""".strip().splitlines()


@pytest.mark.parametrize("line", READ)
def test_only_this_is_read(line: str) -> None:
    text, _, expected = line.partition(" =>")
    assert said(text) == [each.strip() for each in expected.split(";") if each.strip()]


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("我现在开一辆东风天龙。", "2024-12-02"),
        ("我现在开着一辆东风天龙。", "None"),
        ("我现在开的是特斯拉Model 3。", "None"),
    ],
)
def test_what_merely_goes_on_has_no_start(text: str, since: str) -> None:
    assert [str(c.valid_from) for c in extract(text, NOON)] == [since]
