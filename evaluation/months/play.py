"""Writes the conversations into a fresh root, asks the questions, and counts by kind what stands in
the block of ``before_llm``: python play.py ROOT [USER...]

``right``: each piece of evidence stands there. ``stale``: a stale value stands in a quoted line
without a mark. ``wrong``: a wrong value stands in a fact. ``--misses`` prints the questions too."""

import json
import re
import sys
from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory

HERE = Path(__file__).parent
MARKED = re.compile(r"\((older|no longer so|the user|nobody|outdated)|\(not ")
OPEN_ENDED = ("past", "multi", "when")
"""Kinds of questions that an old value may answer."""


def rows(file: str) -> list[dict[str, Any]]:
    """The lines of a file of this folder."""
    return [json.loads(line) for line in (HERE / file).read_text("utf-8").splitlines()]


def ms(time: str) -> int:
    """A time as milliseconds."""
    return int(datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000)


def write(memory: EywaMemory, users: list[str]) -> None:
    """Append what the users and their assistant said."""
    records = [
        {
            "content": row["content"],
            "role": row["role"],
            "session_id": row["session"],
            "user_id": row["user"],
            "timestamp": ms(row["time"]),
        }
        for row in rows("conversations.jsonl")
        if row["user"] in users
    ]
    memory.append_many(records)
    memory.index()


def ask(memory: EywaMemory, number: int, asked: dict[str, Any]) -> dict[str, bool]:
    """One question, and what its block holds."""
    place: dict[str, Any] = {"user_id": asked["user"], "as_of": ms(asked["time"])}
    if asked.get("prior"):
        place = {"user_id": asked["user"], "session_id": f"before{number}"}
        memory.append(asked["prior"], **place)
    block = memory.before_llm(asked["question"], **place).context
    lines = block.split("\n")
    facts = [line for line in lines if line.startswith("- ")]
    quoted = [line for line in lines if line.startswith("[") and not MARKED.search(line)]
    return {
        "right": all(
            any(re.search(one, block) for one in each.split("/")) for each in asked["evidence"]
        ),
        "stale": asked["kind"] not in OPEN_ENDED and _holds(quoted, asked["stale"]),
        "wrong": _holds(
            [line for line in facts if "not " not in line and "until" not in line],
            asked["wrong_fact"],
        ),
    }


def _holds(lines: list[str], values: list[str]) -> bool:
    return any(re.search(value, line) for line in lines for value in values)


def main(root: str, *options: str) -> None:
    """Print the counts by kind."""
    questions = rows("questions.jsonl")
    users = [one for one in options if not one.startswith("-")] or [
        *dict.fromkeys(one["user"] for one in questions)
    ]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    with EywaMemory(root, background=False) as memory:
        write(memory, users)
        for number, asked in enumerate(questions):
            if asked["user"] not in users:
                continue
            found = ask(memory, number, asked)
            for kind in (asked["kind"], "all"):
                counts[kind].update({"asked": 1, **found})
            if "--misses" in options and (not found["right"] or found["stale"] or found["wrong"]):
                print(json.dumps({**asked, **found}, ensure_ascii=False))
    for kind, count in counts.items():
        print(f"{kind:12}", dict(count))


if __name__ == "__main__":
    main(*sys.argv[1:])
