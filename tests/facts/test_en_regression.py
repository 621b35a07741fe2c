"""The own regression set: what once worked keeps working."""

from __future__ import annotations

from pathlib import Path

from eywa_fs.evaluation.extraction import evaluate
from eywa_fs.facts.languages.en import extract

REGRESSION = Path(__file__).with_name("regression_en.jsonl")


def test_the_regression_set_stays_solved() -> None:
    report = evaluate(REGRESSION, lambda text, _, now: extract(text, timestamp_ms=now))
    assert report.false_positives == []
    assert report.misses == []
    assert report.metrics["traceability"] == 1.0
    assert report.metrics["dates"] == 1.0
