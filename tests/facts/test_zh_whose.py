"""Chinese: whose a fact is, and which predicate it has. All texts are our own."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

#: Monday, 1 December 2025.
NOW = 1764576000000


def _told(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, NOW)}


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("小周他老婆是护士。", "小周的老婆", "works_as", "护士"),
        ("老魏的儿子在深圳上班。", "老魏的儿子", "works_at", "深圳"),
        ("我表哥在邮局上班，他老婆是会计。", "用户的表哥的老婆", "works_as", "会计"),
        ("我妈叫我豆包。", "user", "name", "豆包"),
        ("我大女婿是电工。", "用户的大女婿", "works_as", "电工"),
        ("我弟在新疆当兵。", "用户的弟弟", "works_as", "当兵"),
        ("我姐说明年春天去办签证。", "用户的姐姐", "plans_to", "去办签证"),
        ("我姑姑管仓库。", "用户的姑姑", "works_as", "管仓库"),
        ("我舅舅在船厂喷漆。", "用户的舅舅", "works_at", "船厂"),
        ("九点半的会，我得先把表填完。", "user", "must", "先把表填完"),
        ("我会补胎、会修锁。", "user", "can", "修锁"),
        ("我爷爷还能自己拧灯泡。", "用户的爷爷", "can", "自己拧灯泡"),
    ],
)
def test_it_is_said_of_whom_it_is_meant(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value, False) in _told(text)


def test_what_the_doctor_orders_binds_the_patient_spoken_of() -> None:
    told = _told("爸爸上周做了胃镜，医生规定不能吃辣，也不许喝酒。")
    assert ("用户的爸爸", "must_not", "酒", False) in told
    assert not any(fact[0] == "user" for fact in told)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("我哥天天给我转段子。", "schedule"),
        ("体温从三十九降到三十七。", "other"),
        ("我外甥女去了成都。", "visited"),
        ("老师走了三年了。", "visited"),
        ("我家猫趴门口当保安。", "works_as"),
        ("做两周休两周，挺好。", "works_as"),
        ("入职三天就被骂。", "works_at"),
        ("五一回来，锁坏了。", "plans_to"),
        ("下周二期末考试。", "plans_to"),
        ("我没看过雪。", "other"),
        ("喝粥我一定要放糖。", "must"),
    ],
)
def test_what_only_looks_like_it_is_not_read(text: str, predicate: str) -> None:
    assert predicate not in {fact[1] for fact in _told(text)}


def test_a_clause_of_nobody_behind_one_not_understood_tells_no_age() -> None:
    assert not any(p == "age" for _, p, _, _ in _told("对面搬来个唱戏的，五十六。"))
