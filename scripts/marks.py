"""Marks of older records, judged: how many are right, on courses, lives and life stories.

    python scripts/marks.py [SET...] [--pairs]

SET is a folder of ``evaluation`` (default: courses, lives and all stories). Every question is asked
of a memory of its own user, and the marks "(older; see [n])" on records of users are counted that
stand in its block, where it is about the present. A pair of an older and a newer record is right

- in courses, where a reader judged it so (``marks.jsonl``), and in stories, where a fact of the
  older one is superseded by the newer one, or by one that leads to it;
- in all sets, where the older record holds a value that is stale for some question, and the newer
  one is the evidence for it.

The figures: ``marks`` and ``right``; both once for each pair; ``stale``, records in blocks that
hold a stale value, and ``unmarked`` those without a mark of any kind; ``true``, records of evidence
in blocks, and ``wrongly`` those marked in a pair that is not right. ``--pairs`` prints the pairs.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eywa_fs.config import load_settings
from eywa_fs.evaluation.gold_files import read_lines
from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval.context import is_marked

FOLDER = Path(__file__).parents[1] / "evaluation"
SETS = ("courses", "lives", "stories", "stories_2", "stories_3", "stories_4", "stories_5")
PRESENT = {"present", "now", "current_state"}
Rows = Sequence[Mapping[str, Any]]


@dataclass
class Question:
    """A question with the labels of what is stale and what is evidence."""

    query: str
    at: int
    stale: set[str]
    evidence: set[str]


@dataclass
class Person:
    """What somebody said, by label, what is asked of them, and the pairs that are right."""

    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    right: set[tuple[str, str]] = field(default_factory=set)

    def tell(self, rows: Rows, label: str, role: str = "role", session: str = "session") -> None:
        """Keep the messages of a user; ``label`` names the key of a message's label, if any."""
        for number, row in enumerate(rows):
            name = row.get(label, f"m{number}")
            self.records[name] = {
                "event_id": name,
                "content": row["content"],
                "role": row[role],
                "session_id": row.get(session, "story"),
                "timestamp": row["timestamp"],
            }

    def labels(self, texts: Sequence[str], *, patterns: bool) -> set[str]:
        """Of the user's records those that match a text."""
        return {
            name
            for name, record in self.records.items()
            for text in texts
            if record["role"] == "user"
            and (
                re.search(text, record["content"], re.I)
                if patterns
                else record["content"].startswith(text[:50])
            )
        }

    def ask(self, query: str, at: int, stale: set[str], evidence: set[str]) -> None:
        """Keep a question, and the pairs that its labels make right."""
        stale = stale - evidence
        self.questions.append(Question(query, at, stale, evidence))
        self.right |= {
            (old, new)
            for old in stale & self.records.keys()
            for new in evidence & self.records.keys()
            if self.records[old]["timestamp"] < self.records[new]["timestamp"]
        }


def people(name: str) -> Iterator[Person]:
    """The people of a set."""
    folder = FOLDER / name
    if name.startswith("stories"):
        for path in sorted(folder.glob("stories_??.jsonl")):
            yield from map(_of_story, read_lines(path, {"id": str}))
        return
    for path in sorted(folder.glob(f"{name.rstrip('s')}*_*.jsonl")):
        if path.name.startswith("questions"):
            continue
        person, who = Person(), path.stem.split("_", 1)[1]
        person.tell(read_lines(path, {"content": str}), "label")
        for row in read_lines(folder / f"questions_{who}.jsonl", {"query": str}):
            if row["kind"] in PRESENT:
                _ask(person, row, courses=name == "courses")
        if name == "courses":
            _judged(person, read_lines(folder / "marks.jsonl", {"user": str}), who)
        yield person


def _ask(person: Person, row: Mapping[str, Any], *, courses: bool) -> None:
    asked = row["asked_at"] if courses else f"{row['asked_at']}T12:00:00+00:00"
    at = int(dt.datetime.fromisoformat(asked).timestamp() * 1000)
    if courses:
        stale = person.labels(row["stale"], patterns=True)
        evidence = person.labels(row["evidence"], patterns=False)
    else:
        stale, evidence = set(row["stale"]), {label for some in row["evidence"] for label in some}
    person.ask(row["query"], at, stale, evidence)


