"""``eywa eval`` for facts, on a few lines of our own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from corpus import Eywa

from eywa_fs.evaluation.gold_files import read_gold

NOON = 1_748_779_200_000
"""2025-06-01, 12:00 UTC in epoch milliseconds."""

DAY = 86_400_000


def write(folder: Path, name: str, *lines: Mapping[str, Any]) -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def message(name: str, text: str, *facts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A labelled message; the language follows from the text."""
    language = "en" if text.isascii() else "zh"
    line = {"id": name, "lang": language, "content": text, "timestamp": NOON, "complete": True}
    return line | {"facts": [{"subject": "user", "negated": False, **f} for f in facts]} | more


def pair(name: str, first: str, second: str, label: str) -> dict[str, Any]:
    language = "en" if first.isascii() else "zh"
    return {
        "id": name,
        "lang": language,
        "first": {"content": first, "timestamp": NOON},
        "second": {"content": second, "timestamp": NOON + DAY},
        "label": label,
    }


def expression(name: str, text: str, span: str, start: str, end: str) -> dict[str, Any]:
    return {
        "id": name, "lang": "en" if text.isascii() else "zh", "text": text, "span": span,
        "reference": "2025-06-01T12:00:00", "granularity": "day",
        "accept": [{"start": start, "end": end}],
    }  # fmt: skip


def story(name: str, *told: str, places: tuple[str, str], question: str) -> dict[str, Any]:
    """Somebody who lived in one place and lives in another."""
    old, new = places
    home: dict[str, Any] = {
        "subject": "user", "predicate": "lives_in", "negated": False, "type": "fact",
        "validFrom": "2025-06-01", "validTo": None,
    }  # fmt: skip
    asked: dict[str, Any] = {"kind": "current_state", "query": question, "askedAt": NOON + 9 * DAY}
    return {
        "id": name,
        "lang": "en" if question.isascii() else "zh",
        "events": [
            {"eventId": f"e{n}", "role": "user", "content": text, "timestamp": NOON + n * DAY}
            for n, text in enumerate(told)
        ],
        "facts": [
            {**home, "source": "e0", "object": old, "status": "superseded"},
            {**home, "source": "e1", "object": new, "status": "active", "validFrom": "2025-06-02"},
        ],
        "actions": [{"event": "e1", "action": "supersede", "target": "e0"}],
        "queries": [{**asked, "expect": [new], "stale": [old], "order": []}],
    }


def test_extraction(eywa: Eywa, tmp_path: Path) -> None:
    home = {"predicate": "lives_in", "object": "Turku"}
    write(
        tmp_path, "extraction.jsonl",
        message("1", "I live in Turku.", home),
        message("2", "我对芒果过敏。", {"predicate": "allergic_to", "object": "芒果"}),
        message("3", "Is it raining?", {"predicate": "owns", "object": "umbrella"}),
    )  # fmt: skip
    value = eywa("eval", "extraction", str(tmp_path), "--json").value
    assert value["metrics"]["precision"] == value["metrics"]["traceability"] == 1.0
    assert value["metrics"]["recall"] == 0.6667
    assert set(value["by_language"]) == {"en", "zh"} and value["counts"]["messages"] == 3
    assert (value["complete"], value["remarks"]) == (True, []) and "misses" not in value
    missed = eywa("eval", "extraction", str(tmp_path), "--json", "--misses").value["misses"]
    assert [miss["object"] for miss in missed] == ["umbrella"]
    assert "umbrella" in eywa("eval", "extraction", str(tmp_path), "--misses").out


def test_incomplete_labels_are_said(eywa: Eywa, tmp_path: Path) -> None:
    fact = {"predicate": "dwells_in", "object": "turku"}
    path = write(tmp_path, "x.jsonl", message("1", "I live in Turku.", fact, complete=False))
    value = eywa("eval", "extraction", str(path), "--json").value
    assert value["complete"] is False and value["metrics"]["precision"] is None
    assert value["metrics"]["precision_lower_bound"] == value["metrics"]["recall"] == 1.0
    text = eywa("eval", "extraction", str(path)).out
    assert "1 of 1 messages are not completely labelled" in text
    assert "predicates of their own" in text


def test_timelines(eywa: Eywa, tmp_path: Path, root: Path) -> None:
    write(
        tmp_path, "timelines.jsonl",
        story("s1", "I live in Turku.", "I moved to Oulu.", places=("Turku", "Oulu"),
              question="Where do I live now?"),
        story("s2", "我住在大同。", "我搬到了银川。", places=("大同", "银川"),
              question="我现在住在哪里？"),
    )  # fmt: skip
    value = eywa("eval", "timelines", str(tmp_path), "--gold", "--misses", "--json").value
    for run in (value, value["runs"]["facts"], value["runs"]["gold facts"]):
        assert run["metrics"]["current_answer_freshness"] == 1.0
        assert run["metrics"]["stale_fact_leak_rate"] == 0.0
        assert run["metrics"]["supersede_precision"] == run["metrics"]["audit_completeness"] == 1.0
        assert set(run["by_language"]) == {"en", "zh"} and run["counts"]["stories"] == 2
    assert value["misses"] == []
    assert value["metrics"]["block_freshness"] == 1.0 and value["metrics"]["block_leak"] == 0.0
    alone = eywa("eval", "timelines", str(tmp_path), "--no-facts", "--json").value
    assert alone["metrics"]["block_freshness"] == 1.0 and alone["runs"] == {}
    assert not (root / "tenants").exists(), "stories are told to memories of their own"


