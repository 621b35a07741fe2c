"""A grade is no school: it answers which year somebody is in, not where they study."""

from __future__ import annotations

from pathlib import Path

import pytest

from eywa_fs import EywaMemory


@pytest.mark.parametrize(
    ("question", "told"),
    [("我在哪个大学读书？", []), ("我在哪儿上学？", []), ("我上几年级？", ["大三"])],
)
def test_a_grade_answers_no_question_for_a_school(
    tmp_path: Path, question: str, told: list[str]
) -> None:
    with EywaMemory(tmp_path) as memory:
        memory.append("我今年大三。", user_id="u", session_id="s")
        assert [fact.object for fact in memory.facts(question, user_id="u").facts] == told


@pytest.mark.parametrize("question", ["我妈妈身体怎么样？"])
def test_that_somebody_died_is_told_of_their_health(tmp_path: Path, question: str) -> None:
    with EywaMemory(tmp_path) as memory:
        memory.append("我妈妈去世了。", user_id="u", session_id="s")
        found = memory.facts(question, user_id="u").facts
        assert [(fact.predicate, fact.object) for fact in found] == [("health", "去世")]
        assert not memory.facts("我妈妈是谁？", user_id="u").facts
