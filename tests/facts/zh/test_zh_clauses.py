"""Chinese clauses: whose they are, their tense, and that hostile text stays cheap."""

from __future__ import annotations

import time

import pytest

from eywa_fs.facts.extraction import extract, language, rules
from eywa_fs.facts.languages.zh.tokens import fold


def clause(text: str) -> list[tuple[str, bool, str, str, bool]]:
    rules("zh")
    return [
        (c.subject.who, c.subject.sure, "".join(t.text for t in c.tokens), c.tense, c.negated)
        for c in language("zh").clauses(text, 0, len(text))
    ]


LIVES = ("user", True, "住在温州", "present", False)
CASES = [
    ("我现在住在温州。", [LIVES]),
    ("我以前住在温州。", [("user", True, "住在温州", "past", False)]),
    ("我妈不吃辣。", [("用户的妈妈", True, "吃辣", "present", True)]),
    ("我住在温州，喜欢爬山。", [LIVES, ("user", True, "喜欢爬山", "present", False)]),
    ("我住在温州，房子很旧，喜欢爬山。", [LIVES]),
    ("我同事喜欢爬山。", [("用户的同事", False, "喜欢爬山", "present", False)]),
    ("我们公司养了一只猫。", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_clauses(text: str, expected: list[tuple[str, bool, str, str, bool]]) -> None:
    assert clause(text) == expected


def test_folding_keeps_places() -> None:
    text = "我對İ蝦ＡＢ過敏，臺灣"
    assert len(fold(text)) == len(text)
    assert fold("過敏") == "过敏"


HOSTILE = [
    "我住在上海，喜欢吃辣。" * 100_000,
    "“" * 100_000,
    "我，" * 50_000,
    "我喜欢" + "很" * 100_000,
    "今年" * 50_000,
    "说错了，" * 30_000,
    "1" * 100_000,
    "我和" * 50_000,
    "（" * 50_000 + "我" * 50_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:6] for text in HOSTILE])
def test_hostile_text_is_read_in_a_moment(text: str) -> None:
    begun = time.thread_time()
    extract(text, 1_733_140_800_000)
    assert time.thread_time() - begun < 2.0
