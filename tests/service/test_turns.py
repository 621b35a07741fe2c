"""An agent's turn over HTTP: context before, turn after, search, why; and the probes."""

from __future__ import annotations

import shutil
from pathlib import Path

from factbase.lives import QuickMemory
from fastapi import FastAPI
from service.conftest import Ask, client_of
from starlette.testclient import TestClient

ANA = {"tenantId": "acme", "userId": "ana"}
TURN = {**ANA, "sessionId": "s1", "userMessage": "I live in Turku.", "assistantMessage": "Nice."}


def test_a_turn_is_on_disk_and_found(ask: Ask, quick: QuickMemory) -> None:
    done = ask("post", "/v1/turns", TURN)
    assert done["accepted"] is True and done["mode"] in ("sync", "async")
    assert done["tenantId"] == "acme" and done["traceId"] and done["requestId"]
    path = quick.layout.absolute(done["anchors"][0]["filePath"])
    assert b"I live in Turku." in path.read_bytes()

    found = ask("post", "/v1/retrieve", {**ANA, "query": "Where do I live?", "limit": 1})
    [hit] = found["hits"]
    assert hit["text"] == "I live in Turku." and hit["citation"].endswith("s1/" + path.name + ":1")
    assert hit["anchor"]["contentHash"] == done["anchors"][0]["contentHash"]
    assert [fact["object"] for fact in found["facts"]] == ["Turku"]
    assert found["degradeMode"] == "partial" and found["retrievalTrace"]["strategy"] == "auto"
    assert found["degraded"][0]["reason"] == "embedder_unavailable"

    context = ask("post", "/v1/context", {**ANA, "message": "Where do I live?", "tokenBudget": 99})
    assert "Turku" in context["context"] and context["citations"][0]["eventId"] == hit["eventId"]
    trace = context["retrievalTrace"]
    assert (trace["strategy"], trace["timeIntent"]) == ("auto", "current_state") and trace["intent"]
    assert trace["verified"] and trace["stagesMs"]["total"] > 0
    why = ask("post", "/v1/explain", {**ANA, "query": "Turku", "eventId": hit["eventId"]})
    assert why["rank"] == 1 and why["citation"] == hit["citation"]


def test_the_caller_s_names_come_back(client: TestClient) -> None:
    sent = {"X-Request-Id": "r-1", "X-Trace-Id": "t:1"}
    found = client.get("/v1/health", headers=sent)
    assert (found.json()["requestId"], found.json()["traceId"]) == ("r-1", "t:1")
    assert (found.headers["x-request-id"], found.headers["x-trace-id"]) == ("r-1", "t:1")
    parent = f"00-{'a' * 32}-{'b' * 16}-01"
    assert client.get("/v1/health", headers={"traceparent": parent}).json()["traceId"] == "a" * 32
    odd = client.get("/v1/health", headers={"X-Request-Id": "a\tb", "X-Trace-Id": "x" * 500})
    assert odd.json()["requestId"].startswith("rq_") and odd.json()["traceId"].startswith("tr_")


def test_bad_input_is_a_problem_that_repeats_nothing(client: TestClient) -> None:
    for body in (
        b"", b"{", b"[]", b"null", b'{"query": 7}', b'{"query": ""}', b'{"query": "\\ud800"}',
        b'{"query": "x", "limit": "3"}', b'{"query": "x", "unknown": "SECRET"}',
        b'{"query": "x", "tenantId": "a\\u0000"}', b'{"query": "x", "asOf": 1e99}',
        b'{"query": ' + b"[" * 100_000, b"9" * 10_000, b"\xff\xfe",
    ):  # fmt: skip
        found = client.post(
            "/v1/retrieve", content=body, headers={"Content-Type": "application/json"}
        )
        assert found.status_code == 400, (body[:40], found.text)
        assert found.headers["content-type"] == "application/problem+json"
        value = found.json()
        assert value["code"] == "E_BAD_REQUEST" and value["retryable"] is False
        assert value["traceId"] and "SECRET" not in found.text
    assert client.post("/v1/retrieve", content=b'{"query": "x"}').status_code == 400


def test_routes_and_methods_that_are_not_there_are_problems(client: TestClient) -> None:
    none = client.get("/v1/nothing").json()
    assert none["code"] == "E_NOT_FOUND" and "/openapi.json" in none["detail"]
    other = client.get("/v1/turns")
    assert other.status_code == 405 and other.headers["allow"] == "POST"
    several = client.request("POST", "/v1/memories/a")
    assert several.headers["allow"] == "DELETE, GET, PATCH, PUT"
    detail = several.json()["detail"]
    assert several.headers["allow"] in detail and "/docs" in detail


def test_a_large_body_is_refused(open_quick: type[QuickMemory], root: Path) -> None:
    from eywa_fs.service.app import create_app

    memory = open_quick(root, {"service": {"max_body_bytes": 2000}})
    with client_of(create_app(memory)) as client:
        big = {"userMessage": "x" * 3000}
        stated = client.post("/v1/turns", json=big)
        chunks = (b"x" * 500 for _ in range(9))
        unstated = client.post(
            "/v1/turns", content=chunks, headers={"Content-Type": "application/json"}
        )
        assert (stated.status_code, unstated.status_code) == (413, 413)
        assert stated.json()["code"] == unstated.json()["code"] == "E_BAD_REQUEST"


def test_ready_says_what_is_in_the_way(
    ask: Ask, quick: QuickMemory, root: Path, app: FastAPI
) -> None:
    assert ask("get", "/v1/ready")["ready"] is True
    app.state.service.draining = True
    assert ask("get", "/v1/ready", status=503)["parts"]["service"] == "stopping"
    app.state.service.draining = False
    (root / "access").mkdir(parents=True)
    (root / "access" / "keys.jsonl").write_text("no key\n")
    assert ask("get", "/v1/ready", status=503)["parts"]["keys"] == "unreadable"
    denied = ask("post", "/v1/retrieve", {"query": "x"}, status=503)
    assert denied["code"] == "E_DEP_UNAVAILABLE" and str(root) not in str(denied)
    shutil.rmtree(root / "access")
    quick.append("I live in Turku.")
    moved = root.rename(root.with_name("elsewhere"))
    assert ask("get", "/v1/ready", status=503)["parts"]["truth"] == "gone"
    lost = ask("post", "/v1/turns", TURN, status=503)
    assert lost["retryable"] is False and str(root) not in str(lost)
    moved.rename(root)
    quick.close()
    assert ask("get", "/v1/ready", status=503)["parts"]["truth"] == "closed"
    assert ask("post", "/v1/turns", TURN, status=503)["code"] == "E_BAD_REQUEST"
    assert ask("get", "/v1/health")["status"] == "ok"


def test_measurements_name_no_user(ask: Ask, client: TestClient) -> None:
    ask("post", "/v1/turns", TURN)
    found = client.get("/v1/metrics")
    assert found.headers["content-type"].startswith("text/plain")
    assert 'eywa_requests_total{method="POST",route="/v1/turns",status="200"} 1' in found.text
    assert "eywa_index_lag_bytes" in found.text
    assert "acme" not in found.text and "ana" not in found.text


def test_the_page_of_the_api_needs_nothing_from_elsewhere(client: TestClient) -> None:
    found = client.get("/docs")
    assert "http" not in found.text.replace("<html", "")
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert "/v1/turns" in client.get("/openapi.json").json()["paths"]
    assert "turns" in client.get("/v1/version").json()["capabilities"]
