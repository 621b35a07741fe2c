"""The client for asyncio: the same calls, cancelled ones too."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest
from client.conftest import SOON
from factbase.lives import QuickMemory

from eywa_fs.client import AsyncEywaClient, Retries, problems


def test_the_same_calls_as_coroutines(url: str) -> None:
    async def use() -> None:
        async with AsyncEywaClient(url, user_id="ana", retries=SOON) as client:
            await client.after_llm("I live in Turku.", "好的。")
            [hit] = (await client.retrieve("Turku", limit=1)).hits
            assert hit.text == "I live in Turku."
            await asyncio.gather(*(client.append(f"Note {n}.") for n in range(5)))
            texts = [one.text async for one in client.list_all(limit=2)]
            assert len(texts) == len(set(texts)) == 7
            assert len([line async for line in client.export()]) >= 7
            async with client.transaction() as tx:
                await client.delete(hit.event_id, transaction=tx)
            with pytest.raises(ZeroDivisionError):
                async with client.transaction() as tx:
                    await client.restore(hit.event_id, transaction=tx)
                    raise ZeroDivisionError
            assert (await client.get(hit.event_id)).memory.state == "soft_deleted"
            with pytest.raises(problems.NotFound):
                await client.get("nobody")

    asyncio.run(use())


def test_one_client_asks_in_one_event_loop_after_the_other(url: str) -> None:
    client = AsyncEywaClient(url, retries=Retries(most=0))
    for _ in range(3):
        assert asyncio.run(client.health()).status == "ok"
    asyncio.run(client.aclose())
    with pytest.raises(problems.BadRequest, match="was closed"):
        asyncio.run(client.health())


def test_a_key_is_awaited_and_a_lost_answer_asked_for_again(url: str) -> None:
    sent: list[httpx.Request] = []

    class Lossy(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            sent.append(request)
            response = await super().handle_async_request(request)
            if len(sent) == 1:
                await response.aread()
                raise httpx.ReadError("the connection broke off")
            return response

    async def key() -> str:
        return f"key-{len(sent)}"

    async def use() -> Any:
        async with AsyncEywaClient(url, key, retries=SOON, transport=Lossy()) as client:
            return await client.health()

    assert asyncio.run(use()).status == "ok"
    assert [one.headers["authorization"] for one in sent] == ["Bearer key-0", "Bearer key-1"]


def test_a_cancelled_call_ends_at_once_and_the_client_goes_on(
    url: str, quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was sent is finished by the service; the same key finds out."""
    write, begun, go = quick.append_many, threading.Event(), threading.Event()

    def slow(records: Any) -> Any:
        begun.set()
        go.wait()
        return write(records)

    monkeypatch.setattr(quick, "append_many", slow)

    async def use() -> None:
        async with AsyncEywaClient(url, user_id="ana", retries=SOON) as client:
            task = asyncio.create_task(client.append("Once.", idempotency_key="k1"))
            await asyncio.to_thread(begun.wait)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await client.health()).status == "ok"
            go.set()
            again = await client.append("Once.", idempotency_key="k1")
            found = [one.citation async for one in client.list_all()]
            assert found == [again.memory.citation]

    asyncio.run(use())
