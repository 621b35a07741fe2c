"""How well questions find records that are written in the other language.

    eywa --root ROOT import --create SET/corpus.jsonl && eywa --root ROOT index
    python scripts/across_languages.py ROOT SET

SET is a folder as ``eywa eval retrieval`` takes it, with a ``cross.jsonl`` that has some of its
questions (``queryId``) translated (``query``), such as ``evaluation/assistants``. Prints, by the
language of question and evidence, the share of questions with their evidence first, among five,
among ten, and in the block of ``before_llm``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from eywa_fs import EywaMemory
from eywa_fs.evaluation.gold_files import read_gold, read_lines
from eywa_fs.language.script import is_chinese

RECORD = {"eventId": str, "content": str}
TRANSLATED = {"queryId": str, "query": str}
COLUMNS = ("first", "among 5", "among 10", "in the block")


def measured(memory: EywaMemory, query: str, user: str, evidence: set[str]) -> tuple[bool, ...]:
    """Whether the evidence of a question is first, among five, among ten, and in the block."""
    found = [
        hit.event_id in evidence for hit in memory.retrieve(query, user_id=user, limit=10).hits
    ]
    told = memory.before_llm(query, user_id=user).citations
    block = any(one.event_id in evidence for one in told)
    return any(found[:1]), any(found[:5]), any(found[:10]), block


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    texts = {
        row["eventId"]: row["content"]
        for row in read_lines(options.folder / "corpus.jsonl", RECORD)
    }
    queries = {row["queryId"]: row for row in read_gold(options.folder, "queries")}
    asked = [(row, row["query"]) for row in queries.values() if row["evidence"]]
    for row in read_lines(options.folder / "cross.jsonl", TRANSLATED):
        asked.append((queries[row["queryId"]], row["query"]))
    rows = defaultdict(list)
    with EywaMemory(options.root) as memory:
        for row, query in asked:
            evidence = {event for group in row["evidence"] for event in group}
            languages = is_chinese(query), is_chinese(texts[min(evidence)])
            rows[languages].append(measured(memory, query, row["userId"], evidence))
    print(f"{'question':10}{'evidence':10}{'asked':>6}", *(f"{name:>13}" for name in COLUMNS))
    for (question, record), found in sorted(rows.items()):
        shares = [sum(column) / len(found) for column in zip(*found, strict=True)]
        names = ["Chinese" if chinese else "English" for chinese in (question, record)]
        print(f"{names[0]:10}{names[1]:10}{len(found):6}", *(f"{share:13.3f}" for share in shares))


if __name__ == "__main__":
    main()
