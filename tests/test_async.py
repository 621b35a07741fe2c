"""The calls for asyncio do what their namesakes do, and leave the loop free meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from eywa_fs.memory import EywaMemory
from eywa_fs.memory.changing import Changer
from eywa_fs.memory.transactions import Transactions
from eywa_fs.model.records import Scope
from eywa_fs.model.versions import Asked, Version


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


def test_a_write_that_was_given_up_comes_before_the_next_or_never(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.append_many([{"content": "The desk is in room 4.", "event_id": (name := "desk")}])
    write = Changer.write
    begun, let_go, done = threading.Event(), threading.Event(), []

    def slow(self: Changer, scope: Scope, asked: list[Asked], *args: Any, **kw: Any) -> Any:
        if "旧" in asked[0].content:
            begun.set()
            let_go.wait(20)
            done.append(asked[0].content)
        return write(self, scope, asked, *args, **kw)

    monkeypatch.setattr(Changer, "write", slow)

    async def change() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        one = asyncio.create_task(memory.aupdate(name, "旧：桌子在五号房。"))
        queued = asyncio.create_task(memory.aupdate(name, "更旧的一句。"))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        queued.cancel()
        await asyncio.wait([queued])
        assert not one.done()  # what has not begun is not waited for
        one.cancel()
        await asyncio.sleep(0)
        one.cancel()
        await asyncio.sleep(0)
        assert not one.done()
        let_go.set()
        with pytest.raises(asyncio.CancelledError):
            await one
        assert done == ["旧：桌子在五号房。"]
        await memory.aupdate(name, "The desk is in room 6.")

    asyncio.run(change())
    assert done == ["旧：桌子在五号房。"]
    assert [one.text for one in memory.versions(name)][1:] == [
        "旧：桌子在五号房。", "The desk is in room 6."
    ]  # fmt: skip


def test_a_transaction_is_committed_in_a_thread(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.append("The desk is in room 4.", event_id="desk")
    memory.append("The lamp is green.", event_id="lamp")
    threads = []
    commit = Transactions.commit

    def noted(self: Transactions, name: str, scope: Scope) -> list[Version]:
        threads.append(threading.current_thread())
        return commit(self, name, scope)

    monkeypatch.setattr(Transactions, "commit", noted)

    async def decide() -> None:
        async with await memory.atransaction(reason="tidy up") as together:
            together.pin("desk")
            together.update("lamp", "The lamp is blue.")
        assert [version.number for version in together.versions] == [2, 2]
        with pytest.raises(ZeroDivisionError):
            async with await memory.atransaction() as together:
                together.delete("desk")
                raise ZeroDivisionError

    asyncio.run(decide())
    assert len(threads) == 1 and threads[0] is not threading.main_thread()
    assert memory.get("lamp").record.content == "The lamp is blue."
    assert memory.get("desk").state == "active" and memory.get("desk").pinned


@pytest.mark.parametrize("name", ["aepisode_trigger", "aworking"])
def test_what_decides_about_episodes_is_waited_for(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    begun, let_go = threading.Event(), threading.Event()

    def slow(*_: Any, **__: Any) -> None:
        begun.set()
        let_go.wait(20)

    monkeypatch.setattr(EywaMemory, name[1:], slow)

    async def give_up() -> None:
        call = asyncio.create_task(getattr(memory, name)("monthly_purge"))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        call.cancel()
        await asyncio.wait([call], timeout=0.1)
        waited = not call.done()
        let_go.set()
        await asyncio.wait([call])
        assert waited and call.cancelled()

    asyncio.run(give_up())


def test_what_only_reads_is_given_up_at_once(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go, ended = threading.Event(), threading.Event()

    def slow(*_: object, **__: object) -> None:
        let_go.wait(20)
        ended.set()

    monkeypatch.setattr(EywaMemory, "retrieve", slow)

    async def ask() -> None:
        try:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(memory.aretrieve("Where is the desk?"), 0.05)
            assert not ended.is_set()
        finally:
            let_go.set()

    asyncio.run(ask())
