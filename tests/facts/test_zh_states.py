"""What has become of bodies, belongings, papers and tongues, and who is called what."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

NOON = 1_741_694_400_000  # 2025-03-11


def facts(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, NOON)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("胃切了一截，饭量小了。", ("user", "health", "胃切了一截", False)),
        ("我哥滑雪摔断了锁骨。", ("用户的哥哥", "health", "摔断了锁骨", False)),
        ("练了一年，体脂从三十降到二十四。", ("user", "health", "二十四", False)),
        ("我姑姑六十三了还天天游泳。", ("用户的姑姑", "age", "六十三", False)),
        ("我那台老丰田跑了二十万公里。", ("user", "owns", "老丰田", False)),
        ("我家电视从海信换成了索尼。", ("user", "uses", "索尼", False)),
        ("我认路全靠导航。", ("user", "uses", "导航", False)),
        ("我上个月考下了焊工证。", ("user", "has", "焊工证", False)),
        ("粤语听不懂。", ("user", "speaks", "粤语", True)),
        ("新来的教练叫高阳。", ("用户的教练", "name", "高阳", False)),
        ("我笔名“麦茬”。", ("user", "name", "麦茬", False)),
        ("我妈喊我毛豆。", ("user", "name", "毛豆", False)),
    ],
)
def test_the_state_is_read(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("我老家那口井，冬天不结冰。", "from"),
        ("我们光着脚一起长大的。", "from"),
        ("断一天网我就难受。", "diet"),
        ("老家按旧历过年。", "from"),
        ("那年我二十六，刚进厂。", "age"),
        ("没爹没妈没兄弟。", "has_child"),
        ("楼下门卫姓栾，电话 13900001234。", "contact"),
    ],
)
def test_what_only_looks_like_it_is_not_read(text: str, predicate: str) -> None:
    assert predicate not in {found for _, found, _, _ in facts(text)}


def test_a_value_with_a_sentence_in_it_is_none() -> None:
    assert not {fact for fact in facts("我喜欢她就来了。") if fact[1] == "prefers"}


def test_a_pet_given_away_was_there_until_then() -> None:
    pets = [c for c in extract("家里的猫送人了。", NOON) if c.predicate == "has_pet"]
    assert [(c.negated, c.valid_to is not None) for c in pets] == [(False, True)]
