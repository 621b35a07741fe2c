"""Writing files and importing them into a memory without an embedder."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory

from eywa_fs.importing.importer import ImportReport
from eywa_fs.memory import EywaMemory

Run = Callable[..., ImportReport]
"""The fixture ``bring``."""


def lines(*values: Any) -> str:
    """Values as JSON lines."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def stored(root: Path) -> list[dict[str, Any]]:
    """The records of a root as they stand in its files."""
    files = sorted(root.glob("tenants/**/*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_bytes().splitlines()]


def texts(root: Path) -> list[str]:
    """What they say."""
    return [record["content"] for record in stored(root)]


@pytest.fixture
def memory(quick: QuickMemory) -> EywaMemory:
    return quick


@pytest.fixture
def bring(memory: EywaMemory, tmp_path: Path) -> Run:
    """Write files and import them: ``bring("chat.txt", text)``, ``bring("x.zip", {name: value})``;
    ``None`` for what is there, or is not."""

    def ran(name: str, content: Any, **options: Any) -> ImportReport:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".zip") and content:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for file, value in content.items():
                    archive.writestr(file, value if isinstance(value, str) else json.dumps(value))
        elif isinstance(content, dict) and not path.suffix:
            for file, value in content.items():
                (path / file).parent.mkdir(parents=True, exist_ok=True)
                text = value if isinstance(value, str) else json.dumps(value)
                (path / file).write_text(text, encoding="utf-8")
        elif content is not None:
            path.write_text(json.dumps(content, indent=1), encoding="utf-8")
        return memory.import_file(path, **options)

    return ran
