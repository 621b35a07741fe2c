"""Each call against the real service, and errors as exceptions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from client.conftest import SOON, Faults
from factbase.lives import QuickMemory

from eywa_fs import errors
from eywa_fs.client import AsyncEywaClient, EywaClient, ServiceError, problems
from eywa_fs.client.connection import Lines
from eywa_fs.client.decoding import decoded
from eywa_fs.client.parts import CitationGiven

TEXT = "I live in Turku."


def test_a_turn_is_found_explained_and_proved(client: EywaClient) -> None:
    done = client.after_llm(
        TEXT, "好的。", session_id="s1", cited=["e0"], tags=["home"], trace_id="tr_mine"
    )
    assert done.accepted and done.trace_id == "tr_mine" and done.tenant_id == "default"
    assert [anchor.line_start for anchor in done.anchors] == [1, 2]
    assert "Turku" in client.before_llm("Where do I live?", token_budget=300).context
    assert TEXT in client.before_llm("Where do I live?", filters={"tags": ["home"]}).context
    assert not client.before_llm("Where do I live?", filters={"tags": ["work"]}).context
    found = client.retrieve("Turku", limit=1, strategy="hybrid", filters={"session_ids": ["s1"]})
    [hit] = found.hits
    assert hit.text == TEXT and hit.anchor == done.anchors[0] and found.retrieval_trace.verified
    assert client.retrieve("Turku", filters={"session_ids": ["s2"]}).hits == ()
    assert client.explain("Turku", hit.citation).rank == 1
    assert client.prove(hit.citation, hit.anchor.content_hash).status == "ok"
    assert client.prove(hit.citation, "sha256:0").status == "mismatch"
    with pytest.raises(AttributeError):
        hit.text = "other"  # type: ignore[misc]  # that it is refused is what is tested


def test_a_record_is_written_corrected_taken_back_and_restored(client: EywaClient) -> None:
    made = client.append("Tea at five.", "assistant", tags=["tea"], meta={"someKey": {"a_b": 1}})
    name = made.memory.event_id
    assert (made.memory.role, made.memory.tags, made.memory.version) == ("assistant", ("tea",), 1)
    changed = client.update(name, "Tea at six.", expected_version=1, reason="later")
    assert (changed.version.number, changed.version.reason) == (2, "later")
    with pytest.raises(problems.VersionConflict) as caught:
        client.delete(name, expected_version=1)
    assert caught.value.status == 412 and not caught.value.retryable
    client.delete(name)
    assert client.get(name).memory.state == "soft_deleted" and not client.list().memories
    client.restore(name)
    client.restore(name, 1)
    assert client.get(name).memory.text == "Tea at five."
    ops = [one.op for one in client.versions(name).versions]
    assert len(ops) == 5
    assert "six" in client.compare(name, 1, 2).diff
    assert client.upsert("tea-2", "Black tea.").version.number == 1
    assert client.upsert("tea-2", "Green tea.", expected_version=1).version.number == 2


def test_pages_are_walked_with_filters(client: EywaClient) -> None:
    texts = [f"Note {n}." for n in range(7)]
    records = [
        {"content": text, "timestamp": 1_750_000_000_000 + n} for n, text in enumerate(texts)
    ]
    done = client.append_many([{**one, "tags": ["n"]} for one in records])  # type: ignore[typeddict-item]
    assert len(done.anchors) == 7
    client.append("Another.", session_id="other")
    page = client.list(limit=3, oldest=True)
    assert len(page.memories) == 3 and page.next_cursor
    walk = client.list_all(
        limit=2, oldest=True, tags=["n"], session_ids=["default"], roles=["user"]
    )
    assert [one.text for one in walk] == texts


def test_decisions_in_a_transaction_are_all_or_none(client: EywaClient) -> None:
    names = [client.append(text).memory.event_id for text in ("One.", "Two.")]
    with client.transaction(reason="both") as tx:
        client.update(names[0], "First.", transaction=tx)
        client.delete(names[1], transaction=tx)
        assert client.get(names[0]).memory.text == "One."
    assert [one.text for one in client.list_all()] == ["First."]
    with pytest.raises(ZeroDivisionError), client.transaction() as tx:
        client.delete(names[0], transaction=tx)
        raise ZeroDivisionError
    assert [one.text for one in client.list_all()] == ["First."]
    with pytest.raises(problems.NotFound):
        client.commit(tx)


def test_what_was_of_use_is_said(client: EywaClient) -> None:
    name = client.append("The spare key hangs behind the boiler.").memory.event_id
    found = client.retrieve("spare key")
    for about in (name, found.hits[0].citation, found.trace_id):
        assert client.feedback(about, useful=True).event_ids == (name,)
    assert len(client.audit(action="memory_feedback").entries) == 3


def test_users_sessions_and_state_are_told(client: EywaClient) -> None:
    client.append("Hello.", session_id="s1")
    client.append("你好。", user_id="ben")
    assert [one.user_id for one in client.users().users] == ["ana", "ben"]
    assert [one.session_id for one in client.sessions().sessions] == ["s1"]
    assert client.health().status == "ok" and client.ready().ready
    assert "retrieve" in client.version().capabilities
    assert client.status().truth["users"] == 2 and "verify" in client.jobs().jobs
    assert len(client.slo().objectives) == 5
    assert "eywa_" in client.metrics()


def test_an_export_is_brought_in_again(client: EywaClient, tmp_path: Path) -> None:
    """A record may contain what Python takes for the end of a line."""
    odd = "one\u2028two\x85three\x0bfour"
    client.append_many([{"content": odd}, {"content": "第二。", "session_id": "s2"}])
    lines = [*client.export()]
    texts = [json.loads(line).get("content") for line in lines]
    assert odd in texts and len([text for text in texts if text]) == 2
    assert sum("第二" in line for line in client.export(session_ids=["s2"])) == 1
    file = tmp_path / "ana.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert client.import_file(file, dry_run=True).new == 0
    assert client.import_file(file.read_bytes()).records == 2
    added = client.import_file(b'{"content": "Third."}\n', session_id="s3")
    assert added.new == 1 and client.list(session_ids=["s3"]).memories[0].text == "Third."


def test_only_a_newline_ends_a_line() -> None:
    lines = Lines()
    text = "a\u2028é\nb\n\nc".encode()
    found = [line for n in range(len(text)) for line in lines.of(text[n : n + 1])]
    assert [*found, *lines.last()] == ["a\u2028é", "b", "", "c"]


def test_a_page_of_a_proxy_is_no_export(with_faults: Faults) -> None:
    for status in (200, 307):
        page = httpx.Response(status, html="<html>Log in.</html>", headers={"Location": "/login"})
        client, transport = with_faults(page, page, page)
        calls: tuple[Callable[[], Any], ...] = (client.export, client.metrics, client.status)
        for call in calls:
            with pytest.raises(ServiceError) as caught:
                list(call())
            assert (caught.value.status, caught.value.retryable) == (status, False)
        assert len(transport.sent) == 3 and "eywa_" in client.metrics()


def test_a_page_of_a_proxy_is_no_export_in_asyncio_either() -> None:
    page = httpx.MockTransport(lambda _: httpx.Response(200, html="<html>Log in.</html>"))

    async def asked() -> None:
        async with AsyncEywaClient("http://127.0.0.1:1", transport=page) as client:
            with pytest.raises(ServiceError, match="no text/plain"):
                assert [line async for line in client.export()] == []

    asyncio.run(asked())


def test_a_refusal_says_what_and_under_which_trace(client: EywaClient) -> None:
    with pytest.raises(errors.NotFound) as caught:
        client.get("nobody", trace_id="tr_7")
    error = caught.value
    assert isinstance(error, problems.NotFound)
    assert (error.code, error.status, error.retryable) == ("E_NOT_FOUND", 404, False)
    assert error.trace_id == "tr_7" and error.request_id and error.detail in str(error)
    with pytest.raises(errors.BadRequest) as malformed:
        client.retrieve("x", limit=0)
    assert isinstance(malformed.value, ServiceError)
    assert list(malformed.value.fields) == ["body.limit"]
    for odd in ("", ".", ".."):
        with pytest.raises(errors.InvalidId):
            client.get(odd)
    with pytest.raises(problems.BadRequest):
        client.append("half of a pair: \ud83e")


def test_an_id_may_have_a_slash_and_access_is_told(client: EywaClient) -> None:
    assert not client.access().exists
    client.upsert("a/b", "I live in Turku.")
    assert client.get("a/b").memory.text == "I live in Turku."
    told = client.access()
    assert (told.role, told.user_id, told.exists) == ("admin", "ana", True)
    assert told.tenants == (told.tenant_id,)
    assert "write" in told.may


def test_keys_are_sent_and_roles_told(
    url: str, quick: QuickMemory, make_key: Callable[..., str]
) -> None:
    tokens = [make_key("reader"), make_key("service")]
    with EywaClient(url, retries=SOON) as nobody, pytest.raises(errors.Unauthenticated):
        nobody.list()
    with EywaClient(url, tokens[0], retries=SOON) as reader:
        assert reader.list().memories == ()
        with pytest.raises(errors.RoleForbidden) as caught:
            reader.append(TEXT)
        assert caught.value.code == "E_TENANT_FORBIDDEN"
        with pytest.raises(errors.NotFound):
            reader.list(tenant_id="foreign")
    given = iter(["expired", tokens[1]])
    with EywaClient(url, lambda: next(given), user_id="me", retries=SOON) as rotating:
        with pytest.raises(errors.Unauthenticated):
            rotating.append(TEXT)
        assert rotating.append(TEXT).memory.text == TEXT


def test_every_code_has_a_class_of_the_same_name_as_in_the_library() -> None:
    for code, kind in problems.KINDS.items():
        if kind is not ServiceError:
            assert getattr(errors, kind.__name__).code == code == kind.code
    codes = {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.EywaError)
    } - {errors.Interrupted.code}  # of commands alone
    assert codes == set(problems.KINDS)


def test_an_answer_of_another_form_is_refused_and_more_of_it_is_not() -> None:
    good = {"number": 1, "citation": "c", "eventId": "e"}
    assert decoded(CitationGiven, good | {"newName": 1}).event_id == "e"
    wrong: list[object] = [[], None, {}, good | {"number": "1"}, good | {"number": None}]
    for bad in wrong:
        with pytest.raises(ValueError, match="answer"):
            decoded(CitationGiven, bad)
