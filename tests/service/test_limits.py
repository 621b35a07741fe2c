"""Back-pressure, rates and the time limit; a defect says nothing; what is asked is never a 5xx."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from factbase.lives import QuickMemory
from fastapi import FastAPI
from service.conftest import client_of
from service.samples import EVENT, ROUTES, TEXT, request_of
from starlette.testclient import TestClient

from eywa_fs import errors
from eywa_fs.errors import DependencyTimeout, EywaError, TooMany, TruthWriteError
from eywa_fs.service.app import create_app
from eywa_fs.service.problems import STATUS, status_of
from eywa_fs.service.rates import Rates
from eywa_fs.service.work import Workers

MUTATED = int(os.environ.get("EYWA_MUTATED", "1000"))


def begin_at_once(workers: Workers) -> None:
    """The time of the first work begins when a thread has it, however late that is."""
    submit = workers._pool.submit

    def submit_and_wait(work: Callable[[], Any]) -> Any:
        begun = threading.Event()
        workers._pool.submit = submit  # type: ignore[method-assign]

        def beginning() -> Any:
            begun.set()
            return work()

        job = submit(beginning)
        assert begun.wait(60)
        return job

    workers._pool.submit = submit_and_wait  # type: ignore[assignment, method-assign]


def test_more_than_can_wait_are_refused_at_once() -> None:
    async def crowd() -> list[Any]:
        workers, go = Workers(threads=1, waiting=2, timeout_s=60), threading.Event()
        jobs = [asyncio.create_task(workers.run(go.wait)) for _ in range(5)]
        await asyncio.sleep(0)
        refused = [job for job in jobs if job.done()]
        while len(refused) < 2:
            await asyncio.sleep(0)
            refused = [job for job in jobs if job.done()]
        go.set()
        found = await asyncio.gather(*jobs, return_exceptions=True)
        while workers.taken:
            await asyncio.sleep(0)
        assert await workers.run(lambda: "again") == "again"
        workers.close()
        with pytest.raises(TooMany):
            await workers.run(lambda: None)
        return list(found)

    found = asyncio.run(crowd())
    assert found[:3] == [True, True, True]
    assert all(isinstance(one, TooMany) and not one.of_caller for one in found[3:])


def test_what_takes_too_long_is_not_waited_for_but_finished() -> None:
    async def slow() -> list[str]:
        workers, go, done = Workers(threads=1, waiting=1, timeout_s=0.01), threading.Event(), []
        begin_at_once(workers)

        def work() -> None:
            go.wait()
            done.append("written")

        with pytest.raises(DependencyTimeout):
            await workers.run(work)
        go.set()
        workers.close()
        return done

    assert asyncio.run(slow()) == ["written"]


def test_what_has_not_begun_in_time_is_never_done() -> None:
    async def crowd() -> tuple[list[Any], list[int]]:
        workers, go, done = Workers(threads=1, waiting=4, timeout_s=0.2), threading.Event(), []
        begin_at_once(workers)
        begun = asyncio.create_task(workers.run(go.wait))
        given_up = asyncio.create_task(workers.run(lambda: done.append(0)))
        waiting = [asyncio.create_task(workers.run(lambda: done.append(1))) for _ in range(2)]
        patient = asyncio.create_task(workers.run(lambda: done.append(2), timed=False))
        await asyncio.sleep(0)
        given_up.cancel()
        found = await asyncio.gather(begun, given_up, *waiting, return_exceptions=True)
        assert workers.taken == 2, "what is worked on, and what waits without a limit"
        go.set()
        await patient
        workers.close()
        return list(found), done

    found, done = asyncio.run(crowd())
    assert isinstance(found[0], DependencyTimeout)
    assert isinstance(found[1], asyncio.CancelledError)
    assert all(isinstance(one, TooMany) and "nothing was done" in str(one) for one in found[2:])
    assert done == [2]


def test_a_tenant_that_asks_too_often_waits_and_others_do_not() -> None:
    now = [0.0]
    rates = Rates(60, lambda: now[0])
    for _ in range(10):
        rates.take("busy")
    with pytest.raises(TooMany) as refused:
        rates.take("busy")
    assert refused.value.of_caller and 0 < refused.value.retry_after_s <= 1
    assert "10 requests at once" in str(refused.value) and "60 a minute" in str(refused.value)
    rates.take("calm")
    now[0] += 1.0
    rates.take("busy")
    with pytest.raises(TooMany):
        rates.take("busy")
    for _ in range(1000):
        Rates(0).take("any")


def test_too_many_requests_are_429_with_a_time(
    open_quick: Callable[..., QuickMemory], root: Path
) -> None:
    memory = open_quick(root, {"service": {"requests_per_minute": 1}})
    with client_of(create_app(memory)) as client:
        sent = {"tenantId": "busy", "query": "x"}
        found = [client.post("/v1/retrieve", json=sent) for _ in range(3)]
        assert [one.status_code for one in found] == [200, 429, 429]
        assert int(found[1].headers["retry-after"]) >= 1 and found[1].json()["retryable"] is True
        said = found[1].json()["detail"]
        assert "1 requests at once" in said and "1 a minute" in said
        assert f"in {found[1].headers['retry-after']} s" in said
        calm = client.post("/v1/retrieve", json={"tenantId": "calm", "query": "x"})
        assert calm.status_code == 200
        assert client.get("/v1/ready").status_code == 200


def test_a_full_service_answers_503(open_quick: Callable[..., QuickMemory], root: Path) -> None:
    app = create_app(open_quick(root))
    with client_of(app) as client:
        app.state.service.workers.taken = 10**6
        found = client.post("/v1/retrieve", json={"query": "x"})
        assert found.status_code == 503 and found.headers["retry-after"] == "1"
        assert found.json()["code"] == "E_TOO_MANY" and found.json()["retryable"] is True
        assert client.get("/v1/health").status_code == client.get("/v1/ready").status_code == 200
        app.state.service.workers.taken = 0


def test_what_takes_too_long_over_http_is_504_and_stays_done(
    open_quick: Callable[..., QuickMemory], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_quick(root, {"service": {"timeout_s": 0.2}})
    write, go = memory.append_many, threading.Event()

    def slow(records: Any) -> Any:
        go.wait()
        return write(records)

    monkeypatch.setattr(memory, "append_many", slow)
    app = create_app(memory)
    with client_of(app) as client:
        begin_at_once(app.state.service.workers)
        found = client.post("/v1/memories", json={"content": TEXT})
        assert (found.status_code, found.json()["code"]) == (504, "E_DEP_TIMEOUT")
        assert found.json()["retryable"] is True and "Idempotency-Key" in found.json()["detail"]
        assert client.get("/v1/health").status_code == 200, "others are answered meanwhile"
        go.set()
    assert [one.record.content for one in memory.list().items] == [TEXT]


def test_a_body_that_breaks_off_is_not_taken(
    client: TestClient, quick: QuickMemory, app: FastAPI
) -> None:
    sent: list[Any] = []
    parts = [
        {"type": "http.request", "body": b'{"content": "half"}\n', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return parts.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/v1/import", "raw_path": b"/v1/import",
        "query_string": b"", "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1),
        "scheme": "http", "server": ("localhost", 80), "root_path": "",
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 400 and b"broke off" in sent[1]["body"]
    assert not quick.list().items


def test_a_defect_says_nothing_of_what_was_asked(
    client: TestClient,
    quick: QuickMemory,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise KeyError("marzipan")

    monkeypatch.setattr(quick, "retrieve", broken)
    with caplog.at_level(logging.DEBUG):
        found = client.post("/v1/retrieve", json={"query": "marzipan"})
    assert (found.status_code, found.json()["code"]) == (500, "E_INTERNAL")
    assert found.json()["traceId"] in caplog.text and "KeyError" in caplog.text
    assert "marzipan" not in found.text + caplog.text


def test_a_write_that_the_disk_refuses_says_so_and_names_no_path(
    client: TestClient, quick: QuickMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise TruthWriteError("/srv/eywa cannot be written (Read-only file system)")

    monkeypatch.setattr(quick, "append_many", full)
    found = client.post("/v1/memories", json={"content": TEXT})
    assert found.status_code == 503 and found.headers["retry-after"]
    assert "cannot be written" in found.json()["detail"] and "/srv" not in found.text


def test_a_problem_repeats_no_long_value_and_keeps_its_advice(client: TestClient) -> None:
    said: dict[str, Any] = {"content": TEXT, "ts": "y" * 70_000}
    found = client.post("/api/v1/events.append", json=said)
    assert found.status_code == 400 and len(found.text) < 2000
    short = client.post("/api/v1/events.append", json={**said, "ts": "y"}).json()["detail"]
    assert short.startswith("ts 'y'") and found.json()["detail"].endswith(short[-100:])
    assert "characters left out" in found.json()["detail"]


def test_every_error_has_a_status() -> None:
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, EywaError)
    ]
    assert set(STATUS) <= set(kinds)
    for kind in kinds:
        status = status_of(
            kind.__new__(kind) if kind is not TooMany else TooMany("", 1, of_caller=True)
        )
        caller = issubclass(
            kind, errors.BadRequest | errors.ScopeForbidden | TooMany | errors.CapacityExceeded
        )
        inside = issubclass(kind, errors.MemoryClosed | errors.ConfigError)
        assert (status < 500) == (caller and not inside), kind


ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**63, 10**30, 1.5, -0.0, 1e308, "", " ", "x" * 5000,
    "\x00", "\u202e", "../..", "a/b", "%2e%2e%2f",
    "tenants/acme/users/bob/sessions/s/2026-01-01.jsonl:1", "🦊" * 60,
    "\ud800", "'; DROP TABLE docs; --", "{{7*7}}", "$(id)", "\r\nX-Injected: 1", [], [[]], {},
    {"$ref": "#"}, ["x"] * 3, "NaN", "12", "0x10", "con", ".", "..", "\ufeff", "İ", "ﬁ",
)  # fmt: skip
"""Values that somebody sends who wants to see what happens."""


@pytest.mark.slow
def test_mutated_requests_are_never_a_defect(
    client: TestClient, quick: QuickMemory, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Many requests, each of the API with something exchanged for something odd."""
    quick.upsert(EVENT, TEXT)
    chance = random.Random(13)
    names = [name for name in ROUTES if name[1].startswith(("/v1/", "/api/"))]
    statuses: dict[int, int] = {}
    for _ in range(MUTATED):
        arguments = mutated(chance, request_of(chance.choice(names)))
        found = client.request(**arguments)
        statuses[found.status_code] = statuses.get(found.status_code, 0) + 1
        assert found.status_code < 500, (arguments, found.text)
        assert "x-injected" not in found.headers
        assert str(root) not in found.text, arguments
    assert statuses[400] > MUTATED / 4 and statuses[200] > 20, statuses
    assert sorted(path.name for path in root.parent.iterdir()) == ["root"], "outside of the root"
    assert "Traceback" not in caplog.text and TEXT not in caplog.text


