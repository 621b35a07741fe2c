"""A question in one language finds records in the other, among many of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from texts import ANA, drafts

from eywa_fs.memory import EywaMemory

WHOSE: dict[str, Any] = {"tenant_id": ANA.tenant_id, "user_id": ANA.user_id}
ASKED = [
    ("What is the name of my cat?", "我的猫叫豆包"),
    ("When is my pottery class?", "我每个星期三晚上去上陶艺课"),
    ("What am I allergic to when you cook?", "我对花生过敏"),
    ("雨水桶能装多少升？", "The rain barrel holds two hundred litres"),
    ("新锅炉是哪个水管工装的？", "The new boiler was installed by a plumber"),
    ("邻居每年春天借给我什么？", "My neighbour Oskar lends me his wheelbarrow"),
]


@pytest.fixture
def talks(memory: EywaMemory) -> Iterator[EywaMemory]:
    memory.append_many(drafts())
    memory.index()
    yield memory


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_the_answer_is_found_and_told(talks: EywaMemory, question: str, answer: str) -> None:
    hits = talks.retrieve(question, limit=5, **WHOSE).hits
    assert any(answer in hit.text for hit in hits)
    assert answer in talks.before_llm(question, **WHOSE).context
