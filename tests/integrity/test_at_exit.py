"""In a handler of ``atexit``, where no thread starts any more, all of it works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import atexit, sys
from eywa_fs import EywaMemory

memory = EywaMemory(sys.argv[1], background=sys.argv[2] == "True")
memory.append("The lamp is green.")

def leave():
    memory.after_llm("Is the lamp on?", "The lamp is on.")
    found = memory.retrieve("lamp")
    block = memory.before_llm("lamp on?").context
    print(len(found.hits), "unavailable" in str(found.degraded), bool(block))
    done = memory.record_episode("put out the lamp", scene_type="home", skill_used="switch")
    print(bool(done.wait(30)))
    memory.close()

atexit.register(leave)
"""


@pytest.mark.parametrize("background", [False, True])
def test_a_program_that_ends_is_answered(background: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "root"), str(background)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ran.stdout, ran.stderr) == ("3 False True\nTrue\n", "")
