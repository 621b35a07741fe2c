"""A model only proposes: what the message does not bear out is refused and counted."""

from __future__ import annotations

import json
import time
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_model import fact, listing, scripted_model

from eywa_fs.errors import DependencyTimeout, DependencyUnavailable
from eywa_fs.llm.reader import SCHEMA, ModelReader, checked

SAID = 1_767_225_600_000  # 2026-01-01
TEXT = "We keep two Goats, and my aunt Odile moved to Ghent on Monday. 外婆住在温州。"


def test_a_value_that_stands_in_the_message_is_taken_with_its_span() -> None:
    read = checked([fact("user's aunt", "moved_to", "Ghent", **{"from": "2025-12-29"})], TEXT)
    [candidate] = read.candidates
    assert TEXT[candidate.start : candidate.end] == candidate.object == "Ghent"
    assert candidate.valid_from == date(2025, 12, 29) and read.refused == 0
    assert checked([fact("user", "has_pet", "two goats")], TEXT).candidates[0].object == "two Goats"
    assert checked([fact("用户的外婆", "lives_in", "温州")], TEXT).candidates[0].object == "温州"


@pytest.mark.parametrize(
    "proposal",
    [
        fact("user", "has_pet", "three llamas"),
        fact("user", "adores", "two Goats"),
        fact("", "has_pet", "two Goats"),
        fact("user", "has_pet", ""),
        fact("user", "has_pet", "two Goats", **{"from": "last week"}),
        fact("user", "has_pet", "two Goats", **{"from": "2026-02-01", "to": "2026-01-01"}),
        {"subject": "user"},
        ["user", "has_pet", "two Goats"],
        None,
    ],
)
def test_what_the_message_does_not_bear_out_is_refused(proposal: Any) -> None:
    read = checked([proposal], TEXT)
    assert read.candidates == () and read.refused == 1


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5), st.text())
def test_no_proposal_and_no_text_raises(proposal: Any, text: str) -> None:
    checked([proposal, fact("user", "has", text), fact(text, "has", "a")], text)


def test_the_endpoint_is_asked_with_a_strict_schema_and_the_day() -> None:
    with scripted_model(lambda _: (200, listing(fact("user", "has_pet", "two Goats")))) as script:
        reader = ModelReader(script.url, "tiny", "secret", 5.0, 1)
        assert reader.read(TEXT, SAID).candidates[0].predicate == "has_pet"
        reader.close()
    [body] = script.requests
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["response_format"]["json_schema"]["schema"] == json.loads(json.dumps(SCHEMA))
    assert "Thursday 2026-01-01" in body["messages"][1]["content"]
    assert script.tokens == ["Bearer secret"]


@pytest.mark.parametrize("content", ["no JSON", "[]", '{"facts": 3}', "null", ""])
def test_an_answer_beside_the_schema_is_an_error_that_keeps_secrets(content: str) -> None:
    with scripted_model(lambda _: (200, content)) as script:
        reader = ModelReader(script.url, "tiny", "secret", 5.0, 1)
        with pytest.raises(DependencyUnavailable) as caught:
            reader.read(TEXT, SAID)
        reader.close()
    assert "secret" not in str(caught.value) and "Goats" not in str(caught.value)


def test_a_slow_model_is_a_timeout() -> None:
    def sleep(_: Any) -> tuple[int, str]:
        time.sleep(1.0)
        return 200, listing()

    with scripted_model(sleep) as script:
        reader = ModelReader(script.url, "tiny", "", 0.1, 1)
        with pytest.raises(DependencyTimeout, match=r"within 0\.1 s"):
            reader.read(TEXT, SAID)
        reader.close()
