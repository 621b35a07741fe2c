"""A program that ends without closing its memory says nothing, and loses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eywa_fs.memory import EywaMemory

PROGRAM = """
import atexit, os, sys, threading, time
from eywa_fs import EywaMemory
from eywa_fs.ingest.commit import Committer

embed, reached = Committer._embed, threading.Event()

def late(self, documents, stop):
    made = embed(self, documents, stop)
    reached.set()
    time.sleep(0.5)  # the program ends meanwhile
    return made

def threads():
    print([one.name for one in threading.enumerate() if one.name.startswith("eywa-indexer")])

Committer._embed = late
memory = EywaMemory(sys.argv[1])
memory.append("The crane was painted blue.")
assert reached.wait(60)
atexit.register(threads)  # a thread that runs now may abort the process
if fork:
    made = os.fork()
    if not made:
        sys.exit(0)
    assert os.waitpid(made, 0)[1] == 0
raise KeyError("a fault of the program's own")
"""


@pytest.mark.parametrize("fork", [False, True])
def test_a_batch_that_is_under_way_when_the_program_ends_is_finished(
    root: Path, fork: bool
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"fork = {fork}{PROGRAM}", str(root)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1 and done.stdout == "[]\n" * (1 + fork)
    assert done.stderr.count("Traceback") == 1 and done.stderr.endswith('own"\n')
    with EywaMemory(root, background=False) as memory:
        assert memory.unindexed() == 0
        assert [hit.text for hit in memory.retrieve("crane").hits] == [
            "The crane was painted blue."
        ]
