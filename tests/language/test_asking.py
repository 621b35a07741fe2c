"""What time a question asks for: it is learned, so plain questions and promises are tested."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.language.asking import KINDS, asks, grams, shares


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Where do I live?", "now"),
        ("what's my dentist's number", "now"),
        ("thanks, see you tomorrow", "now"),
        ("I moved to Lyon last week", "now"),
        ("Which cities have I lived in over the years?", "course"),
        ("walk me through my jobs so far", "course"),
        ("Where did I work in spring 2021?", "time"),
        ("what was my old phone number", "former"),
        ("Where did I work before?", "former"),
        ("Where did I use to work?", "former"),
        ("我以前在哪里工作？", "former"),
        ("我之前在哪工作？", "former"),
        ("我现在住在哪里？", "now"),
        ("我媽叫什麼名字", "now"),
        ("我的房租这几年是怎么变的？", "course"),
        ("我先后在哪几家公司上过班", "course"),
        ("2022年春天我在哪里上班？", "time"),
        ("我以前的手机号是多少", "former"),
    ],
)
def test_plain_questions(text: str, kind: str) -> None:
    assert asks(text) == kind


@given(st.text(max_size=200))
def test_any_text_has_a_kind(text: str) -> None:
    odds = shares(text)
    assert set(odds) == set(KINDS) and abs(sum(odds.values()) - 1) < 1e-9
    assert asks(text) in KINDS


def test_width_case_and_script_make_no_difference() -> None:
    assert asks("WHERE DO I LIVE？") == asks("where do i live?")
    assert grams("我換過幾次手機") == grams("我换过几次手机")


def test_a_long_text_takes_no_more_than_its_length() -> None:
    assert len(grams("where have I lived " * 5000)) < 200


def test_of_a_long_text_the_end_is_read() -> None:
    pasted = "The gate is green. The pond is deep. " * 3000
    assert asks(f"{pasted} Which cities have I lived in over the years?") == "course"
