"""The scorer of extraction: what counts as found, wrong, or neither."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.errors import BadRequest
from eywa_fs.evaluation import extraction
from eywa_fs.evaluation.gold_files import read_gold
from eywa_fs.evaluation.report import Report
from eywa_fs.facts.model import Candidate


def candidate(predicate: str, value: str, **changes: Any) -> Candidate:
    values: dict[str, Any] = {
        "subject": "user", "negated": False,
        "valid_from": None, "valid_to": None, "start": 0, "end": 40,
    }  # fmt: skip
    return Candidate(predicate=predicate, object=value, **{**values, **changes})


def gold(tmp_path: Path, content: str, *facts: dict[str, Any], **keys: Any) -> Path:
    path = tmp_path / "gold.jsonl"
    full = [{"subject": "user", "negated": False, **fact} for fact in facts]
    line = {"id": "m", "lang": "en", "content": content.ljust(40), "timestamp": 0, "facts": full}
    path.write_text(json.dumps({**line, "complete": True, **keys}) + "\n", encoding="utf-8")
    return path


def report(path: Path, *found: Candidate) -> Report:
    return extraction.score(read_gold(path, "extraction"), lambda *_: list(found))


def score(path: Path, *found: Candidate) -> dict[str, float | int | None]:
    return dict(report(path, *found).metrics)


def test_a_near_predicate_counts_leniently_only(tmp_path: Path) -> None:
    path = gold(tmp_path, "I own a van", {"predicate": "owns", "object": "van"})
    found = report(path, candidate("has", "a van"))
    assert (found.metrics["recall"], found.more["strict"]["recall"]) == (1.0, 0.0)


def test_polarity_and_subject_must_agree(tmp_path: Path) -> None:
    path = gold(tmp_path, "I own a van", {"predicate": "owns", "object": "van"})
    assert score(path, candidate("owns", "van", negated=True))["recall"] == 0.0
    assert score(path, candidate("owns", "van", subject="Ada"))["recall"] == 0.0


def test_an_alias_is_as_good_as_the_name(tmp_path: Path) -> None:
    fact = {"subject": "Ada", "predicate": "owns", "object": "van"}
    path = gold(tmp_path, "Ada owns a van", fact, aliases=[["Ada", "user's aunt"]])
    assert score(path, candidate("owns", "van", subject="User's aunt"))["recall"] == 1.0


def test_one_labelled_fact_matches_once(tmp_path: Path) -> None:
    path = gold(tmp_path, "I own a van", {"predicate": "owns", "object": "van"})
    metrics = score(path, candidate("owns", "van"), candidate("has", "van"))
    assert (metrics["precision"], metrics["recall"]) == (0.5, 1.0)


def test_optional_and_presupposed_facts_are_neither_right_nor_wrong(tmp_path: Path) -> None:
    path = gold(
        tmp_path,
        "My sister owns a van",
        {"subject": "user's sister", "predicate": "owns", "object": "van"},
        optional=[{"subject": "user", "predicate": "can", "object": "drive", "negated": False}],
    )
    metrics = score(
        path,
        candidate("owns", "van", subject="user's sister"),
        candidate("sibling", "sister"),
        candidate("can", "drive"),
    )
    assert (metrics["precision"], metrics["recall"]) == (1.0, 1.0)


def test_dates_have_a_day_of_tolerance(tmp_path: Path) -> None:
    fact = {"predicate": "owns", "object": "van", "validityStart": "2024-05-02"}
    path = gold(tmp_path, "I own a van", fact)
    assert score(path, candidate("owns", "van", valid_from=date(2024, 5, 1)))["dates"] == 1.0
    assert score(path, candidate("owns", "van", valid_from=date(2024, 4, 1)))["dates"] == 0.0


def test_a_message_without_facts_wants_silence(tmp_path: Path) -> None:
    path = gold(tmp_path, "Is it raining?")
    assert score(path)["silence"] == 1.0
    assert score(path, candidate("owns", "van"))["silence"] == 0.0


def test_a_value_that_is_not_in_the_span_is_not_traceable(tmp_path: Path) -> None:
    path = gold(tmp_path, "I own a van", {"predicate": "owns", "object": "van"})
    assert score(path, candidate("owns", "van"))["traceability"] == 1.0
    assert score(path, candidate("owns", "boat"))["traceability"] == 0.0
    assert score(path, candidate("owns", "van", end=400))["traceability"] == 0.0


def test_a_foreign_vocabulary_compares_polarity_and_value_only(tmp_path: Path) -> None:
    fact = {"subject": "i", "predicate": "dislike_food", "object": "nuts", "negated": True}
    path = gold(tmp_path, "no nuts", fact, complete=False)
    metrics = score(path, candidate("allergic_to", "nuts"), candidate("owns", "boat"))
    assert (metrics["recall"], metrics["precision"]) == (1.0, None)
    assert metrics["precision_lower_bound"] == 0.5


def test_chinese_values_are_compared_by_bigrams(tmp_path: Path) -> None:
    fact = {"predicate": "owns", "object": "红色自行车"}
    path = gold(tmp_path, "我有一辆红色自行车", fact, lang="zh")
    assert score(path, candidate("owns", "自行车"))["recall"] == 1.0


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(BadRequest, match=r"gold\.jsonl:1"):
        report(path)
