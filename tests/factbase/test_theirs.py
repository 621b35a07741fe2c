"""What is asked of somebody's somebody is not answered by the facts of the first."""

from __future__ import annotations

import time

import pytest
from facts.stories import U, say, tell, told

from eywa_fs.factbase.theirs import theirs
from eywa_fs.facts.identity import Names
from eywa_fs.facts.questions import read_question
from eywa_fs.facts.replay import FactState

EN = tell(
    ("2024-01-01", say("user's niece", "name", "Freya", kind="person", said="my niece is Freya")),
    ("2024-01-02", say("Freya", "works_at", "Otto", kind="organisation", said="Freya is at Otto")),
    ("2024-01-03", say("Freya", "works_as", "welder", said="Freya is a welder")),
    ("2024-01-04", say("user's husband", "name", "Viggo", said="my husband is called Viggo")),
    ("2024-01-05", say(U, "has_child", "Ines", kind="person", said="my daughter Ines")),
    ("2024-01-06", say("Freya", "has_pet", "pug", said="Freya has a pug")),
)
ZH = tell(
    ("2024-01-01", say("用户的儿子", "name", "阿哲", kind="person", said="我儿子叫阿哲")),
    ("2024-01-02", say("阿哲", "works_at", "顺丰", kind="org", said="阿哲在顺丰上班")),
    ("2024-01-03", say("用户的老婆", "name", "林琪", kind="person", said="我老婆叫林琪")),
    ("2024-01-04", say("用户的妈妈", "name", "王芳", kind="person", said="我妈妈叫王芳")),
)


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "What's Freya's supervisor called?", []),
        (EN, "what is Freya's boss's name", []),
        (EN, "my niece's teacher's name?", []),
        (EN, "How old is Freya's neighbour?", []),
        (EN, "What does Freya's landlord do?", []),
        (EN, "What is Freya's husband called?", []),
        (EN, "Ines's teacher's name?", []),
        (EN, "What is Freya's job?", ["Otto", "welder"]),
        (EN, "What's Freya's company called?", ["Otto", "welder"]),
        (EN, "What is my niece's name?", ["Freya"]),
        (EN, "What is my husband's name?", ["Viggo"]),
        (EN, "What breed is Freya's dog?", ["pug"]),
        (ZH, "阿哲老师叫什么", []),
        (ZH, "我儿子的同桌叫什么？", []),
        (ZH, "阿哲老婆叫啥", []),
        (ZH, "林琪的上司姓什么", []),
        (ZH, "阿哲公司叫什么", ["顺丰"]),
        (ZH, "我儿子叫什么", ["阿哲"]),
        (ZH, "我妈妈叫什么", ["王芳"]),
        (ZH, "我老婆到底叫什么", ["林琪"]),
    ],
)
def test_only_what_tells_of_them_answers(state: FactState, text: str, values: list[str]) -> None:
    assert sorted(told(state, text)) == values


def test_a_long_question_that_names_her_again_and_again_is_read_at_once() -> None:
    """The words behind each name are read, and not all that follows it."""
    asked = "Freya's is Freya's or " * 8_000
    question, names = read_question(asked, 1_748_779_200_000), Names()
    started = time.perf_counter()
    assert theirs(question, {U, "Freya"}, names) is None
    assert time.perf_counter() - started < 10
