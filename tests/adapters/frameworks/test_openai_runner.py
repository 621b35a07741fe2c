"""A session with the runner of the OpenAI Agents SDK and a model that gives prepared answers."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from adapters.frameworks.answering import answering
from corpus import MakeMemory
from docs.documents import PROJECT, blocks

from eywa_fs.adapters.openai_agents import EywaSession
from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.frameworks
CALL = {
    "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "look", "arguments": "{}",
}  # fmt: skip


def test_a_conversation_goes_on_in_another_process(
    memory: EywaMemory, make_memory: MakeMemory
) -> None:
    agents = import_module("agents")
    seen: list[Any] = []
    look = agents.function_tool(lambda: "under the pot", name_override="look")

    async def ask(where: EywaMemory, question: str) -> str:
        model = answering(answers, seen)
        agent = agents.Agent(name="a", model=model, tools=[look])
        session = EywaSession(where, "s", user_id="ana")
        assert isinstance(session, import_module("agents.memory").Session)
        return str((await agents.Runner.run(agent, question, session=session)).final_output)

    answers: list[Any] = [CALL, "Under the pot.", "周三。"]
    assert asyncio.run(ask(memory, "Where is the key?")) == "Under the pot."
    memory.close()
    again = make_memory()
    assert asyncio.run(ask(again, "我哪天有陶艺课？")) == "周三。"
    kinds = [item.get("role") or item["type"] for item in seen[2]]
    assert kinds == ["user", "function_call", "function_call_output", "assistant", "user"]
    kept = asyncio.run(EywaSession(again, "s", user_id="ana").get_items())
    assert kept[:-1] == seen[2]
    assert "pot" in again.before_llm("Where is the key?", user_id="ana").context


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("My sister is allergic to walnuts.", "What must not be in her cake?", "walnuts"),
        ("我妹妹对核桃过敏。", "妹妹的蛋糕里不能放什么？", "核桃"),
    ],
    ids=["en", "zh"],
)
def test_an_agent_that_is_restarted_knows_what_was_said_in_another_session(
    memory: EywaMemory, make_memory: MakeMemory, told: str, asked: str, answer: str
) -> None:
    agents = import_module("agents")

    async def ask(where: EywaMemory, session: str, text: str) -> str:
        prompts: list[str] = []

        def instructions(context: Any, agent: Any) -> str:
            prompts.append(where.before_llm(text, user_id="ana", session_id=session).context)
            return prompts[-1]

        model = answering(["Noted."], [])
        agent = agents.Agent(name="a", instructions=instructions, model=model)
        own = EywaSession(where, session, user_id="ana")
        await agents.Runner.run(agent, text, session=own)
        return prompts[-1]

    # The runner may store the message before it asks for the instructions, so the first prompt
    # may already hold it.
    asyncio.run(ask(memory, "monday", told))
    memory.close()
    assert answer in asyncio.run(ask(make_memory(), "friday", asked))


@pytest.mark.parametrize("number", [0, 1])
def test_the_shown_code_runs(tmp_path: Path, number: int) -> None:
    shown = [b.text for b in blocks(PROJECT / "docs" / "frameworks.md") if b.kind == "py"]
    model = (
        "from adapters.frameworks.answering import *\nmodel = answering(['好的。', 'Noted.'], [])"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{model}\n{shown[number]}"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    with EywaMemory(tmp_path / "memory_fs", background=False) as memory:
        told = [one.record.content for one in memory.list(user_id="ana", oldest=True).items]
    if number:
        assert "Svea" in told[0]
    else:
        assert told == ["我每周三晚上去上陶艺课。", "好的。", "I live in Lisbon.", "Noted."]
