"""Measuring retrieval: a folder of queries with evidence, against a root that holds its corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from eywa_fs.errors import NotFound
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.evaluation.metrics import any_at, ndcg_at, recall_at, reciprocal_rank
from eywa_fs.evaluation.report import Report
from eywa_fs.model.records import Scope
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.context import build_context, estimated_tokens
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout

DEPTH = 50
"""Records asked for per query."""

Progress = Callable[[int, int], None]
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


def _scores(ranking: Sequence[str], groups: Sequence[Sequence[str]]) -> dict[str, float]:
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
    missing = sum(len(ids - _present(layout, scope)) for scope, ids in wanted.items())
    if missing == total:
        raise NotFound(
            f"none of the {total} records of {folder / 'corpus.jsonl'} is in {layout.root}: "
            f"run eywa import '{folder / 'corpus.jsonl'}' with this --root first"
        )
    return missing


def _present(layout: Layout, scope: Scope) -> set[str]:
    sessions = [truth for truth in layout.scope_files(scope) if truth.kind == "session"]
    records = (record for truth in sessions for _, record in records_in(layout, truth))
    return {record.event_id for record in records if record is not None}
