"""How much better or worse a memory answers a question that stands in it already.

    eywa --root ROOT import --create SET/corpus.jsonl && eywa --root ROOT index
    python scripts/asked_before.py ROOT SET

Half of the questions of SET that have evidence are asked; then each is written into a copy of the
root, with a reply that tells nothing, and all are asked again: once each in a session of its own,
once all of a user's in one session. SET is a folder as ``eywa eval retrieval`` takes it, such as
``evaluation/assistants``.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.language.script import is_chinese

DAY_MS = 86_400_000
TOP = 10


def measured(memory: EywaMemory, queries: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """How many questions have their evidence first, among ten, in the block, or marked as older."""
    found: Counter[str] = Counter()
    for query in queries:
        user, evidence = query["userId"], {event for group in query["evidence"] for event in group}
        hits = memory.retrieve(query["query"], user_id=user, limit=TOP).hits
        context = memory.before_llm(query["query"], user_id=user)
        found["first"] += bool(hits) and hits[0].event_id in evidence
        found["among ten"] += any(hit.event_id in evidence for hit in hits)
        found["in the block"] += any(one.event_id in evidence for one in context.citations)
        found["marked as older"] += any(hit.newer and hit.event_id in evidence for hit in hits)
    return found


def ask_all(
    memory: EywaMemory, queries: Sequence[Mapping[str, Any]], last: int, apart: bool
) -> None:
    """Write the questions down, four a day, the last one on the day ``last`` (ms)."""
    for number, query in enumerate(queries):
        reply = "我帮你查一下。" if is_chinese(query["query"]) else "Let me look that up for you."
        memory.after_llm(
            query["query"],
            reply,
            user_id=query["userId"],
            session_id=f"asked{number}" if apart else "asked",
            timestamp=last - (len(queries) - number) * DAY_MS // 4,
        )
    memory.index()


def main() -> None:
    """Print a line for each way of asking."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("root", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    last = max(record["timestamp"] for record in read_gold(given.folder, "corpus"))
    queries = [one for one in read_gold(given.folder, "queries") if one["evidence"]][::2]
    with EywaMemory(given.root, background=False) as memory:
        print(f"{'never asked before':24}", dict(measured(memory, queries)), "of", len(queries))
    for name, apart in (("asked, sessions apart", True), ("asked, in one session", False)):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "root"
            shutil.copytree(given.root, root)
            with EywaMemory(root, background=False) as memory:
                ask_all(memory, queries, last, apart=apart)
                print(f"{name:24}", dict(measured(memory, queries)), flush=True)


if __name__ == "__main__":
    main()
