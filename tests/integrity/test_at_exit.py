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
    print(len(found.hits), len(found.degraded), bool(memory.before_llm("lamp on?").context))
    done = memory.record_episode("put out the lamp", scene_type="home", skill_used="switch")
    print(bool(done.wait(30)))
    memory.close()

atexit.register(leave)
"""


@pytest.mark.parametrize("background", [False, True])
def test_a_program_that_ends_is_answered(background: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "root"), str(background)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ran.stdout, ran.stderr) == ("3 0 True\nTrue\n", "")


UPKEEP = """
import atexit, sys
from eywa_fs import EywaMemory

memory = EywaMemory(sys.argv[1], background=sys.argv[2] == "True")
for name in ("lamp", "kettle", "stove"):
    memory.append(f"The {name} is green.", event_id=name)

def leave():
    memory.index()
    print(memory.rebuild().documents)
    print(memory.erase(event_ids=["lamp"]).ok)
    later = memory.erase(event_ids=["kettle"], wait=False)
    print(memory.erasure(later.id).ok, len(memory.list().items))
    print(memory.verify(deep=True).ok)
    memory.close()

atexit.register(leave)
"""


@pytest.mark.parametrize("background", [False, True])
def test_an_index_is_made_and_lines_are_erased(background: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-c", UPKEEP, str(tmp_path / "root"), str(background)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.stdout == "3\nTrue\nTrue 1\nTrue\n", ran.stderr
