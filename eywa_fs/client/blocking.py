"""The client for programs that wait for each answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import httpx

from eywa_fs.client import calls, episode_calls, removal_calls
from eywa_fs.client.answers import ListGiven
from eywa_fs.client.connection import Connection, Lines, answer_of, refuse, shown_as
from eywa_fs.client.parts import MemoryGiven
from eywa_fs.client.problems import ServiceError, error_of_transport
from eywa_fs.client.request import Of, Request, Writing
from eywa_fs.client.retries import USUAL, Retries

P = ParamSpec("P")
T = TypeVar("T")


def _asks(describe: Callable[P, Request[T]]) -> Callable[Concatenate[EywaClient, P], T]:
    """A method that makes a call and gives its answer."""

    def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.send(describe(*args, **kwargs))

    shown_as(call, describe)
    return call


def _walks(
    describe: Callable[P, Request[ListGiven]],
) -> Callable[Concatenate[EywaClient, P], Iterator[MemoryGiven]]:
    """A method that gives what stands on all pages of a call, each asked for when it is needed."""

    def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[MemoryGiven]:
        request = describe(*args, **kwargs)
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
        request = describe(*args, **kwargs)
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


class EywaClient:
    """The memory behind an HTTP service. Threads may share one.

    Every call raises a :class:`ServiceError`, or ``InvalidId`` where an id cannot stand in a path,
    and nothing was sent. What may pass is tried again before, where that is
    safe (:class:`Retries`). A write carries an idempotency key of its own, so that a repeated one
    writes once; after an error that a write ends with, the same ``idempotency_key`` finds out.

    Args:
        url: of the service, as ``http://127.0.0.1:8765``.
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
        self._http = httpx.Client(base_url=url, transport=transport)

    def close(self) -> None:
        """Close the connections. The client cannot be used any more."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def send(self, request: Request[T]) -> T:
        """Make a call of :mod:`eywa_fs.client.calls` and give its answer."""
        return answer_of(request, self._response(request))

    def _response(self, request: Request[Any], *, stream: bool = False) -> httpx.Response:
        """An answer that is no error, its body read unless it is a stream."""
        for done in count(1):
            token = self._key() if callable(self._key) else self._key
            arguments = self._connection.arguments(request, token)
            try:
                response = self._http.send(self._http.build_request(**arguments), stream=stream)
                if not response.is_success:
                    response.read()
                refuse(request, response)
                return response
            except (ServiceError, httpx.RequestError) as error:
                wait = self._connection.wait_s(request, done, error)
            time.sleep(wait)
        raise AssertionError("unreachable")

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

    after_llm = _asks(calls.after_llm)
    before_llm = _asks(calls.before_llm)
    retrieve = _asks(calls.retrieve)
    explain = _asks(calls.explain)
    prove = _asks(calls.prove)
    append = _asks(calls.append)
    append_many = _asks(calls.append_many)
    list = _asks(calls.list)
    get = _asks(calls.get)
    upsert = _asks(calls.upsert)
    update = _asks(calls.update)
    delete = _asks(calls.delete)
    restore = _asks(calls.restore)
    archive = _asks(calls.archive)
    unarchive = _asks(calls.unarchive)
    pin = _asks(calls.pin)
    unpin = _asks(calls.unpin)
    confirm = _asks(calls.confirm)
    expire = _asks(calls.expire)
    erase = _asks(removal_calls.erase)
    forget = _asks(removal_calls.forget)
    undo = _asks(removal_calls.undo)
    versions = _asks(calls.versions)
    compare = _asks(calls.compare)
    begin = _asks(calls.begin)
    commit = _asks(calls.commit)
    rollback = _asks(calls.rollback)
    facts = _asks(calls.facts)
    history = _asks(calls.history)
    profile = _asks(calls.profile)
    assert_fact = _asks(calls.assert_fact)
    supersede_fact = _asks(calls.supersede_fact)
    reject_fact = _asks(calls.reject_fact)
    confirm_fact = _asks(calls.confirm_fact)
    feedback = _asks(calls.feedback)
    verdicts = _asks(calls.verdicts)
    graph = _asks(calls.graph)
    conflicts = _asks(calls.conflicts)
    resolve_conflict = _asks(calls.resolve_conflict)
    users = _asks(calls.users)
    sessions = _asks(calls.sessions)
    audit = _asks(calls.audit)
    audit_of = _asks(calls.audit_of)
    import_file = _asks(calls.import_file)
    status = _asks(calls.status)
    jobs = _asks(calls.jobs)
    slo = _asks(calls.slo)
    evaluations = _asks(calls.evaluations)
    record_episode = _asks(episode_calls.record_episode)
    query_episodes = _asks(episode_calls.query_episodes)
    episodes = _asks(episode_calls.episodes)
    undo_episode = _asks(episode_calls.undo_episode)
    confirm_episode = _asks(episode_calls.confirm_episode)
    episode_trigger = _asks(episode_calls.episode_trigger)
    put_working = _asks(episode_calls.put_working)
    end_working = _asks(episode_calls.end_working)
    layers = _asks(episode_calls.layers)
    health = _asks(calls.health)
    ready = _asks(calls.ready)
    version = _asks(calls.version)
    metrics = _asks(calls.metrics)
    list_all = _walks(calls.list)
    export = _streams(calls.export)
