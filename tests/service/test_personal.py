"""The personal API: events in, facts, recalls and relations out."""

from __future__ import annotations

import os
from typing import Any

import pytest
from factbase.lives import QuickMemory
from service.conftest import Ask
from starlette.testclient import TestClient

ASK = "/api/v1/memory.query"


def told(ask: Ask, *said: str) -> list[str]:
    body = [{"content": text} for text in said]
    found: list[str] = ask("post", "/api/v1/events.batch_append", body, 201)["event_ids"]
    return found


def test_only_the_content_is_needed_and_nobody_is_named(ask: Ask) -> None:
    made = ask("post", "/api/v1/events.append", {"content": "I live in Turku."}, 201)
    assert made["accepted"] and made["event_id"] and made["trace_id"] and made["conversation_id"]
    found = ask("post", ASK, {"query_text": "Where do I live?"})
    assert [one["id"] for one in found["recalls"]] == [made["event_id"]]
    assert found["recalls"][0]["conversation_id"] == made["conversation_id"]
    [fact] = found["facts"]
    assert (fact["scope"], fact["fact_value"], fact["event_ref"]) == (
        "user",
        "Turku",
        made["event_id"],
    )
    assert ask("get", "/api/v1/memory.facts")["facts"] == found["facts"]
    assert ask("get", "/v1/memories", {"userId": "me"})["memories"][0]["text"] == "I live in Turku."


def test_an_event_keeps_what_is_said_of_it(ask: Ask) -> None:
    event = {
        "content": "Booked the ferry.",
        "conversation_id": "trip",
        "event_type": "action",
        "ts": "2026-03-04T05:06:07Z",
        "agent": "travel",
        "meta": {"price": 12},
    }
    name = ask("post", "/api/v1/events.append", event, 201)["event_id"]
    found = ask("get", f"/v1/memories/{name}")["memory"]
    assert (found["role"], found["sessionId"], found["timestamp"]) == (
        "assistant",
        "trip",
        1772600767000,
    )
    bad = ask("post", "/api/v1/events.append", {**event, "ts": "yesterday-ish"}, 400)
    assert bad["code"] == "E_BAD_REQUEST"


def test_a_repeated_request_is_told_the_same(client: TestClient, ask: Ask) -> None:
    key = {"Idempotency-Key": "k1"}
    events = [{"content": "One."}, {"content": "Two."}]
    first = ask("post", "/api/v1/events.batch_append", events, 201, headers=key)
    again = ask("post", "/api/v1/events.batch_append", {"events": events}, 201, headers=key)
    assert first["event_ids"] == again["event_ids"]
    assert first["conversation_ids"] == again["conversation_ids"]
    for others in ([*events, {"content": "Three."}], events[:1], events[::-1]):
        ask("post", "/api/v1/events.batch_append", others, 400, headers=key)
    assert len(ask("get", "/v1/memories")["memories"]) == 2


def test_relations_are_followed_as_far_as_is_asked(ask: Ask) -> None:
    lives = {"Inés": "Porto", "Tom": "Porto", "Ada": "Oulu"}
    names = told(ask, *(f"{who} lives in {place}." for who, place in lives.items()))
    for (who, place), event in zip(lives.items(), names, strict=True):
        fact = {"subject": who, "predicate": "lives_in", "object": place, "eventId": event}
        ask("post", "/v1/facts", {**fact, "quote": f"{who} lives in {place}."}, 201)
    question = {"query_text": "Where does Inés live?", "hops": 0}
    assert ask("post", ASK, question)["relations"] == []
    [near] = ask("post", ASK, {**question, "hops": 2})["relations"]
    assert (near["from"], near["rel_type"], near["to"], near["hops"]) == (
        "Tom",
        "lives_in",
        "Porto",
        1,
    )
    assert near["citation"] and near["fact_id"]


def test_a_fact_is_overridden_and_revoked_with_evidence(ask: Ask) -> None:
    told(ask, "I live in Turku.")
    [fact] = ask("get", "/api/v1/memory.facts", {"scope": "user"})["facts"]
    path = f"/api/v1/memory.facts/{fact['id']}"
    made = ask("post", f"{path}/override", {"value": "Oulu", "reason": "moved"},
               headers={"X-Trace-Id": "t-9"})  # fmt: skip
    [now] = ask("get", "/api/v1/memory.facts", {"scope": "user"})["facts"]
    assert now["fact_value"] == "Oulu" and made["accepted"]
    actions = ask("get", "/api/v1/memory.audit/t-9")["actions"]
    assert actions and actions[0]["reason"] == "moved"
    ask("post", f"/api/v1/memory.facts/{now['id']}/revoke", {"reason": "a joke"})
    values = [one["fact_value"] for one in ask("get", "/api/v1/memory.facts")["facts"]]
    assert "Oulu" not in values


def test_a_recall_is_taken_back(ask: Ask) -> None:
    [name] = told(ask, "The spare key is under the pot.")
    ask("delete", f"/api/v1/memory.recalls/{name}")
    assert ask("post", ASK, {"query_text": "spare key"})["recalls"] == []
    assert ask("post", f"/v1/memories/{name}/restore", {})["version"]["state"] == "active"


@pytest.mark.parametrize("indexed", [True, False])
def test_a_record_that_was_changed_is_left_out_with_a_word(
    quick: QuickMemory, ask: Ask, indexed: bool
) -> None:
    """The size and the time of the file are as they were: only the bytes tell."""
    told(ask, "I live in Turku.")
    question = {"query_text": "Where do I live?", "candidates": True}
    profile = ("get", "/v1/profile", {"userId": "me"})
    if indexed:
        quick.index()
    assert ask("post", ASK, question)["dropped"] == {} == ask(*profile)["dropped"]
    [path] = quick.layout.root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    state = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Turku", b"Espoo"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    found = ask("post", ASK, question)
    assert not found["facts"] and "Turku" not in str(found)
    assert found["dropped"] == {"mismatch": 1, "fact_mismatch": 1}
    assert says_changed(found)
    for found in (ask(*profile), ask("get", "/api/v1/memory.facts")):
        assert says_changed(found)
        assert found["dropped"] == {"mismatch": 1} and "Turku" not in str(found)


def says_changed(found: Any) -> bool:
    return "truth_changed" in [one["reason"] for one in found["degraded"]]
