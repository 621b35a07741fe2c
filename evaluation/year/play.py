"""Writes the year into a fresh root, asks the questions as of their time, and counts what stands in
the block of ``before_llm``: python play.py ROOT

``said``: one of the records that answer stands there; ``stale``: a record that is over stands there
without a mark."""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory

HERE = Path(__file__).parent
MARKED = re.compile(r"\] \([^()]*\) \((older\b|no longer so\b|the user's own word\b)")
BEGINNING = 60


def rows(file: str) -> list[dict[str, Any]]:
    """The lines of a file of this folder."""
    return [json.loads(line) for line in (HERE / file).read_text("utf-8").splitlines()]


def main(root: str) -> None:
    """Write, index, ask, count."""
    counts: Counter[str] = Counter()
    with EywaMemory(root, background=False) as memory:
        for row in rows("conversations.jsonl"):
            memory.append(
                row["content"],
                role=row["role"],
                user_id=row["user"],
                session_id=row["session"],
                timestamp=row["timestamp"],
            )
        memory.index()
        for asked in rows("questions.jsonl"):
            found = memory.before_llm(
                asked["query"], user_id=asked["user"], as_of=asked["as_of"]
            ).context
            lines = found.splitlines()
            if asked["evidence"]:
                counts["with an answer"] += 1
                counts["said"] += any(e[:BEGINNING] in found for e in asked["evidence"])
            counts["stale"] += any(
                stale[:BEGINNING] in line and not MARKED.search(line)
                for stale in asked["stale"]
                for line in lines
            )
    print(dict(counts))


if __name__ == "__main__":
    main(sys.argv[1])
