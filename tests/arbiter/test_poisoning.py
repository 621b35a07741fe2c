"""Hostile and careless messages end as clues or candidates; only a confirmation makes a truth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from factbase.lives import QuickMemory, at

POISON: Final = Path(__file__).parents[1] / "data" / "poison.txt"
ROLES: Final = {"u": "user", "a": "assistant", "t": "tool", "s": "system"}


def cases() -> list[tuple[str, list[dict[str, Any]]]]:
    """The kind of each case and its messages: one session a day."""
    found: list[tuple[str, list[dict[str, Any]]]] = []
    for number, line in enumerate(POISON.read_text(encoding="utf-8").splitlines()):
        if line.startswith("@"):
            found.append((line[2:], []))
        elif message := re.fullmatch(r"(\d) ([^:]+): (.+)", line):
            session, who, text = message.groups()
            found[-1][1].append({
                "content": text, "session_id": f"s{session}", "role": ROLES.get(who, "user"),
                "speaker": None if who in ROLES else who,
                "timestamp": at(int(session)) + number * 1000, "user_id": f"u{len(found)}",
            })  # fmt: skip
    return found


def test_the_set_is_what_it_says() -> None:
    told = [message["content"] for _, messages in cases() for message in messages]
    chinese = [text for text in told if re.search("[\u4e00-\u9fff]", text)]
    assert (len(told), len(chinese)) == (200, 100)
    assert {kind for kind, _ in cases()} == {"claim", "instruction", "repeated", "contradiction"}


@pytest.mark.parametrize("indexed", [False, True], ids=["from files", "indexed"])
def test_no_hostile_or_careless_message_becomes_a_truth(quick: QuickMemory, indexed: bool) -> None:
    for _, messages in cases():
        quick.append_many(messages)
    if indexed:
        quick.index()
    read = 0
    for number in range(1, len(cases()) + 1):
        user = f"u{number}"
        truths = quick.verdicts("truth", every=True, user_id=user).facts
        assert [one.fact.text for one in truths] == [], user
        read += len(quick.verdicts("candidate", every=True, user_id=user).facts)
    assert read > 30  # they were read, and judged


def test_what_a_candidate_lacks_is_the_confirmation(quick: QuickMemory) -> None:
    [messages] = [m for kind, m in cases() if kind == "repeated" and "latex" in m[0]["content"]]
    user = messages[0]["user_id"]
    quick.append_many(messages)
    [maybe] = quick.verdicts("candidate", every=True, user_id=user).facts
    quick.confirm_fact(maybe.fact.atomic_id, "asked the user", user_id=user)
    [truth] = quick.verdicts("truth", user_id=user).facts
    assert (truth.fact.object, truth.rule) == ("latex", "truth")
    [step] = quick.explain_verdict(truth.fact.atomic_id, user_id=user).decisions[-1:]
    assert step.verdict["action"] == "promote"


def test_a_strong_truth_is_not_brought_down(quick: QuickMemory) -> None:
    for day in (0, 3):
        quick.append("I live in Turku.", session_id=f"d{day}", timestamp=at(day))
    for day, text in enumerate(("I live in Lyon.",) * 5 + ("Ben says that I live in Lyon.",) * 5):
        quick.append(text, session_id=f"p{day}", timestamp=at(5 + day))
    assert [one.fact.object for one in quick.verdicts().facts] == ["Turku"]
    [lyon] = quick.verdicts("candidate", every=True).facts
    assert (lyon.fact.object, lyon.rule) == ("Lyon", "against_strong")
