"""A section of a file of settings is changed by lines, or left alone; the rest stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from eywa_fs.maintenance.settings_file import edited, shown, written

WANTED: dict[str, Any] = {"backend": "minilm", "model": ""}
HTTP: dict[str, Any] = {
    "backend": "http", "model": "a: b # c", "base_url": "http://x/v1", "query_prefix": "query: ",
}  # fmt: skip
EXAMPLE = Path(__file__).parents[2] / "config.yaml"

TEXTS = {
    "": "embedding:\n  backend: minilm\n  model: \"\"\n",
    "# none yet\n": "# none yet\nembedding:\n  backend: minilm\n  model: \"\"\n",
    "embedding:\n  backend: e5  # why\n  threads: 2\nllm:\n  model: x\n":
        "embedding:\n  model: \"\"\n  backend: minilm  # why\n  threads: 2\nllm:\n  model: x\n",
    "llm: {model: x}\nembedding: {backend: e5, threads: 2} # both\n":
        'llm: {model: x}\nembedding: {"backend": "minilm", "threads": 2, "model": ""} # both\n',
    "embedding: # nothing yet\nllm:\n  backend: no\n":
        "embedding: # nothing yet\n  backend: minilm\n  model: \"\"\nllm:\n  backend: no\n",
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_only_the_keys_that_are_asked_for_change(text: str) -> None:
    assert edited(text, "embedding", WANTED) == TEXTS[text]


def test_the_example_keeps_its_comments() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    new = edited(text, "embedding", HTTP)
    assert new is not None
    section = yaml.safe_load(new)["embedding"]
    assert {key: section[key] for key in HTTP} == HTTP
    changed = [(a, b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a != b]
    assert len(changed) == len(HTTP)
    assert all(a.partition(" # ")[2] == b.rpartition(" # ")[2] for a, b in changed)


@pytest.mark.parametrize(
    "text",
    ["- a list", "embedding: &x\n  backend: e5\nother: *x\n", "embedding:\n  backend: |\n    e5\n",
     "embedding:\n  backend: e5\n---\nembedding:\n", "a: [1\n", "embedding: 7\n"],
)  # fmt: skip
def test_what_cannot_be_changed_by_lines_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="ascii")
    assert not written(path, "embedding", WANTED)
    assert path.read_text(encoding="ascii") == text


def test_the_mode_of_the_file_stays_and_nothing_is_left_over(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    assert written(path, "embedding", WANTED) and path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    assert written(path, "embedding", HTTP) and path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["config.yaml"]
    assert not written(tmp_path / "no such folder" / "config.yaml", "embedding", WANTED)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    assert not written(link, "embedding", WANTED) and link.is_symlink()  # others may read it too
    path.write_bytes(b"\xff")
    assert not written(path, "embedding", WANTED)


def test_what_is_shown_reads_as_it_is() -> None:
    assert yaml.safe_load(shown("embedding", HTTP)) == {"embedding": HTTP}
