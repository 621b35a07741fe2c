"""What a question asks for, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from facts.stories import at

from eywa_fs.facts import questions
from eywa_fs.facts.questions import read_question, strangers

ASKED = at("2025-03-12")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Where do I live?", "current_state"),
        ("Where do I work now?", "current_state"),
        ("Which towns have I lived in over the years?", "history_trace"),
        ("List my jobs from first to latest.", "history_trace"),
        ("Where did I work in 2021?", "time_slice"),
        ("我住在哪里？", "current_state"),
        ("我现在在哪家公司上班？", "current_state"),
        ("我以前住过哪些地方？", "history_trace"),
        ("我2021年在哪里工作？", "time_slice"),
        ("How old is my sister?", "current_state"),
        ("Which bikes have I had?", "history_trace"),
        ("按时间说说我做过哪些工作", "history_trace"),
        ("我的体重从多少降到多少？", "history_trace"),
        ("My jobs, one after the other?", "history_trace"),
        ("Has my rent gone up month by month?", "history_trace"),
        ("Where did I work at first, and where now?", "history_trace"),
        ("From which town to which did I relocate?", "history_trace"),
        ("What's my new number?", "current_state"),
        ("What did I end up studying?", "current_state"),
        ("Back in June last year, where did I live?", "time_slice"),
        ("房租涨过几回？", "history_trace"),
        ("鞋子一双接一双都穿了啥", "history_trace"),
        ("先在哪家公司，后来又去了哪家", "history_trace"),
        ("我换了号码，新的是多少", "current_state"),
        ("我最后改成什么专业了", "current_state"),
        ("What was my latest weight in March 2022?", "time_slice"),
        ("2022年8月的时候，我最新的体重是多少？", "time_slice"),
    ],
)
def test_intents(text: str, intent: str) -> None:
    assert read_question(text, ASKED).intent == intent


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Where do I live?", "lives_in"),
        ("Who do I work for?", "works_at"),
        ("What am I allergic to?", "allergic_to"),
        ("When is my birthday?", "birthday"),
        ("我对什么过敏？", "allergic_to"),
        ("我家养了什么宠物？", "has_pet"),
        ("我生日是哪天？", "birthday"),
    ],
)
def test_the_predicate_asked_for_comes_first(text: str, predicate: str) -> None:
    assert read_question(text, ASKED).predicates[predicate] == 0


@pytest.mark.parametrize(
    ("text", "tz", "first", "last"),
    [
        ("Where did I live in 2021?", "UTC", "2021-01-01", "2022-01-01"),
        ("Where did I live in June 2022?", "UTC", "2022-06-01", "2022-07-01"),
        ("Where did I live last year?", "UTC", "2024-01-01", "2025-01-01"),
        ("我去年住在哪里？", "UTC", "2024-01-01", "2025-01-01"),
        ("我2022年6月在哪里上班？", "UTC", "2022-06-01", "2022-07-01"),
    ],
)
def test_the_period_is_half_open(text: str, tz: str, first: str, last: str) -> None:
    assert read_question(text, ASKED, tz).period == (at(first, 0), at(last, 0))


def test_the_period_is_that_of_the_askers_zone() -> None:
    period = read_question("Where did I live in 2021?", ASKED, "Asia/Shanghai").period
    assert period == (at("2020-12-31", 16), at("2021-12-31", 16))


@pytest.mark.parametrize("text", ["Where do I live this year?", "Where will I be in June 2026?"])
def test_no_period_where_the_present_or_the_future_is_meant(text: str) -> None:
    assert read_question(text, ASKED).period is None


def test_words_that_only_ask_and_times_are_no_topics() -> None:
    words = read_question("What did the plumber cost in June 2022?", ASKED).words
    assert "plumber" in words and not words & {"what", "did", "june", "2022"}


def test_what_lies_in_a_longer_cue_tells_nothing() -> None:
    assert "lives_in" not in read_question("我住院是哪天？", ASKED).predicates
    assert "schedule" not in read_question("按时间列出我的房子", ASKED).predicates
    assert "owns" not in read_question("How have the hours changed?", ASKED).predicates
    assert "owns" in read_question("Which cars do I have?", ASKED).predicates


def test_names_that_a_question_may_mean() -> None:
    asked = {
        "Where does Ottoline live?": ("ottoline",),
        "What is Bram's job?": ("bram",),
        "彭晓住在哪里？": ("彭晓",),
        "我住在哪里？": (),
        "Where do I live?": (),
    }
    for text, names in asked.items():
        assert strangers(read_question(text, ASKED)) == names


@pytest.mark.parametrize("text", ["", "?", "？", "\ud83d", "a" * 5000, "我" * 500])
def test_any_text_is_a_question(text: str) -> None:
    assert read_question(text, ASKED).intent == "current_state"


def test_a_long_message_is_read_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    hides = questions._hides

    def counted(*cues: Any) -> bool:
        nonlocal compared
        compared += 1
        return hides(*cues)

    monkeypatch.setattr(questions, "_hides", counted)
    read_question("When I changed my job, what did I do before that, and where now? " * 100, ASKED)
    assert compared < 20_000
