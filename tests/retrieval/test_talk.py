"""Questions for the talk itself are answered by what was said last, or at the time they name."""

from __future__ import annotations

from typing import Any

import pytest
from texts import ANA, drafts

from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval.intent import asks_for_talk

NOON = 1_756_900_800_000
"""2025-09-03, a Wednesday, 12:00 UTC."""
WHOSE: dict[str, Any] = {"tenant_id": ANA.tenant_id, "user_id": ANA.user_id}

OF_TALK = """
What was the last thing I told you?
What did I just say?
Do you remember what we discussed yesterday?
Summarize our last conversation, please?
What were we talking about?
What did I tell you on 1 September?
我刚才说了什么？
我们上次聊了什么
还记得我们之前聊过什么吗
上周三我说了什么？
最近我们都聊了些啥？
What did we do last session?
Where did we stop working last time?
What did you change yesterday?
Summarise the previous session.
What was the last thing that you did?
Let me resume from where we left off
上回我们干到哪里了？
接着上次的任务做
"""
OF_A_TOPIC = """
What did my sister say?
What did he tell me yesterday?
What should I say?
What did I say about the boat?
Can you say that again in French?
How do I say hello?
Did I mention the dentist?
我该说什么？
医生怎么说的？
他刚才说了什么？
我说过我对什么过敏吗？
你能说英文吗？
What did I say about work?
What did we do about the roof?
What did we do at work yesterday?
What should we do?
Where did we leave it?
We turned the heating off and left.
How do I change the filter?
上次我们做了什么菜？
我昨天做了什么？
"""


@pytest.mark.parametrize("question", OF_TALK.strip().splitlines())
def test_a_question_without_a_topic_is_for_the_talk(question: str) -> None:
    assert asks_for_talk(question, NOON, "UTC")


@pytest.mark.parametrize("question", OF_A_TOPIC.strip().splitlines())
def test_a_topic_or_somebody_else_is_none_for_the_talk(question: str) -> None:
    assert not asks_for_talk(question, NOON, "UTC")


@pytest.mark.parametrize(
    "question",
    [
        "What did we talk about last time?",
        "我们上次聊了什么？",
        "What did we do last time?",
        "Let me resume from where we left off",
        "接着上次的任务做",
    ],
)
def test_what_was_said_last_answers(memory: EywaMemory, question: str) -> None:
    memory.append_many(drafts())
    memory.index()
    newest = sorted(drafts(ANA), key=lambda draft: -draft["timestamp"])[:3]
    memory.append("The last word is not indexed.", timestamp=newest[0]["timestamp"] + 1, **WHOSE)
    found = memory.retrieve(question, limit=3, **WHOSE).hits
    told = {"The last word is not indexed.", *(draft["content"] for draft in newest[:2])}
    assert {hit.text for hit in found} == told and all(hit.certain for hit in found)
    assert "The last word is not indexed." in memory.before_llm(question, **WHOSE).context


def test_of_a_time_that_is_named_only_what_was_said_then(memory: EywaMemory) -> None:
    memory.append_many(drafts())
    memory.index()
    asked = "What did I tell you on 2 September 2025?"
    found = memory.retrieve(asked, limit=4, **WHOSE).hits
    assert {hit.anchor.file_path[-16:] for hit in found} == {"2025-09-02.jsonl"}


def test_of_a_time_that_is_named_what_people_said_comes_first(memory: EywaMemory) -> None:
    for number in range(24):
        told: dict[str, Any] = {
            "role": ("user", "assistant")[number % 2],
            "timestamp": NOON + number * 60_000,
        }
        memory.append(f"Word {number} of the talk.", session_id="s", **told, **WHOSE)
    memory.append("A word of the day after.", timestamp=NOON + 30 * 3_600_000, **WHOSE)
    memory.index()
    asked = "What did we talk about on 3 September 2025?"
    found = memory.retrieve(asked, limit=8, **WHOSE).hits
    assert [hit.record.role for hit in found] == ["user"] * 8
    assert all(hit.text.startswith("Word") for hit in found)


@pytest.mark.parametrize("question", ["Where did we leave off?", "我们上次做到哪了？"])
def test_the_talk_may_have_ended_with_a_question(memory: EywaMemory, question: str) -> None:
    day = 86_400_000
    walls = [
        {"content": f"The garden wall got row {n} of bricks.", "timestamp": NOON - (20 - n) * day}
        for n in range(10)
    ]
    last = {"content": "Which cable does the attic need?", "timestamp": NOON - day}
    memory.append_many([*walls, last])
    memory.index()
    found = memory.retrieve(question, limit=3, as_of=NOON)
    assert found.strategy == "temporal" and found.hits[0].text == last["content"]
