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


@pytest.fixture
def memory(quick: QuickMemory) -> EywaMemory:
    return quick


@pytest.fixture
def bring(memory: EywaMemory, tmp_path: Path) -> Run:
    """Write files and import them: ``run("chat.txt", text)``, ``run("x.zip", {name: value})``."""

    def ran(name: str, content: Any, **options: Any) -> ImportReport:
        path = tmp_path / name
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".zip"):
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for file, value in content.items():
                    archive.writestr(file, value if isinstance(value, str) else json.dumps(value))
        elif isinstance(content, dict):
            for file, value in content.items():
                (path / file).parent.mkdir(parents=True, exist_ok=True)
                text = value if isinstance(value, str) else json.dumps(value)
                (path / file).write_text(text, encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return memory.import_file(path, **options)

    return ran
