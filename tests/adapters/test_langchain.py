"""The retriever and the chat message history of LangChain."""

from __future__ import annotations

import asyncio
import shutil
from typing import Any

import pytest
from corpus import TINY_EN, MakeMemory
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from eywa_fs.adapters.langchain import EywaChatMessageHistory, EywaRetriever
from eywa_fs.errors import BadRequest, InvalidId, RootLost
from eywa_fs.memory import EywaMemory

SAID: list[BaseMessage] = [
    SystemMessage("Be brief."),
    HumanMessage("I live in Lisbon.", name="ana", id="h1"),
    AIMessage("", tool_calls=[{"name": "look", "args": {"钥匙": 1}, "id": "c1"}]),
    ToolMessage("found", tool_call_id="c1", artifact={"a": [1]}),
    AIMessage([{"type": "text", "text": "It is there."}], response_metadata={"model": "m"}),
    HumanMessage("half \ud83d a character"),
    AIMessage([{"type": "text", "text": "半个\udc00字"}, {"type": "text", "text": "."}]),
    HumanMessage([{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}]),
]


def test_documents_name_their_records(memory: EywaMemory) -> None:
    for text in TINY_EN:
        memory.append(text, user_id="ana", session_id="s")
    memory.append(TINY_EN[0], user_id="ben")
    retriever = EywaRetriever(memory=memory, user_id="ana", k=2)
    documents = retriever.invoke("What leaks?")
    best = documents[0]
    assert len(documents) == 2 and best.page_content == TINY_EN[0]
    record = memory.get(str(best.id), user_id="ana").record
    assert best.metadata["event_id"] == record.event_id
    assert best.metadata["timestamp"] == record.timestamp
    shown = memory.show(best.metadata["citation"], tenant_id="default", user_id="ana")
    assert shown.content == best.page_content
    assert best.metadata["degraded"]  # nothing is indexed yet
    assert [d.id for d in asyncio.run(retriever.ainvoke("What leaks?"))] == [
        d.id for d in documents
    ]
    assert len(retriever.invoke("What leaks?", k=1)) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"filters": {"sessionIds": ["public"]}}, "unknown filter sessionIds"),
        ({"filters": {"roles": ["users"]}}, "no role users"),
        ({"filters": {"time_from": 2, "time_to": 1}}, "time range"),
        ({"usr_id": "ana"}, "usr_id"),
        ({"K": 1}, "K"),
        ({"k": 0}, "limit is 0"),
        ({"strategy": "best"}, "strategy"),
        ({"user_id": ""}, "user_id"),
    ],
)
def test_a_retriever_is_not_made_of_what_it_would_not_read(
    memory: EywaMemory, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadRequest, match=words):
        EywaRetriever(memory=memory, **given)


def test_a_filtered_retriever_gives_its_sessions_only(memory: EywaMemory) -> None:
    for session in ("public", "private"):
        memory.append(f"The {session} garden has walnuts.", session_id=session)
    filters = {"session_ids": ["public"]}
    retriever = EywaRetriever(memory=memory, filters=filters, tags=["garden"])
    assert [one.page_content for one in retriever.invoke("walnuts")] == [
        "The public garden has walnuts."
    ]


def test_messages_come_back_as_they_were(memory: EywaMemory, make_memory: MakeMemory) -> None:
    EywaChatMessageHistory(memory, "s", user_id="ana").add_messages(SAID)
    memory.close()
    shutil.rmtree(memory.layout.index, ignore_errors=True)
    again = make_memory()
    history = EywaChatMessageHistory(again, "s", user_id="ana")
    assert history.messages == SAID and asyncio.run(history.aget_messages()) == SAID
    assert EywaChatMessageHistory(again, "other", user_id="ana").messages == []
    assert EywaChatMessageHistory(again, "s").messages == []
    [fact] = again.facts("Where do I live?", user_id="ana").facts
    assert fact.object == "Lisbon"


def test_a_retriever_says_that_the_root_is_gone(memory: EywaMemory) -> None:
    memory.append("I live in Porto.")
    memory.layout.root.rename(memory.layout.root.with_name("elsewhere"))
    retriever = EywaRetriever(memory=memory)
    with pytest.raises(RootLost):
        retriever.invoke("Where do I live?")
    with pytest.raises(RootLost):
        asyncio.run(retriever.ainvoke("我住在哪里？"))


@pytest.mark.parametrize("of", [{"user_id": ""}, {"session_id": " "}, {"tenant_id": "a\nb"}])
def test_a_history_of_nobody_is_not_made(memory: EywaMemory, of: dict[str, str]) -> None:
    with pytest.raises(InvalidId):
        EywaChatMessageHistory(memory, **of)


def test_clearing_takes_back_and_does_not_erase(memory: EywaMemory) -> None:
    history = EywaChatMessageHistory(memory, "s")
    history.add_messages(SAID)
    memory.append("In another session.", session_id="t")
    history.clear()
    history.clear()
    assert history.messages == [] and not memory.facts("Where do I live?").facts
    assert [one.record.content for one in memory.list().items] == ["In another session."]
    hidden = memory.list(session_ids=["s"], hidden=True).items
    assert {one.state for one in hidden} == {"soft_deleted"} and len(hidden) == len(SAID)
    [told] = [one for one in hidden if one.record.content == "I live in Lisbon."]
    memory.restore(told.record.event_id)
    assert history.messages == [SAID[1]]
    history.add_user_message("again")
    assert [one.text for one in history.messages] == ["I live in Lisbon.", "again"]


def test_others_messages_are_there_by_role(memory: EywaMemory) -> None:
    history = EywaChatMessageHistory(memory, "s")
    history.add_messages(SAID[1:2])
    memory.after_llm("And now?", "Now I know.", session_id="s")
    memory.append("a rule", "system", session_id="s")
    memory.append("a result", "tool", session_id="s")
    [first, *_] = memory.list(session_ids=["s"], oldest=True).items
    memory.update(first.record.event_id, "I live in Porto.")
    kinds = [(type(one), one.text) for one in history.messages]
    assert kinds == [
        (HumanMessage, "I live in Porto."),
        (HumanMessage, "And now?"),
        (AIMessage, "Now I know."),
        (SystemMessage, "a rule"),
        (ChatMessage, "a result"),
    ]


@pytest.mark.parametrize("count", [1, 501])
def test_a_long_session_is_cleared(memory: EywaMemory, count: int) -> None:
    memory.append_many({"content": f"message {n}", "session_id": "s"} for n in range(count))
    history = EywaChatMessageHistory(memory, "s")
    assert len(history.messages) == count
    history.clear()
    assert history.messages == []
