"""Deeds, rhythms, bodies, dues, wishes and changes that are told in passing, in Chinese."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

NOON = 1_741_694_400_000  # 2025-03-11

Fact = tuple[str, str, str, bool]


def facts(text: str) -> set[Fact]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, NOON)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我在砖厂装车，做六休一。", ("user", "schedule", "做六休一", False)),
        ("我爹挖过煤，也放过羊。", ("用户的爹", "other", "挖过煤", False)),
        ("我这辈子没出过远门。", ("user", "other", "出过远门", True)),
        ("我家租的两室，五十六平。", ("user", "other", "五十六平", False)),
        ("我姐带三个实习生。", ("用户的姐姐", "other", "带三个实习生", False)),
        ("今年开始夜跑了，每晚四公里。", ("user", "started", "夜跑", False)),
        ("去年补考，线代又挂了。", ("user", "other", "线代又挂", False)),
        ("我舅舅排行老四。", ("用户的舅舅", "other", "排行老四", False)),
        ("我女儿跟我妈姓。", ("用户的女儿", "other", "跟我妈姓", False)),
        ("我单程五十分钟，早上六点出门。", ("user", "other", "单程五十分钟", False)),
    ],
)
def test_deeds_rhythms_and_traits(text: str, expected: Fact) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我哥腿上打了两块钢板。", ("用户的哥哥", "health", "腿上打了两块钢板", False)),
        ("发烧了，昨晚三十八度七。", ("user", "health", "三十八度七", False)),
        ("我爸痛风，一直吃别嘌醇。", ("用户的爸爸", "health", "别嘌醇", False)),
        ("孕检正常，二十六周了。", ("user", "health", "二十六周", False)),
        ("早饭白粥咸菜。", ("user", "diet", "白粥咸菜", False)),
        ("大夫说少吃腌菜。", ("user", "must", "少吃腌菜", False)),
        ("医院让空腹验血。", ("user", "must", "空腹验血", False)),
        ("房东立了规矩，养狗不行。", ("user", "must_not", "养狗", False)),
    ],
)
def test_bodies_meals_and_orders(text: str, expected: Fact) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("健康证八月底到期。", ("健康证", "schedule", "八月底到期", False)),
        ("我侄女做梦都想开飞机。", ("用户的侄女", "wants", "开飞机", False)),
        ("我就好一口豆汁。", ("user", "prefers", "豆汁", False)),
        ("日剧我提不起劲，纪录片一集不落。", ("user", "prefers", "日剧", True)),
        ("日剧我提不起劲，纪录片一集不落。", ("user", "prefers", "纪录片", False)),
        ("我兜里常年备着止疼片。", ("user", "uses", "止疼片", False)),
        ("羽毛球我早不打了。", ("user", "stopped", "羽毛球", False)),
        ("驾照我有。", ("user", "has", "驾照", False)),
    ],
)
def test_dues_wishes_and_tastes(text: str, expected: Fact) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    ("text", "gone", "come"),
    [
        ("闺女从古筝班转到素描班了。", "古筝班", "素描班"),
        ("我从合同工转成正式工了。", "合同工", "正式工"),
        ("厂里从两班倒改成三班倒。", "两班倒", "三班倒"),
        ("复诊改期了，从周二挪到周四。", "周二", "周四"),
        ("彩排原定周五，改到周日了。", "周五", "周日"),
    ],
)
def test_a_change_ends_one_value_and_begins_another(text: str, gone: str, come: str) -> None:
    found = {c.object: c for c in extract(text, NOON)}
    assert found[gone].valid_to is not None
    assert found[come].valid_to is None and found[come].valid_from is not None


def test_a_moved_appointment_keeps_its_name() -> None:
    assert {c.subject for c in extract("家长会时间变了，改到下周四。", NOON)} == {"家长会"}


@pytest.mark.parametrize(
    "text",
    [
        "要是挂了科目二，我请你吃饭。",
        "一天三顿都行吗？",
        "他说“我被骗过三次”。",
        "小说里的男主腿上打了钢板。",
        "跟你打过招呼了。",
        "电影里那个医生让少吃盐。",
        "把会挪到周五行不行？",
    ],
)
def test_nothing_is_told(text: str) -> None:
    assert not facts(text)
