"""A holder of the lease that is paused, overtaken, and woken: it must not write any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from corpus import warm_up
from durability.check import Child, Told, check

from eywa_fs.catalog import docs
from eywa_fs.memory import EywaMemory


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGSTOP")
@pytest.mark.parametrize("step", ["before_scan", "before_catalog"])
def test_a_paused_holder_is_overtaken(tmp_path: Path, warm_cache: Path, step: str) -> None:
    root, told = tmp_path / "root", Told()
    warm_up(root, warm_cache)
    paused = Child(root, told, "--round", "0", "--turns", "4", "--at", f"{step}:2", "--pause-there")
    until_stopped(paused.process.pid)
    # An operator believes it dead and deletes its lock, or a shared disk forgot it.
    (root / ".index" / "indexer.lock").unlink()
    with EywaMemory(root, background=False) as memory:
        generation = (
            memory._parts.upkeep.worker().generation
        )  # takes the lease and the next fencing token
        with generation.catalog().read() as connection:
            before = docs.digest(connection)
        os.kill(paused.process.pid, signal.SIGCONT)
        done = paused.finish()
        assert done.returncode != 0 and "IndexerBusy" in done.stderr
        with generation.catalog().read() as connection:
            assert docs.digest(connection) == before
    assert told.acknowledged
    check(root, tmp_path / "scratch", warm_cache, told)


def until_stopped(pid: int) -> None:
    end = time.monotonic() + 60
    while _state(pid) != "T":
        assert time.monotonic() < end
        time.sleep(0.01)


def _state(pid: int) -> str:
    about = Path(f"/proc/{pid}/stat")
    if about.exists():
        return about.read_text(encoding="ascii", errors="replace").rpartition(") ")[2][:1]
    ps = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, text=True)
    return ps.stdout[:1]
