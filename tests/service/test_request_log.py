"""A line for each request: what it says, and never says; nobody writes a line of his own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from service.conftest import client_of
from starlette.testclient import TestClient

from eywa_fs.cli.commands.watch import WatchLog
from eywa_fs.service.call import line_of

SECRET = "marzipan"
FIELDS = {
    *("time", "event", "trace_id", "request_id", "method", "route"),
    *("status", "ms", "role", "tenant"),
}
FORGED = 'x"\r\n{"event": "request", "status": 200}\u2028\x1b[2J status=200'
Written = Callable[[], list[str]]


@pytest.fixture(params=["json", "text"])
def form(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def logged(app: FastAPI, form: str, capsys: pytest.CaptureFixture[str]) -> Written:
    """Log as ``eywa serve --log`` does; gives what was written so far, and forgets it."""
    log = WatchLog()
    app.state.service.observers.append(
        lambda call, how: log.write(form == "json", "request", line_of(call, how))
    )

    def written() -> list[str]:
        found = capsys.readouterr()
        text, other = (found.out, found.err) if form == "json" else (found.err, found.out)
        assert not other and all(char.isprintable() or char == "\n" for char in text)
        assert SECRET not in text and "bianca" not in text
        return text.split("\n")[:-1]

    return written


def values(line: str, form: str) -> dict[str, Any]:
    """The fields of a line; of text, each value up to the next blank, or quoted as in JSON."""
    if form == "json":
        found: dict[str, Any] = json.loads(line)
        return found
    when, event, rest = line.split(" ", 2)
    found = {"time": when, "event": event}
    while rest:
        name, _, rest = rest.partition("=")
        if rest.startswith('"'):
            found[name], end = json.JSONDecoder().raw_decode(rest)
            rest = rest[end:].removeprefix(" ")
        else:
            found[name], _, rest = rest.partition(" ")
    return found


def test_a_line_says_who_asked_for_what_and_no_content(
    logged: Written, app: FastAPI, form: str, make_key: Callable[..., str]
) -> None:
    asked = {"userId": "bianca", "query": SECRET}
    with client_of(app, make_key("reader", "acme")) as client:
        answer = client.post("/v1/retrieve", json=asked).json()
        client.get("/v1/facts", params=asked)
        client.get(f"/v1/memories/{SECRET}", params={"userId": "bianca"})
        client.get(f"/{SECRET}")
        client.post("/v1/retrieve", json=asked | {"tenantId": SECRET})
        client.get("/v1/health")
        client.headers["Authorization"] = f"Bearer {SECRET}"
        client.post("/v1/retrieve", json=asked)
    lines = [values(line, form) for line in logged()]
    assert all(set(line) - {"degraded"} == FIELDS for line in lines)
    shown = [(one["route"], str(one["status"]), one["role"], one["tenant"]) for one in lines]
    nobody = (None, None) if form == "json" else ("None", "None")
    assert shown == [
        ("/v1/retrieve", "200", "reader", "acme"),
        ("/v1/facts", "400", "reader", "acme"),
        ("/v1/memories/{eventId}", "404", "reader", "acme"),
        ("none", "404", *nobody),
        ("/v1/retrieve", "404", "reader", "acme"),
        ("/v1/health", "200", *nobody),
        ("/v1/retrieve", "401", *nobody),
    ]
    assert lines[0]["trace_id"] == answer["traceId"] and float(lines[0]["ms"]) > 0
    assert "degraded" in lines[0]


def test_nobody_writes_a_line_or_field_of_his_own(
    logged: Written, client: TestClient, form: str
) -> None:
    forged = FORGED.encode("latin-1", "replace")
    names = ("X-Trace-Id", "X-Request-Id", "traceparent", "User-Agent", "X-Forwarded-Proto")
    requests: list[dict[str, Any]] = [
        {"method": "POST", "url": "/v1/retrieve", "json": {"query": SECRET, "tenantId": FORGED}},
        {"method": 'GET"status":200', "url": "/v1/health"},
        {"method": "GET", "url": "/v1/health%0d%0arequest%20status=200"},
        {"method": "GET", "url": "/v1/facts", "params": {"tenantId": "a b", "userId": FORGED}},
        {"method": "GET", "url": "/v1/profile", "params": {"tenantId": 'a" status="200 b=c'}},
        *({"method": "GET", "url": "/v1/health", "headers": {name: forged}} for name in names),
    ]
    for request in requests:
        client.request(**request)
    lines = [values(line, form) for line in logged()]
    assert len(lines) == len(requests)
    assert all(set(line) - {"degraded"} == FIELDS for line in lines)
    assert lines[4]["tenant"] == 'a" status="200 b=c'
