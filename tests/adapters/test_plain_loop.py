"""An agent without a framework: before_llm, a model, after_llm; killed, and started again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LIVES = {
    "en": ("My sister Inés is allergic to walnuts.", "What must not be in her cake?", "walnuts"),
    "zh": ("我妹妹对核桃过敏。", "妹妹的蛋糕里不能放什么？", "核桃"),
}
LOOP = """
import sys
from eywa_fs import EywaMemory

def model(prompt, message):
    "Repeats what its prompt says about the message."
    return next((line for line in prompt.splitlines() if sys.argv[2] in line), "I don't know.")

with EywaMemory(sys.argv[1]) as memory:
    for message in sys.stdin:
        message = message.strip()
        known = memory.before_llm(message, user_id="ana", session_id=sys.argv[3])
        answer = model(known.context, message)
        memory.after_llm(message, answer, user_id="ana", session_id=sys.argv[3])
        print(answer, flush=True)
"""


@pytest.mark.parametrize("language", LIVES)
def test_what_was_said_to_an_agent_that_was_killed_is_answered_by_the_next(
    root: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EYWA_EMBEDDING__BACKEND", "minilm")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    told, asked, answer = LIVES[language]

    def agent(session: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", LOOP, str(root), answer, session],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def say(one: subprocess.Popen[str], text: str) -> str:
        assert one.stdin is not None and one.stdout is not None
        one.stdin.write(f"{text}\n")
        one.stdin.flush()
        return one.stdout.readline()

    first, second = agent("monday"), None
    try:
        assert say(first, asked) == "I don't know.\n"
        say(first, told)
        first.kill()
        second = agent("friday")
        assert answer in say(second, asked)
    finally:
        for one in filter(None, (first, second)):
            one.kill()
            one.communicate()
