"""Records, facts, transactions, exports and imports over HTTP."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from factbase.lives import DAY, DAY_0, QuickMemory
from fastapi import FastAPI
from service.conftest import Ask, client_of
from starlette.testclient import TestClient

from eywa_fs.errors import TruthReadError
from eywa_fs.service.app import create_app

ANA = {"tenantId": "acme", "userId": "ana"}


def create(ask: Ask, content: str, **more: object) -> str:
    made = ask("post", "/v1/memories", {**ANA, "content": content, **more}, 201)
    name: str = made["memory"]["eventId"]
    return name


def test_a_record_and_its_versions(client: TestClient, ask: Ask) -> None:
    made = client.post("/v1/memories", json={**ANA, "content": "Tea at four.", "tags": ["tea"]})
    assert (made.status_code, made.headers["etag"]) == (201, '"1"')
    name = made.json()["memory"]["eventId"]
    path = f"/v1/memories/{name}"
    changed = client.patch(path, json={**ANA, "content": "Tea at five.", "reason": "it moved"})
    assert changed.headers["etag"] == '"2"' and changed.json()["version"]["operator"] == "local"
    found = client.get(path, params=ANA)
    assert found.headers["etag"] == '"2"' and found.json()["memory"]["text"] == "Tea at five."
    assert found.json()["memory"]["tags"] == ["tea"]

    late = client.patch(path, json={**ANA, "content": "x"}, headers={"If-Match": '"1"'})
    assert (late.status_code, late.json()["code"]) == (412, "E_VERSION_CONFLICT")
    for odd in ("1", 'W/"2"', '"0"', '"a"', '"2", "3"'):
        assert client.delete(path, params=ANA, headers={"If-Match": odd}).status_code == 400
    gone = client.delete(path, params={**ANA, "reason": "no"}, headers={"If-Match": '"2"'})
    assert gone.json()["version"]["state"] == "soft_deleted"
    assert ask("get", path, ANA)["memory"]["state"] == "soft_deleted"
    assert ask("get", "/v1/memories", ANA)["memories"] == []

    back = ask("post", f"{path}/restore", {**ANA, "version": 1})
    assert back["version"]["text"] == "Tea at four." and back["version"]["number"] == 4
    numbers = [v["number"] for v in ask("get", f"{path}/history", ANA)["versions"]]
    assert numbers == [1, 2, 3, 4]
    diff = ask("get", f"{path}/compare", {**ANA, "a": 1, "b": 2})
    assert "+Tea at five." in diff["diff"] and diff["changed"] == {}
    assert ask("get", f"{path}/compare", {**ANA, "a": 1, "b": 9}, 400)["code"] == "E_BAD_REQUEST"
    assert ask("get", "/v1/memories/none", ANA, 404)["code"] == "E_NOT_FOUND"


def test_the_standing_of_a_record(ask: Ask) -> None:
    path = f"/v1/memories/{create(ask, 'Tea at four.')}"

    def after(op: str, status: int = 200, **more: int) -> Any:
        made = ask("post", f"{path}/standing", {**ANA, "op": op, **more}, status)
        return ask("get", path, ANA) if status == 200 else made

    assert after("archive")["memory"]["state"] == "archived"
    assert after("unarchive")["memory"]["state"] == "active"
    assert after("pin")["pinned"] and not after("unpin")["pinned"]
    assert after("confirm")["confirmedAt"] is not None
    assert after("expire", expiresAt=1)["expired"]
    ended = after("expire")
    assert not ended["expired"] and ended["expiresAt"] is None
    assert after("pin", 400, expiresAt=1)["code"] == "E_BAD_REQUEST"
    assert after("explode", 400)["code"] == "E_BAD_REQUEST"


def test_an_upsert_writes_then_updates(client: TestClient, ask: Ask) -> None:
    path, sent = "/v1/memories/tea 茶", {**ANA, "content": "Tea at four."}
    first = client.put(path, json=sent, headers={"If-Match": "*"})
    assert first.status_code == 404, "If-Match asks that there is one"
    assert ask("put", path, sent)["version"]["op"] == "add"
    assert ask("put", path, sent | {"content": "At five."})["version"]["op"] == "update"
    last = client.put(path, json=sent, headers={"If-Match": '"1"'})
    assert last.status_code == 412


def test_the_same_key_decides_once(ask: Ask) -> None:
    key = {"headers": {"Idempotency-Key": "k"}}
    made = [ask("post", "/v1/memories", {**ANA, "content": "a"}, 201, **key) for _ in range(2)]
    assert made[0]["memory"] == made[1]["memory"]
    path = f"/v1/memories/{made[0]['memory']['eventId']}"
    other = {"headers": {"Idempotency-Key": "d"}}
    gone = [ask("delete", path, ANA, **other)["version"]["number"] for _ in range(2)]
    assert gone == [2, 2]
    for change in ({"content": "b"}, {"tags": ["x"]}, {"meta": {"x": 1}}, {"sessionId": "x"}):
        sent = {**ANA, "content": "a", **change}
        assert "was used" in ask("post", "/v1/memories", sent, 400, **key)["detail"]
    assert "was used" in ask("post", f"{path}/restore", ANA, 400, **other)["detail"]
    ask("post", f"{path}/restore", ANA, 200)
    pin = {"headers": {"Idempotency-Key": "p"}}
    for op, status in (("pin", 200), ("pin", 200), ("archive", 400)):
        ask("post", f"{path}/standing", {**ANA, "op": op}, status, **pin)
    for verb in ("patch", "put"):
        sent = {"headers": {"Idempotency-Key": verb}}
        for text, status in (("Second.", 200), ("Second.", 200), ("Third.", 400)):
            ask(verb, path, {**ANA, "content": text}, status, **sent)
        assert ask("get", path, ANA)["memory"]["text"] == "Second."


def test_a_repeated_write_is_answered_as_the_first_time(client: TestClient, ask: Ask) -> None:
    def sent(path: str, body: dict[str, Any]) -> Any:
        found = client.post(path, json={**ANA, **body}, headers={"Idempotency-Key": path})
        answer = {
            name: found.json()[name] for name in ("memory", "anchors") if name in found.json()
        }
        return found.status_code, found.headers.get("etag"), answer

    writes: list[tuple[str, dict[str, Any]]] = [
        ("/v1/memories", {"content": "First.", "expiresAt": 4_000_000_000_000}),
        ("/v1/memories/batch", {"records": [{"content": one} for one in ("a", "b", "a")]}),
        ("/v1/turns", {"userMessage": "m", "assistantMessage": "n"}),
    ]
    first = [sent(*one) for one in writes]
    name = first[0][2]["memory"]["eventId"]
    ask("patch", f"/v1/memories/{name}", {**ANA, "content": "Second."})
    ask("post", f"/v1/memories/{name}/standing", {**ANA, "op": "pin"})
    assert [sent(*one) for one in writes] == first
    ask("delete", f"/v1/memories/{name}", ANA)
    assert [sent(*one) for one in writes] == first
    assert first[0][1] == '"1"' and first[1][2]["anchors"][2]["fsVersion"]


def test_a_walk_over_pages_gives_each_record_once(ask: Ask) -> None:
    names = {create(ask, f"Note {n}.", sessionId=f"s{n % 2}") for n in range(7)}
    found: list[str] = []
    cursor = None
    while cursor is not None or not found:
        more: dict[str, object] = {"cursor": cursor} if cursor else {}
        page = ask("get", "/v1/memories", {**ANA, "limit": 3, **more})
        found += [one["eventId"] for one in page["memories"]]
        cursor = page["nextCursor"]
    assert len(found) == 7 and set(found) == names
    one = ask("get", "/v1/memories", {**ANA, "sessionId": ["s1"], "text": "note 3"})
    assert [m["text"] for m in one["memories"]] == ["Note 3."]
    assert ask("get", "/v1/memories", {**ANA, "cursor": "x"}, 400)["code"] == "E_BAD_REQUEST"
    assert ask("get", "/v1/memories", {**ANA, "limit": 0}, 400)["errors"]
    assert ask("get", "/v1/memories", {**ANA, "colour": "red"}, 400)["errors"]
    assert len(ask("get", "/v1/sessions", ANA)["sessions"]) == 2


def test_a_transaction_takes_effect_together_or_not_at_all(ask: Ask) -> None:
    one, two = create(ask, "One."), create(ask, "Two.")
    name = ask("post", "/v1/transactions", {**ANA, "reason": "both"}, 201)["txId"]
    planned = ask("patch", f"/v1/memories/{one}", {**ANA, "content": "Uno.", "txId": name})
    assert planned["version"]["citation"] == ""
    ask("delete", f"/v1/memories/{two}", {**ANA, "txId": name})
    assert ask("get", f"/v1/memories/{one}", ANA)["memory"]["version"] == 1
    done = ask("post", f"/v1/transactions/{name}/commit", ANA)["versions"]
    assert [(v["eventId"], v["op"]) for v in done] == [(one, "update"), (two, "delete")]
    other = ask("post", "/v1/transactions", ANA, 201)["txId"]
    ask("patch", f"/v1/memories/{one}", {**ANA, "content": "Eins.", "txId": other})
    elsewhere = {**ANA, "userId": "bob"}
    ask("post", f"/v1/transactions/{other}/commit", elsewhere, 404)
    ask("post", f"/v1/transactions/{other}/rollback", ANA)
    ask("post", f"/v1/transactions/{other}/commit", ANA, 404)
    assert ask("get", f"/v1/memories/{one}", ANA)["memory"]["text"] == "Uno."


def test_what_an_error_advises_can_be_done_over_http(client: TestClient, ask: Ask) -> None:
    event = create(ask, "One.")
    ask("delete", f"/v1/memories/{event}", ANA)
    path = f"/v1/memories/{event}"
    assert "restore it" in ask("patch", path, {**ANA, "content": "Uno."}, 400)["detail"]
    wrong = ask("get", "/v1/memories", {**ANA, "cursor": "x"}, 400)["detail"]
    assert "the page before" in wrong and "next_cursor" not in wrong
    chat = "[31.12.23, 23:59:00] Ana: Hello\n[31.12.23, 23:59:30] Bo: Hi\n"
    sent = {**ANA, "format": "whatsapp"}
    found = client.post("/v1/import", params=sent, content=chat.encode())
    assert found.status_code == 400 and "Name one as 'me'" in found.json()["detail"]


def test_a_transaction_begun_twice_with_one_key_is_one(ask: Ask) -> None:
    event, key = create(ask, "One."), {"Idempotency-Key": "k1"}

    def begun(**scope: str) -> str:
        found: str = ask("post", "/v1/transactions", {**ANA, **scope}, 201, headers=key)["txId"]
        return found

    name = begun()
    ask("patch", f"/v1/memories/{event}", {**ANA, "content": "Uno.", "txId": name})
    assert begun() == name != begun(userId="bob") and len(name) > 30
    [made] = ask("post", f"/v1/transactions/{name}/commit", ANA)["versions"]
    assert (made["text"], made["transaction"]) == ("Uno.", name)
    assert begun() == name, "also when it is over"
    ask("patch", f"/v1/memories/{event}", {**ANA, "content": "Uno!", "txId": name}, 400)
    assert ask("post", f"/v1/transactions/{name}/commit", ANA)["versions"] == [made]
    ask("post", f"/v1/transactions/{name}/commit", ANA, 404)


def test_facts_are_asked_for_and_decided_about(ask: Ask) -> None:
    first = create(ask, "I live in Turku.", timestamp=DAY_0)
    create(ask, "I live in Oulu now.", timestamp=DAY_0 + DAY)
    asked = ask("get", "/v1/facts", {**ANA, "question": "Where do I live?"})
    assert [fact["object"] for fact in asked["facts"]] == ["Oulu"]
    of = {**ANA, "subject": "user", "predicate": "lives_in"}
    course = ask("get", "/v1/facts/history", of)["facts"]
    assert [fact["object"] for fact in course] == ["Turku", "Oulu"]
    assert ask("get", "/v1/profile", ANA)["profile"]["lives_in"][0]["object"] == "Oulu"
    claim = {**ANA, "object": "Turku", "quote": "in Turku", "eventId": first}
    made = ask("post", "/v1/facts", {**claim, "subject": "user", "predicate": "visited"}, 201)
    assert ask("get", "/v1/facts", {**ANA, "predicate": "visited"})["facts"][0]["rule"] == "host"
    ask("post", f"/v1/facts/{made['atomicId']}/reject", {**ANA, "reason": "no"})
    assert ask("get", "/v1/facts", {**ANA, "predicate": "visited"})["facts"] == []
    now = asked["facts"][0]["atomicId"]
    later = create(ask, "The boxes are in Turku once more.", timestamp=DAY_0 + 2 * DAY)
    moved = {**claim, "eventId": later, "reason": "moved back"}
    ask("post", f"/v1/facts/{now}/supersede", moved)
    assert ask("get", "/v1/profile", ANA)["profile"]["lives_in"][0]["object"] == "Turku"
    assert ask("post", "/v1/facts/none/reject", ANA, 404)["code"] == "E_NOT_FOUND"
    assert ask("get", "/v1/facts", {**ANA, "predicate": "none"}, 400)["code"] == "E_BAD_REQUEST"


def test_a_conflict_is_settled_and_the_trace_tells_of_it(ask: Ask) -> None:
    create(ask, "I was born in Faro.")
    create(ask, "I was born in Braga.")
    [conflict] = ask("get", "/v1/conflicts", ANA)["conflicts"]
    kept, dropped = conflict["left"]["atomicId"], conflict["right"]["atomicId"]
    asked = {**ANA, "kept": kept, "dropped": dropped, "reason": "the passport says so"}
    ask("post", "/v1/conflicts/resolve", asked, headers={"X-Trace-Id": "t-1"})
    assert ask("get", "/v1/conflicts", ANA)["conflicts"] == []
    entries = ask("get", "/v1/audit/t-1", {"tenantId": "acme"})["entries"]
    assert entries and entries[0]["operator"] == "local" and entries[0]["userId"] == "ana"
    assert ask("get", "/v1/audit/t-1", {"tenantId": "other"})["entries"] == []
    again = ask("post", "/v1/conflicts/resolve", asked)
    assert (again["citation"], again["settledBy"]) == (None, "local") and again["settledAt"]
    turned = {**asked, "kept": dropped, "dropped": kept}
    assert ask("post", "/v1/conflicts/resolve", turned)["citation"]
    assert [f["object"] for f in ask("get", "/v1/facts", ANA)["facts"]] == ["Braga"]


def test_what_is_exported_comes_back(
    client: TestClient, ask: Ask, open_quick: type[QuickMemory], tmp_path: Path
) -> None:
    name = create(ask, "I live in Turku. 我住在大同。")
    ask("patch", f"/v1/memories/{name}", {**ANA, "content": "I live in Oulu."})
    lines = client.get("/v1/export", params=ANA)
    assert lines.status_code == 200 and "Oulu" in lines.text
    with client_of(create_app(open_quick(tmp_path / "other"))) as other:
        done = other.post("/v1/import", params=ANA, content=lines.content).json()
        assert done["refused"] == 0 and done["new"] == 2
        again = other.post("/v1/import", params=ANA, content=lines.content).json()
        assert again["new"] == 0
        assert other.get(f"/v1/memories/{name}", params=ANA).json()["memory"]["version"] == 2
        assert other.get("/v1/export", params=ANA).content == lines.content
        odd = other.post("/v1/import", params=ANA, content=b"\x00\x01")
        assert odd.status_code == 400 and "eywa-import" not in odd.text
    pages = client.get("/v1/export", params={**ANA, "format": "markdown"})
    assert "Oulu" in pages.text
    assert client.get("/v1/export", params={"userId": "nobody"}).status_code == 200


def test_a_body_without_a_name_is_the_same_each_time(client: TestClient, ask: Ask) -> None:
    def sent(data: bytes, status: int, **params: str) -> Any:
        found = client.post("/v1/import", params={**ANA, **params}, content=data)
        assert found.status_code == status, found.text
        return found.json()

    said = b'[{"role": "user", "content": "I live in Turku."}]'
    assert [sent(said, 200)["new"] for _ in range(2)] == [1, 0]
    [one] = ask("get", "/v1/sessions", ANA)["sessions"]
    assert one["sessionId"] == "body"
    assert "the format 'zz' is none of auto" in sent(said, 400, format="zz")["detail"]
    assert sent(b"# A note", 400, format="markdown")["detail"].startswith("body does not end in")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.md", b" " * (17 << 20))
    [problem] = sent(packed.getvalue(), 200)["problems"]
    assert problem.startswith("body: bomb.md would grow") and "--" not in problem


def test_an_export_that_cannot_be_begun_has_an_error_s_status(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> Iterator[str]:
        yield "head"
        raise TruthReadError("a disk that gives no answer")

    monkeypatch.setattr(app.state.service.memory, "export", broken)
    found = client.get("/v1/export", params=ANA)
    assert (found.status_code, found.json()["code"]) == (503, "E_DEP_UNAVAILABLE")


def test_a_batch_is_written_once_and_has_an_end(
    open_quick: Callable[..., QuickMemory], root: Path
) -> None:
    memory = open_quick(root, {"service": {"max_batch": 3}})
    with client_of(create_app(memory)) as client:
        records = [{"content": f"Note {n}.", "sessionId": f"s{n}"} for n in range(4)]
        key = {"Idempotency-Key": "b"}
        for _ in range(2):
            sent = {**ANA, "records": records[:3]}
            done = client.post("/v1/memories/batch", json=sent, headers=key)
            assert done.status_code == 201 and len(done.json()["anchors"]) == 3
        assert len(memory.list(tenant_id="acme", user_id="ana").items) == 3
        for other in (records[:2], [*records[:2], {"content": "Another."}]):
            sent = {**ANA, "records": other}
            found = client.post("/v1/memories/batch", json=sent, headers=key)
            assert found.status_code == 400 and "was used for another" in found.json()["detail"]
        for odd in (records, [], [{"content": ""}], [{**records[0], "userId": "bob"}]):
            found = client.post("/v1/memories/batch", json={**ANA, "records": odd})
            assert found.status_code == 400, odd
    assert len(memory.list(tenant_id="acme", user_id="ana").items) == 3


def test_times_and_metadata_are_kept(ask: Ask, quick: QuickMemory) -> None:
    at = int(datetime(2026, 1, 2, tzinfo=UTC).timestamp() * 1000)
    name = create(ask, "A note.", timestamp=at, meta={"深": [1, None]}, role="assistant")
    record = quick.show(name, tenant_id="acme", user_id="ana")
    assert record.timestamp == at and record.role == "assistant" and record.request_id
    assert record.meta is not None and str(record.meta["trace_id"]).startswith("tr_")
    assert record.meta["深"] == [1, None] and len(record.meta) == 2


@pytest.mark.parametrize("depth", [50, 400, 900, 990, 5000])
def test_nested_metadata_is_taken_or_refused(client: TestClient, depth: int) -> None:
    body = '{"content": "x", "meta": {"a": ' + "[" * depth + "]" * depth + "}}"
    found = client.post("/v1/memories", content=body, headers={"Content-Type": "application/json"})
    assert found.status_code in (201, 400), found.text


@pytest.mark.parametrize("event_id", ["a/b", "/", "a%2Fb", "a/history"])
def test_an_id_may_have_a_slash(ask: Ask, event_id: str) -> None:
    path = f"/v1/memories/{quote(event_id, safe='')}"
    ask("put", path, {"content": "I live in Turku."})
    ask("patch", path, {"content": "I live in Oulu."})
    assert ask("get", path)["memory"]["eventId"] == event_id
    assert len(ask("get", f"{path}/history")["versions"]) == 2
    assert ask("get", f"/v1/memories/{event_id}/x/y", status=404)["code"] == "E_NOT_FOUND"


def test_what_is_sent_again_takes_part_in_a_transaction_once(ask: Ask) -> None:
    event, gone = create(ask, "One."), create(ask, "Two.")
    name = ask("post", "/v1/transactions", ANA, 201)["txId"]
    first, second = ({"headers": {"Idempotency-Key": key}} for key in ("one", "two"))
    body = {**ANA, "content": "Uno.", "txId": name}
    planned = [ask("patch", f"/v1/memories/{event}", body, **first) for _ in range(2)]
    assert planned[0]["version"] == planned[1]["version"]
    changed = ask("patch", f"/v1/memories/{event}", {**body, "content": "Due."}, 400, **first)
    assert "was used" in changed["detail"]
    for _ in range(2):
        ask("delete", f"/v1/memories/{gone}", {**ANA, "txId": name}, **second)
    made = ask("post", f"/v1/transactions/{name}/commit", ANA)["versions"]
    assert [(one["op"], one["number"]) for one in made] == [("update", 2), ("delete", 2)]
