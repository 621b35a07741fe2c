"""Verify writes nothing into the truth, and repair and rebuild nothing but the audit trail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.memory import EywaMemory

SAID = ("The ladder leans behind the mill.", "The mill is shut on Mondays.", "备用钥匙在花盆下面。")


def truth(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file outside the index and the audit trail: its bytes and its modification time."""
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[0] not in (".index", "audit")
    }


def audit(root: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((root / "audit").glob("*"))]


@pytest.fixture
def damaged(make_memory: Callable[..., EywaMemory], root: Path) -> EywaMemory:
    """An indexed memory with an edited line, a malformed one, a torn tail and a stray file."""
    memory = make_memory()
    anchors = memory.append_many([{"content": text} for text in SAID])
    memory.index()
    file = root / anchors[0].file_path
    edited = file.read_bytes().replace(b"ladder", b"barrow")
    file.write_bytes(edited + b"no record\n" + b'{"content": "torn')
    (file.parent / "notes.txt").write_text("a stray file", encoding="utf-8")
    return memory


def test_verify_changes_nothing(damaged: EywaMemory, root: Path) -> None:
    before, trail = truth(root), audit(root)
    for deep in (False, True):
        assert not damaged.verify(deep=deep).ok
    planned = damaged.repair()
    assert planned.actions and not planned.applied
    assert (truth(root), audit(root)) == (before, trail)
    assert not damaged.verify().ok, "a dry run must not have mended anything"


@pytest.mark.parametrize("how", ["repair", "rebuild"])
def test_repair_and_rebuild_leave_every_record(damaged: EywaMemory, root: Path, how: str) -> None:
    before, trail = truth(root), audit(root)
    done: Any = damaged.repair(apply=True) if how == "repair" else damaged.rebuild()
    assert done.as_dict()
    assert damaged.verify(deep=True).ok
    assert truth(root) == before
    grown = audit(root)
    assert len(grown) >= len(trail) and all(
        new.startswith(old) for old, new in zip(trail, grown, strict=False)
    )
