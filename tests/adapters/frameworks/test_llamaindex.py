"""A block of LlamaIndex's memory; that memory itself runs with the shown code."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from corpus import MakeMemory
from llama_index.core.llms import ChatMessage, ImageBlock, MessageRole

from eywa_fs.adapters.llamaindex import EywaMemoryBlock
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.frameworks


SAID = [
    ChatMessage(role="user", content="My boat is called Svea."),
    ChatMessage(role="assistant", content="I will keep that in mind."),
    ChatMessage(role="user", content="我每周三晚上去上陶艺课。"),
    ChatMessage(role="assistant", blocks=[]),
]


def test_what_it_was_given_is_recalled_in_another_process(
    memory: EywaMemory, make_memory: MakeMemory
) -> None:
    block = EywaMemoryBlock(memory=memory, user_id="ana")
    asyncio.run(block.aput(SAID, from_short_term_memory=True, session_id="s"))
    found = memory.list(user_id="ana", session_ids=["s"], oldest=True).items
    assert [one.record.role for one in found] == ["user", "assistant"] * 2
    memory.close()
    block = EywaMemoryBlock(memory=make_memory(), user_id="ana")
    for question, answer in (("What is my boat called?", "Svea"), ("我哪天有陶艺课？", "周三")):
        asked = [ChatMessage(role="user", content=question)]
        assert answer in asyncio.run(block.aget(asked))
    assert asyncio.run(block.aget([])) == ""


def test_a_message_of_any_role_is_of_whom_it_is(memory: EywaMemory) -> None:
    said = [ChatMessage(role=role, content=f"by {role.value}") for role in MessageRole]
    asyncio.run(EywaMemoryBlock(memory=memory).aput(said))
    roles = {one.record.content: one.record.role for one in memory.list().items}
    assert roles == {
        "by system": "system",
        "by developer": "system",
        "by user": "user",
        "by assistant": "assistant",
        "by chatbot": "assistant",
        "by model": "assistant",
        "by function": "tool",
        "by tool": "tool",
    }


def test_a_block_is_not_made_of_what_it_would_not_read(memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match="usr_id"):
        EywaMemoryBlock(memory=memory, usr_id="ana")


@pytest.mark.parametrize("of", [{"token_budget": 0}, {"token_budget": -1}, {"user_id": ""}])
def test_a_block_that_could_never_answer_is_not_made(
    memory: EywaMemory, of: dict[str, Any]
) -> None:
    with pytest.raises(BadRequest, match=next(iter(of))):
        EywaMemoryBlock(memory=memory, **of)


@pytest.mark.parametrize("said", ["My boat is called \ud83d Svea.", "我的船\udc00叫斯维亚。"])
def test_half_a_character_is_kept_beside_the_text(memory: EywaMemory, said: str) -> None:
    block = EywaMemoryBlock(memory=memory)
    asyncio.run(block.aput([ChatMessage(role="user", content=said)]))
    assert "\ufffd" in memory.list().items[0].record.content
    assert isinstance(asyncio.run(block.aget([ChatMessage(role="user", content=said)])), str)


def test_a_message_that_is_only_an_image_or_empty_is_not_quoted(memory: EywaMemory) -> None:
    block = EywaMemoryBlock(memory=memory, user_id="ana")
    image = ChatMessage(role="user", blocks=[ImageBlock(url="https://example.org/船.png")])
    said = [image, ChatMessage(role="user", content="")]
    asyncio.run(block.aput(said, from_short_term_memory=True, session_id="s"))
    assert len(memory.list(user_id="ana").items) == 2
    for asked in ("What did the user say about an image?", "用户发了什么图片？"):
        assert not memory.before_llm(asked, user_id="ana").context
