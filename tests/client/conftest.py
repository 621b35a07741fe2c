"""The clients against the real service: in this process where it is enough, else over a socket."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from factbase.lives import QuickMemory
from service.conftest import app, make_key
from service.test_process import serve
from ui.conftest import served

from eywa_fs.client import EywaClient, Retries

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
__all__ = ["app", "make_key", "serve"]

SOON = Retries(first_wait_s=0.001)
"""Retries for tests that do not wait."""


@pytest.fixture
def url(quick: QuickMemory) -> Iterator[str]:
    """Where a service over a memory without an embedder listens."""
    with served(quick) as page:
        yield page.removesuffix("/ui/")


@pytest.fixture
def client(url: str) -> Iterator[EywaClient]:
    """A client of that service."""
    with EywaClient(url, user_id="ana", retries=SOON) as found:
        yield found


class Faulty(httpx.HTTPTransport):
    """Sends requests, and before or after that does what a list says.

    Attributes:
        faults: one for each of the first requests: an answer that is given instead; an error that
            is raised instead; or a function of the answer that was got.
        sent: the requests.
    """

    def __init__(self, *faults: Any) -> None:
        super().__init__()
        self.faults = [*faults]
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, Exception):
            raise fault
        if isinstance(fault, httpx.Response):
            return fault
        response = super().handle_request(request)
        return fault(response) if fault else response


def lost(response: httpx.Response) -> httpx.Response:
    """A fault: the answer does not arrive, though the service gave it."""
    response.read()
    raise httpx.ReadError("the connection broke off")


Faults = Callable[..., tuple[EywaClient, Faulty]]


@pytest.fixture
def with_faults(url: str) -> Iterator[Faults]:
    """Make clients that meet faults."""
    made: list[EywaClient] = []

    def make(*faults: Any) -> tuple[EywaClient, Faulty]:
        transport = Faulty(*faults)
        made.append(EywaClient(url, user_id="ana", retries=SOON, transport=transport))
        return made[-1], transport

    yield make
    for one in made:
        one.close()
