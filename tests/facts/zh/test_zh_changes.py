"""Plain changes of what was said before end it; what only looks like one ends nothing."""

from __future__ import annotations

import pytest
from facts.stories import ended

from eywa_fs.facts.extraction import extract

ENDS = """
我住在宁波。 || 我不住宁波了。 || 宁波
我住在宁波。 || 我从宁波搬走了。 || 宁波
我在华为上班。 || 我不在华为了。 || 华为
我在华为上班。 || 我不再在华为上班。 || 华为
我在华为上班。 || 我从华为辞职了。 || 华为
我在华为上班。 || 我没在华为上班了。 || 华为
我是护士。 || 我不是护士了。 || 护士
我不吃牛肉。 || 复查完了，我又能吃牛肉了。 || 牛肉
我不喝咖啡。 || 医生说我可以喝咖啡了。 || 咖啡
我在华为上班。 || 我上周被华为裁了。 || 华为
我在华为上班。 || 我从华为跳槽了。 || 华为
我开出租车。 || 我不开出租车了。 || 开出租车
我爸是保安。 || 我爸不当保安了。 || 保安
我吃素。 || 我不再吃素。 || 吃素
我吃素。 || 我早就不吃素了，现在什么都吃。 || 吃素
我喜欢爬山。 || 我不喜欢爬山了。 || 爬山
我喜欢爬山。 || 我不再喜欢爬山。 || 爬山
我有高血压。 || 我没有高血压了。 || 高血压
我养了一只猫。 || 我不养猫了。 || 猫
我养了一只猫叫芝麻。 || 芝麻送给我姐养了。 || 芝麻
我在学法语。 || 法语我放弃了啦。 || 法语
我对鸡蛋过敏。 || 复查过了，医生说我对鸡蛋不过敏。 || 鸡蛋
我在一家灯具厂上班。 || 灯具厂那边我不干了。 || 灯具厂
我住在泉州。 || 我们一家离开泉州了。 || 泉州
我养了一只鹦鹉。 || 鹦鹉前天走了，很难过。 || 鹦鹉
我对虾过敏。 || 医生说我对虾已经不过敏了。 || 虾
我每周三去练太极。 || 太极练不动了，膝盖不行。 || 每周三去练太极
我在学葡萄牙语。 || 葡萄牙语到此为止，太忙了。 || 葡萄牙语
我开一辆宝骏。 || 把车卖了，改坐地铁。 || 宝骏
"""
KEEPS = """
我住在泉州。 || 我差点离开泉州。
我养了一只鹦鹉。 || 梦见鹦鹉死了。
我养了一只鹦鹉。 || 邻居的鹦鹉死了。
我在学葡萄牙语。 || 今天葡萄牙语不学了，太累。
我在一家灯具厂上班。 || 灯具厂要不要辞了？
我在一家灯具厂上班。 || 如果灯具厂倒闭了就回老家。
我住在宁波。 || 我好久没住宁波了。
我住在宁波。 || 我不想住宁波了。
我住在宁波。 || 我女儿不住宁波了。
我吃素。 || 我今天不吃素了。
我在华为上班。 || 我周末不在华为上班。
我喜欢喝咖啡。 || 我今天不喝咖啡了。
我是护士。 || 我弟弟不是护士了。
我不吃牛肉。 || 我弟弟能吃牛肉了。
我不喝咖啡。 || 今天我可以喝咖啡了。
我不喝咖啡。 || 医生说我三个月后可以喝咖啡了。
我养了一只猫叫芝麻。 || 芝麻送给我姐养了两天。
我在学法语。 || 今天的法语我放弃了啦。
"""


@pytest.mark.parametrize("line", ENDS.strip().splitlines())
def test_what_is_over_ends(line: str) -> None:
    before, after, value = line.split(" || ")
    assert ended(before, after) == [value]


@pytest.mark.parametrize("line", KEEPS.strip().splitlines())
def test_what_only_looks_like_an_end_ends_nothing(line: str) -> None:
    assert ended(*line.split(" || ")) == []


def test_what_is_no_longer_so_is_no_denial_of_all_times() -> None:
    for text in ("我不再喜欢爬山。", "我不再住在宁波。", "我不再在华为上班。"):
        assert {found.act for found in extract(text, 1_700_000_000_000)} == {"end"}, text
