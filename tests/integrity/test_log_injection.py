"""What others wrote does not get into the library's log lines and the audit trail as it is."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from corpus import DAY_0, MakeMemory

HOSTILE = "harmless\nWARNING eywa_fs: all is well \x1b[2J\u202etxet \u2028END"
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def test_log_lines_and_audit_entries_hold_no_text_of_records(
    root: Path, make_memory: MakeMemory, caplog: pytest.LogCaptureFixture
) -> None:
    memory = make_memory()
    with caplog.at_level(0, "eywa_fs"):
        for n in range(2):
            memory.append(f"{HOSTILE} {n}", event_id=f"e{n}", timestamp=DAY_0)
        notes = root / "tenants/default/users/me/longterm"
        notes.mkdir()
        notes.joinpath("x\nWARNING all is well.md").write_text("# x\nkept\n", encoding="utf-8")
        memory.index()
        truth = root / memory.list().items[0].citation.rpartition(":")[0]
        data = truth.read_bytes()
        foreign = data.splitlines()[0].replace(b'"me"', b'"me\\nWARNING"') + b"\n{\n"
        truth.write_bytes(data.replace(b"harmless", b"harmful!") + foreign)
        os.utime(truth, ns=(1, 1))
        memory.retrieve("harmless", strategy="exact")  # refused: it is not what was indexed
        memory.index()
        report = memory.verify(deep=True)
    lines = [record.getMessage() for record in caplog.records]
    assert any("changed behind" in line for line in lines)
    assert [line for line in lines if CONTROL.search(line) or "all is well" in line] == []
    trail = [line for file in root.glob("audit/*.jsonl") for line in file.read_bytes().splitlines()]
    assert [json.loads(line)["action"] for line in trail] == ["file_rewritten"]
    assert b"all is well" not in b"".join(trail)
    strays = [f.target.rpartition("/")[2] for f in report.findings if f.kind == "stray_path"]
    assert strays == ["x\\nWARNING all is well.md"]
    assert {"malformed_line", "seal_broken"} <= report.counts.keys()
    assert [f for f in report.findings if CONTROL.search(f.target + f.detail)] == []


def test_a_truth_file_with_another_name_is_named(
    root: Path, tmp_path: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory()
    anchor = memory.append("The heron stands on one leg in the reeds.", timestamp=DAY_0)
    memory.index()
    assert [f.kind for f in memory.verify().findings] == []
    os.link(root / anchor.file_path, tmp_path / "elsewhere.jsonl")
    for deep in (False, True):
        report = memory.verify(deep=deep)
        [finding] = report.findings
        assert (finding.kind, finding.target) == ("hard_link", anchor.file_path)
        assert report.ok and "2 names" in finding.detail
    copy = (root / anchor.file_path).read_bytes()
    (root / anchor.file_path).unlink()
    (root / anchor.file_path).write_bytes(copy)
    memory.index()
    assert [f.kind for f in memory.verify().findings] == []
