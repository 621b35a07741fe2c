"""Own messages of all kinds with their labels: the figures must not fall.

Unlike the regression set, this one holds what the extractor misses or gets wrong as well; it is
the yardstick for a change of rules, so the floors lie just under what is reached.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from eywa_fs.evaluation.extraction import ExtractionReport, evaluate, load_messages
from eywa_fs.facts.languages.en import extract

MESSAGES = Path(__file__).with_name("messages_en.jsonl")


@pytest.fixture(scope="module")
def report() -> ExtractionReport:
    return evaluate(MESSAGES, lambda text, _, now: extract(text, timestamp_ms=now))


def reached(ratio: float | None) -> float:
    assert ratio is not None
    return ratio


def test_what_is_extracted_is_right(report: ExtractionReport) -> None:
    assert reached(report.metrics["precision"]) >= 0.95


def test_every_value_stands_in_its_span() -> None:
    for message in load_messages(MESSAGES):
        for fact in extract(message.content, timestamp_ms=message.timestamp_ms):
            span = " ".join(message.content[fact.start : fact.end].split())
            assert fact.object in span


def test_most_of_what_is_said_is_found(report: ExtractionReport) -> None:
    assert reached(report.metrics["recall"]) >= 0.75
    assert reached(report.metrics["recall_negated"]) >= 0.65


def test_messages_without_a_fact_are_left_alone(report: ExtractionReport) -> None:
    assert reached(report.metrics["silence"]) >= 0.95


@pytest.mark.parametrize("tag", ["plain", "multi", "negation", "change", "third_person"])
def test_every_kind_of_message_is_read(report: ExtractionReport, tag: str) -> None:
    assert reached(report.by_tag[tag]["precision"]) >= 0.9
    assert reached(report.by_tag[tag]["recall"]) >= 0.6
