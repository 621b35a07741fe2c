"""Writes one of the three conversations into a fresh root, asks its questions, and says of each
whether its evidence and the right value stand in the block: python play.py en|zh|mix ROOT"""

import json
import sys
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory

HERE = Path(__file__).parent


def rows(file: str) -> list[dict[str, Any]]:
    """The lines of a file of this folder."""
    return [json.loads(line) for line in (HERE / file).read_text("utf-8").splitlines()]


def live(memory: EywaMemory, name: str) -> None:
    """Do what the conversation does: turns, and what was taken back or erased."""
    for row in rows(f"{name}.conversation.jsonl"):
        action, _, named = row.get("op", "").partition(" ")
        ids = [f"{turn}{half}" for turn in named.partition(" ")[0].split(",") for half in "ua"]
        if action == "delete":
            for one in ids:
                memory.delete(one, user_id=name)
        elif action == "erase":
            memory.erase(user_id=name, event_ids=ids)
        elif not action:
            parts = (("user", "u", 0), ("tool", "t", 500), ("assistant", "a", 1000))
            for role, half, later in parts:
                if row[role]:
                    memory.append(
                        row[role],
                        role,
                        user_id=name,
                        session_id=row["session"],
                        event_id=row["id"] + half,
                        timestamp=row["ts"] + later,
                    )
    memory.index()


def main(name: str, root: str) -> None:
    """Print a line of JSON for each question."""
    with EywaMemory(root) as memory:
        live(memory, name)
        for asked in rows(f"{name}.questions.jsonl"):
            block = memory.before_llm(asked["question"], user_id=name)
            cited, text = {one.event_id for one in block.citations}, block.context.lower()
            found = {
                "id": asked["id"],
                "evidence": [turn for turn in asked["evidence"] if f"{turn}u" in cited],
                "right": asked["expect"].lower() in text if asked["expect"] else None,
                "kept": [word for word in asked["gone"] if word.lower() in text],
            }
            print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
