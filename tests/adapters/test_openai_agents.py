"""A session for the OpenAI Agents SDK, by the protocol it has to keep."""

from __future__ import annotations

import asyncio
import shutil
from types import SimpleNamespace
from typing import Any

import pytest
from corpus import Clock, MakeMemory

from eywa_fs.adapters.conversation import Conversation
from eywa_fs.adapters.openai_agents import EywaSession, Item
from eywa_fs.memory import EywaMemory

ITEMS: list[Item] = [
    {"role": "developer", "content": "请简短回答。"},
    {"role": "user", "content": "I live in Lisbon."},
    {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "gAAA"},
    {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"a": 1}'},
    {"type": "function_call_output", "call_id": "c1", "output": "found"},
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "It is there.", "annotations": []}],
    },
]


def test_items_come_back_as_they_were(memory: EywaMemory, make_memory: MakeMemory) -> None:
    asyncio.run(EywaSession(memory, "s", user_id="ana").add_items(ITEMS))
    memory.close()
    shutil.rmtree(memory.layout.index, ignore_errors=True)
    again = make_memory()
    session = EywaSession(again, "s", user_id="ana")
    assert asyncio.run(session.get_items()) == ITEMS
    assert asyncio.run(session.get_items(2)) == ITEMS[-2:]
    assert asyncio.run(session.get_items(0)) == []
    assert asyncio.run(session.get_items(-1)) == ITEMS
    limited = EywaSession(again, "s", user_id="ana", session_settings=SimpleNamespace(limit=3))
    assert asyncio.run(limited.get_items()) == ITEMS[-3:]
    assert again.facts("Where do I live?", user_id="ana").facts[0].object == "Lisbon"
    texts = [one.record.content for one in again.list(user_id="ana", oldest=True).items]
    assert texts[1] == ITEMS[1]["content"] and texts[5] == "It is there."


ODD: list[Item] = [
    {},
    {"role": "user", "content": ""},
    {"role": "user", "content": "half \ud83d of it"},
    {"type": "function_call_output", "call_id": "c1", "output": "半\udc00个"},
    {"role": "user", "content": "twice", "name": "twice", "wordsAt": ["name"]},
    {"role": "user", "content": [{"type": "input_text", "text": "两"}, {"text": "段"}]},
]


def test_odd_items_come_back_as_they_were(memory: EywaMemory) -> None:
    session = EywaSession(memory, "s")
    asyncio.run(session.add_items(ODD))
    assert asyncio.run(session.get_items()) == ODD
    texts = [one.record.content for one in memory.list(oldest=True).items]
    assert texts[2] == "half \ufffd of it" and "半\ufffd个" in texts[3]


@pytest.mark.parametrize(
    "content", ["x", [{"type": "output_text", "text": "x", "annotations": []}]]
)
def test_the_words_of_an_item_stand_once(make_memory: MakeMemory, content: Any) -> None:
    memory = make_memory(config={"limits": {"max_record_bytes": 3000}})
    said = "Åland " * 300
    filled = said if content == "x" else [{**content[0], "text": said}]
    item = {"role": "assistant", "content": filled}
    session = EywaSession(memory, "s")
    asyncio.run(session.add_items([item]))
    [listed] = memory.list().items
    assert listed.record.content == said and asyncio.run(session.get_items()) == [item]
    memory.update(listed.record.event_id, "改了")
    assert asyncio.run(session.get_items()) == [{"role": "assistant", "content": "改了"}]


def test_popped_and_cleared_items_are_taken_back(memory: EywaMemory) -> None:
    session = EywaSession(memory, "s")

    async def use() -> None:
        assert await session.pop_item() is None
        await session.add_items(ITEMS)
        await session.add_items([])
        assert await session.pop_item() == ITEMS[-1] and await session.pop_item() == ITEMS[-2]
        popped = await asyncio.gather(session.pop_item(), session.pop_item())
        assert [one for one in ITEMS if one in popped] == ITEMS[2:4]
        await session.add_items(ITEMS[-1:])
        assert await session.get_items() == [*ITEMS[:2], ITEMS[-1]]
        await session.clear_session()
        assert await session.get_items() == []

    asyncio.run(use())
    assert len(memory.list(session_ids=["s"], hidden=True).items) == len(ITEMS) + 1


def test_others_messages_are_items_by_role(memory: EywaMemory) -> None:
    memory.after_llm("Hello.", "Hi.", session_id="s")
    memory.append("a result", "tool", session_id="s")
    assert asyncio.run(EywaSession(memory, "s").get_items()) == [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "Hi."},
        {"role": "assistant", "content": "a result"},
    ]


def test_items_are_in_the_order_in_which_they_were_added(make_memory: MakeMemory) -> None:
    clock = Clock()
    clock.advance(43_200)  # from midnight to noon
    memory = make_memory(clock=clock)
    session = EywaSession(memory, "s")

    async def use() -> None:
        for item in ITEMS[2:5]:
            await session.add_items([item])
            clock.advance(-1.5)
        memory.after_llm("And now?", "Now I know.", session_id="s")
        said = [{"role": "user", "content": "And now?"}]
        said += [{"role": "assistant", "content": "Now I know."}]
        assert await session.get_items() == ITEMS[2:5] + said
        assert await session.get_items(3) == ITEMS[4:5] + said
        assert await session.pop_item() == said[1]

    asyncio.run(use())


def test_a_clock_that_is_set_back_over_midnight_does_not_change_the_order(
    make_memory: MakeMemory,
) -> None:
    clock = Clock()
    memory = make_memory(clock=clock)
    session = Conversation(memory, "openai", "default", "me", "s", clock=clock)
    for number, seconds in enumerate((0, 86_400, -43_200, 60, 172_800)):
        clock.advance(seconds)
        session.add([("user", str(number), {"number": number})])
    assert [one.record.content for one in session.list()] == ["0", "1", "2", "3", "4"]
    assert len({one.citation.rpartition(":")[0] for one in session.list()}) == 3
