"""scripts/asked_before.py tells what an agent's loop does to its own answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from corpus import DAY_0, TINY_EN, MakeMemory

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

import asked_before


def test_each_way_of_asking_is_measured(
    make_memory: MakeMemory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whose = {"tenantId": "default", "userId": "ana"}
    records = [
        {"eventId": f"e{n}", **whose, "sessionId": "s", "messageRole": "user", "content": text,
         "timestamp": DAY_0 + n}
        for n, text in enumerate(TINY_EN)
    ]  # fmt: skip
    query = {"queryId": "q", **whose, "query": "Where is the blue key?", "evidence": [["e0"]]}
    for name, rows in (("corpus", records), ("queries", [query])):
        lines = "\n".join(json.dumps(row) for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    memory = make_memory()
    memory.import_file(tmp_path / "corpus.jsonl")
    memory.close()
    root = str(memory.layout.root)
    monkeypatch.setattr(sys, "argv", ["asked_before.py", root, str(tmp_path)])
    asked_before.main()
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3 and all("'in the block': 1" in line for line in told)