@pytest.mark.parametrize("what", ["extraction", "conflict", "temporal", "timelines"])
def test_a_wrong_file_is_told_from_a_right_one(eywa: Eywa, tmp_path: Path, what: str) -> None:
    def told(path: Path, code: int) -> str:
        return str(eywa("eval", what, str(path), "--json", code=code).value["error"]["message"])

    assert "no file" in told(tmp_path / "nowhere", 4)
    assert f"{what}.jsonl" in told(tmp_path, 4)
    assert ":1: " in told(write(tmp_path, "a.jsonl", {"id": 1}), 2)
    broken = write(tmp_path, "b.jsonl")
    broken.write_text("\n\nnot json\n")
    assert "b.jsonl:3: " in told(broken, 2)
    broken.write_bytes(b'{"id": "\xff"}\n')
    assert "UTF-8" in told(broken, 2)


def test_figures_are_kept_where_wanted_and_without_a_text(
    eywa: Eywa, tmp_path: Path, root: Path
) -> None:
    file = write(
        tmp_path, "temporal.jsonl",
        expression("1", "We met yesterday", "yesterday", "2025-05-31", "2025-06-01"),
    )  # fmt: skip
    eywa("init")
    eywa("eval", "temporal", str(file))
    assert eywa("eval", "list", "--json").value["evaluations"] == []
    said = eywa("eval", "temporal", str(file), "--keep").err
    assert "eywa eval list" in said
    [kept] = eywa("eval", "list", "--json").value["evaluations"]
    assert kept["kind"] == "temporal"
    assert kept["data"].startswith(f"{tmp_path.name}/temporal.jsonl ")
    assert kept["runs"]["all"]["exact_start"] == 1.0
    assert "yesterday" not in str(kept) and "temporal.jsonl" in eywa("eval", "list").out
    [note] = (root / ".index/evaluations").iterdir()
    note.write_text('{"kind": "temporal"}', encoding="utf-8")
    assert eywa("eval", "list", "--json").value["evaluations"] == []


def test_the_wrong_field_is_named(eywa: Eywa, tmp_path: Path) -> None:
    good = pair("1", "I live in Turku.", "I moved to Oulu.", "supersede")
    wrong = {**good, "second": {"content": "I moved to Oulu.", "timestamp": "later"}}
    path = write(tmp_path, "conflict.jsonl", good, wrong)
    error = eywa("eval", "conflict", str(path), code=2).err
    assert "conflict.jsonl:2: second.timestamp: " in error and '"later"' in error
    row = expression("1", "We met yesterday.", "yesterday", "2025-05-31", "soon")
    error = eywa("eval", "temporal", str(write(tmp_path, "t.jsonl", row)), code=2).err
    assert 'accept.0.end: it should be a time in ISO form, but it is "soon"' in error


def test_half_a_character_is_a_text_as_others_are(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"eventId": "e", "content": "Hi \\ud83d", "tenantId": "t", "userId": "u"}\n')
    assert read_gold(path, "corpus")[0]["content"] == "Hi \ud83d"


def test_what_would_be_counted_nowhere_is_named(eywa: Eywa, tmp_path: Path) -> None:
    def told(what: str, row: dict[str, Any]) -> str:
        path = write(tmp_path, f"{what}.jsonl", row)
        return str(eywa("eval", what, str(path), "--json", code=2).value["error"]["message"])

    good = story("s1", "I live in Turku.", "I moved to Oulu.", places=("Turku", "Oulu"),
                 question="Where do I live now?")  # fmt: skip
    [query] = good["queries"]
    said = told("timelines", {**good, "queries": [{**query, "kind": "banana"}]})
    assert "queries.0.kind: " in said and "current_state" in said and "banana" in said
    action = {"event": "s1", "action": "replace", "target": None}
    assert "supersede" in told("timelines", {**good, "actions": [action]})
    for end in ("2025-05-31", "2025-05-30"):
        said = told("temporal", expression("1", "yesterday", "yesterday", "2025-05-31", end))
        assert ":1: accept.0: " in said and "exclusive" in said


def test_other_labels_begin_a_course_of_their_own(eywa: Eywa, tmp_path: Path) -> None:
    eywa("init")
    files = []
    for days in (("2025-05-31", "2025-06-01"), ("2025-05-30", "2025-05-31")):
        folder = tmp_path / days[0] / "set"
        folder.mkdir(parents=True)
        line = expression("1", "We met yesterday", "yesterday", *days)
        files.append(write(folder, "temporal.jsonl", line))
    for path in (files[0], files[1], files[0].parent, files[1].parent):
        eywa("eval", "temporal", str(path), "--keep")
    kept = [one["data"] for one in eywa("eval", "list", "--json").value["evaluations"]]
    assert kept[0] != kept[1] and kept[2:] == kept[:2]
    assert all(one.startswith("set/temporal.jsonl ") for one in kept)