def _judged(person: Person, marks: Rows, who: str) -> None:
    """What a reader judged of pairs of one user goes before what the questions tell."""
    for mark in marks:
        if mark["user"] == who:
            pairs = {
                (old, new)
                for old in person.labels([mark["marked"]["content"]], patterns=False)
                for new in person.labels([mark["newer"]["content"]], patterns=False)
            }
            if mark["label"] == "rightly older":
                person.right |= pairs
            else:
                person.right -= pairs


def _of_story(story: Mapping[str, Any]) -> Person:
    person = Person()
    person.tell(story["events"], "eventId")
    for query in story["queries"]:
        if query["kind"] in PRESENT:
            stale = person.labels([re.escape(text) for text in query["stale"]], patterns=True)
            person.ask(query["query"], query["askedAt"], stale, set(query["evidence"]))
    facts = story["facts"]
    about = {(fact["subject"], fact["predicate"]) for fact in facts}
    for key in about:
        next_of = [f for f in facts if (f["subject"], f["predicate"]) == key and f["supersededBy"]]
        for fact in next_of:
            new, seen = fact["supersededBy"], {fact["source"]}
            while new and new not in seen:
                seen.add(new)
                person.right.add((fact["source"], new))
                new = next((f["supersededBy"] for f in next_of if f["source"] == new), None)
    return person


def marks_in(context: Any) -> tuple[set[str], dict[str, str], set[str]]:
    """Labels of the records that a block quotes; of those marked as older that of the newer one;
    and those with a mark of any kind."""
    label = {str(cited.number): cited.event_id for cited in context.citations}
    quoted, newer, marked = set(), {}, set()
    for line in context.context.splitlines():
        if found := re.match(r"\[(\d+)\] \([^()]*\) (?:\(older; see \[(\d+)\]\))?", line):
            name = label[found[1]]
            quoted.add(name)
            if found[2]:
                newer[name] = label[found[2]]
            if is_marked(line):
                marked.add(name)
    return quoted, newer, marked


def measure(name: str) -> tuple[Counter[str], list[str]]:
    """The figures of a set, and its pairs as lines."""
    figures: Counter[str] = Counter()
    lines = []
    for person in people(name):
        with (
            tempfile.TemporaryDirectory(prefix="eywa-marks-") as root,
            EywaMemory(root, load_settings(Path(root)), background=False) as memory,
        ):
            memory.append_many(person.records.values())
            memory.index()
            pairs = set()
            for asked in person.questions:
                quoted, newer, marked = marks_in(memory.before_llm(asked.query, as_of=asked.at))
                own = {n for n in quoted if person.records[n]["role"] == "user"}
                found = {(old, new) for old, new in newer.items() if old in own}
                pairs |= found
                wrong = {old for old, _ in found - person.right}
                figures.update(
                    marks=len(found),
                    right=len(found & person.right),
                    stale=len(own & asked.stale),
                    unmarked=len(own & asked.stale - marked),
                    true=len(own & asked.evidence),
                    wrongly=len(asked.evidence & wrong),
                )
        figures.update(pairs=len(pairs), right_pairs=len(pairs & person.right))
        text = {label: " ".join(r["content"].split())[:60] for label, r in person.records.items()}
        for old, new in sorted(pairs):
            lines.append(f"{(old, new) in person.right!s:<5} {text[old]} | {text[new]}")
    return figures, lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", default=SETS, help="folders of evaluation")
    parser.add_argument("--pairs", action="store_true", help="also print each pair")
    asked = parser.parse_args()
    for name in asked.sets:
        figures, lines = measure(name)
        if asked.pairs:
            print(*lines, sep="\n")
        print(name, json.dumps(figures))


if __name__ == "__main__":
    main()
