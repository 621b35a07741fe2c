"""Rules that read the kind of a query off its words."""

import pytest

from eywa_fs.retrieval.intent import Intent, profile


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("When did Mira sail to the island?", Intent.FACT),
        ("米拉是哪天出海的？", Intent.FACT),
        ("Would Mira likely enjoy a week at sea?", Intent.REASONING),
        ("由此可以推断他为何离开吗？", Intent.REASONING),
        ("Can you recommend a quiet harbour?", Intent.PREFERENCE),
        ("推荐一个适合周末的去处", Intent.PREFERENCE),
        ("How do I tie a bowline?", Intent.SKILL),
        ("怎么设置备份？", Intent.SKILL),
        ("The boat is leaking again, what a week.", Intent.CONTEXTUAL),
        ("今天又下雨了，心情不太好。", Intent.CONTEXTUAL),
    ],
)
def test_intents(query: str, intent: Intent) -> None:
    assert profile(query).intent is intent


@pytest.mark.parametrize(
    "query", ["Who sold the boat", "so, where were we", "帆船多少钱", "Tell me about the harbour"]
)
def test_a_question_needs_no_question_mark(query: str) -> None:
    assert profile(query).is_question


def test_script_of_the_query() -> None:
    assert profile("港口在哪里？").chinese
    assert profile("我的 Python 项目叫什么？").chinese
    assert not profile("Where is the harbour?").chinese


@pytest.mark.parametrize("query", ["What is my latest address?", "我现在的地址是什么？"])
def test_questions_about_the_newest_state(query: str) -> None:
    assert profile(query).wants_recent


def test_a_question_without_time_does_not_want_the_newest() -> None:
    assert not profile("What is my address?").wants_recent


@pytest.mark.parametrize("query", ["", "   ", "?", "👋", "\u0000"])
def test_any_text_is_accepted(query: str) -> None:
    assert profile(query).intent in Intent


@pytest.mark.parametrize(
    ("query", "past"),
    [
        ("Which boats have I owned over time?", True),
        ("Where did Mira use to moor, in what order?", True),
        ("米拉先后停过哪些港口？", True),
        ("Where is the boat moored?", False),
        ("What do I call my boat now, after all the changes?", False),
        ("船现在叫什么，改过名字之后？", False),
        ("The boat used to leak.", False),
    ],
)
def test_a_question_about_the_past_is_told_from_one_about_the_present(
    query: str, past: bool
) -> None:
    assert profile(query).asks_past is past
