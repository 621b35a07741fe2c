"""The real application over real memories, asked in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from factbase.lives import QuickMemory
from fastapi import FastAPI
from starlette.testclient import TestClient

from eywa_fs.access.keys import KeyFile
from eywa_fs.access.policy import Role
from eywa_fs.service.app import create_app

Ask = Callable[..., Any]
"""``ask("post", "/v1/turns", {...}, status=200)``: sends JSON and gives the answer's."""


@pytest.fixture
def app(quick: QuickMemory) -> FastAPI:
    """The application over a memory without an embedder."""
    return create_app(quick)


def client_of(app: FastAPI, token: str = "", address: str = "127.0.0.1") -> TestClient:
    """A client on this machine, or at another address, with a key or without."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return TestClient(
        app,
        base_url="http://localhost",
        client=(address, 50_000),
        headers=headers,
        raise_server_exceptions=False,
    )


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A program on this machine, without a key."""
    with client_of(app) as found:
        yield found


@pytest.fixture
def ask(client: TestClient) -> Ask:
    """Ask as ``client`` does, and say which status is expected."""

    def asked(verb: str, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        if verb in ("get", "delete"):
            found = client.request(verb.upper(), path, params=body, **more)
        else:
            found = client.request(verb.upper(), path, json=body, **more)
        assert found.status_code == status, found.text
        return found.json()

    return asked


@pytest.fixture
def make_key(quick: QuickMemory) -> Callable[..., str]:
    """Make a key for the memory of the test and give its token."""

    def made(role: Role, tenant: str | None = "default", *users: str) -> str:
        keys = KeyFile(quick.layout)
        try:
            return keys.create(role, role, tenant_id=tenant, users=users)[1]
        finally:
            keys.close()

    return made
