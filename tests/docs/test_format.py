"""docs/format.md says what the program writes: folder names, keys of records, decisions, audit."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from docs.documents import PROJECT, blocks, table

from eywa_fs.factbase.decisions import DecisionWriter
from eywa_fs.facts import readings
from eywa_fs.facts.decisions import Ruling
from eywa_fs.facts.journal import fact_value
from eywa_fs.facts.model import Candidate
from eywa_fs.governance.changes import DECIDED, Part, Place, meta_of
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.model.versions import Asked, By
from eywa_fs.truth import codec, erasures
from eywa_fs.truth.erasures import Certificate, Derived, Erasure, Restored
from eywa_fs.truth.folder_names import decode_id, encode_id
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
    assert set(quoted("Records")) == codec.KEYS


def test_the_records_that_are_shown_are_records() -> None:
    shown = [json.loads(b.text) for b in blocks(FORMAT) if b.kind == "json"]
    assert len(shown) == 2
    whole = [value for value in shown if "…" not in value["contentHash"]]
    for value in whole:
        assert value["contentHash"] == content_hash(value["content"].encode())
    for value in shown:
        assert set(value) <= codec.KEYS


def test_a_verdict_has_the_keys_that_are_listed(layout: Layout) -> None:
    journal = Journal(layout)
    writer = DecisionWriter(journal, layout, clock=lambda: 0)
    writer.verdict(Scope("t", "u"), kept="af_1", dropped=None, by=By("human"))
    journal.close()
    [path] = (layout.root / "tenants").rglob("*.jsonl")
    line = json.loads(path.read_bytes())
    assert (line["sessionId"], line["messageRole"]) == ("decisions", "system")
    assert set(line["meta"]) == set(quoted_between("**A verdict on facts**", "With `dropped` null"))


def quoted_between(start: str, end: str) -> list[str]:
    """Keys of the rows of the table between two phrases."""
    text = FORMAT.read_text(encoding="utf-8")
    section = text[text.index(start) : text.index(end)]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in _CODE.findall(row)]


ANCHOR = Anchor("a", "", 1, 1, 0, 1, "sha256:0")
SOURCE = {"source": asdict(ANCHOR), "event_id": "e", "said_at": 0, "session_id": "s"}
FACT = fact_value(Candidate("user", "lives_in", "Turku"), "in Turku")
RULING = {**asdict(Ruling(0, "supersede", "af_1", "moved")), "target_quote": "in Oslo"}
DOCUMENTED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("**A rejection**", "**An assertion**",
     {"kind": "reject", "target": "af_1", "reason": "", "operator": "human"}),
    ("**An assertion**", "**Facts that a model read**",
     {"kind": "supersede", "fact": FACT, "operator": "o", "reason": "", "target": "af_1"} | SOURCE),
    ("**Facts that a model read**", "A fact has the keys",
     {"kind": "facts", "version": 2, "reader": "m/1", "facts": [FACT], "decisions": [RULING]}
     | SOURCE),
)  # fmt: skip


@pytest.mark.parametrize(("start", "end", "meta"), DOCUMENTED)
def test_a_decision_with_the_keys_that_are_listed_counts(
    start: str, end: str, meta: dict[str, Any]
) -> None:
    assert set(quoted_between(start, end)) == set(meta)
    record = Record("d", "t", "u", "decisions", "system", "", 0, meta=meta)
    assert readings.read_decision(record, ANCHOR) is not None


def test_a_decision_about_a_record_has_the_keys_that_are_listed() -> None:
    record = Record("e", "t", "u", "s", "user", "text", 0)
    known: set[str] = set()
    for op in ("update", "restore", "expire"):
        place, part = Place("a", 1, 0), Part("tx", 2, 0)
        known |= set(meta_of(Asked("e", op), record, place, 2, By("o"), part))
    assert known == set(quoted_between("**A decision about a record**", "The line also has"))
    assert set(quoted_cells("`op`")) >= DECIDED
    assert {"file_path", "line", "byte_start", "id", "n", "i"} <= set(quoted_cells("`of`", "`tx`"))


def quoted_cells(*keys: str) -> list[str]:
    """What stands in backquotes in the rows of some keys, in the table of a decision."""
    lines = FORMAT.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith(tuple(f"| {key} |" for key in keys))]
    return [name for row in rows for name in _CODE.findall(row)]


def test_the_keys_of_facts_and_rulings_are_named() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    section = text[text.index("A fact has the keys") : text.index("Before version 2")]
    assert set(FACT) | set(RULING) <= set(_CODE.findall(section))


def test_an_audit_entry_has_the_keys_that_are_listed(layout: Layout) -> None:
    journal = Journal(layout, clock=lambda: 0)
    journal.audit(
        "file_rewritten",
        "a",
        reason="b",
        scope=Scope("t", "u"),
        request_id="r",
        trace_id="s",
        before={},
        after={},
    )
    journal.close()
    [line] = layout.absolute(layout.audit_file(0)).read_bytes().splitlines()
    assert set(json.loads(line)) == {*quoted("Audit entries"), "chain"}


def test_the_lines_of_an_erasure_have_the_keys_that_are_listed(layout: Layout) -> None:
    journal = Journal(layout)
    name = erasures.new_id()
    decided = Erasure(name, 1, "o", "r", {"tenantId": "t"}, ("text",), {}, ())
    done = Certificate(name, 3, (), {}, 1, "d", {})
    for entry in (decided, Derived(name, 2, None, None), done, Restored(name, 4, {})):
        erasures.write(journal, entry)
    journal.close()
    kinds = ("erasure", "derived", "certificate", "restored")
    listed: dict[str, set[str]] = {kind: set() for kind in kinds}
    for row in table(FORMAT, "Erasures"):
        for kind in _CODE.findall(row[1]):
            listed[kind] |= set(_CODE.findall(row[0]))
    for line in layout.absolute(erasures.LOG).read_bytes().splitlines():
        value = json.loads(line)
        assert set(value) == listed[value["kind"]] | {"kind", "id", "at", "chain"}
