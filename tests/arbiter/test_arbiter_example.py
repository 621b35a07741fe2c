"""The example of docs/arbiter.md does what its comments say."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.documents import PROJECT, blocks

DOCUMENT = PROJECT / "docs" / "arbiter.md"


def test_the_example_prints_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [example] = [block.text for block in blocks(DOCUMENT) if block.kind == "python"]
    monkeypatch.chdir(tmp_path)
    exec(compile(example, str(DOCUMENT), "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["user · owns: old Volvo 55 below_truth", "truth 72 1"]
    assert [line.split(" {")[0] for line in lines[2:]] == ["propose 55", "promote 72"]
