"""docs/format.md says what the program writes: folder names, keys of records, decisions, audit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from docs.documents import PROJECT, blocks, table

from eywa_fs.factbase.verdicts import write_verdict
from eywa_fs.facts import readings
from eywa_fs.facts.readings import candidate_of, candidate_value
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Scope
from eywa_fs.truth import codec
from eywa_fs.truth.audit import AuditTrail
from eywa_fs.truth.ids import decode_id, encode_id
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout

FORMAT = PROJECT / "docs" / "format.md"

_CODE = re.compile(r"`([^`]+)`")


def quoted(heading: str) -> list[str]:
    return [name for row in table(FORMAT, heading) for name in _CODE.findall(row[0])]


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


def test_ids_become_the_folders_that_are_shown() -> None:
    rows = table(FORMAT, "Ids and folder names")
    for row in rows:
        [name], [folder] = _CODE.findall(row[0]), _CODE.findall(row[1])
        assert (encode_id(name, "id"), decode_id(folder)) == (folder, name)
    assert len(rows) > 10


def test_every_key_of_a_record_is_listed() -> None:
    assert set(quoted("Records")) == codec._KNOWN


def test_the_records_that_are_shown_are_records() -> None:
    shown = [json.loads(b.text) for b in blocks(FORMAT) if b.kind == "json"]
    assert len(shown) == 2
    whole = [value for value in shown if "…" not in value["contentHash"]]
    for value in whole:
        assert value["contentHash"] == content_hash(value["content"].encode())
    for value in shown:
        assert set(value) <= codec._KNOWN


def test_a_verdict_has_the_keys_that_are_listed(layout: Layout) -> None:
    journal = Journal(layout)
    anchor = write_verdict(
        journal, layout, Scope("t", "u"), kept="af_1", dropped=None, operator="human", reason="",
        clock=lambda: 0, max_record_bytes=1 << 20,
    )  # fmt: skip
    journal.close()
    line = json.loads(layout.absolute(anchor.file_path).read_bytes())
    assert (line["sessionId"], line["messageRole"]) == ("decisions", "system")
    assert list(line["meta"]) == quoted("Decisions")


def test_a_fact_of_a_model_is_the_list_that_is_described() -> None:
    fact = ["user", "lives_in", "Turku", False, "fact", 0.7, "2025-01-02", None, 10, 15]
    assert candidate_value(candidate_of(fact)) == fact
    text = FORMAT.read_text(encoding="utf-8")
    section = text[text.index("**Facts that a model read**") : text.index("A fact is a list of")]
    keys = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert set(keys) == {"kind", *readings._MODEL_KEYS}


def test_an_audit_entry_has_the_keys_that_are_listed(layout: Layout) -> None:
    journal = Journal(layout)
    AuditTrail(journal, clock=lambda: 0).write(
        "file_rewritten", "a", reason="b", before={}, after={}, request_id="c", trace_id="d"
    )
    journal.close()
    [line] = layout.absolute(layout.audit_file(0)).read_bytes().splitlines()
    assert set(json.loads(line)) == set(quoted("Audit entries"))
