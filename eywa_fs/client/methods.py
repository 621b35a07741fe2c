"""The methods that both clients have: one for each call."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from eywa_fs.client import calls, episode_calls, removal_calls
from eywa_fs.client.connection import described, shown_as
from eywa_fs.client.request import Request

if TYPE_CHECKING:
    from eywa_fs.client.asynchronous import AsyncEywaClient
    from eywa_fs.client.blocking import EywaClient

P = ParamSpec("P")
T = TypeVar("T")


class Asks(Generic[P, T]):
    """A method that makes a call and gives its answer: a coroutine where ``send`` is one."""

    def __init__(self, describe: Callable[P, Request[T]]) -> None:
        def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return self.send(described(describe, *args, **kwargs))

        async def wait(self: AsyncEywaClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return await self.send(described(describe, *args, **kwargs))

        shown_as(call, describe)
        shown_as(wait, describe)
        self._call, self._wait = call, wait

    @overload
    def __get__(self, client: EywaClient, of: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncEywaClient, of: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    @overload
    def __get__(
        self, client: None, of: type[EywaClient]
    ) -> Callable[Concatenate[EywaClient, P], T]: ...
    @overload
    def __get__(
        self, client: None, of: type[AsyncEywaClient]
    ) -> Callable[Concatenate[AsyncEywaClient, P], Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, of: Any) -> Any:
        method = self._wait if iscoroutinefunction(of.send) else self._call
        return method.__get__(client, of)


class Calls:
    """The calls of the service as methods of a client."""

    after_llm = Asks(calls.after_llm)
    before_llm = Asks(calls.before_llm)
    retrieve = Asks(calls.retrieve)
    explain = Asks(calls.explain)
    prove = Asks(calls.prove)
    append = Asks(calls.append)
    append_many = Asks(calls.append_many)
    list = Asks(calls.list)
    get = Asks(calls.get)
    upsert = Asks(calls.upsert)
    update = Asks(calls.update)
    delete = Asks(calls.delete)
    restore = Asks(calls.restore)
    archive = Asks(calls.archive)
    unarchive = Asks(calls.unarchive)
    pin = Asks(calls.pin)
    unpin = Asks(calls.unpin)
    confirm = Asks(calls.confirm)
    expire = Asks(calls.expire)
    erase = Asks(removal_calls.erase)
    forget = Asks(removal_calls.forget)
    undo = Asks(removal_calls.undo)
    versions = Asks(calls.versions)
    compare = Asks(calls.compare)
    begin = Asks(calls.begin)
    commit = Asks(calls.commit)
    rollback = Asks(calls.rollback)
    facts = Asks(calls.facts)
    history = Asks(calls.history)
    profile = Asks(calls.profile)
    assert_fact = Asks(calls.assert_fact)
    supersede_fact = Asks(calls.supersede_fact)
    reject_fact = Asks(calls.reject_fact)
    confirm_fact = Asks(calls.confirm_fact)
    feedback = Asks(calls.feedback)
    verdicts = Asks(calls.verdicts)
    graph = Asks(calls.graph)
    conflicts = Asks(calls.conflicts)
    resolve_conflict = Asks(calls.resolve_conflict)
    users = Asks(calls.users)
    access = Asks(calls.access)
    sessions = Asks(calls.sessions)
    audit = Asks(calls.audit)
    audit_of = Asks(calls.audit_of)
    import_file = Asks(calls.import_file)
    status = Asks(calls.status)
    jobs = Asks(calls.jobs)
    slo = Asks(calls.slo)
    evaluations = Asks(calls.evaluations)
    record_episode = Asks(episode_calls.record_episode)
    query_episodes = Asks(episode_calls.query_episodes)
    episodes = Asks(episode_calls.episodes)
    undo_episode = Asks(episode_calls.undo_episode)
    confirm_episode = Asks(episode_calls.confirm_episode)
    episode_trigger = Asks(episode_calls.episode_trigger)
    put_working = Asks(episode_calls.put_working)
    end_working = Asks(episode_calls.end_working)
    layers = Asks(episode_calls.layers)
    health = Asks(calls.health)
    ready = Asks(calls.ready)
    version = Asks(calls.version)
    metrics = Asks(calls.metrics)
