"""Each sentence of a message in two languages is read by the rules of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from eywa_fs.facts import extraction
from eywa_fs.facts.engine.clauses import Clause, Language
from eywa_fs.facts.extraction import extract, language, rules

NOON = 1_700_000_000_000


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I live in Bergen. 我对虾过敏。", ["Bergen", "虾"]),
        ("我住在长沙。My brother is allergic to wasps.", ["长沙", "wasps"]),
        ("My brother is allergic to wasps! 我住在长沙", ["wasps", "长沙"]),
        ("我对虾过敏。\nI live in Bergen and work as a baker.", ["虾", "Bergen", "baker"]),
        ("我叫陈越。I have a dog named Figaro. 我老家在安徽黄山。", ["陈越", "Figaro", "安徽黄山"]),
        ("我在 Google 上班，用 Mac。", ["Google"]),
    ],
)
def test_both_halves_are_read(text: str, values: list[str]) -> None:
    assert [c.object for c in extract(text, NOON) if c.sure] == values


@pytest.mark.parametrize(
    "text",
    [
        "帮我翻译成中文。I live in Bergen.",
        "这句语法对吗？My brother is allergic to wasps.",
        "Translate into English please. 我对虾过敏。",
        "你是面试官，我是应聘的。I work as a nurse at a hospital.",
        "帮我润色一下\nI live in Bergen and work as a baker.",
    ],
)
def test_an_example_of_the_other_language_is_nobodys_word(text: str) -> None:
    assert not [c for c in extract(text, NOON) if c.sure and c.act == "state"]


def test_a_message_that_changes_its_language_in_each_line_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not each paragraph for each part: that grows with the square of their number."""
    text, asked = "我住在海边\nI live in Oslo\n" * 200, []

    def counted(code: str) -> Language:
        own = language(code)

        def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
            asked.append((start, end))
            return iter(own.clauses(text, start, end))

        return replace(own, clauses=clauses)

    rules("en"), rules("zh")
    monkeypatch.setattr(extraction, "language", counted)
    assert {c.object for c in extract(text, NOON)} >= {"Oslo"}
    assert len(asked) < 600 and sum(end - start for start, end in asked) <= len(text)
