"""Measuring retrieval: a folder of queries with evidence, against a root that holds its corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import log2
from pathlib import Path
from statistics import mean
from typing import Any

from eywa_fs.errors import NotFound
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.evaluation.report import Report
from eywa_fs.model.records import Scope
from eywa_fs.model.reports import Progress
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.context import build_context, estimated_tokens
from eywa_fs.truth.citations import messages
from eywa_fs.truth.layout import Layout

DEPTH = 50
"""Records asked for per query."""

Groups = Sequence[Sequence[str]]
"""Event ids; a group is satisfied by any one of its events."""
Retrieve = Callable[..., RetrievalResult]
"""The method that is measured: :meth:`EywaMemory.retrieve`."""


def evaluate(
    retrieve: Retrieve,
    folder: Path,
    *,
    strategy: str = "auto",
    limit: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Ask every query of ``folder/queries.jsonl``; events at or after ``askedAt`` do not count.

    Metrics are means over the queries that have evidence.

    Raises:
        NotFound: the folder lacks its files.
        BadRequest: a line of them cannot be read.
    """
    queries = read_gold(folder, "queries")[:limit]
    history = _history_tokens(folder)
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    latencies, spent, full = [], [], []
    for number, query in enumerate(queries, start=1):
        result = retrieve(
            query["query"],
            tenant_id=query["tenantId"],
            user_id=query["userId"],
            limit=DEPTH,
            strategy=strategy,
            as_of=query.get("askedAt"),
        )
        latencies.append(result.latency_ms["total"])
        _count(counts, result, query)
        _, _, tokens = build_context(result.hits[:10], 1_000_000)
        spent.append(tokens)
        full.append(history.get((query["tenantId"], query["userId"]), 0))
        if query.get("evidence"):
            ranking = list(dict.fromkeys(hit.event_id for hit in result.hits))
            rows[str(query.get("category", ""))].append(_scores(ranking, query["evidence"]))
        if progress is not None:
            progress(number, len(queries))
    everything = [row for group in rows.values() for row in group]
    by_category = {
        name: {**_means(group), "queries": len(group)} for name, group in sorted(rows.items())
    }
    return Report(
        metrics=_means(everything),
        groups={"category": by_category},
        counts={**counts, "queries": len(queries), "with_evidence": len(everything)},
        more={
            "latency_ms": _percentiles(latencies),
            "context_tokens": {
                "mean": round(mean(spent), 1) if spent else 0.0,
                "full_history": round(mean(full), 1) if full else 0.0,
                "ratio": round(mean(spent) / mean(full), 5) if full and mean(full) else 0.0,
            },
        },
    )


def _scores(ranking: Sequence[str], groups: Groups) -> dict[str, float]:
    recall = {f"recall@{k}": recall_at(ranking, groups, k) for k in (5, 10, 20)}
    found = {f"any@{k}": any_at(ranking, groups, k) for k in (5, 10, 20)}
    mrr, ndcg = reciprocal_rank(ranking, groups), ndcg_at(ranking, groups, 10)
    return recall | found | {"mrr": mrr, "ndcg@10": ndcg}


def _count(counts: dict[str, int], result: RetrievalResult, query: Mapping[str, Any]) -> None:
    counts["hits"] += len(result.hits)
    counts["verified"] += result.verified
    counts["dropped"] += sum(result.dropped.values())
    counts["degraded"] += bool(result.degraded)
    counts["foreign"] += sum(
        (hit.record.tenant_id, hit.record.user_id) != (query["tenantId"], query["userId"])
        for hit in result.hits
    )


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    if not rows:
        return {}
    return {name: round(mean(row[name] for row in rows), 4) for name in rows[0]}


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    ordered = sorted(values)
    return {
        "p50": round(ordered[len(ordered) // 2], 3),
        "p95": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], 3),
    }


def _history_tokens(folder: Path) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = defaultdict(int)
    for record in read_gold(folder, "corpus"):
        found[(record["tenantId"], record["userId"])] += estimated_tokens(record["content"])
    return found


def missing_records(folder: Path, layout: Layout) -> int:
    """How many records of ``folder/corpus.jsonl`` are not in the truth, by their ids.

    Raises:
        NotFound: none of them is there; names the command that imports it.
        BadRequest: the corpus cannot be read.
    """
    wanted: dict[Scope, set[str]] = defaultdict(set)
    for record in read_gold(folder, "corpus"):
        wanted[Scope(record["tenantId"], record["userId"])].add(record["eventId"])
    total = sum(map(len, wanted.values()))
    missing = sum(
        len(ids.difference(name for name, _ in messages(layout, scope)))
        for scope, ids in wanted.items()
    )
    if missing == total:
        raise NotFound(
            f"none of the {total} records of {folder / 'corpus.jsonl'} is in {layout.root}: "
            f"run eywa import '{folder / 'corpus.jsonl'}' with this --root first"
        )
    return missing


def recall_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """Share of the evidence groups with an event among the first ``k``."""
    first = set(ranking[:k])
    return sum(any(event in first for event in group) for group in groups) / len(groups)


def any_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """1 if at least one group is satisfied among the first ``k``, else 0."""
    return float(recall_at(ranking, groups, k) > 0)


def reciprocal_rank(ranking: Sequence[str], groups: Groups) -> float:
    """1 / rank of the first event of any group; 0 if none is ranked."""
    wanted = {event for group in groups for event in group}
    for place, event in enumerate(ranking, start=1):
        if event in wanted:
            return 1 / place
    return 0.0


def ndcg_at(ranking: Sequence[str], groups: Groups, k: int) -> float:
    """nDCG with binary gain: each group gains once, at its first event in the ranking."""
    open_groups = [set(group) for group in groups]
    gain = 0.0
    for place, event in enumerate(ranking[:k], start=1):
        met = [group for group in open_groups if event in group]
        if met:
            gain += 1 / log2(place + 1)
            open_groups = [group for group in open_groups if event not in group]
    ideal = sum(1 / log2(place + 1) for place in range(1, min(len(groups), k) + 1))
    return min(1.0, gain / ideal)
