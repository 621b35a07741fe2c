"""kill -9 while episodes are recorded or a session ends: nothing lost, nothing doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from episodes.kept import file_of, lines_of
from factbase.lives import MakeQuick

RECORDING = """
import sys
from factbase.lives import QuickMemory
memory = QuickMemory(sys.argv[1], background=False)
for number in range(10_000):
    handle = memory.record_episode(f"number {number}", scene_type="review", skill_used="suggest")
    if number % 3 == 0:
        memory.flush_episodes()
        print(handle.id, flush=True)
"""
ENDING = """
import os, signal, sys
from eywa_fs.truth.appendfile import AppendFile
from factbase.lives import QuickMemory
memory = QuickMemory(sys.argv[1], background=False)
session = memory.working()
session.put("She prefers short sentences", kind="preference", importance=0.9)
whole = AppendFile._write_all
def dying(file, fd, data, before):
    if sys.argv[2] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[2] == "torn":
        os.write(fd, data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    whole(file, fd, data, before)
    if sys.argv[2] == "after":
        os.kill(os.getpid(), signal.SIGKILL)
AppendFile._write_all = dying
print(session.end_session().archived, flush=True)
"""


def child(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True,
        cwd=Path(__file__).parents[1],
    )  # fmt: skip


def test_killed_while_recording(root: Path, open_quick: MakeQuick) -> None:
    acknowledged = []
    for turn in range(2):
        with child(RECORDING, str(root)) as running:
            assert running.stdout is not None
            for _ in range(5 + turn):
                acknowledged.append(running.stdout.readline().strip())
            running.kill()
            acknowledged += running.stdout.read().split()
    memory = open_quick()
    found = [one.id for one in memory.episodes().episodes]
    assert len(found) == len(set(found)) and set(acknowledged) <= set(found)
    memory.record_episode("after", scene_type="review", skill_used="suggest").wait()
    assert len(memory.episodes().episodes) == len(found) + 1
    assert not memory.verify(deep=True).counts.get("chain_broken")


@pytest.mark.parametrize("when", ["before", "torn", "after"])
def test_killed_while_a_session_ends(root: Path, open_quick: MakeQuick, when: str) -> None:
    """MS1-R1-S3: nothing is said to be archived that is not on disk."""
    with child(ENDING, str(root), when) as running:
        said, _ = running.communicate()
    assert said == ""
    memory = open_quick()
    there = [one.text for one in memory.episodes().episodes]
    assert there == (["She prefers short sentences"] if when == "after" else [])
    memory.record_episode("next", scene_type="review", skill_used="suggest").wait()
    assert len(memory.episodes().episodes) == len(there) + 1
    if when != "torn":
        assert all(json.dumps(line) for line in lines_of(file_of(memory)))
