"""The two clients: for programs that wait for each answer, and for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Self, TypeVar, Unpack

import httpx

from eywa_fs.client.answers import ListGiven
from eywa_fs.client.calls import Calls
from eywa_fs.client.connection import (
    USUAL,
    Connection,
    Lines,
    Retries,
    answer_of,
    base_url,
    refuse,
    refuse_foreign,
)
from eywa_fs.client.parts import MemoryGiven
from eywa_fs.client.problems import ServiceError, error_of_transport
from eywa_fs.client.request import Of, Request, Writing

T = TypeVar("T")


class EywaClient(Calls):
    """The memory behind an HTTP service. Threads may share one.

    Every call raises a :class:`ServiceError`. What may pass is tried again before, where that is
    safe (:class:`Retries`). A write carries an idempotency key of its own, so that a repeated one
    writes once; after an error that a write ends with, the same ``idempotency_key`` finds out.

    Args:
        url: of the service, as ``http://127.0.0.1:8765``; ``BadRequest`` where it is none.
        key: an API key or token, or what gives one each time it is needed; without, none is sent.
        tenant_id, user_id: of calls that name none; by default those of the key.
        timeout_s: seconds that each wait for bytes may take; the service has its own limit of 30.
        retries: when a request is sent again.
        transport: what httpx sends with; for proxies, certificates and tests.
    """

    def __init__(
        self, url: str, key: str | Callable[[], str] | None = None, *,
        tenant_id: str | None = None, user_id: str | None = None, timeout_s: float = 35.0,
        retries: Retries = USUAL, transport: httpx.BaseTransport | None = None,
    ) -> None:  # fmt: skip
        defaults = {"tenant_id": tenant_id, "user_id": user_id}
        self._connection = Connection(defaults, timeout_s, retries)
        self._key = key
        self._http = httpx.Client(base_url=base_url(url), transport=transport)

    def close(self) -> None:
        """Close the connections. The client cannot be used any more."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, request: Request[T]) -> T:
        """Send the request that a call is, and give its answer."""
        return answer_of(request, self._response(request))

    def _on_pages(self, request: Request[ListGiven]) -> Iterator[MemoryGiven]:
        """What stands on a page and on those that follow it, each asked for when it is needed."""
        while True:
            page = self.send(request)
            yield from page.memories
            if page.next_cursor is None:
                return
            request = replace(request, fields={**request.fields, "cursor": page.next_cursor})

    def _lines_of(self, request: Request[str]) -> Iterator[str]:
        """The lines of an answer, as they come."""
        lines, response = Lines(), self._response(request, stream=True)
        try:
            refuse_foreign(request, response)
            for chunk in response.iter_bytes():
                yield from lines.of(chunk)
        except httpx.RequestError as error:
            raise error_of_transport(error) from error
        finally:
            response.close()
        yield from lines.last()

    def _response(self, request: Request[Any], *, stream: bool = False) -> httpx.Response:
        """An answer that is no error, its body read unless it is a stream."""
        done = 0
        while True:
            done += 1
            token = self._key() if callable(self._key) else self._key
            made = self._connection.built(self._http, request, token)
            try:
                response = self._http.send(made, stream=stream)
                if not response.is_success:
                    response.read()
                refuse(request, response)
                return response
            except (ServiceError, httpx.RequestError) as error:
                wait = self._connection.wait_s(request, done, error)
            time.sleep(wait)

    @contextmanager
    def transaction(
        self, *, timeout_s: float = 60.0, reason: str = "", **of: Unpack[Writing]
    ) -> Iterator[str]:
        """Several decisions that take effect together, or not at all: its id, to be given to them
        as ``transaction``. It is committed at the end, and rolled back after an error inside."""
        whose = Of(tenant_id=of.get("tenant_id"), user_id=of.get("user_id"))
        name = self.begin(timeout_s=timeout_s, reason=reason, **of).tx_id
        try:
            yield name
        except BaseException:
            with suppress(ServiceError):  # else it ends by its time limit
                self.rollback(name, **whose)
            raise
        self.commit(name, **whose)


