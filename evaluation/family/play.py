"""Plays the conversations into a fresh root, asks the questions when they were asked, and counts
what stands in the block of ``before_llm``: python play.py ROOT

``told``: all that the answer needs stands there; ``stale``: a text that is over stands there in a
line without a mark. By language; questions that nothing answers are counted apart."""

import json
import re
import sys
from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory

HERE = Path(__file__).parent
MARKED = re.compile(r"\] \([^()]*\) \((older\b|no longer so\b|the user's own word\b)")
HOUR = 3_600_000

Rows = list[dict[str, Any]]


def rows(file: str) -> dict[str, Rows]:
    """The lines of a file of this folder, by user."""
    found: dict[str, Rows] = defaultdict(list)
    for line in (HERE / file).read_text("utf-8").splitlines():
        row = json.loads(line)
        found[row["user"]].append(row)
    return found


def at(message: dict[str, Any]) -> int:
    """When a message was said, in epoch milliseconds."""
    return int(datetime.fromisoformat(message["at"]).timestamp() * 1000)


def tell(memory: EywaMemory, messages: Rows) -> None:
    """Write messages and index them."""
    for message in messages:
        memory.append(
            message["text"],
            role=message["role"],
            user_id=message["user"],
            session_id=message["session"],
            timestamp=at(message),
        )
    memory.index()


def count(asked: dict[str, Any], block: str, counts: Counter[str]) -> None:
    """Count what stands in the block of a question."""
    language, flat = asked["lang"], " ".join(block.split())
    if not asked["evidence"]:
        counts[f"{language} never said"] += 1
        return
    counts[f"{language} asked"] += 1
    groups = asked["alternatives"]
    counts[f"{language} told"] += all(
        any(" ".join(text.split()) in flat for text in group) for group in groups
    )
    beginnings = [" ".join(text.splitlines()[0].split()) for text in asked["stale"]]
    lines = [" ".join(line.split()) for line in block.splitlines()]
    counts[f"{language} stale"] += sum(
        any(text in line and not MARKED.search(line) for line in lines) for text in beginnings
    )


def main(root: str) -> None:
    """Write, index, ask, count."""
    counts: Counter[str] = Counter()
    questions = rows("questions.jsonl")
    with EywaMemory(root, background=False) as memory:
        for user, messages in rows("conversations.jsonl").items():
            told = 0
            for asked in sorted(questions[user], key=lambda one: (one["after"], one["chain"])):
                tell(memory, messages[told : asked["after"]])
                told = max(told, asked["after"])
                session, last = asked["session"], at(messages[told - 1]) + HOUR
                as_of = last if told < len(messages) else None
                found = memory.before_llm(
                    asked["question"], user_id=user, session_id=session, as_of=as_of
                )
                count(asked, found.context, counts)
                if asked["chain"]:
                    memory.append(asked["question"], user_id=user, session_id=session)
    print(dict(counts))


if __name__ == "__main__":
    main(sys.argv[1])
