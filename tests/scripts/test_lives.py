"""The script of the four lives runs and counts what stands in a block, by its marks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forked import Child

SCRIPT = Path(__file__).parents[2] / "scripts" / "lives.py"
MINUTE = 60_000
LIVES: Mapping[str, tuple[str, list[tuple[str, str, str]], str]] = {
    "ida": (
        "en",
        [
            ("bay", "user", "My mooring is number 31."),
            ("noted", "assistant", "Noted: mooring 31."),
            ("typo", "user", "Sorry, typo: it's mooring 13."),
        ],
        "Which mooring is mine?",
    ),
    "lan": (
        "zh",
        [
            ("bay", "user", "我的泊位是31号"),
            ("noted", "assistant", "记下了：31号泊位"),
            ("typo", "user", "打错了，泊位是13号"),
        ],
        "我的泊位是几号？",
    ),
}


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_what_a_block_quotes_is_counted_by_language(tmp_path: Path) -> None:
    for user, (language, told, query) in LIVES.items():
        messages = [
            {
                "label": label,
                "role": role,
                "content": text,
                "session": "s",
                "timestamp": 1_792_833_120_000 + number * MINUTE,
            }
            for number, (label, role, text) in enumerate(told)
        ]
        question = {
            "user": user,
            "language": language,
            "asked_at": "2026-11-28",
            "query": query,
            "evidence": [["typo"]],
            "stale": ["bay"],
        }
        write(tmp_path / f"lives_{user}.jsonl", messages)
        write(tmp_path / f"questions_{user}.jsonl", [question])
    done = Child(str(SCRIPT), str(tmp_path), "--json").ended(timeout=600)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures.keys() == {"en", "zh"}
    for found in figures.values():
        assert found["questions"] == found["found"] == 1
        assert found["lines"] == 3 and found["stale"] == 1
        assert found["marked_older"] == 0
