"""A graph of messages that recalls before the model and remembers behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from corpus import MakeMemory
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from eywa_fs.adapters.langgraph import REMEMBERED, make_recall_node, make_remember_node
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory


def chat(memory: EywaMemory, answers: Sequence[str], seen: list[Sequence[BaseMessage]]) -> Any:
    """A graph with both nodes around a model that gives some answers."""
    model = GenericFakeChatModel(messages=iter([AIMessage(answer) for answer in answers]))

    def call(state: MessagesState) -> dict[str, Any]:
        seen.append(state["messages"])
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("recall", make_recall_node(memory))
    graph.add_node("model", call)
    graph.add_node("remember", make_remember_node(memory))
    graph.add_edge(START, "recall")
    graph.add_edge("recall", "model")
    graph.add_edge("model", "remember")
    return graph.compile(checkpointer=InMemorySaver())


def run(thread: str, user: str = "ana") -> Any:
    return {"configurable": {"thread_id": thread, "user_id": user}}


def said(*texts: str) -> Any:
    return {"messages": [("user", text) for text in texts]}


def test_what_was_said_is_known_in_another_process_and_thread(
    memory: EywaMemory, make_memory: MakeMemory
) -> None:
    told = ("My sister Inés is allergic to walnuts.", "我每周三晚上去上陶艺课。")
    graph = chat(memory, ["Noted.", "好的。"], [])
    for text in told:
        graph.invoke(said(text), run("first"))
    memory.close()
    seen: list[Sequence[BaseMessage]] = []
    graph = chat(make_memory(), ["No walnuts.", "星期三。", "?"], seen)
    graph.invoke(said("What should I not put into the cake for my sister?"), run("second"))
    graph.invoke(said("我哪天有陶艺课？"), run("third"))
    graph.invoke(said("What should I not put into the cake for my sister?"), run("fourth", "ben"))
    assert "walnuts" in str(seen[0][0].text) and "周三" in str(seen[1][0].text)
    assert not [one for one in seen[2] if isinstance(one, SystemMessage)]


def test_one_message_says_what_is_remembered_behind_the_systems_own(memory: EywaMemory) -> None:
    for text in ("My dog is called Pipa.", "My boat is called Svea."):
        memory.append(text, user_id="ana", session_id="before")
    seen: list[Sequence[BaseMessage]] = []
    graph = chat(memory, ["Pipa.", "Svea.", "Nothing."], seen)
    first = [SystemMessage("Be brief."), HumanMessage("What is my dog called?")]
    graph.invoke({"messages": first}, run("t"))
    graph.invoke(said("What is my boat called?"), run("t"))
    for messages, name in zip(seen, ("Pipa", "Svea"), strict=True):
        own, told, *rest = messages
        assert own.text == "Be brief." and told.id == REMEMBERED and name in str(told.text)
        assert not [one for one in rest if isinstance(one, SystemMessage)]
    graph.invoke({"messages": [HumanMessage(" ")]}, run("t"))
    assert REMEMBERED not in [one.id for one in seen[2]] and len(seen[2]) == 6


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("My boat is called \ud83d Svea.", "What is my boat called\ud83d?"),
        ("我每周三晚上去上\udc00陶艺课。", "我哪天有\udc00陶艺课？"),
    ],
)
def test_half_a_character_does_not_end_a_run(memory: EywaMemory, told: str, asked: str) -> None:
    seen: list[Sequence[BaseMessage]] = []
    graph = chat(memory, ["Noted \ud83d.", "?"], seen)
    graph.invoke(said(told), run("first"))
    graph.invoke(said(asked), run("second"))
    texts = {one.record.content for one in memory.list(user_id="ana").items}
    assert {"Noted \ufffd.", re.sub("[\ud83d\udc00]", "\ufffd", told)} <= texts
    assert "\ufffd" in str(seen[1][0].text) and seen[1][-1].text == asked


@pytest.mark.parametrize("of", [{"token_budget": 0}, {"user_id": ""}, {"tenant_id": " "}])
def test_a_node_that_could_never_run_is_not_made(memory: EywaMemory, of: dict[str, Any]) -> None:
    with pytest.raises(BadRequest, match=next(iter(of))):
        make_recall_node(memory, **of)


def test_a_turn_is_written_once_with_its_last_answer(memory: EywaMemory) -> None:
    call = {"name": "look", "args": {}, "id": "1"}
    state = {
        "messages": [
            HumanMessage("old", id="h0"),
            AIMessage("old answer", id="a0"),
            HumanMessage("Where is the key?", id="h1"),
            AIMessage("", tool_calls=[call], id="a1"),
            AIMessage("Under the pot.", id="a2"),
        ]
    }
    remember = make_remember_node(memory)
    for _ in range(2):
        assert remember(state, run("t")) == {}
    found = memory.list(user_id="ana", session_ids=["t"], oldest=True).items
    assert [one.record.content for one in found] == ["Where is the key?", "Under the pot."]
    assert remember({"messages": []}, run("t")) == {}


def test_nobody_is_taken_for_somebody(memory: EywaMemory) -> None:
    with pytest.raises(BadRequest, match="whose memory"):
        make_recall_node(memory)(said(), {"configurable": {}}) or make_remember_node(memory)(
            {"messages": [HumanMessage("hello")]}, {}
        )
    named = make_remember_node(memory, user_id="ana")
    named({"messages": [HumanMessage("hello")]}, {"configurable": {"user_id": "ben"}})
    assert [user.user_id for user in memory.users()] == ["ana"]


def test_a_graph_that_runs_without_blocking(memory: EywaMemory) -> None:
    graph = chat(memory, ["Noted."], [])
    asyncio.run(graph.ainvoke(said("My cat is called Mo."), run("t")))
    assert "Mo" in memory.before_llm("What is my cat called?", user_id="ana").context


def test_messages_may_be_as_they_are_sent_to_a_model(memory: EywaMemory) -> None:
    remember, recall = make_remember_node(memory), make_recall_node(memory)
    for user, answer in (("I like walnuts.", "Noted."), ("I like figs.", "Noted as well.")):
        said = [{"role": "user", "content": user}, {"role": "assistant", "content": answer}]
        for _ in range(2):
            remember({"messages": said}, run("t"))
    found = memory.list(user_id="ana", oldest=True).items
    assert [one.record.content for one in found] == [
        "I like walnuts.", "Noted.", "I like figs.", "Noted as well.",
    ]  # fmt: skip
    state = {"messages": [{"role": "system", "content": "Be brief."}, ("user", "walnuts?")]}
    _, own, told, asked = recall(state, run("u"))["messages"]
    assert (own.text, told.id, asked.text) == ("Be brief.", REMEMBERED, "walnuts?")
    assert "walnuts" in told.text
