"""Erasing and forgetting over HTTP."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from corpus import Clock, until
from factbase.lives import MakeQuick, QuickMemory
from fastapi import FastAPI
from service.conftest import Ask, client_of
from starlette.testclient import TestClient

from eywa_fs.service.app import create_app

ANA = {"tenantId": "default", "userId": "ana"}
BEA = {"tenantId": "default", "userId": "bea"}
SECRET = "The vault code is 4711-ünter-密码."


@pytest.fixture
def quick(open_quick: MakeQuick, clock: Clock) -> QuickMemory:
    """A memory that forgets chat after some days."""
    policies = [{"name": "chat", "half_life_days": 10}]
    return open_quick(config={"forgetting": {"policies": policies}}, clock=clock)


def _told(ask: Ask, of: dict[str, str], *texts: str) -> list[str]:
    made = [ask("post", "/v1/memories", {**of, "content": text}, 201) for text in texts]
    return [one["memory"]["eventId"] for one in made]


def _texts(ask: Ask, of: dict[str, str]) -> list[str]:
    return [one["text"] for one in ask("get", "/v1/memories", of)["memories"]]


def test_an_erasure_is_certified_and_nothing_is_left(ask: Ask, quick: QuickMemory) -> None:
    for of in (ANA, BEA):
        _told(ask, of, SECRET, "Tea at four.")
    quick.index()
    asked = {**ANA, "text": "4711-ünter", "reason": "asked for"}
    plan = ask("post", "/v1/erasures", {**asked, "dryRun": True})
    assert (plan["applied"], plan["erasureId"], plan["certificate"]) == (False, None, None)
    assert plan["plan"]["counts"]["records"] == 1 and len(_texts(ask, ANA)) == 2

    done = ask("post", "/v1/erasures", asked)
    assert (done["ok"], done["applied"]) == (True, True) and done["erasureId"]
    assert done["certificate"]["left"] == 0 and None not in done["certificate"]["hashes"]
    assert _texts(ask, ANA) == ["Tea at four."] and SECRET in _texts(ask, BEA)
    found = ask("post", "/v1/retrieve", {**ANA, "query": "vault code"})["hits"]
    assert SECRET not in [hit["text"] for hit in found]
    trail = ask("get", "/v1/audit", {"tenantId": "default", "action": "erasure_decided"})
    assert [one["operator"] for one in trail["entries"]] == ["local"]
    assert ask("post", "/v1/erasures", asked, 404)["code"] == "E_NOT_FOUND"

    assert ask("post", "/v1/erasures", {**ANA, "everything": True})["ok"]
    assert _texts(ask, ANA) == [] and len(_texts(ask, BEA)) == 2


def test_an_erasure_is_not_waited_for_while_another_process_holds_the_indexer(
    open_quick: MakeQuick, quick: QuickMemory
) -> None:
    quick.append(SECRET, user_id="ana")
    quick.index()
    quick.close()
    holder = open_quick()
    holder.hold_indexer()
    impatient = open_quick(config={"service": {"timeout_s": 0.5}})
    app = create_app(impatient)
    with client_of(app) as client:
        late = client.post("/v1/erasures", json={**ANA, "text": "4711-ünter"})
        assert late.status_code == 202 and late.json()["certificate"] is None
        assert (late.json()["ok"], late.json()["applied"]) == (False, True)
        path = f"/v1/erasures/{late.json()['erasureId']}"
        now = client.get(path, params=ANA).json()
        assert (now["ok"], now["derived"], now["certificate"]) == (False, False, None)
        assert now["counts"] == {"records": 1}
        again = client.post("/v1/erasures", json={**ANA, "text": "4711-ünter"})
        assert again.status_code == 503 and late.json()["erasureId"] in again.json()["detail"]
        assert client.get(path, params=BEA).status_code == 404
        holder.close()
        until(lambda: client.get(path, params=ANA).json()["ok"])
        assert client.get(path, params=ANA).json()["certificate"]["scan"]["found"] == 0
    assert impatient.status().erasures == {"finished": 1, "unfinished": 0}


def _wait_certified(client: TestClient, name: str) -> None:
    until(lambda: client.get(f"/v1/erasures/{name}", params=ANA).json()["ok"])


def test_erasures_that_take_long_leave_the_threads_to_others(
    open_quick: MakeQuick, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lines are overwritten at once, however long it takes to derive everything anew."""
    slow = open_quick(config={"service": {"timeout_s": 2.0, "threads": 1, "waiting": 8}})
    go = threading.Event()
    finish = slow._parts.upkeep.finish_erasures
    monkeypatch.setattr(
        slow._parts.upkeep, "finish_erasures", lambda *given: go.wait() and finish(*given)
    )
    texts = [f"The code of door {number} is {number}-sesame." for number in (1, 2, 3)]
    for text in (*texts, "Tea at four."):
        slow.append(text, user_id="ana")
    with client_of(create_app(slow)) as client, ThreadPoolExecutor() as pool:
        found = [
            pool.submit(client.post, "/v1/erasures", json={**ANA, "text": f"{number}-sesame"})
            for number in (1, 2, 3)
        ]
        until(lambda: slow.status().erasures["unfinished"] == 3)
        listed = client.get("/v1/memories", params=ANA)
        assert [one["text"] for one in listed.json()["memories"]] == ["Tea at four."]
        assert [one.result().status_code for one in found] == [202] * 3
        go.set()
        for one in found:
            _wait_certified(client, one.result().json()["erasureId"])
    assert slow.status().erasures == {"finished": 3, "unfinished": 0}


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"text": " "},
        {"text": "tea", "everything": True},
        {"since": 5, "until": 5},
        {"text": "tea", "reason": "they drank tea"},
        {"userId": None, "everything": 1},
    ],
)
def test_an_erasure_says_what_it_is_about(ask: Ask, odd: dict[str, Any]) -> None:
    _told(ask, ANA, "tea")
    assert ask("post", "/v1/erasures", {**ANA, **odd}, 400)["code"] == "E_BAD_REQUEST"
    assert _texts(ask, ANA) == ["tea"]


