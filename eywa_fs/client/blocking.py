"""The client for programs that wait for each answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import httpx

from eywa_fs.client import calls
from eywa_fs.client.answers import ListGiven
from eywa_fs.client.connection import (
    Connection,
    Lines,
    answer_of,
    base_url,
    described,
    refuse,
    shown_as,
)
from eywa_fs.client.methods import Calls
from eywa_fs.client.parts import MemoryGiven
from eywa_fs.client.problems import ServiceError, error_of_transport
from eywa_fs.client.request import Of, Request, Writing
from eywa_fs.client.retries import USUAL, Retries

P = ParamSpec("P")
T = TypeVar("T")


def _walks(
    describe: Callable[P, Request[ListGiven]],
) -> Callable[Concatenate[EywaClient, P], Iterator[MemoryGiven]]:
    """A method that gives what stands on all pages of a call, each asked for when it is needed."""

    def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[MemoryGiven]:
        request = described(describe, *args, **kwargs)
        while True:
            page = self.send(request)
            yield from page.memories
            if page.next_cursor is None:
                return
            request = replace(request, fields={**request.fields, "cursor": page.next_cursor})

    shown_as(call, describe)
    return call


def _streams(
    describe: Callable[P, Request[str]],
) -> Callable[Concatenate[EywaClient, P], Iterator[str]]:
    """A method that gives the lines of an answer as they come."""

    def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[str]:
        request = described(describe, *args, **kwargs)
        lines, response = Lines(), self._response(request, stream=True)
        try:
            for chunk in response.iter_bytes():
                yield from lines.of(chunk)
        except httpx.RequestError as error:
            raise error_of_transport(error) from error
        finally:
            response.close()
        yield from lines.last()

    shown_as(call, describe)
    return call


class EywaClient(Calls):
    """The memory behind an HTTP service. Threads may share one.

    Every call raises a :class:`ServiceError`, or ``InvalidId`` where an id cannot stand in a path,
    and nothing was sent. What may pass is tried again before, where that is
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
        """Make a call of :mod:`eywa_fs.client.calls` and give its answer."""
        return answer_of(request, self._response(request))

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

    list_all = _walks(calls.list)
    export = _streams(calls.export)
