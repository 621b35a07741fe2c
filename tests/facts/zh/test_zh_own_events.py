"""Sentences that a rule reads besides its own example, and openings without a subject."""

from __future__ import annotations

import pytest
from facts.stories import phrase

from eywa_fs.facts.extraction import extract

NOON = 1_700_000_000_000
READ = """
我女儿对猫毛和尘螨过敏。 => 用户的女儿 allergic_to 猫毛
我爸去年查出糖尿病。 => 用户的爸爸 health 糖尿病
我没有哮喘。 => user health not 哮喘
我从来不吃羊肉和内脏。 => user diet not 羊肉
我妈血糖有点高。 => 用户的妈妈 health 血糖有点高
我以前住在大连。 => user lives_in 大连
我下个月搬到成都。 => user moved_to 成都
从现在开始，请用英文回复我。 => user instruction 用英文回复我
回答用英文就行。 => user instruction 回答用英文就行
打错了，是小满。 => correct user 小满
我不喜欢有香精的护肤品。 => user prefers not 有香精的护肤品
我女儿最爱恐龙。 => 用户的女儿 prefers 恐龙
我们家有一个儿子，上小学。 => user has_child 儿子
我女儿晓琳在苏州上班。 => 用户的女儿 name 晓琳
我有个女儿，叫小满。 => 用户的女儿 name 小满
我女儿的小名叫豆包。 => 用户的女儿 name 豆包
叫我小鱼就行。 => user name 小鱼
我儿子6岁了。 => 用户的儿子 age 6岁
我妈生日是农历三月初六。 => 用户的妈妈 birthday 农历三月初六
我妈今年七十二了。 => 用户的妈妈 age 七十二
我家养了两只猫和一只乌龟。 => user has_pet 猫
我家有只英短。 => user has_pet 英短
我女儿在实验小学上学。 => 用户的女儿 studies_at 实验小学
我有一辆电动车。 => user owns 电动车
我老公是货车司机。 => 用户的老公 works_as 货车司机
我以前做销售。 => user works_as 销售
我弟弟在郑州当保安。 => 用户的弟弟 works_as 保安
我爸在铁路局工作。 => 用户的爸爸 works_at 铁路局
我上个月跳槽到一家广告公司。 => user works_at 广告公司
我老公上个月被裁员了。 => end 用户的老公 works_at
""".strip().splitlines()
OWN = """
搬到绍兴了，房间小一点。 => user moved_to 绍兴
上周入职顺丰了。 => user works_at 顺丰
上个月辞职了，先歇歇。 => end user works_at
养了只橘猫叫布丁。 => user has_pet 布丁
布丁昨天走了。 => end user 布丁
上周把车卖了。 => end user 上周把车
在嘉兴做服装批发，今年38。 => user works_as 服装批发
奶茶上个月戒了。 => end user 奶茶
新号码是13900002222。 => user contact 13900002222
""".strip().splitlines()
"""An event of one's own life needs no subject."""


def _said(text: str, *, sure: bool = True) -> list[str]:
    return [phrase(c) for c in extract(text, NOON) if c.sure == sure]


@pytest.mark.parametrize("line", READ + OWN)
def test_read(line: str) -> None:
    text, _, expected = line.partition(" => ")
    assert expected in _said(text)


@pytest.mark.parametrize(
    "text",
    [
        "隔壁老周把房子卖了，搬去珠海了。",
        "您搬到绍兴了，要不要改地址？",
        "同事辞职了，搬到珠海了。",
        "楼上小陈养了只猫，搬到珠海了。",
        "请大家注意，把车卖了再说。",
        "她搬到珠海了。",
        "听说涨价了，把车卖了吧。",
    ],
)
def test_what_may_be_somebody_elses_is_not_the_writers(text: str) -> None:
    assert _said(text) == []
