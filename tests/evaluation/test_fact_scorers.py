"""The scorers of conflicts, times and life stories, and the runs that feed them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from eywa_fs.evaluation import conflict, temporal, timelines
from eywa_fs.evaluation.conflict import clashes
from eywa_fs.evaluation.product_runs import block_lines
from eywa_fs.evaluation.timelines import Acted, Served

NOON = 1_748_779_200_000
DAY = 86_400_000


def said(text: str, day: int) -> dict[str, Any]:
    return {"content": text, "timestamp": NOON + day * DAY}


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("I live in Turku.", "I moved to Oulu.", True),
        ("My birthday is 3 May.", "My birthday is 9 June.", True),
        ("I live in Turku.", "I live in Turku.", False),
        ("I am allergic to walnuts.", "I am allergic to lupins.", False),
        ("The sea is calm.", "The sea is wild.", False),
        ("我住在大同。", "我搬到了银川。", True),
        ("我对芒果过敏。", "我住在大同。", False),
    ],
)
def test_a_pair_clashes_where_the_second_acts_on_the_first(
    first: str, second: str, wanted: bool
) -> None:
    assert clashes(said(first, 0), said(second, 1)) is wanted


def test_a_clash_within_one_statement_is_none_between_two() -> None:
    torn = "My birthday is 3 May. My birthday is 9 June."
    assert not clashes(said(torn, 0), said("I live in Turku.", 1))


def test_conflict_ratios() -> None:
    labels = ("conflict", "supersede", "conflict", "none", "none")
    answers = iter((True, True, False, True, False))
    pairs = [
        {"id": str(n), "lang": "en", "label": label, "first": {}, "second": {}}
        for n, label in enumerate(labels)
    ]
    report = conflict.score(pairs, lambda *_: next(answers))
    assert report.metrics == {
        "precision": 0.6667, "recall": 0.6667, "false_positive_rate": 0.5, "pairs": 5,
    }  # fmt: skip
    wrong = [(miss["id"], miss["what"]) for miss in report.misses]
    assert wrong == [("2", "missed"), ("3", "false alarm")]
    nothing = conflict.score([])
    assert set(nothing.metrics.values()) == {None, 0}


def row(granularity: str = "day", **changes: Any) -> dict[str, Any]:
    accept = [{"start": "2025-05-31T00:00:00", "end": "2025-06-01T00:00:00"}]
    line = {"id": "1", "lang": "en", "text": "yesterday", "span": None, "accept": accept}
    return {**line, "reference": "2025-06-01T12:00:00", "granularity": granularity, **changes}


def test_temporal_start_and_extent() -> None:
    half = (datetime(2025, 5, 31), datetime(2025, 5, 31, 12))
    report = temporal.score([row()], lambda *_: half)
    assert (report.metrics["exact_start"], report.metrics["iou90"]) == (1.0, 0.0)
    assert len(report.misses) == 1
    report = temporal.score([row()], lambda *_: None)
    assert (report.metrics["exact_start"], report.metrics["answered"]) == (0.0, 0.0)
    report = temporal.score([row("hour")], lambda *_: half)
    assert (report.metrics["iou90"], report.misses) == (None, [])
    assert temporal.score([row()]).metrics["exact_start"] == 1.0, "the library itself"


def told(kind: str, expect: list[str], stale: list[str], order: list[str]) -> dict[str, Any]:
    query = {"kind": kind, "query": "?", "askedAt": 9, "expect": expect, "stale": stale}
    return {
        "id": "s", "lang": "en", "events": [], "facts": [], "queries": [{**query, "order": order}],
        "actions": [{"event": "e2", "action": "supersede", "target": "e1"}],
    }  # fmt: skip


def figures(story: dict[str, Any], served: Served, *acted: Acted) -> dict[str, float | int | None]:
    return dict(timelines.score([(story, [served], acted)]).metrics)


def test_a_stale_value_among_the_facts_is_a_leak() -> None:
    story = told("current_state", ["Oulu"], ["Turku"], [])
    clean = figures(story, Served(["lives in Oulu"], ["I live in Turku."]))
    assert (clean["current_answer_freshness"], clean["stale_fact_leak_rate"]) == (1.0, 0.0)
    leak = figures(story, Served(["lives in Oulu", "lives in Turku"]))
    assert (leak["current_answer_freshness"], leak["stale_fact_leak_rate"]) == (1.0, 1.0)
    records = figures(story, Served([], ["I live in Turku.", "From Turku to Oulu."]))
    assert records["stale_fact_leak_rate"] == 1.0
    mixed = figures(story, Served([], ["From Turku to Oulu."]))
    assert mixed["stale_fact_leak_rate"] == 0.0


def test_a_history_wants_its_order() -> None:
    story = told("history_trace", ["Turku", "Oulu"], [], ["Turku", "Oulu"])
    assert figures(story, Served(["Turku", "Oulu"]))["history_trace_completeness"] == 1.0
    assert figures(story, Served(["Oulu", "Turku"]))["history_trace_completeness"] == 0.0
    told_by_records = Served(["Oulu"], ["We left Turku for Oulu."])
    assert figures(story, told_by_records)["history_trace_completeness"] == 1.0
    told_by_both = Served(["Turku"], ["Then came Oulu."])
    assert figures(story, told_by_both)["history_trace_completeness"] == 0.0


def test_actions_and_their_audit() -> None:
    story = told("time_slice", ["Oulu"], ["Turku"], [])
    right = Acted("e2", "supersede", "e1", True)
    wrong = Acted("e3", "supersede", "e1", False)
    found = figures(story, Served(["Oulu"]), right, wrong)
    assert (found["supersede_precision"], found["supersede_recall"]) == (0.5, 1.0)
    assert (found["audit_completeness"], found["slice_accuracy"]) == (0.5, 1.0)
    nothing = figures(story, Served([]))
    assert (nothing["audit_completeness"], nothing["slice_accuracy"]) == (None, 0.0)


def test_a_stale_line_of_a_block_leaks_unless_it_is_marked_or_holds_the_new_value_too() -> None:
    story = told("current_state", ["Oulu"], ["Turku"], [])
    new, old, both = "[2] (2025-06-02 user) ", "[1] (2025-06-01 user) ", "From Turku to Oulu."

    def block(*lines: str) -> tuple[float | None, float | None]:
        found = figures(story, Served([], block=block_lines("\n".join(("Memory:", *lines)))))
        return found["block_freshness"], found["block_leak"]

    assert block(old + "I live in Turku.", new + "Oulu it is.") == (1.0, 1.0)
    assert block(old + "(older; see [2]) I live in Turku.", new + "Oulu it is.") == (1.0, 0.0)
    assert block(old + "(no longer so) I live in Turku.") == (0.0, 0.0)
    assert block(old + both) == (1.0, 0.0)
    assert block("- lives in Turku (said 2025-06-01) [1]") == (0.0, 1.0), "facts count as lines"
    assert figures(story, Served(["Oulu"]))["block_leak"] is None
