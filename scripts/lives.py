"""Four lives told in chat: what the block of ``before_llm`` holds, and what it marks as older.

    python scripts/lives.py [FOLDER] [--json] [--misses]

FOLDER holds ``lives_*.jsonl`` and ``questions_*.jsonl`` (default: ``evaluation/lives``, whose
README has the format). Each life is written into a memory of its own; each question is asked at
noon of its day. The figures, by language:

- ``questions``: that have evidence. ``found``: those of which a record of each group of evidence
  stands in the block. ``marked_older``: those among them of which a group stands in lines marked as
  older only.
- ``stale``: labels of records that hold a value which is over or was corrected, where their record
  stands in the block. ``stale_unmarked``: those in a line without a mark.
- ``lines``: lines that quote a record. ``lines_older``: those marked as older.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eywa_fs.config import load_settings
from eywa_fs.evaluation.gold_files import read_lines
from eywa_fs.memory import EywaMemory
from eywa_fs.model.results import Context
from eywa_fs.retrieval.context import is_marked

FOLDER = Path(__file__).parents[1] / "evaluation" / "lives"
FIGURES = ("questions", "found", "marked_older", "stale", "stale_unmarked", "lines", "lines_older")


@dataclass(frozen=True, slots=True)
class Block:
    """The records that a block quotes, by label: in lines without a mark, with one that names a
    newer record, with one that says that it is no longer so."""

    plain: frozenset[str]
    older: frozenset[str]
    over: frozenset[str]


def read_block(context: Context) -> Block:
    """The records that a block quotes; a fact is no quotation."""
    label = {f"[{cited.number}]": cited.event_id for cited in context.citations}
    found: dict[str, set[str]] = {"plain": set(), "older": set(), "over": set()}
    for line in context.context.splitlines():
        number = line.split(" ", 1)[0]
        if number in label:
            over = is_marked(line) and ") (no longer so" in line
            kind = "over" if over else "older" if is_marked(line) else "plain"
            found[kind].add(label[number])
    return Block(**{kind: frozenset(names) for kind, names in found.items()})


def tell(memory: EywaMemory, life: Iterable[Mapping[str, Any]]) -> None:
    """Write a life into a memory and index it."""
    memory.append_many(
        {
            "content": message["content"],
            "role": message["role"],
            "session_id": message["session"],
            "timestamp": message["timestamp"],
            "event_id": message["label"],
        }
        for message in life
    )
    memory.index()


def ask(
    memory: EywaMemory, questions: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Block]]:
    """Each question with what the block for it quotes."""
    for question in questions:
        noon = dt.datetime.fromisoformat(f"{question['asked_at']}T12:00:00+00:00")
        at = int(noon.timestamp() * 1000)
        yield question, read_block(memory.before_llm(question["query"], as_of=at))


def count(question: Mapping[str, Any], block: Block) -> tuple[Counter[str], list[str]]:
    """The figures of one question, and what is wrong with its marks."""
    quoted = block.plain | block.older | block.over
    groups = [quoted.intersection(group) for group in question["evidence"]]
    found = bool(groups) and all(groups)
    older = [sorted(group) for group in groups if group and group <= block.older]
    stale = quoted.intersection(question["stale"])
    figures = Counter(
        questions=bool(question["evidence"]),
        found=found,
        marked_older=found and bool(older),
        stale=len(stale),
        stale_unmarked=len(stale & block.plain),
        lines=len(quoted),
        lines_older=len(block.older),
    )
    wrong = [f"marked as older: {', '.join(group)}" for group in older]
    wrong += [f"stale, unmarked: {label}" for label in sorted(stale & block.plain)]
    return figures, wrong


def measure(folder: Path) -> tuple[dict[str, Counter[str]], list[str]]:
    """The figures by language, and the questions whose marks are wrong."""
    figures: dict[str, Counter[str]] = {}
    misses: list[str] = []
    for path in sorted(folder.glob("lives_*.jsonl")):
        life = read_lines(path, {"label": str})
        asked = read_lines(path.with_name(path.name.replace("lives", "questions")), {"query": str})
        with (
            tempfile.TemporaryDirectory(prefix="eywa-lives-") as root,
            EywaMemory(root, load_settings(Path(root)), background=False) as memory,
        ):
            tell(memory, life)
            for question, block in ask(memory, asked):
                counted, wrong = count(question, block)
                figures.setdefault(question["language"], Counter()).update(counted)
                misses += [f"{question['user']}: {question['query']} {w}" for w in wrong]
    return figures, misses


def shown(figures: Mapping[str, Counter[str]]) -> str:
    """The figures as a table, a language a column."""
    rows: list[Sequence[object]] = [("", *figures)]
    rows += [(name, *(found[name] for found in figures.values())) for name in FIGURES]
    return "\n".join(f"{row[0]:<16}" + "".join(f"{value:>8}" for value in row[1:]) for row in rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="lives and questions")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--misses", action="store_true", help="also each question marked wrongly")
    asked = parser.parse_args()
    figures, misses = measure(asked.folder)
    if asked.misses:
        print(*misses, sep="\n")
    print(json.dumps(figures) if asked.json else shown(figures))


if __name__ == "__main__":
    main()
