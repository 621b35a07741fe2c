"""What feedback on some answers does for later ones.

    eywa --root ROOT import --create SET/corpus.jsonl  # for each set, a root of its own
    python scripts/feedback_gain.py ROOT=SET ROOT=SET...

The queries of each user are split at random into two halves (``--splits`` times, seeded). Of the
first half each of the ten records shown that is evidence is said to be of use, and with
``--strict`` each other one to be of no use. Then the second half is asked: recall@10 without that
feedback, and with it for several weights (``FusionConfig.feedback_value``).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from eywa_fs import EywaMemory
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.evaluation.retrieval import recall_at
from eywa_fs.governance.changes import Change, Place
from eywa_fs.governance.memories import usefulness
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.retrieval.fusion import Ranking, with_feedback
from eywa_fs.retrieval.search import Search

TOP = 10
LEARNED = 64
WEIGHTS = (0.02, 0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with evidence: what was ranked for it, best first."""

    user: Scope
    events: Sequence[str]
    scores: Sequence[float]
    evidence: Sequence[Sequence[str]]

    def recall(self, useful: Mapping[str, float], weight: float) -> float:
        """The share of the evidence among the first ten records."""
        score = np.array(self.scores)
        plain = Ranking(np.arange(len(score)), score, {})
        given = [useful.get(name, 0.0) for name in self.events]
        order = with_feedback(plain, given, weight).order[:TOP].tolist()
        return recall_at([self.events[place] for place in order], self.evidence, TOP)

    def said(self, strict: bool) -> list[Change]:
        """The feedback on what was shown."""
        right = {name for group in self.evidence for name in group}
        return [
            _feedback(name, name in right) for name in self.events[:TOP] if strict or name in right
        ]


def _feedback(target: str, useful: bool) -> Change:
    nowhere = Anchor("", "", 1, 1, 0, 0, "")
    return Change("", 0, nowhere, target, "feedback", 0, Place("", 0, 0), useful=useful)


def asked(root: Path, folder: Path) -> list[Asked]:
    """Rank the records for every query of ``folder`` that has evidence."""
    with EywaMemory(root, background=False) as memory:
        queries = read_gold(folder, "queries")
        return [_ranked(memory, query) for query in queries if query.get("evidence")]


def _ranked(memory: EywaMemory, query: Mapping[str, Any]) -> Asked:
    scope = Scope(query["tenantId"], query["userId"])
    search = Search(scope=scope, query=query["query"], limit=TOP, as_of=query.get("askedAt"))
    found, ranking = memory._parts.retriever.rank(search)
    first = ranking.order[:LEARNED].tolist()
    events = [found.columns.row(number).event_id for number in first]
    return Asked(scope, events, ranking.score[: len(first)].tolist(), query["evidence"])


def halves(queries: Sequence[Asked], seed: int) -> tuple[list[Asked], list[Asked]]:
    """The queries of each user in two random halves."""
    chance, first, second = random.Random(seed), [], []
    for user in sorted({query.user for query in queries}, key=str):
        own = [query for query in queries if query.user == user]
        chance.shuffle(own)
        first += own[: len(own) // 2]
        second += own[len(own) // 2 :]
    return first, second


def gains(queries: Sequence[Asked], splits: int, strict: bool) -> list[float]:
    """Mean recall of the second halves: without feedback, then for each weight."""
    table = []
    for seed in range(splits):
        first, second = halves(queries, seed)
        by_user: dict[Scope, Mapping[str, float]] = {
            user: usefulness(c for q in first if q.user == user for c in q.said(strict))
            for user in {query.user for query in queries}
        }
        table.append(
            [
                mean(query.recall(by_user[query.user], weight) for query in second)
                for weight in (0.0, *WEIGHTS)
            ]
        )
    return [mean(column) for column in zip(*table, strict=True)]


def main() -> None:
    """Print a line for each set and kind of feedback."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pairs", nargs="+", metavar="ROOT=SET")
    parser.add_argument("--splits", type=int, default=10)
    given = parser.parse_args()
    print("set, what is said            none   " + "  ".join(f"{w:<5}" for w in WEIGHTS))
    for pair in given.pairs:
        root, folder = map(Path, pair.split("=", 1))
        queries = asked(root, folder)
        for strict in (False, True):
            name = f"{folder.name}, {'useful or not' if strict else 'useful only'}"
            found = gains(queries, given.splits, strict)
            print(f"{name:28} " + "  ".join(f"{one:.4f}" for one in found), flush=True)


if __name__ == "__main__":
    main()
