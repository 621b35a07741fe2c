"""The script that judges marks of older records, run on one set that has been made for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from forked import Child

SCRIPT = Path(__file__).parents[2] / "scripts" / "marks.py"
DAY = 86_400_000


def test_a_mark_of_a_superseded_record_is_right(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(SCRIPT, tmp_path / "scripts")
    texts = ["My mooring is number 31.", "Sorry, typo: my mooring is 13."]
    story = {
        "id": "ida",
        "events": [
            {"eventId": f"e{n}", "role": "user", "content": text, "timestamp": DAY * 9000 + n}
            for n, text in enumerate(texts)
        ],
        "queries": [
            {
                "kind": "current_state",
                "query": "Which mooring is mine?",
                "askedAt": DAY * 9001,
                "stale": ["31"],
                "evidence": ["e1"],
            }
        ],
        "facts": [],
    }
    path = tmp_path / "evaluation" / "stories_9" / "stories_en.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(story) + "\n", encoding="utf-8")
    done = Child(str(script), "stories_9", "--pairs").ended(timeout=600)
    assert done.returncode == 0, done.stderr
    printed = done.stdout
    assert "True  My mooring is number 31. | Sorry, typo" in printed
    assert '"marks": 1, "right": 1, "stale": 1, "unmarked": 0' in printed