def mutated(chance: random.Random, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a request with something odd in the path, query, body or headers."""
    odd = chance.choice(ODD)
    where = chance.choice(("path", "field", "field", "field", "more", "header", "method", "raw"))
    if where == "path":
        parts = arguments["url"].split("/")
        parts[chance.randrange(2, len(parts))] = quote(str(odd), "", "utf-8", "surrogatepass")
        arguments["url"] = "/".join(parts)
    elif where in ("field", "more"):
        fields = arguments.get("json", arguments.get("params", {}))
        name = chance.choice([*fields, "tenantId", "userId"]) if where == "field" else str(odd)
        fields[name] = odd
    elif where == "header":
        name = chance.choice(("If-Match", "Idempotency-Key", "Authorization", "X-Trace-Id", "Host"))
        arguments["headers"] = {name: str(odd).encode("utf-8", "replace")}
        if name == "Host":
            arguments["headers"] = {"traceparent": str(odd).encode("utf-8", "replace")}
    elif where == "method":
        arguments["method"] = chance.choice(("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
    else:
        arguments.pop("json", None)
        raw = bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        arguments |= {"content": raw, "headers": {"Content-Type": "application/json"}}
    # Sent as a client does that does not look at what it sends.
    if "json" in arguments:
        arguments["content"] = json.dumps(arguments.pop("json")).encode()
        arguments.setdefault("headers", {})["Content-Type"] = "application/json"
    if fields := arguments.pop("params", None):
        said = {str(name): str(value) for name, value in fields.items()}
        arguments["url"] += f"?{urlencode(said, errors='surrogatepass')}"
    return arguments
