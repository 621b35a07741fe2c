"""A program that ends without closing its memory says nothing, and loses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from eywa_fs.memory import EywaMemory

PROGRAM = """
import atexit, sys, threading, time
from eywa_fs import EywaMemory
from eywa_fs.ingest.commit import Committer

embed, reached = Committer._embed, threading.Event()

def late(self, documents, stop):
    made = embed(self, documents, stop)
    reached.set()
    threading.main_thread().join()  # so the pools of the program take no work any more
    return made

Committer._embed = late
memory = EywaMemory(sys.argv[1])
memory.append("The crane was painted blue.")
assert reached.wait(60)
atexit.register(time.sleep, 1)
"""


def test_a_batch_that_is_under_way_when_the_program_ends_is_no_error(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(root)], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    with EywaMemory(root) as memory:
        memory.flush()
        assert [hit.text for hit in memory.retrieve("crane").hits] == [
            "The crane was painted blue."
        ]
