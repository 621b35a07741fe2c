"""What a new root tells whoever finds it is so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.config import load_settings
from eywa_fs.memory import EywaMemory

Eywa = Callable[..., Any]
"""The fixture of this folder's conftest: runs a command."""


def test_a_line_that_is_taken_out_is_out_of_answers_and_then_out_of_the_index(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    eywa("init")
    with make_memory() as memory:
        memory.append("I live in Turku.", timestamp=1_769_760_000_000)
        memory.append("我对芒果过敏。", timestamp=1_769_760_000_001)
        memory.index()
    (path,) = root.glob("tenants/**/*.jsonl")
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[1])
    for line in (("search", "Where do I live?"), ("facts", "Where do I live?"), ("context", "x")):
        assert "Turku" not in eywa(*line).out
    eywa("repair", "--apply")
    assert eywa("status", "--json").value["index"]["total"] == 1
    assert eywa("verify", "--deep", "--json").value["ok"] and "芒果" in eywa("facts").out
    for text in (root / "README.md", Path(__file__).parents[2] / "README.md"):
        said = " ".join(text.read_text(encoding="utf-8").split())
        assert "taken out" in said and "`eywa repair --apply`" in said


@pytest.mark.parametrize("word", ["on", "off", "shadow", "'on'"])
def test_words_of_settings_may_be_bare_in_yaml(word: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(f"lanes:\n  fact_summary: {word}\n", encoding="utf-8")
    assert load_settings(tmp_path, path).lanes.fact_summary == word.strip("'")
