"""A message without words comes back as it was, and nobody is told that it was said."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from corpus import MakeMemory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from eywa_fs.adapters.langchain import EywaChatMessageHistory
from eywa_fs.adapters.openai_agents import EywaSession
from eywa_fs.memory import EywaMemory

PNG = "data:image/png;base64," + "iVBORw0KGgo" * 50
CALL = {"name": "look_up", "args": {"city": "图尔库"}, "id": "c1"}
ASKED = (
    "What did the user say about an image?",
    "用户说了什么？",
    "image_url human",
    "look_up 图尔库",
)


def _shown(memory: EywaMemory) -> set[str]:
    told = {hit.text for text in ASKED for hit in memory.retrieve(text).hits}
    return told | {text for text in ASKED if memory.before_llm(text).context}


def _session(memory: EywaMemory, said: list[Any]) -> list[Any]:
    session = EywaSession(memory, "s")
    asyncio.run(session.add_items(said))
    return asyncio.run(session.get_items())


def _history(memory: EywaMemory, said: list[Any]) -> list[Any]:
    history = EywaChatMessageHistory(memory, "s")
    history.add_messages(said)
    return history.messages


WORDLESS: list[list[BaseMessage] | list[dict[str, Any]]] = [
    [HumanMessage([{"type": "image_url", "image_url": {"url": PNG}}])],
    [HumanMessage(""), AIMessage("", tool_calls=[CALL]), ToolMessage("", tool_call_id="c1")],
    [{"role": "user", "content": [{"type": "input_image", "image_url": PNG}]}],
    [
        {"role": "user", "content": " \n"},
        {
            "type": "function_call",
            "call_id": "c1",
            "name": "look_up",
            "arguments": '{"a": "图尔库"}',
        },
        {"type": "computer_call_output", "call_id": "c2", "output": {"image_url": PNG}},
    ],
]


@pytest.mark.parametrize("said", WORDLESS)
def test_it_is_not_found_nor_quoted(said: list[Any], make_memory: MakeMemory) -> None:
    memory = make_memory()
    back = _history if isinstance(said[0], BaseMessage) else _session
    assert back(memory, said) == said
    assert _shown(memory) == set()
    memory.flush()
    assert _shown(memory) == set()
    assert not memory.list(text="image").items
    assert not memory.verify(deep=True).findings


def test_words_beside_an_image_and_those_of_a_tool_are_found(memory: EywaMemory) -> None:
    picture = (
        {"type": "input_text", "text": "这是我家的猫。"},
        {"type": "input_image", "image_url": PNG},
    )
    said = [
        {"role": "user", "content": [*picture]},
        {"type": "function_call_output", "call_id": "c1", "output": "The ferry leaves at seven."},
        {"role": "user", "content": "👍"},
    ]
    assert _session(memory, said) == said
    assert memory.retrieve("猫").hits[0].text == "这是我家的猫。"
    best = memory.retrieve("When does the ferry leave?").hits[0]
    assert (best.text, best.record.role) == ("The ferry leaves at seven.", "tool")
    assert "👍" in {hit.text for hit in memory.retrieve("👍").hits}
