"""A call of an adapter that was given up does not come after the next one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from eywa_fs.adapters.langchain import EywaChatMessageHistory
from eywa_fs.adapters.langgraph import EywaStore
from eywa_fs.adapters.openai_agents import EywaSession
from eywa_fs.memory import EywaMemory

Call = Callable[[], Coroutine[Any, Any, Any]]


def _store(memory: EywaMemory) -> tuple[list[Call], Call]:
    store, of = EywaStore(memory, user_id="ana"), (("plans",), "周末")

    async def told() -> Any:
        found = await store.aget(*of)
        return found and found.value["v"]

    calls: list[Call] = [
        lambda: store.aput(*of, {"v": "first"}),
        lambda: store.adelete(*of),
        lambda: store.aput(*of, {"v": "last"}),
    ]
    return calls, told


def _history(memory: EywaMemory) -> tuple[list[Call], Call]:
    history = EywaChatMessageHistory(memory, "s", user_id="ana")

    async def told() -> Any:
        found = await history.aget_messages()
        return found[-1].text if found else None

    calls: list[Call] = [
        lambda: history.aadd_messages([HumanMessage("我周末去爬山。")]),
        history.aclear,
        lambda: history.aadd_messages([HumanMessage("last")]),
    ]
    return calls, told


def _session(memory: EywaMemory) -> tuple[list[Call], Call]:
    session = EywaSession(memory, "s", user_id="ana")

    async def told() -> Any:
        found = await session.get_items()
        return found[-1]["content"] if found else None

    calls: list[Call] = [
        lambda: session.add_items([{"role": "user", "content": "I keep bees."}]),
        session.clear_session,
        lambda: session.add_items([{"role": "user", "content": "last"}]),
    ]
    return calls, told


@pytest.mark.parametrize("made", [_store, _history, _session])
def test_what_was_acknowledged_last_stands(
    made: Callable[[EywaMemory], tuple[list[Call], Call]],
    memory: EywaMemory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (first, given_up, last), told = made(memory)
    transaction, begun = EywaMemory.transaction, threading.Event()

    def slow(self: EywaMemory, *args: Any, **kw: Any) -> Any:
        if not begun.is_set():
            begun.set()
            time.sleep(0.3)
        return transaction(self, *args, **kw)

    async def talk() -> None:
        await first()
        monkeypatch.setattr(EywaMemory, "transaction", slow)
        call = asyncio.create_task(given_up())
        while not begun.is_set():
            await asyncio.sleep(0.01)
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        await last()
        await asyncio.sleep(0.5)
        assert await told() == "last"

    asyncio.run(talk())
