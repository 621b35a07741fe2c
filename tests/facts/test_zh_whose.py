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


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("楼上修钟表的大爷是绍兴人，女儿在海关上班。", "楼上修钟表的大爷", "from", "绍兴人"),
        ("我们部门的实习生会三门外语。", "实习生", "speaks", "三门外语"),
        ("新舍友是藏族，会打手鼓。", "用户的新舍友", "can", "打手鼓"),
        ("我表弟在西宁当厨师，女朋友是护士。", "用户的表弟的女朋友", "works_as", "护士"),
        ("我家年纪最小的是表妹，六岁半。", "用户的表妹", "age", "六岁半"),
        ("小鹤对虾过敏，点菜留神。", "小鹤", "allergic_to", "虾"),
        ("跟我同一天报到的小桐嫁到了宜昌。", "小桐", "moved_to", "宜昌"),
        ("我一个同事，四十一，查出来甲亢。", "用户的同事", "health", "甲亢"),
        ("我二舅家的猫叫芋圆。", "用户的二舅的猫", "name", "芋圆"),
        ("信佛的是我姑姑，我不信。", "用户的姑姑", "believes", "佛"),
        ("她是我前嫂子，现在是我同事。", "她", "relation", "同事"),
    ],
)
def test_who_is_brought_up_is_spoken_of(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value, False) in _told(text)


def test_a_tie_is_denied_and_another_holds() -> None:
    told = _told("阿岱不是我堂哥，是我表哥。")
    assert ("阿岱", "relation", "堂哥", True) in told
    assert ("阿岱", "relation", "表哥", False) in told


@pytest.mark.parametrize(
    "text",
    [
        "上回拼车认识了个大哥，五十二，离异，在铁路上班。",
        "昨天面试了个姑娘，会两门外语，可惜嫌远。",
        "糖尿病人不能喝粥，也不能吃西瓜。",
        "猫不能吃葡萄，狗不能吃洋葱。",
        "翻译成法语：我是一名电工，在船厂干了八年。",
        "小明今年十二岁，每天存三元，请问一个月存多少？",
        "急招洗碗工两名，要求身体健康，月薪四千五，包吃住。",
        "我差点就去当了海员。",
        "我爸：你怎么又瘦了。我：我都一百六了。",
        "老师傅他媳妇早走了，从小住在桥洞。",
    ],
)
def test_nothing_of_strangers_kinds_and_texts_is_the_speakers(text: str) -> None:
    assert not any(subject == "user" for subject, *_ in _told(text))


def test_not_only_denies_nothing() -> None:
    assert ("user", "can", "开叉车", False) in _told("我不光会开叉车，还会焊管子。")


def test_a_plan_for_an_hour_is_an_appointment() -> None:
    told = _told("后天上午九点约了验光。")
    assert ("user", "schedule", "后天上午九点约了验光", False) in told


def test_two_people_in_one_breath_keep_what_is_said_of_each() -> None:
    told = _told("我姐爱唱戏我姐夫爱下棋。")
    assert {
        ("用户的姐姐", "prefers", "唱戏", False),
        ("用户的姐夫", "prefers", "下棋", False),
    } <= told


def test_a_duty_behind_who_lays_it_down_is_ones_own() -> None:
    told = _told("物业发了通知，下月十号前必须拆掉雨棚。")
    assert ("user", "must", "拆掉雨棚", False) in told
