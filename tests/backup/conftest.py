"""Roots, places and memories for the tests of backups; memories need no embedder."""

from __future__ import annotations

from pathlib import Path

import pytest
from factbase.lives import MakeQuick

TEXTS = (
    "The ferry to Naantali leaves at seven.",
    "I live in Turku.",
    "备用钥匙放在第三个花盆下面。",
    "The choir rehearsal moved to Thursday evening.",
    "My bicycle needs a new chain before the trip.",
)
MINILM = {"embedding": {"backend": "minilm"}}

Quick = MakeQuick


@pytest.fixture
def quick(open_quick: MakeQuick) -> Quick:
    """Make memories without an embedder over the test's root, or another one."""
    return open_quick


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where backups go: not there yet."""
    return tmp_path / "safe"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key file."""
    path = tmp_path / "backup.key"
    path.write_bytes(bytes(range(32)))
    return path


def below(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but for the index and locks, with its bytes."""
    found = (path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in found}
    return {
        name: path.read_bytes()
        for name, path in names.items()
        if not name.startswith((".index/", ".lock"))
    }


def chunks(place: Path) -> set[str]:
    """The names of the chunks at a place."""
    return {path.name for path in place.glob("chunks/*/*")}
