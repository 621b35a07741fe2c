"""What both clients share: as whom they ask, what an answer becomes, lines of a stream,
and when a request is sent again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

import httpx

from eywa_fs.client.decoding import decoded
from eywa_fs.client.problems import BadRequest, ServiceError, error_of, error_of_transport
from eywa_fs.client.request import Request

T = TypeVar("T")

_SAID_IN: Final[Mapping[str, str]] = {
    "Authorization": "key",
    "X-Trace-Id": "trace_id",
    "Idempotency-Key": "idempotency_key",
    "If-Match": "expected_version",
}
"""The argument that each header says."""


@contextmanager
def sendable() -> Iterator[None]:
    """Raise :class:`BadRequest` for what Python or httpx say of arguments they cannot use."""
    try:
        yield
    except (TypeError, ValueError, AttributeError, httpx.InvalidURL) as error:
        raise BadRequest(
            f"the request cannot be sent, an argument is of a wrong type or form: {error}",
            sent=False,
        ) from error


def base_url(url: str) -> httpx.URL:
    """The URL of a service; ``BadRequest`` where it is none, so that nobody tries to reach it."""
    try:
        found = httpx.URL(url)
    except (TypeError, ValueError, httpx.InvalidURL):
        found = httpx.URL("")
    if found.scheme not in ("http", "https") or not found.host:
        shown = url if isinstance(url, str) and "@" not in url else f"of type {type(url).__name__}"
        raise BadRequest(
            f"url is {shown!a}: give the address of the service, as http://127.0.0.1:8765",
            sent=False,
        )
    return found


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is sent again, and how long is waited before.

    Attributes:
        most: times it is sent again; 0 for never.
        first_wait_s: the first wait; each is twice the one before, and up to half of it is left
            out by chance, so that clients do not come back all at once.
        longest_wait_s: no wait is longer. Where the service asks for a longer one, the error is
            raised instead.
    """

    most: int = 4
    first_wait_s: float = 0.25
    longest_wait_s: float = 20.0

    def wait_s(
        self, request: Request[Any], done: int, error: ServiceError, chance: float | None = None
    ) -> float | None:
        """Seconds to wait before a request is sent again; ``None`` for never.

        It is sent again where the error may pass, and the request reads, has an idempotency key,
        or cannot have arrived.

        Args:
            done: times it was sent.
            error: what came of the last time.
            chance: between 0 and 1; random by default.
        """
        safe = request.operation.reads or request.operation.keyed or not error.sent
        if done > self.most or not safe or not error.retryable:
            return None
        if error.retry_after_s > self.longest_wait_s:
            return None
        growth = 2.0 ** min(done - 1, 1000)  # the largest float is less than 2 to the 1024th
        step = min(self.longest_wait_s, self.first_wait_s * growth)
        part = random.random() if chance is None else chance
        return max(error.retry_after_s, step * (1 - part / 2))


USUAL: Final = Retries()
"""What clients do unless told otherwise."""


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
    retries: Retries

    def built(
        self, http: httpx.Client | httpx.AsyncClient, request: Request[Any], token: str | None
    ) -> httpx.Request:
        """A request as it is sent; ``BadRequest`` where it cannot be, or the client is closed."""
        if not isinstance(token, str | None):
            raise BadRequest(
                f"key is of type {type(token).__name__}: give a string, or a function that gives "
                "one",
                sent=False,
            )
        if http.is_closed:
            raise BadRequest("this client was closed: make a new one", sent=False)
        with sendable():
            made = request.sent(self.defaults)
            if token:
                made["headers"]["Authorization"] = f"Bearer {token}"
            for name, value in made["headers"].items():
                if not (value.isascii() and value.isprintable()):
                    raise ValueError(
                        f"{_SAID_IN.get(name, name)} takes only printable ASCII characters"
                    )
            read_s = None if request.content is not None else self.timeout_s
            return http.build_request(**made, timeout=httpx.Timeout(self.timeout_s, read=read_s))

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
    if not response.is_success and response.status_code != request.operation.also:
        raise error_of(response)


def refuse_foreign(request: Request[Any], response: httpx.Response) -> None:
    """Raise the error of a success that is not of the service's type, as the page of a proxy."""
    wanted = "text/plain" if request.operation.answer is str else "application/json"
    if response.is_success and not response.headers.get("content-type", "").startswith(wanted):
        what = f"the answer is no {wanted}: another program may have given it"
        raise ServiceError(f"{request.path}: {what}", status=response.status_code)


def answer_of(request: Request[T], response: httpx.Response) -> T:
    """What a response says; raises the error that it is. Its body was read."""
    refuse(request, response)
    refuse_foreign(request, response)
    if request.operation.answer is str:
        return cast(T, response.text)
    try:
        return decoded(request.operation.answer, response.json())
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
