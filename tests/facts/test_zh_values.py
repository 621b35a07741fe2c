"""What has the form of a fact and states nothing, in Chinese."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

#: Tuesday, 10 June 2025.
NOON = 1_749_546_000_000


def _found(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, NOON)}


@pytest.mark.parametrize(
    "text",
    [
        "我想确认一下合同里的违约条款。",
        "今天只想躺平。",
        "每周练两次这个建议不错。",
        "我正在考虑开一家面包店。",
        "力争今年考取注册会计师证。",
        "给我爸买了一台收音机。",
        "预计后天送达。",
        "我计划年底前。",
        "方向是清晰的。",
        "读书笔记\n3月2日去图书馆还书。",
    ],
)
def test_nothing_lasting_is_said(text: str) -> None:
    assert not {f for f in _found(text) if f[1] != "other"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("我开了一家面包店。", ("user", "works_as", "开了一家面包店", False)),
        ("我考下了注册会计师证。", ("user", "has", "注册会计师证", False)),
        ("我买了一台收音机。", ("user", "owns", "收音机", False)),
        ("我手腕好多了。", ("user", "health", "手腕好多了", False)),
    ],
)
def test_the_same_said_as_a_fact(text: str, fact: tuple[str, str, str, bool]) -> None:
    assert fact in _found(text)


def test_an_intention_is_not_carried_over_to_somebody_else() -> None:
    assert not any(f[1] == "plans_to" for f in _found("我妈退休了。打算去老年大学学书法。"))


def test_another_day_for_the_same_plan() -> None:
    (plan,) = extract("下周三去成都出差，不对，是下周四。", NOON)
    assert plan.object == "去成都出差"
    assert str(plan.valid_from) == "2025-06-19"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("我生日是五月八号，手滑打错了，是五月十八号。", "五月十八号"),
        ("我在面馆上班，不好意思说错了，是在书店。", "书店"),
    ],
)
def test_ways_to_take_it_back(text: str, value: str) -> None:
    assert [c.object for c in extract(text, NOON)] == [value]
