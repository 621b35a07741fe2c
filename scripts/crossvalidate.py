"""How well the constants of the ranking do on a set they were not chosen on.

    eywa --root ROOT import --create SET/corpus.jsonl  # for each set, a root of its own
    python scripts/crossvalidate.py ROOT=SET ROOT=SET...

Each query is recalled once; then its candidates are ranked with many random choices of the
constants, each drawn between half and twice what it is (``--draws``, ``--seed``). For each set the
choice is taken that does best on the others (mean over them of recall@10) and scored on the set
itself. Beside it stand the constants as they are, which were chosen looking at all sets, and the
best of the choices for the set alone. What is taken out of a query's vector (``style_*``,
``mean_*``) is part of recall and not varied.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Any

from eywa_fs import EywaMemory
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.evaluation.retrieval import recall_at
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.fusion import Candidates, FusionConfig, rank
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.search import Search

VARIED = (
    "exact_scale",
    "exact_power",
    "exact_trust",
    "exact_reach_chinese",
    "semantic_scale",
    "temporal_scale",
    "recency_scale",
    "session_share",
    "session_floor",
    "speaker_value",
    "length_value",
)
TOP = 10
FACTOR = 2.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with evidence: what was recalled for it, and the event of each row."""

    candidates: Candidates
    profile: QueryProfile
    events: Sequence[str]
    now: int | None
    evidence: Sequence[Sequence[str]]

    def recall(self, config: FusionConfig) -> float:
        """The share of the evidence among the first ten records."""
        order = rank(self.candidates, self.profile, config, self.now).order[:TOP]
        return recall_at([self.events[row] for row in order.tolist()], self.evidence, TOP)


def asked(root: Path, folder: Path) -> list[Asked]:
    """Recall every query of ``folder`` that has evidence."""
    with EywaMemory(root, background=False) as memory:
        queries = read_gold(folder, "queries")
        return [_recalled(memory, query) for query in queries if query.get("evidence")]


def _recalled(memory: EywaMemory, query: Mapping[str, Any]) -> Asked:
    scope = Scope(query["tenantId"], query["userId"])
    search = Search(scope=scope, query=query["query"], limit=TOP, as_of=query.get("askedAt"))
    found, _ = memory._parts.retriever.rank(search)
    events = [found.columns.row(number).event_id for number in range(len(found.columns))]
    return Asked(found.candidates, found.profile, events, search.as_of, query["evidence"])


def draws(count: int, seed: int) -> list[FusionConfig]:
    """Random choices of the constants, between half and twice what they are."""
    chance = random.Random(seed)
    default = FusionConfig()
    return [
        replace(
            default,
            **{
                name: getattr(default, name) * exp(chance.uniform(-log(FACTOR), log(FACTOR)))
                for name in VARIED
            },
        )
        for _ in range(count)
    ]


def main() -> None:
    """Print a line for each set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pairs", nargs="+", metavar="ROOT=SET")
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    choices = [FusionConfig(), *draws(given.draws, given.seed)]
    table: dict[str, list[float]] = {}
    for pair in given.pairs:
        root, folder = map(Path, pair.split("=", 1))
        queries = asked(root, folder)
        table[folder.name] = [mean(q.recall(choice) for q in queries) for choice in choices]
        print(f"{folder.name}: {len(queries)} queries", flush=True)
    print("set                 as it is   chosen on the others   best for it alone")
    for name, scores in table.items():
        others = [table[other] for other in table if other != name]
        best = max(range(1, len(choices)), key=lambda n: mean(other[n] for other in others))
        print(f"{name:20} {scores[0]:.4f}     {scores[best]:.4f}                 {max(scores):.4f}")


if __name__ == "__main__":
    main()