async def _closed_with_the_loop(http: httpx.AsyncClient) -> AsyncIterator[None]:
    """Once begun, it is ended by asyncio when the loop ends, and the connections are closed."""
    try:
        yield
    finally:
        await http.aclose()


class AsyncEywaClient(Calls):
    """The memory behind an HTTP service, for asyncio: the methods of :class:`EywaClient` as
    coroutines, and its arguments; ``key`` may also give an awaitable. A call that is cancelled
    leaves the client as it was; a write that was sent may still happen. Each event loop has
    connections of its own, which end with it."""

    def __init__(
        self, url: str, key: str | Callable[[], str | Awaitable[str]] | None = None, *,
        tenant_id: str | None = None, user_id: str | None = None, timeout_s: float = 35.0,
        retries: Retries = USUAL, transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:  # fmt: skip
        defaults = {"tenant_id": tenant_id, "user_id": user_id}
        self._connection = Connection(defaults, timeout_s, retries)
        self._key = key
        self._made = partial(httpx.AsyncClient, base_url=base_url(url), transport=transport)
        self._of_loop: dict[asyncio.AbstractEventLoop, tuple[httpx.AsyncClient, object]] = {}
        self._closed: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close the connections. The client cannot be used any more."""
        self._closed = await self._http()
        await self._closed.aclose()

    async def _http(self) -> httpx.AsyncClient:
        """The connections of the running loop: those of another one cannot be used in it."""
        if self._closed is not None:
            return self._closed
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            for old in [one for one in [*self._of_loop] if one.is_closed()]:
                del self._of_loop[old]
            http = self._made()
            kept = _closed_with_the_loop(http)
            self._of_loop[loop] = http, kept
            await anext(kept)
        return self._of_loop[loop][0]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def send(self, request: Request[T]) -> T:
        """Send the request that a call is, and give its answer."""
        return answer_of(request, await self._response(request))

    async def _on_pages(self, request: Request[ListGiven]) -> AsyncIterator[MemoryGiven]:
        """As of :class:`EywaClient`."""
        while True:
            page = await self.send(request)
            for memory in page.memories:
                yield memory
            if page.next_cursor is None:
                return
            request = replace(request, fields={**request.fields, "cursor": page.next_cursor})

    async def _lines_of(self, request: Request[str]) -> AsyncIterator[str]:
        """As of :class:`EywaClient`."""
        lines, response = Lines(), await self._response(request, stream=True)
        try:
            refuse_foreign(request, response)
            async for chunk in response.aiter_bytes():
                for line in lines.of(chunk):
                    yield line
        except httpx.RequestError as error:
            raise error_of_transport(error) from error
        finally:
            await response.aclose()
        for line in lines.last():
            yield line

    async def _response(self, request: Request[Any], *, stream: bool = False) -> httpx.Response:
        """An answer that is no error, its body read unless it is a stream."""
        done = 0
        while True:
            done += 1
            token = self._key() if callable(self._key) else self._key
            token = await token if isinstance(token, Awaitable) else token
            http = await self._http()
            made = self._connection.built(http, request, token)
            try:
                response = await http.send(made, stream=stream)
                if not response.is_success:
                    await response.aread()
                refuse(request, response)
                return response
            except (ServiceError, httpx.RequestError) as error:
                wait = self._connection.wait_s(request, done, error)
            await asyncio.sleep(wait)

    @asynccontextmanager
    async def transaction(
        self, *, timeout_s: float = 60.0, reason: str = "", **of: Unpack[Writing]
    ) -> AsyncIterator[str]:
        """Several decisions that take effect together, or not at all: its id, to be given to them
        as ``transaction``. It is committed at the end, and rolled back after an error inside."""
        whose = Of(tenant_id=of.get("tenant_id"), user_id=of.get("user_id"))
        name = (await self.begin(timeout_s=timeout_s, reason=reason, **of)).tx_id
        try:
            yield name
        except BaseException:
            with suppress(ServiceError):  # else it ends by its time limit
                await self.rollback(name, **whose)
            raise
        await self.commit(name, **whose)
