"""Names on the disk that are not UTF-8 are named by verify and stop nothing else."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from corpus import DAY_0, TINY_EN, MakeMemory

from eywa_fs.memory import EywaMemory

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="the file system takes UTF-8 names only"
)

SCOPE = "tenants/default/users/me"
DIARY = "日记".encode("gbk")
LINE = json.dumps({"content": TINY_EN[1]}).encode() + b"\n"
PLACES = {
    "file": os.fsencode(f"{SCOPE}/longterm/") + DIARY + b".md",
    "folder": os.fsencode(f"{SCOPE}/longterm/") + DIARY + b"/notes.md",
    "session": os.fsencode(f"{SCOPE}/sessions/") + DIARY + b"/2025-06-16.jsonl",
    "user": b"tenants/default/users/" + DIARY + b"/sessions/s/2025-06-16.jsonl",
    "tenant": b"tenants/" + DIARY + b"/users/me/sessions/s/2025-06-16.jsonl",
}


def put(root: Path, place: str) -> None:
    path = os.path.join(os.fsencode(root), PLACES[place])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(LINE)


@pytest.mark.parametrize("place", PLACES)
def test_everything_else_goes_on(root: Path, memory: EywaMemory, place: str) -> None:
    memory.append(TINY_EN[0], timestamp=DAY_0)
    put(root, place)
    assert memory.index().problems == []
    memory.flush()
    for deep in (False, True):
        report = memory.verify(deep=deep)
        assert report.ok and set(report.counts) == {"stray_path"}
        assert "\\xc8" in report.findings[0].target
        json.dumps(report.as_dict(), ensure_ascii=False).encode()
    assert memory.repair(apply=True).ok
    assert memory.rebuild(prove=True).equal
    assert memory.status().ok
    assert [hit.text for hit in memory.retrieve("kettle").hits] == [TINY_EN[0]]
    assert memory.facts().degraded == ()


def test_the_background_indexer_goes_on(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(background=True)
    for place in PLACES:
        put(root, place)
    memory.append(TINY_EN[0])
    memory.flush(60)
    assert memory.indexer_problem is None
    for place in PLACES:  # a hint of the watcher
        put(root, place)
    memory.append(TINY_EN[2])
    memory.flush(60)
    assert memory.indexer_problem is None
    assert memory.status().index["indexed_fresh"] == 2