@pytest.mark.parametrize("role", ["service", "user", "reader", "auditor"])
def test_only_an_admin_removes(app: FastAPI, ask: Ask, make_key: Any, role: str) -> None:
    _told(ask, ANA, "tea")
    token = make_key(role, "default", *(["ana"] if role == "user" else []))
    with client_of(app, token) as client:
        for path in ("erasures", "forget", "forget/forget_0/undo"):
            body = ANA if "undo" in path else {**ANA, "everything": True}
            found = client.post(f"/v1/{path}", json=body if path == "erasures" else ANA)
            assert found.status_code == 403, path


def test_what_a_run_forgot_comes_back_for_its_user_alone(
    ask: Ask, quick: QuickMemory, clock: Clock
) -> None:
    for of in (ANA, BEA):
        _told(ask, of, "The ferry leaves at seven.", "备用钥匙在花盆下面。")
    quick.index()
    assert ask("post", "/v1/forget", ANA)["run"] == "", "nothing is old yet"
    clock.advance(60 * 86_400)
    plan = ask("post", "/v1/forget", {**ANA, "policy": "chat", "dryRun": True})
    assert plan["run"] == "" and len(plan["records"]) == 2 and len(_texts(ask, ANA)) == 2
    run = quick.forget(user_id=None, policy="chat").run
    assert _texts(ask, ANA) == _texts(ask, BEA) == []
    back = ask("post", f"/v1/forget/{run}/undo", {**ANA, "reason": "a mistake"})
    assert [one["op"] for one in back["records"]] == ["unarchive"] * 2 and back["left"] == []
    assert len(_texts(ask, ANA)) == 2 and _texts(ask, BEA) == []
    assert ask("post", "/v1/forget/run_0/undo", ANA, 404)["code"] == "E_NOT_FOUND"
    assert ask("post", "/v1/forget", {**ANA, "policy": "none"}, 400)["code"] == "E_BAD_REQUEST"


def test_who_asked_for_forgetting_stands_in_the_reason(
    app: FastAPI, quick: QuickMemory, make_key: Any, clock: Clock
) -> None:
    quick.append("The ferry leaves at seven.", user_id="ana", event_id="evt-1")
    quick.index()
    clock.advance(60 * 86_400)
    with client_of(app, make_key("admin", "default")) as client:
        body = {**ANA, "reason": "spring cleaning"}
        assert client.post("/v1/forget", json=body).json()["records"]
    [_, last] = quick.versions("evt-1", user_id="ana")
    assert last.operator == "policy:chat"
    assert last.reason.startswith("spring cleaning, asked by ")
