"""The personal API's truths and candidates, confirming, and what a trace explains."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from service.conftest import Ask, client_of

from eywa_fs.access.policy import ROLES, Role

APPEND = "/api/v1/events.append"
FACTS = "/api/v1/memory.facts"
ASK = "/api/v1/memory.query"


def test_a_query_gives_truths_and_candidates_on_request(ask: Ask) -> None:
    ask("post", APPEND, {"content": "I drive an old Volvo."}, 201)
    question = {"query_text": "What do I drive?"}
    plain = ask("post", ASK, question)
    assert plain["facts"] == plain["candidates"] == []
    [maybe] = ask("post", ASK, {**question, "candidates": True})["candidates"]
    assert maybe["layer"] == "candidate" and maybe["version"] == 0 and maybe["expire_at"]
    assert [maybe] == ask("get", FACTS, {"candidates": True})["facts"]
    ask("post", f"{FACTS}/{maybe['id']}/confirm", {"reason": "yes"})
    [truth] = ask("post", ASK, question)["facts"]
    assert (truth["status"], truth["version"], truth["rule"]) == ("active", 1, "truth")
    assert truth["fact_key"] == "owns" and truth["expire_at"] is None
    assert len(truth["evidence_refs"]) == 2 and truth["source_trace"] != maybe["source_trace"]


def test_a_trace_explains_events_proposal_rule_and_action(ask: Ask) -> None:
    made = ask("post", APPEND, {"content": "I live in Turku."}, 201)
    told = ask("get", f"/api/v1/memory.audit/{made['trace_id']}")
    [fact] = ask("get", FACTS)["facts"]
    assert told["events"] == [made["event_id"]] and told["same"] is None
    [proposal], [verdict], [action] = told["proposals"], told["verdicts"], told["actions"]
    assert (proposal["target_id"], proposal["fact_value"]) == (fact["id"], "Turku")
    assert (verdict["rule"], sum(verdict["score"].values())) == ("truth", fact["score"])
    assert (action["action"], action["target_id"]) == ("promote", fact["id"])
    again = ask("get", f"/api/v1/memory.audit/{fact['source_trace']}")
    assert again["same"] is True and again["events"] == told["events"]
    assert again["verdicts"] == told["verdicts"]


def test_the_trace_of_every_write_names_its_records(ask: Ask) -> None:
    words: dict[str, object] = {"content": "I live in Turku."}
    writes: list[tuple[str, str, dict[str, object], int, int]] = [
        ("post", "/v1/memories", words, 201, 1),
        ("post", "/v1/memories/batch", {"records": [words, words]}, 201, 2),
        ("post", "/v1/turns", {"userMessage": "I own a boat.", "assistantMessage": "Ah."}, 200, 2),
        ("put", "/v1/memories/own", words, 200, 1),
    ]
    for number, (verb, path, body, status, count) in enumerate(writes):
        ask(verb, path, body, status, headers={"X-Trace-Id": f"t-{number}"})
        told = ask("get", f"/api/v1/memory.audit/t-{number}")
        assert len(told["events"]) >= count and told["proposals"], path
    tea = {"content": "Tea is at four.", "meta": {"trace_id": "mine"}}
    ask("post", "/v1/memories", tea, 201, headers={"X-Trace-Id": "t-9"})
    assert ask("get", "/api/v1/memory.audit/t-9")["events"] == []
    assert len(ask("get", "/api/v1/memory.audit/mine")["events"]) == 1


def test_the_trace_of_a_revocation_names_what_it_revoked(ask: Ask) -> None:
    ask("post", APPEND, {"content": "I live in Turku."}, 201)
    [fact] = ask("get", FACTS)["facts"]
    path = f"{FACTS}/{fact['id']}/revoke"
    ask("post", path, {"reason": "a joke"}, headers={"X-Trace-Id": "t-1"})
    told = ask("get", "/api/v1/memory.audit/t-1")
    assert [one["rule"] for one in told["verdicts"]] == ["revoked"]
    assert told["actions"][0]["reason"] == "a joke" and told["events"]
    assert ask("get", "/api/v1/memory.audit/t-none")["events"] == []


@pytest.mark.parametrize("decision", ["confirm", "revoke"])
def test_a_decision_needs_no_body(ask: Ask, app: FastAPI, decision: str) -> None:
    ask("post", APPEND, {"content": "I live in Turku."}, 201)
    [fact] = ask("get", FACTS)["facts"]
    with client_of(app) as client:
        path = f"{FACTS}/{fact['id']}/{decision}"
        assert client.post(path, json={"why": "a joke"}).status_code == 400
        made = client.post(path)
    assert made.status_code == 200 and made.json()["id"], made.text


@pytest.mark.parametrize("role", ROLES)
def test_a_trace_says_what_facts_say_only_to_who_may_read_them(
    ask: Ask, app: FastAPI, make_key: Callable[..., str], role: Role
) -> None:
    made = ask("post", APPEND, {"content": "I live in Turku."}, 201)
    [fact] = ask("get", FACTS)["facts"]
    with client_of(app, make_key(role, "default", "me")) as client:
        for trace in (made["trace_id"], fact["source_trace"]):
            found = client.get(f"/api/v1/memory.audit/{trace}")
            assert found.status_code == 200, found.text
            told = found.json()
            assert told["events"] == [made["event_id"]]
            assert told["verdicts"][0]["target_id"] == told["actions"][0]["target_id"] == fact["id"]
            assert ("Turku" in found.text) == (role != "auditor")
            assert [one["fact_value"] for one in told["proposals"]] == (
                [] if role == "auditor" else ["Turku"]
            )
        reads = client.get(FACTS).status_code
        assert reads == (403 if role == "auditor" else 200)


def test_the_graph_and_the_verdicts_for_the_page(ask: Ask) -> None:
    ask("post", APPEND, {"content": "My friend Tom lives in Porto."}, 201)
    found = ask("get", "/v1/graph", {"name": "Porto"})
    [edge] = found["edges"]
    assert (edge["source"], edge["target"], edge["fact"]["predicate"]) == (
        "tom", "porto", "lives_in",
    )  # fmt: skip
    assert {node["kind"] for node in found["nodes"]} == {"person", "place"}
    assert edge["fact"]["citation"] and edge["fact"]["validFrom"]
    assert ask("get", "/v1/graph", {"name": "Lyon"}, 404)["code"] == "E_NOT_FOUND"
    judged = ask("get", "/v1/verdicts", {"layer": "truth", "every": True})["facts"]
    assert judged and all(one["sourceTrace"].startswith("vt_") for one in judged)
