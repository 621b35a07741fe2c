"""What a route would leave unread is refused: it may say whose memory is meant."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from docs.documents import PROJECT, table
from factbase.lives import QuickMemory
from fastapi import FastAPI
from service.conftest import Ask
from service.samples import EVENT, TEXT, request_of, routes_of
from starlette.testclient import TestClient

MANY_NAMES = "{" + "".join(f'"n{n}": 1, ' for n in range(90_000)) + '"n89999": 2}'
"""To count each of the names anew took minutes, in which nobody else was answered."""


def wrong(found: Any) -> dict[str, str]:
    """The fields that a refusal names, each with what to do."""
    assert found.status_code == 400, found.text
    problem = found.json()
    assert problem["code"] == "E_BAD_REQUEST"
    assert found.headers["content-type"] == "application/problem+json"
    fields = {one["field"]: one["message"] for one in problem["errors"]}
    assert all(name in problem["detail"] for name in list(fields)[:1])
    return fields


def test_every_route_refuses_a_name_it_does_not_know(client: TestClient, app: FastAPI) -> None:
    for name, route in routes_of(app).items():
        sent = request_of(name)
        sent["params"] = {**sent.get("params", {}), "usrId": "ana"}
        found = client.request(**sent)
        if route.rule.action == "probe":
            assert found.status_code == 200, name
        else:
            assert list(wrong(found)) == ["query.usrId"], name


@pytest.mark.parametrize("name", ["Authorization", "If-Match", "Idempotency-Key", "Content-Type"])
def test_a_header_given_twice_is_refused(client: TestClient, name: str) -> None:
    headers = [(name, "application/json"), (name, "*")]
    found = client.put(f"/v1/memories/{EVENT}", content='{"content": "x"}', headers=headers)
    assert "once" in wrong(found)[f"header.{name.lower()}"]


@pytest.mark.parametrize(
    ("method", "path", "header", "taken"),
    [
        ("PUT", f"/v1/memories/{EVENT}", "If-None-Match", "if-match"),
        ("DELETE", f"/v1/memories/{EVENT}", "If-Unmodified-Since", "if-match"),
        ("POST", "/v1/memories", "If-Match", "none"),
    ],
)
def test_a_condition_that_is_not_looked_at_is_refused(
    client: TestClient, quick: QuickMemory, method: str, path: str, header: str, taken: str
) -> None:
    body = {"content": "x"} if method != "DELETE" else None
    found = client.request(method, path, headers={header: "*"}, json=body)
    assert wrong(found)[f"header.{header.lower()}"].endswith(f"it takes: {taken}")
    assert not quick.list().items
    assert client.get("/v1/memories", headers={"If-None-Match": "*"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"content": "caf\xe9"}', "UTF-8 text (byte 16)"),
        (b'{"content": ' + b"9" * 5000 + b"}", "digits"),
        (b'{"content": ' + b"[" * 50_000, "nested too deeply"),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(client: TestClient, body: bytes, told: str) -> None:
    headers = {"Content-Type": "application/json"}
    found = client.post("/v1/memories", content=body, headers=headers)
    assert found.status_code == 400 and told in found.json()["detail"]


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/v1/memories/%ff", "path"),
        ("/v1/memories/a%2Fb%ed%a0%80", "path"),
        ("/v1/memories?userId=%fe", "query"),
        ("/v1/memories?text=%e9%92%a5%ed%b0%80", "query"),
        ("/api/v1/memory.audit/%c3", "path"),
    ],
)
def test_an_address_that_is_no_utf_8_is_refused(
    client: TestClient, quick: QuickMemory, address: str, field: str
) -> None:
    assert "UTF-8" in wrong(client.get(address))[field]
    if field == "path" and "memories" in address:
        assert "UTF-8" in wrong(client.put(address, json={"content": TEXT}))[field]
    assert not quick.list().items


def test_what_is_said_in_utf_8_stays_as_it_is(client: TestClient) -> None:
    for name in ("%E9%92%A5%E5%8C%99", "%EF%BF%BD", "a%2Fb"):
        made = client.put(f"/v1/memories/{name}?", json={"content": TEXT}).json()["version"]
        assert made["number"] == 1 and made["eventId"] == unquote(name)
    assert client.get("/v1/memories?text=%E9%92%A5").status_code == 200


def test_a_body_is_utf_8_and_not_packed(client: TestClient, quick: QuickMemory) -> None:
    headers, said = {"Content-Type": "application/json"}, '{"content": "钥匙"}'
    for encoding in ("utf-16", "utf-32"):
        found = client.post("/v1/memories", content=said.encode(encoding), headers=headers)
        assert found.status_code == 400 and "send it in UTF-8" in found.json()["detail"]
    packed = gzip.compress(said.encode())
    for route in ("/v1/memories", "/v1/import"):
        found = client.post(route, content=packed, headers={**headers, "Content-Encoding": "gzip"})
        assert found.status_code == 415 and "Content-Encoding" in found.json()["detail"]
    assert not quick.list().items
    named = {**headers, "Content-Encoding": "identity"}
    for encoding in ("utf-8", "utf-8-sig"):
        done = client.post("/v1/memories", content=said.encode(encoding), headers=named)
        assert done.status_code == 201


def test_every_route_without_a_body_refuses_one(client: TestClient, app: FastAPI) -> None:
    for name, route in routes_of(app).items():
        if route.body_field is None and route.rule.action != "probe" and not route.rule.uploads:
            sent = request_of(name) | {"json": {"userId": "ana"}}
            assert "takes no body" in wrong(client.request(**sent))["body"], name


@pytest.mark.parametrize(
    ("method", "path", "sent", "field", "advice"),
    [
        ("PUT", "/v1/memories/q1?userId=ana", {"content": "x"}, "query.userId", "JSON body"),
        ("POST", "/v1/retrieve?user_id=ana", {"query": "x"}, "query.user_id", "JSON body"),
        ("DELETE", f"/v1/memories/{EVENT}", {"userId": "ana"}, "body", "userId"),
        ("GET", "/v1/profile?userId=ana&userId=bob", None, "query.userId", "once"),
        ("GET", "/v1/profile?userId=ana&user_id=bob", None, "query.user_id", "once"),
        ("GET", "/v1/status?userId=ana", None, "query.userId", "leave"),
        ("POST", "/v1/import?user=ana", None, "query.user", "userId"),
        ("GET", "/api/v1/memory.facts?userId=ana", None, "query.userId", "user_id"),
    ],
)
def test_a_request_that_may_mean_another_user_does_nothing(
    client: TestClient,
    quick: QuickMemory,
    method: str,
    path: str,
    sent: Any,
    field: str,
    advice: str,
) -> None:
    quick.upsert(EVENT, TEXT)
    assert advice in wrong(client.request(method, path, json=sent))[field]
    assert [one.record.content for one in quick.list().items] == [TEXT]


@pytest.mark.parametrize(
    ("path", "body", "name"),
    [
        ("/v1/memories", '{"content": "x", "userId": "ana", "userId": "bob"}', "userId"),
        ("/v1/memories", '{"content": "x", "meta": {"a": {"\u0062": 1, "b": 2}}}', "b"),
        ("/v1/turns", '{"userMessage": "x", "userMessage": "x"}', "userMessage"),
        ("/api/v1/events.append", '{"content": "x", "content": "y"}', "content"),
        ("/v1/memories", MANY_NAMES, "n89999"),
    ],
    ids=["user", "inside", "turn", "event", "many"],
)
def test_a_name_that_stands_twice_in_a_body_writes_nothing(
    client: TestClient, quick: QuickMemory, path: str, body: str, name: str
) -> None:
    found = client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert found.status_code == 400 and found.json()["code"] == "E_BAD_REQUEST"
    assert f"{name!r} more than once" in found.json()["detail"]
    assert [*quick.users()] == []


@pytest.mark.parametrize("kind", [None, "application/x-www-form-urlencoded", "text/json"])
def test_json_that_is_not_named_so_is_told_the_header(client: TestClient, kind: str | None) -> None:
    sent = {} if kind is None else {"Content-Type": kind}
    found = client.post("/v1/retrieve", content=b'{"query": "x"}', headers=sent)
    assert "Content-Type: application/json" in wrong(found)["header.Content-Type"]
    assert "Content-Type: application/json" in found.json()["detail"]
    for good in ("application/json; charset=utf-8", "Application/problem+JSON"):
        sent = {"Content-Type": good}
        assert client.post("/v1/retrieve", content=b'{"query": "x"}', headers=sent).is_success


def test_the_documentation_has_every_route(app: FastAPI) -> None:
    named: set[str] = set()
    for heading in ("Requests and answers", "The personal API"):
        for cell, *_ in table(PROJECT / "docs/service.md", heading):
            tokens = re.findall(r"`(?:[A-Z]+ )?(/[^`?]*)", cell)
            whole = [one for one in tokens if one.startswith(("/v1/", "/api/"))]
            begins = [*whole, *(one.rpartition("/")[0] for one in whole)]
            named |= {*whole, *(first + one for first in begins for one in tokens)}
    paths = {path for _, path in routes_of(app) if path.startswith(("/v1/", "/api/"))}
    assert paths - named == set()


def test_lists_are_given_several_times_and_names_in_snake_case_are_taken(ask: Ask) -> None:
    for session in ("one", "two", "three"):
        ask("post", "/v1/memories", {"content": session, "session_id": session}, 201)
    for name in ("sessionId", "session_id"):
        found = ask("get", f"/v1/memories?{name}=one&{name}=two&tenant_id=default")["memories"]
        assert {one["text"] for one in found} == {"one", "two"}


def test_every_moment_in_seconds_is_refused(client: TestClient, app: FastAPI) -> None:
    """It would be one of January 1970: to erase since then is to erase everything."""
    tried = 0
    for (method, path), route in routes_of(app).items():
        sent = request_of((method, path))
        operation = app.openapi()["paths"].get(route.path_format, {}).get(method.lower(), {})
        for place, name in moments_of(app, operation):
            asked = {**sent.get(place, {}), name: 1_767_600_000}
            asked |= {"op": "expire"} if path.endswith("/standing") else {}
            found = client.request(**{**sent, place: asked})
            assert found.status_code == 400, (method, path, name, found.text)
            assert "looks like seconds" in found.json()["detail"], (method, path, name)
            tried += 1
    assert tried > 20


def moments_of(app: FastAPI, operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Where a moment stands in a request, told by the largest one that there is, and its name."""
    for one in operation.get("parameters", ()):
        if "253402300800000" in str(one["schema"]):
            yield "params", one["name"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "$ref" in body["schema"]:
        model = app.openapi()["components"]["schemas"][body["schema"]["$ref"].split("/")[-1]]
        for name, schema in model["properties"].items():
            if "253402300800000" in str(schema):
                yield "json", name


def test_moments_within_a_request_too(client: TestClient) -> None:
    seconds = 1_767_600_000
    for path, sent in (
        ("/v1/retrieve", {"query": "x", "filters": {"timeFrom": seconds}}),
        ("/v1/retrieve", {"query": "x", "filters": {"timeTo": seconds}}),
        ("/v1/memories/batch", {"records": [{"content": "x", "expiresAt": seconds}]}),
    ):
        found = client.post(path, json=sent)
        assert found.status_code == 400 and "looks like seconds" in found.json()["detail"]
