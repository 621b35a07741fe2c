"""Records into files: what is acknowledged is there, once, and its anchor proves it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.errors import InvalidId, InvalidRecord, PartialAppend, TruthWriteError
from eywa_fs.model.records import Anchor, Draft, Record, Scope
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import resolve

DAY_0 = 1_750_032_000_000
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).filter(str.strip)
ODD = st.sampled_from(
    [
        "👩‍👩‍👧 山",
        "line\u2028para\u2029nel\x85",
        "全角ＡＢＣ１２３",
        "a\r\nb",
        "nul\x00",
        "\ufeffbom",
        "e\u0301",
    ]
)


def read_all(layout: Layout, rel: str) -> tuple[list[Record], int]:
    """The records of a file and how many lines are none."""
    truth = layout.parse(rel)
    assert truth is not None
    found = [record for _, record in records_in(layout, truth)]
    return [record for record in found if record is not None], found.count(None)


def write(journal: Journal, *drafts: Draft) -> list[Anchor]:
    return journal.write([journal.prepare(draft) for draft in drafts])


@settings(max_examples=40, deadline=None)
@given(st.lists(TEXT | ODD, min_size=1, max_size=8), st.integers(0, 3))
def test_append_read_round_trip_and_any_truncation(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], split: int
) -> None:
    layout = Layout(tmp_path_factory.mktemp("trip"))
    journal = Journal(layout)
    drafts = [Draft(text, timestamp=DAY_0 + n) for n, text in enumerate(texts)]
    anchors = write(journal, *drafts[:split]) + write(journal, *drafts[split:])
    rel = anchors[0].file_path
    records, bad = read_all(layout, rel)
    assert [record.content for record in records] == texts and bad == 0
    assert all(record.sealed for record in records)
    for anchor, text in zip(anchors, texts, strict=True):
        found = resolve(layout, Scope("default", "me"), anchor)
        assert found.data is not None and json.loads(found.data)["content"] == text
    path = layout.absolute(rel)
    data = path.read_bytes()
    for cut in {0, 1, len(data) // 3, len(data) // 2, len(data) - 1} | {
        a.byte_end for a in anchors
    }:
        path.write_bytes(data[:cut])
        kept, bad = read_all(layout, rel)
        assert kept == records[: data[:cut].count(b"\n")] and bad == 0
    journal.close()


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_after_a_truncation_the_next_append_stands_alone(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    layout = Layout(tmp_path_factory.mktemp("cut"))
    journal = Journal(layout)
    anchors = write(journal, *(Draft(f"stone {n} 山", timestamp=DAY_0) for n in range(3)))
    path = layout.absolute(anchors[0].file_path)
    before = path.read_bytes()
    cut = data.draw(st.integers(0, len(before)))
    os.truncate(path, cut)
    if data.draw(st.booleans()):
        journal.close()
    [anchor] = write(journal, Draft("after the crash", timestamp=DAY_0))
    records, bad = read_all(layout, anchor.file_path)
    assert records[-1].content == "after the crash"
    assert [r.content for r in records[:-1]][: before[:cut].count(b"\n")] == [
        f"stone {n} 山" for n in range(before[:cut].count(b"\n"))
    ]
    assert bad <= 1 and resolve(layout, Scope("default", "me"), anchor).status == "ok"
    journal.close()


def test_ten_megabytes_in_one_record(root: Path) -> None:
    layout = Layout(root)
    journal = Journal(layout)
    text = "山 and a river " * 640_000
    first, second = write(journal, Draft(text, timestamp=DAY_0), Draft("next", timestamp=DAY_0))
    assert second.byte_start == first.byte_end + 1 > 10_000_000
    assert resolve(layout, Scope("default", "me"), first).status == "ok"
    assert [len(r.content) for r in read_all(layout, first.file_path)[0]] == [len(text), 4]
    with pytest.raises(InvalidRecord):
        write(journal, Draft("x" * (16 << 20)))
    journal.close()


def test_a_clock_that_goes_backwards(root: Path) -> None:
    times = iter([DAY_0 + 5_000, DAY_0 - 5_000, DAY_0 + 1_000])
    journal = Journal(Layout(root), clock=lambda: next(times))
    anchors = [write(journal, Draft(f"turn {n}"))[0] for n in range(3)]
    names = [anchor.file_path.rsplit("/", 1)[1] for anchor in anchors]
    assert names == ["2025-06-16.jsonl", "2025-06-15.jsonl", "2025-06-16.jsonl"]
    assert anchors[2].byte_start == anchors[0].byte_end + 1
    ids = {r.event_id for a in anchors for r in read_all(Layout(root), a.file_path)[0]}
    assert len(ids) == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"content": ""},
        {"content": " \n\u3000"},
        {"content": None},
        {"content": b"bytes"},
        {"role": "root"},
        {"timestamp": -1},
        {"timestamp": True},
        {"timestamp": 1.5},
        {"timestamp": "1750032000000"},
        {"timestamp": 253_402_300_800_000},
        {"tenant_id": ""},
        {"tenant_id": "a\x00"},
        {"user_id": "\ud800"},
        {"user_id": None},
        {"session_id": "x" * 201},
        {"event_id": ""},
        {"event_id": "a\nb"},
        {"event_id": "tenants/notes.jsonl:3"},
        {"event_id": " tenants/备忘"},
        {"idempotency_key": " "},
        {"tags": "one"},
        {"tags": [1]},
        {"speaker": "a\x07"},
        {"content": "lone \ud83d"},
        {"meta": {"k": {1}}},
        {"tags": None},
        {"meta": ["not", "a", "mapping"]},
        {"role": ["user"]},
        {"user_id": ["me"]},
    ],
)
def test_what_is_refused_leaves_no_byte(root: Path, fields: dict[str, Any]) -> None:
    journal = Journal(Layout(root))
    good = Draft("fine", timestamp=DAY_0)
    bad = replace(good, **fields)
    with pytest.raises((InvalidRecord, InvalidId)):
        write(journal, good, bad)
    assert not [p for p in root.rglob("*") if p.is_file()]


def test_a_batch_that_fails_half_way_says_what_is_durable(root: Path) -> None:
    layout = Layout(root)
    journal = Journal(layout)
    blocked = layout.absolute(layout.session_file(Scope("default", "me"), "b", DAY_0))
    blocked.mkdir(parents=True)
    drafts = [
        Draft(f"{session} {n}", session_id=session, timestamp=DAY_0)
        for n in range(2)
        for session in ("a", "b")
    ]
    with pytest.raises(PartialAppend) as caught:
        write(journal, *drafts)
    anchors: list[Any] = caught.value.anchors
    assert [anchor is not None for anchor in anchors] == [True, False, True, False]
    for anchor in anchors[::2]:
        assert resolve(layout, Scope("default", "me"), anchor).status == "ok"
    with pytest.raises(TruthWriteError) as failed:
        write(journal, drafts[1])
    assert not isinstance(failed.value, PartialAppend)
