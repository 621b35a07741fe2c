"""How a call becomes a method of both clients."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from functools import update_wrapper, wraps
from inspect import Parameter, iscoroutinefunction, signature
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from eywa_fs.client.answers import ListGiven
from eywa_fs.client.connection import sendable
from eywa_fs.client.parts import MemoryGiven
from eywa_fs.client.request import Operation, Request

if TYPE_CHECKING:
    from eywa_fs.client.clients import AsyncEywaClient, EywaClient

P = ParamSpec("P")
T = TypeVar("T")
B = TypeVar("B")
A = TypeVar("A")
Fields = Mapping[str, Any]
Described = Callable[Concatenate[Any, P], Fields | None]
"""A function whose arguments are those of a call; it gives those fields that are not as they are,
if there are any."""


class Method(Generic[P, B, A]):
    """A method of both clients: what it gives to who waits for it, and what in asyncio.

    Attributes:
        request: the request that its arguments are. ``BadRequest`` for wrong ones; too many or too
            few are a ``TypeError``, as in any call.
    """

    def __init__(
        self,
        describe: Callable[..., Any],
        request: Callable[P, Request[Any]],
        blocking: Callable[Concatenate[EywaClient, P], B],
        waiting: Callable[Concatenate[AsyncEywaClient, P], A],
    ) -> None:
        for one in (blocking, waiting):
            _shown_as(one, describe)
        self.request = request
        self._blocking, self._waiting = blocking, waiting

    @overload
    def __get__(self, client: EywaClient, of: type) -> Callable[P, B]: ...
    @overload
    def __get__(self, client: AsyncEywaClient, of: type) -> Callable[P, A]: ...
    @overload
    def __get__(
        self, client: None, of: type[EywaClient]
    ) -> Callable[Concatenate[EywaClient, P], B]: ...
    @overload
    def __get__(
        self, client: None, of: type[AsyncEywaClient]
    ) -> Callable[Concatenate[AsyncEywaClient, P], A]: ...
    def __get__(self, client: Any, of: Any) -> Any:
        method: Any = self._waiting if iscoroutinefunction(of.send) else self._blocking
        return method.__get__(client, of)


class Asks(Operation[T]):
    """Makes a method of a function: it sends the request, and gives the answer."""

    def __call__(self, describe: Described[P]) -> Method[P, T, Coroutine[Any, Any, T]]:
        request = _request_of(self, describe)

        def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return self.send(request(*args, **kwargs))

        async def wait(self: AsyncEywaClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return await self.send(request(*args, **kwargs))

        return Method(describe, request, call, wait)


class Streams(Operation[str]):
    """Makes a method of a function: it gives the lines of the answer as they come."""

    def __call__(self, describe: Described[P]) -> Method[P, Iterator[str], AsyncIterator[str]]:
        request = _request_of(self, describe)

        def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[str]:
            return self._lines_of(request(*args, **kwargs))

        def wait(self: AsyncEywaClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[str]:
            return self._lines_of(request(*args, **kwargs))

        return Method(describe, request, call, wait)


def walks(
    pages: Method[P, ListGiven, Any],
) -> Method[P, Iterator[MemoryGiven], AsyncIterator[MemoryGiven]]:
    """A method that gives what stands on all pages of a call, each asked for when it is needed."""
    request: Callable[P, Request[ListGiven]] = pages.request

    def call(self: EywaClient, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[MemoryGiven]:
        return self._on_pages(request(*args, **kwargs))

    def wait(
        self: AsyncEywaClient, /, *args: P.args, **kwargs: P.kwargs
    ) -> AsyncIterator[MemoryGiven]:
        return self._on_pages(request(*args, **kwargs))

    return Method(request, request, call, wait)


def _request_of(operation: Operation[T], describe: Described[P]) -> Callable[P, Request[T]]:
    """What makes a request of the arguments of a function."""
    shown = signature(describe)

    @wraps(describe)
    def request(*args: P.args, **kwargs: P.kwargs) -> Request[T]:
        given = shown.bind(None, *args, **kwargs)
        given.apply_defaults()
        del given.arguments["self"]
        with sendable():
            return operation.request({**given.arguments, **(describe(None, *args, **kwargs) or {})})

    return request


def _shown_as(method: Callable[..., Any], describe: Callable[..., Any]) -> None:
    """Give a method the name, words and signature of the call it makes."""
    update_wrapper(method, describe)
    del method.__wrapped__  # type: ignore[attr-defined]  # set by update_wrapper
    _, *others = signature(describe).parameters.values()
    own = Parameter("self", Parameter.POSITIONAL_ONLY)
    method.__signature__ = signature(describe).replace(  # type: ignore[attr-defined]  # for inspect
        parameters=[own, *others], return_annotation=Parameter.empty
    )
