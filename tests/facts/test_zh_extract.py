"""What the Chinese fact reader promises; every sentence here was written for these tests."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.facts.languages.zh import extract
from eywa_fs.facts.model import PREDICATES, Candidate

#: 2025-06-15 15:06:40 UTC, a Sunday.
NOW = 1_750_000_000_000
REGRESSION = Path(__file__).with_name("regression_zh.jsonl")


def read(text: str) -> list[Candidate]:
    return extract(text, timestamp_ms=NOW)


def triples(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in read(text)}


@pytest.mark.parametrize(
    "text",
    [
        "你喜欢什么颜色？",
        "我能不能吃头孢",
        "这个药饭前吃还是饭后吃",
        "帮我写一封道歉信，语气诚恳点",
        "翻译成英文，谢谢",
        "如果我有钱，我就买个院子。",
        "要是当初学医就好了。",
        "早知道这么麻烦，我就不报这个班了。",
        "小说里的女主住在北京，有两只猫。",
        "邻座的大哥嚷嚷“我天天吃鲍鱼”，大家都笑了。",
        "今天好冷啊。",
        "刚吃完饭，好撑。",
        "水在一百度沸腾。",
        "凌晨两点还在改方案，我可太爱这份工作了🙂",
        "妈，我到了。",
        "嗯嗯，好的。",
        "",
    ],
)
def test_nothing_is_read_from_what_asserts_nothing(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我不吃香菜。", ("user", "diet", "香菜", True)),
        ("我没有驾照。", ("user", "has", "驾照", True)),
        ("榴莲我不吃。", ("user", "diet", "榴莲", True)),
        ("我不会开车。", ("user", "can", "开车", True)),
        ("我不是不喜欢京剧，是没时间听。", ("user", "prefers", "京剧", False)),
        ("我讨厌开会。", ("user", "prefers", "开会", True)),
        ("我没去过海边。", ("user", "visited", "海边", True)),
    ],
)
def test_negation_is_read_with_its_scope(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in triples(text)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("我妈对花粉过敏。", "用户的妈妈"),
        ("我妹夫的老板在银行工作。", "用户的妹夫的老板"),
        ("老公喜欢钓鱼。", "用户的老公"),
        ("我同事小陈喜欢钓鱼。", "小陈"),
        ("我家猫叫豆豆。", "用户的猫"),
        ("我爺爺喜歡下棋。", "用户的爺爺"),
        ("我媽喜歡下棋。", "用户的媽媽"),
    ],
)
def test_the_subject_is_whom_the_clause_speaks_of(text: str, subject: str) -> None:
    assert {c.subject for c in read(text)} == {subject}


def test_a_dropped_subject_is_carried_on() -> None:
    found = read("我弟在大连读书，喜欢滑雪。")
    assert ("用户的弟弟", "prefers", "滑雪", False) in triples("我弟在大连读书，喜欢滑雪。")
    assert {c.subject for c in found} == {"用户的弟弟"}


def test_two_subjects_make_two_facts() -> None:
    assert triples("我和我弟都不吃羊肉。") == {
        ("user", "diet", "羊肉", True),
        ("用户的弟弟", "diet", "羊肉", True),
    }


def test_a_list_is_one_fact_a_member() -> None:
    assert triples("我喜欢围棋、羽毛球和摄影。") == {
        ("user", "prefers", "围棋", False),
        ("user", "prefers", "羽毛球", False),
        ("user", "prefers", "摄影", False),
    }


def test_a_clean_statement_survives_beside_a_question() -> None:
    assert triples("我对青霉素过敏，这个药能吃吗？") == {("user", "allergic_to", "青霉素", False)}


def test_a_correction_replaces_the_value() -> None:
    assert {c.object for c in read("我工位在三楼，啊不对，五楼。")} == {"五楼"}


def test_orders_bind_the_speaker_and_not_who_gives_them() -> None:
    assert triples("医生不让我喝咖啡。") == {("user", "must_not", "咖啡", False)}
    assert {c.subject for c in read("大夫让我爸每天散步一小时。")} == {"用户的爸爸"}


def test_a_change_has_an_old_and_a_new_value() -> None:
    facts = {c.object: c for c in read("从印象笔记换到 Notion 了。")}
    assert facts["印象笔记"].valid_to == date(2025, 6, 15)
    assert facts["Notion"].valid_from == date(2025, 6, 15)


def test_what_is_over_has_an_end() -> None:
    (fact,) = read("我以前住苏州。")
    assert (fact.object, fact.negated, fact.valid_to) == ("苏州", False, date(2025, 6, 15))


def test_a_length_of_time_counts_back() -> None:
    facts = read("我在一家印刷厂做质检，干了六年了。")
    assert {fact.valid_from for fact in facts} == {date(2019, 6, 15)}


def test_objects_keep_the_script_they_were_written_in() -> None:
    assert ("user", "prefers", "動畫片", False) in triples("我喜歡動畫片。")


def test_dialect_function_words_are_understood() -> None:
    assert ("user", "diet", "牛肉", True) in triples("我唔吃牛肉。")


def test_a_hedge_lowers_the_certainty() -> None:
    (plain,) = read("我对荔枝过敏。")
    (hedged,) = read("我可能对荔枝过敏。")
    assert hedged.certainty < plain.certainty


def test_standing_instructions_are_preferences() -> None:
    assert ("user", "name", "小北", False) in triples("以后叫我小北就行。")
    assert ("user", "prefers", "短视频", True) in triples("以后别给我推荐短视频了。")


def cases() -> list[dict[str, object]]:
    return [json.loads(line) for line in REGRESSION.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_regression(case: dict[str, object]) -> None:
    found = extract(str(case["content"]), timestamp_ms=int(str(case["timestamp"])))
    facts = case["facts"]
    assert isinstance(facts, list)
    expected = {(f["subject"], f["predicate"], f["object"], f["negated"]) for f in facts}
    assert {(c.subject, c.predicate, c.object, c.negated) for c in found} == expected


_CHINESE = st.text(
    alphabet="我你他的了不没有是在和跟喜欢爱吃喝想要会能去年月日一二三两岁，。？！、“”「」…妈爸弟姐猫狗叫从到改成过把被都也就对上下周点号"
    "0123456789 abcAB\n🙂",
    max_size=200,
)


@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=200), _CHINESE), moment=st.integers())
def test_never_raises_and_stays_inside_the_message(text: str, moment: int) -> None:
    for fact in extract(text, timestamp_ms=moment, tz="Nowhere/Never"):
        assert fact.predicate in PREDICATES
        assert 0 <= fact.start < fact.end <= len(text)
        assert fact.object in text[fact.start : fact.end]
        assert 0 < fact.certainty <= 1
        assert fact.subject


@pytest.mark.parametrize(
    "unit", ["我喜欢", "从", "我妈的", "“", "不", "和", "，", "一二三", "叫我"]
)
def test_hostile_length_is_survived(unit: str) -> None:
    assert len(extract(unit * 20_000, timestamp_ms=NOW)) < 1_000


def test_the_same_message_gives_the_same_facts() -> None:
    text = "我在一家书店当店员，喜欢爬山和摄影。"
    assert read(text) == read(text)
