"""An agent's month: things change, are corrected, joked about and taken back; every answer by facts
is right or silent, and what must not be missed stands in every context."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eywa_fs import EywaMemory

DAY = 86_400_000
START = 1_767_600_000_000  # 2026-01-05
DATA = Path(__file__).parent.parent / "data"


def _turns(language: str) -> list[dict[str, Any]]:
    lines = (DATA / f"loop_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_answer_is_right_or_silent(tmp_path: Path, language: str) -> None:
    now = START
    wrong: list[str] = []
    answered = asked = 0
    with EywaMemory(tmp_path, background=False, clock=lambda: now) as memory:
        for number, turn in enumerate(_turns(language)):
            now = max(now + 60_000, START + turn["day"] * DAY + number * 1000)
            if "say" in turn:
                memory.append(turn["say"])
                continue
            question = turn.get("ask") or turn["context"]
            if "context" in turn:
                block = memory.before_llm(question).context
                wrong += [f"{question}: no {value} in {block}" for value in turn["right"]
                          if value not in block]  # fmt: skip
                continue
            facts = memory.facts(question).facts
            said = " | ".join(fact.text for fact in facts)
            bad = [value for value in turn.get("never", []) if value in said]
            stale = turn.get("stale")
            bad += [f.text for f in facts if stale and stale in f.object and not f.negated]
            if turn["right"]:
                asked += 1
                answered += any(value in said for value in turn["right"])
                if facts and not any(value in said for value in turn["right"]):
                    bad.append(said)
            wrong += [f"{question}: {value}" for value in bad]
    assert wrong == []
    assert answered >= 0.8 * asked  # a silent memory is not a good one
