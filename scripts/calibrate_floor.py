"""Where the floor for relevance should lie: what each choice of it keeps, and what it leaves out.

    eywa --root ROOT import --create SET/corpus.jsonl  # for each set, once
    python scripts/calibrate_floor.py ROOT SET... --talk tests/data/small_talk.jsonl

Each SET is a folder with a ``queries.jsonl`` whose corpus ROOT holds. Evidence should stay: records
that answer a query and stand among those a context is made of. Contexts should be empty for what
the memory cannot answer: questions of another user of the set (of another set, where it has one
user), queries without evidence, and small talk. Users are parted into two halves (queries, where a
set has one user): choose on half A, report half B. Questions and remarks have floors of their own.
``scripts/stories_as_set.py`` makes a set of life stories, whose short memories need ``--small``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from eywa_fs import EywaMemory
from eywa_fs.evaluation.gold_files import read_gold, read_lines
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.floor import DEFAULT_FLOORS, FEW, certain
from eywa_fs.retrieval.intent import profile
from eywa_fs.retrieval.search import Search
from eywa_fs.retrieval.weights import Floor

STEPS = (-0.04, -0.02, 0.0, 0.02, 0.04)
"""Operating points: this much is added to the floors of the embedder."""
FOREIGN = 120
"""Queries of others that each user is asked, at most."""

Query = Mapping[str, Any]


@dataclass(slots=True)
class Tally:
    """Of one set, half, kind of query and step."""

    evidence: int = 0
    lost: int = 0
    others: int = 0
    others_left_out: int = 0
    asked: int = 0
    emptied: int = 0


Key = tuple[str, str, str, str, float]
"""Set, half, ``question`` or ``remark``, source (``evidence``, ``other user`` …), step."""


class Calibration:
    """Asks queries of a memory and counts, at every step, what is certain."""

    def __init__(self, memory: EywaMemory, few: int = FEW) -> None:
        self._few = few
        self._retriever = memory._parts.retriever
        self._depth = memory.settings.retrieval.context_limit
        self._base = DEFAULT_FLOORS[memory._parts.embedder.identity.embedder]
        self.tallies: dict[Key, Tally] = defaultdict(Tally)

    def ask(self, name: str, half: str, source: str, scope: Scope, query: Query) -> None:
        """Rank, and count the records a context would be made of."""
        search = Search(scope, query["query"], limit=self._depth, as_of=query.get("askedAt"))
        recalled, ranking = self._retriever.rank(search)
        order = ranking.order[: self._depth]
        wanted = {event for group in query.get("evidence") or () for event in group}
        rows = recalled.columns.rows
        answers = [rows[int(number)].event_id in wanted for number in order]
        kind = "question" if recalled.profile.is_question else "remark"
        for step in STEPS:
            at = self._floor(step)
            config = replace(recalled.config, floor=at)
            fitting = certain(recalled.candidates, recalled.profile, config, few=self._few)
            sure = fitting[order].tolist()
            tally = self.tallies[name, half, kind, source, step]
            tally.asked += 1
            tally.emptied += not any(sure)
            for answer, kept in zip(answers, sure, strict=True):
                tally.evidence += answer
                tally.lost += answer and not kept
                tally.others += not answer
                tally.others_left_out += not answer and not kept

    def _floor(self, step: float) -> Floor:
        known = {name: at for name, at in asdict(self._base).items() if at is not None}
        return replace(self._base, **{name: at + step for name, at in known.items()})


def main() -> None:
    """Ask everything and print one line for each set, half, kind of query and step."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root", type=Path, help="the data root that holds the sets")
    parser.add_argument("sets", type=Path, nargs="+", help="folders with queries.jsonl")
    parser.add_argument("--talk", type=Path, required=True, help="small talk: lines of lang, text")
    parser.add_argument("--small", action="store_true", help="judge memories of few documents, too")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    asked = parser.parse_args()
    with EywaMemory(asked.root, background=False) as memory:
        calibration = Calibration(memory, 0 if asked.small else FEW)
        for folder in asked.sets:
            for half, source, scope, query in plan(folder, asked.sets, asked.talk):
                calibration.ask(folder.name, half, source, scope, query)
    tallies = calibration.tallies
    if asked.json:
        for key, tally in sorted(tallies.items()):
            print(json.dumps([*key, {name: getattr(tally, name) for name in Tally.__slots__}]))
        return
    print("set            half  kind      step   evidence lost   noise beside it out   emptied")
    for line in report(tallies):
        print(line)


def plan(folder: Path, sets: Sequence[Path], talk: Path) -> Iterator[tuple[str, str, Scope, Query]]:
    """Which query is asked of whom, and what it is: half, source, scope, query."""
    queries = read_gold(folder, "queries")
    scopes = list(dict.fromkeys(Scope(q["tenantId"], q["userId"]) for q in queries))
    alone = len(scopes) == 1
    foreign = [
        q for other in sets if alone and other != folder for q in read_gold(other, "queries")
    ]
    chooser = random.Random(7)
    chinese = any(profile(q["query"]).chinese for q in queries[:5])
    for number, scope in enumerate(scopes):
        half = "AB"[number % 2]
        own = [q for q in queries if q["userId"] == scope.user_id]
        for place, query in enumerate(own):
            source = "evidence" if query.get("evidence") else "unanswerable"
            yield "AB"[place % 2] if alone else half, source, scope, query
        others = foreign if alone else [q for q in queries if q["userId"] != scope.user_id]
        others = [q for q in others if profile(q["query"]).chinese == chinese]
        spoken = [
            {"query": line["text"]}
            for line in read_lines(talk, {"text": str, "lang": str})
            if (line["lang"] == "zh") == chinese
        ]
        some = chooser.sample(others, min(FOREIGN, len(others)))
        for source, asked in (("other user", some), ("small talk", spoken)):
            for place, query in enumerate(asked):
                text = {"query": query["query"]}
                yield "AB"[place % 2] if alone else half, source, scope, text


def report(tallies: Mapping[Key, Tally]) -> Iterator[str]:
    """A line for each set, half, kind and step."""
    for name, half, kind, step in sorted({(k[0], k[1], k[2], k[4]) for k in tallies}):
        row = {
            key[3]: t for key, t in tallies.items() if key[:3] + key[4:] == (name, half, kind, step)
        }
        found = row.get("evidence", Tally())
        emptied = "   ".join(
            f"{'own' if source == 'evidence' else source} {tally.emptied}/{tally.asked}"
            for source, tally in sorted(row.items())
        )
        yield (
            f"{name:14} {half}     {kind:8} {step:+.2f}   {share(found.lost, found.evidence):>14}"
            f"   {share(found.others_left_out, found.others):>14}        {emptied}"
        )


def share(part: int, whole: int) -> str:
    """A count and what it is of a hundred."""
    return f"{part}/{whole} {100 * part / whole:.1f} %" if whole else "-"


QUERIES = "queries.jsonl"


if __name__ == "__main__":
    main()
