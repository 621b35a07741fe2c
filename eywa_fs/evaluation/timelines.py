"""Scorer for life stories: update decisions and answers to questions about time.

The system under test comes in as two callables, so that the same figures can be had from gold
facts, from extracted facts and from the whole product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Story = Mapping[str, Any]
Query = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acted:
    """One action of the system: in which event, what, on the fact of which event.

    ``audited`` says whether the audit trail holds a complete entry for it.
    """

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


AnswerStory = Callable[[Story, Query], Served]
#: All actions of the system on a story.
ActOnStory = Callable[[Story], Sequence[Acted]]


@dataclass(frozen=True, slots=True)
class Miss:
    """One wrong answer or decision."""

    story: str
    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class TimelineReport:
    """Figures of one run; a ratio with nothing to count is ``None``."""

    metrics: Mapping[str, float | None]
    counts: Mapping[str, int]
    by_language: Mapping[str, Mapping[str, float | None]]
    misses: tuple[Miss, ...]


def score(stories: Iterable[Story], answer: AnswerStory, actions: ActOnStory) -> TimelineReport:
    """Score a system on ``stories`` (lines of ``timelines.jsonl``).

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
    """
    total: Counter[str] = Counter()
    languages: dict[str, Counter[str]] = {}
    misses: list[Miss] = []
    for story in stories:
        counts: Counter[str] = Counter(stories=1)
        for query in story["queries"]:
            misses.extend(_score_query(story, query, answer(story, query), counts))
        misses.extend(_score_actions(story, actions(story), counts))
        total += counts
        languages.setdefault(story["lang"], Counter()).update(counts)
    by_language = {lang: _metrics(counts) for lang, counts in sorted(languages.items())}
    return TimelineReport(_metrics(total), dict(total), by_language, tuple(misses))


def _score_query(story: Story, query: Query, served: Served, counts: Counter[str]) -> list[Miss]:
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
    return [Miss(story["id"], f"{kind}: {query['query']}", wanted, shown)]


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


def _score_actions(story: Story, acted: Sequence[Acted], counts: Counter[str]) -> list[Miss]:
    misses: list[Miss] = []
    for kind in _SCORED_ACTIONS:
        gold = {(a["event"], a["target"]) for a in story["actions"] if a["action"] == kind}
        said = {(a.event, a.target) for a in acted if a.action == kind}
        counts[f"{kind}.gold"] += len(gold)
        counts[f"{kind}.said"] += len(said)
        counts[f"{kind}.right"] += len(gold & said)
        if kind != "merge":
            misses += [Miss(story["id"], kind, "-", f"{e} -> {t}") for e, t in sorted(said - gold)]
            misses += [Miss(story["id"], kind, f"{e} -> {t}", "-") for e, t in sorted(gold - said)]
    counts["acted"] += len(acted)
    counts["audited"] += sum(a.audited for a in acted)
    return misses


def _metrics(counts: Mapping[str, int]) -> dict[str, float | None]:
    def ratio(part: str, whole: str) -> float | None:
        return counts.get(part, 0) / counts[whole] if counts.get(whole) else None

    metrics = {
        "current_answer_freshness": ratio("current_state.fresh", "current_state"),
        "current_answer_exact": ratio("current_state.right", "current_state"),
        "current_answer_completeness": ratio("current_state.complete", "current_state"),
        "stale_fact_leak_rate": ratio("current_state.stale", "current_state"),
        "block_freshness": ratio("current_state.block_fresh", "current_state.blocks"),
        "block_right_unmarked": ratio("current_state.block_right", "current_state.blocks"),
        "block_leak": ratio("current_state.block_leak", "current_state.blocks"),
        "history_trace_completeness": ratio("history_trace.right", "history_trace"),
        "slice_accuracy": ratio("time_slice.right", "time_slice"),
        "audit_completeness": ratio("audited", "acted"),
    }
    for kind in _SCORED_ACTIONS:
        metrics[f"{kind}_precision"] = ratio(f"{kind}.right", f"{kind}.said")
        metrics[f"{kind}_recall"] = ratio(f"{kind}.right", f"{kind}.gold")
    return metrics
