"""Running commands: in this process where that is enough, as real processes where it matters."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from eywa_fs.cli.main import run_arguments
from eywa_fs.memory import EywaMemory


@dataclass(frozen=True)
class Ran:
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        return json.loads(self.out)


Eywa = Callable[..., Ran]


@pytest.fixture
def eywa(root: Path, capsys: pytest.CaptureFixture[str]) -> Eywa:
    """Run a command on the test's root in this process: ``eywa("search", "x", "--json")``."""

    def ran(*arguments: str, code: int = 0) -> Ran:
        capsys.readouterr()
        found = run_arguments(["--root", str(root), *arguments])
        text = capsys.readouterr()
        assert found == code, text.out + text.err
        assert "Traceback" not in text.err
        return Ran(found, text.out, text.err)

    return ran


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
