"""Commands as real processes where it matters, and a root for commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eywa_fs.memory import EywaMemory


@pytest.fixture
def start(root: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a command on the test's root as a process of its own; killed after the test."""
    processes: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "eywa_fs", "--root", str(root), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=_hear_interrupts if os.name == "posix" else None,
        )
        processes.append(process)
        return process

    yield started
    for process in processes:
        process.kill()
        process.communicate()


def _hear_interrupts() -> None:
    """A shell that runs the tests in the background passes on that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def small(make_memory: Callable[..., EywaMemory]) -> None:
    """A root with two indexed records."""
    with make_memory() as memory:
        memory.append("The heron stands on one leg in the reeds.", event_id="heron")
        memory.append("苍鹭单脚站在芦苇里。", event_id="lu", session_id="zh", tags=("bird",))
        memory.index()
