"""What both clients share: as whom they ask, what an answer becomes, lines of a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import update_wrapper
from inspect import Parameter, signature
from typing import Any, TypeVar, cast

import httpx

from eywa_fs.client.decoding import decoded
from eywa_fs.client.problems import ServiceError, error_of, error_of_transport
from eywa_fs.client.request import Request
from eywa_fs.client.retries import Retries

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Connection:
    """How a client asks.

    Attributes:
        defaults: tenant and user of requests that name none.
        timeout_s: seconds that connecting, sending and each wait for bytes may take.
        retries: when a request is sent again.
    """

    defaults: dict[str, str | None]
    timeout_s: float
    retries: Retries = field(default_factory=Retries)

    def arguments(self, request: Request[Any], token: str | None) -> dict[str, Any]:
        """Arguments of ``build_request`` of an httpx client."""
        made = request.sent(self.defaults)
        if token:
            made["headers"]["Authorization"] = f"Bearer {token}"
        read_s = None if request.content is not None else self.timeout_s
        return made | {"timeout": httpx.Timeout(self.timeout_s, read=read_s)}

    def wait_s(
        self, request: Request[Any], done: int, error: ServiceError | httpx.RequestError
    ) -> float:
        """Seconds to wait before a request is sent again; raises the error where it is not.

        Args:
            done: times it was sent.
            error: what came of the last time.
        """
        found = error if isinstance(error, ServiceError) else error_of_transport(error)
        wait = self.retries.wait_s(request, done, found)
        if wait is None:
            raise found from (None if found is error else error)
        return wait


def refuse(request: Request[Any], response: httpx.Response) -> None:
    """Raise the error that a response is, if it is one. Its body was read."""
    if not response.is_success and response.status_code != request.also:
        raise error_of(response)


def answer_of(request: Request[T], response: httpx.Response) -> T:
    """What a response says; raises the error that it is. Its body was read."""
    refuse(request, response)
    if request.answer is str:
        return cast(T, response.text)
    try:
        return decoded(request.answer, response.json())
    except ValueError as error:
        if not response.is_success:
            raise error_of(response) from None
        raise ServiceError(f"{request.path}: {error}", status=response.status_code) from error


class Lines:
    """Cuts a stream of bytes into lines. Only a newline ends one: records may contain the other
    characters that Python takes for the end of a line."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, chunk: bytes) -> Iterator[str]:
        """The lines that a chunk ends."""
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        yield from (line.decode() for line in whole)

    def last(self) -> Iterator[str]:
        """The line that the end of the stream ends, if there is one."""
        if self._rest:
            yield self._rest.decode()


def shown_as(method: Callable[..., Any], describe: Callable[..., Any]) -> None:
    """Give a method the name, words and signature of the call it makes."""
    update_wrapper(method, describe)
    del method.__wrapped__  # type: ignore[attr-defined]  # set by update_wrapper
    given = signature(describe)
    own = Parameter("self", Parameter.POSITIONAL_ONLY)
    method.__signature__ = given.replace(  # type: ignore[attr-defined]  # what inspect looks at
        parameters=[own, *given.parameters.values()], return_annotation=given.empty
    )
