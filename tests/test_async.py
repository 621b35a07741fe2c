"""The calls for asyncio do what their namesakes do, and leave the loop free meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from eywa_fs.memory import EywaMemory


def test_a_turn_of_an_agent(make_memory: Callable[..., EywaMemory]) -> None:
    async def talk(memory: EywaMemory) -> None:
        await memory.aappend("The ferry to Naantali leaves at seven.")
        anchors = await memory.aappend_many([{"content": "I get seasick."}])
        assert anchors[0].line_start == 2
        context = await memory.abefore_llm("When does the ferry leave?")
        assert "seven" in context.context
        await memory.aafter_llm("When does the ferry leave?", "At seven.")
        found = await asyncio.gather(*(memory.aretrieve("ferry to Naantali") for _ in range(4)))
        assert {result.hits[0].text for result in found} == {
            "The ferry to Naantali leaves at seven."
        }
        await memory.aflush()

    asyncio.run(talk(make_memory(background=True)))
