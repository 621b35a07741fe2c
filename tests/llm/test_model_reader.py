"""A model only proposes: what the message does not bear out is refused and counted."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import closing, suppress
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm.scripted_model import data_of, fact, reading, scripted_model

from eywa_fs.errors import DependencyTimeout, DependencyUnavailable
from eywa_fs.llm.chat import MAX_ANSWER, ModelChat, Unanswerable
from eywa_fs.llm.reader import MAX_FACTS, READ, Message, Read, checked, read
from eywa_fs.model.records import Anchor, Record

SAID = 1_767_225_600_000  # 2026-01-01
TEXT = "We keep two Goats, and my aunt Odile moved to Ghent on Monday. 外婆住在温州。"


def message(text: str, event: str = "e1", *before: str) -> Message:
    record = Record(event, "default", "me", "s", "user", text, SAID)
    return Message(record, Anchor("a.jsonl", "", 1, 1, 0, 1, "sha256:0"), before)


def take(proposals: list[Any], text: str = TEXT) -> Read:
    return checked(proposals, message(text), "tiny")


def test_a_value_that_stands_in_its_quote_is_taken_with_the_quotes_span() -> None:
    quote = "my aunt Odile moved to Ghent on Monday"
    found = take([fact("user's aunt", "moved_to", "Ghent", quote=quote, **{"from": "2025-12-29"})])
    [candidate] = found.candidates
    assert candidate.object == "Ghent" and TEXT[candidate.start : candidate.end] == quote
    assert candidate.valid_from == date(2025, 12, 29) and found.refused == 0
    assert candidate.rule == "model:tiny" and candidate.sure
    assert take([fact("user", "has_pet", "two goats")]).candidates[0].object == "two Goats"
    assert take([fact("用户的外婆", "lives_in", "温州")]).candidates[0].object == "温州"
    assert not take([fact("Odile", "moved_to", "Ghent", sure=False)]).candidates[0].sure


@pytest.mark.parametrize(
    "proposal",
    [
        fact("user", "has_pet", "three llamas"),
        fact("user", "has_pet", "two Goats", quote="my aunt Odile"),
        fact("user", "has_pet", "two Goats", quote="two Goats, and also three llamas"),
        fact("user", "adores", "two Goats"),
        fact("", "has_pet", "two Goats"),
        fact("Bartholomew", "has_pet", "two Goats"),
        fact("user's\nsister", "has_pet", "two Goats"),
        fact("user's " + "s" * 200, "has_pet", "two Goats"),
        fact("user", "has_pet", ""),
        fact("user", "has_pet", "two Goats", **{"from": "last week"}),
        fact("user", "has_pet", "two Goats", **{"from": "2026-02-01", "to": "2026-01-01"}),
        fact("user", "has_pet", "two Goats", negated="true"),
        fact("user", "has_pet", "two Goats", negated=1),
        fact("user", "has_pet", "two Goats", negated=None),
        fact("user", "has_pet", "two Goats", sure="no"),
        fact("user", "has_pet", "two Goats", sure=0),
        fact("user", "has_pet", "two Goats", sure=None),
        {k: v for k, v in fact("user", "has_pet", "two Goats").items() if k != "negated"},
        {k: v for k, v in fact("user", "has_pet", "two Goats").items() if k != "sure"},
        {"subject": "user"},
        ["user", "has_pet", "two Goats"],
        None,
    ],
)
def test_what_the_message_does_not_bear_out_is_refused(proposal: Any) -> None:
    found = take([proposal])
    assert found.candidates == () and found.refused == 1


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5), st.text())
def test_no_proposal_and_no_text_raises(proposal: Any, text: str) -> None:
    take([proposal, fact("user", "has", text), fact(text, "has", "a")], text)


def test_a_flood_of_facts_is_cut() -> None:
    text = " ".join(f"thing{n}" for n in range(500))
    found = take([fact("user", "owns", f"thing{n}") for n in range(500)], text)
    assert len(found.candidates) == MAX_FACTS and found.refused == 500 - MAX_FACTS


def test_names_that_were_said_before_may_be_meant() -> None:
    lines = {"She moved to Lyon.": [fact("Inés", "lives_in", "Lyon")]}
    with scripted_model(reading(lines)) as script:
        chat = ModelChat(script.url, "tiny", "", 5.0, 1)
        [alone] = read(chat, [message("She moved to Lyon.")])
        [told] = read(chat, [message("She moved to Lyon.", "e2", "Inés called.")])
        [known] = read(chat, [message("She moved to Lyon.")], ["Inés"])
        chat.close()
    assert alone is not None and alone.candidates == ()
    assert told is not None and known is not None and told.candidates == known.candidates != ()


def test_the_endpoint_is_asked_with_a_strict_schema_and_the_text_as_data() -> None:
    with scripted_model(reading({TEXT: [fact("user", "has_pet", "two Goats")]})) as script:
        chat = ModelChat(script.url, "tiny", "secret", 5.0, 1)
        [found] = read(chat, [message(TEXT)])
        chat.close()
    assert found is not None and found.candidates[0].predicate == "has_pet" and found.refers
    [body] = script.requests
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["response_format"]["json_schema"]["schema"] == json.loads(json.dumps(READ.schema))
    assert TEXT not in body["messages"][0]["content"]
    [asked] = data_of(body)["messages"]
    assert asked["text"] == TEXT and asked["written"] == "Thursday 2026-01-01 00:00"
    assert script.tokens == ["Bearer secret"]


@pytest.mark.parametrize(
    "content",
    ["no JSON", "[]", '{"messages": 3}', "null", "", "[" * 100_000, "1" * (MAX_ANSWER + 1)],
)
def test_an_answer_beside_the_schema_is_an_error_that_keeps_secrets(content: str) -> None:
    with scripted_model(lambda _: (200, content)) as script:
        chat = ModelChat(script.url, "tiny", "secret", 5.0, 1)
        with pytest.raises(Unanswerable) as caught:
            read(chat, [message(TEXT)])
        chat.close()
    assert "secret" not in str(caught.value) and "Goats" not in str(caught.value)


def test_an_answer_about_other_messages_answers_none() -> None:
    stray = {"id": "m9", "refers": False, "facts": [fact("user", "has_pet", "two Goats")]}
    with scripted_model(lambda _: (200, json.dumps({"messages": [stray, 3, None]}))) as script:
        chat = ModelChat(script.url, "tiny", "", 5.0, 1)
        assert read(chat, [message(TEXT)]) == [None]
        chat.close()


def test_a_slow_model_is_a_timeout_and_a_refusal_is_not_tried_again() -> None:
    def sleep(_: Any) -> tuple[int, str]:
        time.sleep(1.0)
        return 200, "{}"

    with scripted_model(sleep) as script:
        chat = ModelChat(script.url, "tiny", "", 0.1, 1)
        with pytest.raises(DependencyTimeout, match=r"within 0\.1 s"):
            read(chat, [message(TEXT)])
        chat.close()
    with scripted_model(lambda _: (400, "")) as script:
        chat = ModelChat(script.url, "tiny", "", 5.0, 3)
        with pytest.raises(DependencyUnavailable, match="status 400"):
            read(chat, [message(TEXT)])
        chat.close()
    assert len(script.requests) == 1


def test_a_model_that_sends_an_answer_byte_by_byte_is_a_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, args=(server,), daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        began = time.monotonic()
        with (
            closing(ModelChat(url, "m", "", timeout_s=0.3, attempts=1)) as chat,
            pytest.raises(DependencyTimeout, match=r"did not answer within 0\.3 s"),
        ):
            chat.ask(READ, {})
        assert time.monotonic() - began < 10


def drip(server: socket.socket) -> None:
    """Answer the first request with a byte each tenth of a second, for half a minute."""
    connection, _ = server.accept()
    with connection, suppress(OSError):
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n")
        for _ in range(300):
            connection.sendall(b" ")
            time.sleep(0.1)
