"""How well the Chinese fact reader does on messages of every kind.

The labels say what a message asserts, not what the reader finds: some facts are out of its reach,
so the promise is a share. All sentences were written for this set.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from eywa_fs.evaluation.extraction import ExtractionReport, evaluate
from eywa_fs.facts.languages.zh import extract

#: 2025-06-15 15:06:40 UTC, a Sunday.
NOW = 1_750_000_000_000
VARIED = Path(__file__).with_name("regression_zh_varied.jsonl")


@pytest.fixture(scope="module")
def report() -> ExtractionReport:
    return evaluate(VARIED, lambda text, _, now: extract(text, timestamp_ms=now))


def test_what_is_found_is_right(report: ExtractionReport) -> None:
    precision, silence = report.metrics["precision"], report.metrics["silence"]
    assert precision is not None and precision >= 0.97
    assert silence is not None and silence >= 0.97
    assert report.metrics["traceability"] == 1.0


def test_most_facts_are_found(report: ExtractionReport) -> None:
    recall = report.metrics["recall"]
    assert recall is not None and recall >= 0.76


@pytest.mark.parametrize(
    ("tag", "least"),
    [("plain", 0.8), ("multi", 0.75), ("negation", 0.7), ("change", 0.75), ("third_person", 0.8)],
)
def test_no_common_kind_is_neglected(report: ExtractionReport, tag: str, least: float) -> None:
    recall = report.by_tag[tag]["recall"]
    assert recall is not None and recall >= least


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我用 Emacs 写周报", ("user", "uses", "Emacs", False)),
        ("我在一家 studio 做 sound designer", ("user", "works_as", "sound designer", False)),
        ("姥姥姥爷住乡下", ("用户的姥爷", "lives_in", "乡下", False)),
        ("忌口：茄子、秋葵", ("user", "diet", "秋葵", True)),
        ("我一直觉得，朋友不用太多", ("user", "believes", "朋友不用太多", False)),
        ("收货地址：槐荫路 7 号", ("user", "contact", "槐荫路 7 号", False)),
        ("教练不许我妹吃冰", ("用户的妹妹", "must_not", "冰", False)),
        ("给我舅挑双鞋，他五十岁", ("用户的舅舅", "age", "五十岁", False)),
        ("我弟 在厦门读大二 喜欢攀岩", ("用户的弟弟", "prefers", "攀岩", False)),
        ("酸豆角我碰都不碰", ("user", "diet", "酸豆角", True)),
        ("我在海边捡了只瘸腿的海龟回来养", ("user", "has_pet", "海龟", False)),
    ],
)
def test_frames(text: str, expected: tuple[str, str, str, bool]) -> None:
    found = extract(text, timestamp_ms=NOW)
    assert expected in {(c.subject, c.predicate, c.object, c.negated) for c in found}


@pytest.mark.parametrize(
    "text",
    [
        "《我不吃早餐的那些年》这本书好厚",
        "原本想学潜水的",
        "门口开了家新的酒馆",
        "没那么焦虑了",
        "楼主：本人四十岁，求推荐",
    ],
)
def test_nothing_is_made_up(text: str) -> None:
    assert extract(text, timestamp_ms=NOW) == []
