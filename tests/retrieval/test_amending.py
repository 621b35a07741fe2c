"""A correction is told by its form, and not by a phrase that announces it."""

from __future__ import annotations

import pytest

from eywa_fs.language.script import fold
from eywa_fs.retrieval.telling import amendment

EN, ZH = "The ferry sails on 3 May at 9:15.", "轮渡五月3号上午9点开。"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (EN, "Hm, wait, 8 May"),
        (EN, "oops, at 10:15. my fault"),
        (EN, "make it the 8th"),
        (EN, "not the 3rd, the 8th"),
        (EN, "No. It should be 8 Jun"),
        (EN, "hang on, 10.15"),
        (ZH, "等等，五月8号"),
        (ZH, "应该是8号"),
        (ZH, "不是3号，是8号"),
        (ZH, "哎呀，上午10点"),
    ],
)
def test_little_else_than_another_value_of_the_kind_is_a_correction(before: str, text: str) -> None:
    found = amendment(fold(text))
    assert found is not None and found.replaces(fold(before))


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (EN, "8 May"),
        (EN, "wait, 3 May"),
        (EN, "wait, 8 May?"),
        (EN, "wait 10 minutes"),
        (EN, "no, £40"),
        (EN, "no, and 8 May too"),
        (EN, "not on 8 May"),
        (EN, "no, the bus leaves on 8 May"),
        (EN, "wait, I forgot it"),
        (ZH, "8号"),
        (ZH, "等等，3号"),
        (ZH, "等等，8号吗"),
        (ZH, "不对，40块"),
        (ZH, "应该还有8号"),
        (ZH, "不是8号"),
        (ZH, "不对，公交车8号开"),
    ],
)
def test_another_subject_the_same_value_or_one_of_another_kind_is_none(
    before: str, text: str
) -> None:
    found = amendment(fold(text))
    assert found is None or not found.replaces(fold(before))


@pytest.mark.parametrize(
    ("text", "may_answer"),
    [("no, 8 May", True), ("oops, 8 May", False), ("不是，8号", True), ("等等，8号", False)],
)
def test_what_only_objects_may_answer_a_question(text: str, may_answer: bool) -> None:
    found = amendment(fold(text))
    assert found is not None and found.may_answer is may_answer
