"""Changing the embedder on the command line: what is told, and what has to be written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import Eywa


@pytest.mark.usefixtures("small")
def test_another_files_embedder(
    root: Path, eywa: Eywa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new.yaml").write_text("embedding: {backend: minilm}\n", encoding="ascii")
    monkeypatch.setenv("EYWA_EMBEDDING__THREADS", "1")
    said = eywa("migrate", "embedder", "--to-config", str(tmp_path / "new.yaml"))
    assert "generation 2 by minilm/all-MiniLM-L6-v2: 2 documents" in said.out
    assert "found by their own words: 2" in said.out
    assert "embedding:\n  backend: minilm" in said.err  # a variable may say something else
    assert not (root / "config.yaml").exists()
    assert "eywa migrate embedder ensemble" in eywa("search", "heron", code=7).err
    monkeypatch.delenv("EYWA_EMBEDDING__THREADS")
    said = eywa("migrate", "embedder", "minilm")
    assert "it was in use" in said.out and "config.yaml names it" in said.out
    assert eywa("search", "heron", "--json").value["degraded"] == []
    found = eywa("migrate", "status", "--json").value["generations"]
    assert [(g["number"], g["state"]) for g in found] == [(1, "previous"), (2, "current")]
    assert eywa("migrate", "drop", "--json").value == {"removed": [1]}
    assert "eywa migrate status" in eywa("migrate", "back", code=4).err


def test_what_is_asked_for_wrongly(root: Path, eywa: Eywa) -> None:
    root.mkdir()
    assert "nothing is indexed yet" in eywa("migrate", "status").out
    assert "which embedder" in eywa("migrate", "embedder", code=2).err
    assert "not both" in eywa("migrate", "embedder", "e5", "--to-config", "x", code=2).err
    assert "base_url and model" in eywa("migrate", "embedder", "http", code=2).err
    assert "backend" in eywa("migrate", "embedder", "none", code=2).err
    assert "nothing to remove" in eywa("migrate", "drop").out
