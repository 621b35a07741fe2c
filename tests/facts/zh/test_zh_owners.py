"""Chinese messages whose words could be taken for the writer's: somebody else's name or age, a
joke, what is lost and looked for, a text to work on, a part played."""

from __future__ import annotations

import pytest
from facts.stories import phrase

from eywa_fs.facts.extraction import extract

NOON = 1_733_140_800_000


def said(text: str) -> list[str]:
    """What is read as certain, as "act subject predicate object"."""
    return [phrase(c) for c in extract(text, NOON) if c.sure]


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
我在游戏里是法师，叫青衫。
我们来做个采访吧，我是作家，叫林语。
我老豆係司機，喺九龍返工。
我那口子是司机，在物流公司上班。
老公司机，在物流公司上班。
老婆护士，在绍兴医院上班。
我嫁了个四川人，在成都开火锅店。
我找了个对象，在电力公司上班。
我很爱我老公。在县医院上班。
我送儿子去上海，在复旦大学读书。
我帮我妈搬家，搬到了绍兴。
我想我妈了，住在丽水，有高血压。
我有个朋友，在银行上班，会说法语。
我喜欢的人在银行上班，住在南山。
和我老公一样，都是湖南人。
我老公他妈是老师，在绍兴中学教历史。
我妹妹嫁到了成都，老公是律师。
我当妈了，叫安安。
我家宝宝28岁，是设计师。
我家小狗是程序员，在杭州上班。
我是国风社。
我是主管。
我喜欢跑步可以减压。
我平日爱好是爬山。
我买了台相机拍照很清楚。
我开一辆丰田开了十年。
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
我老公也是湖南人。 => 用户的老公 from 湖南
我老婆係護士，喺廣華醫院返工。 => 用户的老婆 works_as 護士; 用户的老婆 works_at 廣華醫院
我找了个对象，我在电力公司上班。 => user works_at 电力公司
我有个弟弟，在北京做程序员。 => user sibling 弟弟
我哥娶了个韩国老婆，是老师，住在首尔。 =>
我老公在上海，我在杭州上班，做会计。 => user works_as 会计
我和老公住在武汉，养了一只猫。 => user lives_in 武汉; user has_pet 猫
我是护士，在人民医院上班。 => user works_as 护士; user works_at 人民医院
我刚毕业，在上海做会计。 => end user studies_at; end user works_as; user works_as 会计
我温州人，在上海做会计。 => user from 温州; user works_as 会计
我姐结婚了，老公是医生。 => end 用户的姐姐 relation 单身
我老公是医生，儿子5岁。 => 用户的老公 works_as 医生; 用户的儿子 age 5岁
我和老公都是老师。在绍兴中学上班。 => user works_as 老师
我最近在学门外语。 => user studies 外语
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
        ("我如今在广州做厨师，做了八年了。", "None"),
        ("我现在是护士，一直在病房。", "None"),
        ("我11月起每周一去练拳。", "None"),
        ("我现在开的是特斯拉Model 3。", "None"),
    ],
)
def test_what_merely_goes_on_has_no_start(text: str, since: str) -> None:
    assert [str(c.valid_from) for c in extract(text, NOON)] == [since]


@pytest.mark.parametrize(
    "text",
    [
        "老周退休了，儿子叫周凯。",
        "老赵生病了，老婆叫李娟。",
        "阿泰谈恋爱了，女朋友叫小桃。",
        "小彭回老家过年了，老婆叫阿玉。",
        "我们主任升职了，老公叫赵刚。",
        "邻居搬走了，女儿叫小雨。",
        "表弟订婚了，女朋友也叫Nina！",
        "老周退休了。儿子叫周凯。",
    ],
)
def test_a_relative_told_behind_somebody_else_is_not_the_writers(text: str) -> None:
    assert not [fact for fact in said(text) if "name" in fact]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我退休了，儿子叫周凯。", "用户的儿子 name 周凯"),
        ("女儿叫小雨。", "用户的女儿 name 小雨"),
        ("宝宝出生了，女儿，叫小雨。", "用户的女儿 name 小雨"),
        ("最近总加班，女儿叫小雨。", "用户的女儿 name 小雨"),
        ("老周退休了，我儿子叫周凯。", "用户的儿子 name 周凯"),
        ("老公老周在矿上。", "用户的老公 name 老周"),
    ],
)
def test_a_relative_told_behind_the_writer_or_nobody_is_the_writers(text: str, told: str) -> None:
    assert told in said(text)
