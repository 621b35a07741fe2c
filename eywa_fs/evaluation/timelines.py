"""Scorer for life stories: update decisions and answers to questions about time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eywa_fs.evaluation.report import Figures, Report, Scores, share

Story = Mapping[str, Any]
Query = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acted:
    """One action of the system: in which event, what, on the fact of which event, and whether
    the audit trail holds a complete entry for it."""

    event: str
    action: str
    target: str | None
    audited: bool


@dataclass(frozen=True, slots=True)
class Served:
    """What a system gives for one question.

    Args:
        facts: the facts given as the answer, in words, in order.
        records: the first three records found, without those marked as outdated.
        block: the lines of the block for a model that bear no mark of something newer, then those
            that do; ``None`` for a system that makes none.
    """

    facts: Sequence[str]
    records: Sequence[str] = ()
    block: tuple[Sequence[str], Sequence[str]] | None = None


def score(told: Iterable[tuple[Story, Sequence[Served], Sequence[Acted]]]) -> Report:
    """Score a system on stories, lines of ``timelines.jsonl``.

    - ``current_answer_freshness``: current-state questions of which an expected value stands among
      the facts given or in the first three records.
    - ``current_answer_completeness``: the same for every expected value.
    - ``stale_fact_leak_rate``: current-state questions to which a stale value is given as current:
      by a fact or, where no fact answers, by an unmarked record that holds no expected value.
    - ``block_freshness``: current-state questions whose block for a model holds an expected value.
    - ``block_right_unmarked``: those that hold one in a line without a mark: it falls where marks
      are given to everything.
    - ``block_leak``: those whose block holds a stale value in a line that bears no mark of
      something newer and holds no expected value.
    - ``history_trace_completeness``: history questions whose answer holds every expected value, and
      the ``order`` in time order among the facts given or among the first three records.
    - ``slice_accuracy``: time-slice questions answered with every expected value and no leak.
    - ``supersede_precision``, ``supersede_recall``: pairs (event, target event); likewise retract,
      merge, append_conflict.
    - ``audit_completeness``: actions with a complete audit entry.

    Args:
        told: each story with what the system gave for its queries, in order, and all its actions.
    """
    scores = Scores()
    for story, answers, acted in told:
        counts: Counter[str] = Counter(stories=1)
        for query, served in zip(story["queries"], answers, strict=True):
            scores.misses += _score_query(story, query, served, counts)
        scores.misses += _score_actions(story, acted, counts)
        scores.add(counts, language=[story["lang"]])
    return scores.report(_figures)


def _miss(story: Story, what: str, expected: str, got: str) -> Mapping[str, str]:
    return {"story": story["id"], "what": what, "expected": expected, "got": got}


def _score_query(
    story: Story, query: Query, served: Served, counts: Counter[str]
) -> list[Mapping[str, str]]:
    kind = query["kind"]
    expected = [value.casefold() for value in query["expect"]]
    facts = [text.casefold() for text in served.facts]
    records = [text.casefold() for text in served.records]
    given = " | ".join([*facts, *records])
    complete = all(value in given for value in expected)
    fresh = complete or any(value in given for value in expected)
    stale = _leaks([value.casefold() for value in query["stale"]], expected, facts, records)
    order = [value.casefold() for value in query["order"]]
    ordered = _in_order(facts, order) or _in_order(records, order)
    _score_block(query, served, counts)
    right = complete and (ordered if kind == "history_trace" else not stale)
    counts[kind] += 1
    counts[f"{kind}.right"] += right
    counts[f"{kind}.stale"] += stale
    counts[f"{kind}.fresh"] += fresh
    counts[f"{kind}.complete"] += complete
    counts[f"{kind}.by_facts"] += bool(facts)
    if right:
        return []
    wanted = f"{query['order'] or query['expect']} not {query['stale']}"
    shown = " | ".join(served.facts) + " || " + " | ".join(served.records)
    return [_miss(story, f"{kind}: {query['query']}", wanted, shown)]


def _score_block(query: Query, served: Served, counts: Counter[str]) -> None:
    if served.block is None:
        return
    unmarked, marked = ([line.casefold() for line in lines] for lines in served.block)
    expected = [value.casefold() for value in query["expect"]]
    stale = [value.casefold() for value in query["stale"]]
    kind = query["kind"]
    counts[f"{kind}.blocks"] += 1
    counts[f"{kind}.block_fresh"] += any(
        value in line for line in (*unmarked, *marked) for value in expected
    )
    counts[f"{kind}.block_right"] += any(value in line for line in unmarked for value in expected)
    counts[f"{kind}.block_leak"] += _leaks(stale, expected, (), unmarked)


def _leaks(
    stale: Sequence[str], expected: Sequence[str], facts: Sequence[str], records: Sequence[str]
) -> bool:
    if facts:
        return any(value in text for value in stale for text in facts)
    unmixed = [text for text in records if not any(value in text for value in expected)]
    return any(value in text for value in stale for text in unmixed)


def _in_order(texts: Sequence[str], order: Sequence[str]) -> bool:
    """Whether ``order`` is a subsequence of the answer; one text may hold several values."""
    text, at = 0, 0
    for value in order:
        while text < len(texts):
            found = texts[text].find(value, at)
            if found >= 0:
                at = found + len(value)
                break
            text, at = text + 1, 0
        else:
            return False
    return True


_SCORED_ACTIONS = ("supersede", "retract", "merge", "append_conflict")


def _score_actions(
    story: Story, acted: Sequence[Acted], counts: Counter[str]
) -> list[Mapping[str, str]]:
    misses = []
    for kind in _SCORED_ACTIONS:
        gold = {(a["event"], a["target"]) for a in story["actions"] if a["action"] == kind}
        said = {(a.event, a.target) for a in acted if a.action == kind}
        counts[f"{kind}.gold"] += len(gold)
        counts[f"{kind}.said"] += len(said)
        counts[f"{kind}.right"] += len(gold & said)
        if kind != "merge":
            misses += [_miss(story, kind, "-", f"{e} -> {t}") for e, t in sorted(said - gold)]
            misses += [_miss(story, kind, f"{e} -> {t}", "-") for e, t in sorted(gold - said)]
    counts["acted"] += len(acted)
    counts["audited"] += sum(a.audited for a in acted)
    return misses


def _figures(counts: Counter[str]) -> Figures:
    metrics = {name: share(counts[part], counts[whole]) for name, (part, whole) in _SHARES.items()}
    for kind in _SCORED_ACTIONS:
        metrics[f"{kind}_precision"] = share(counts[f"{kind}.right"], counts[f"{kind}.said"])
        metrics[f"{kind}_recall"] = share(counts[f"{kind}.right"], counts[f"{kind}.gold"])
    return metrics


_SHARES = {
    "current_answer_freshness": ("current_state.fresh", "current_state"),
    "current_answer_exact": ("current_state.right", "current_state"),
    "current_answer_completeness": ("current_state.complete", "current_state"),
    "stale_fact_leak_rate": ("current_state.stale", "current_state"),
    "block_freshness": ("current_state.block_fresh", "current_state.blocks"),
    "block_right_unmarked": ("current_state.block_right", "current_state.blocks"),
    "block_leak": ("current_state.block_leak", "current_state.blocks"),
    "history_trace_completeness": ("history_trace.right", "history_trace"),
    "slice_accuracy": ("time_slice.right", "time_slice"),
    "audit_completeness": ("audited", "acted"),
}
