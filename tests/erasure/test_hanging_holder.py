"""An erasure beside a process that holds the indexer and does nothing more."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from corpus import DAY_0, until
from erasure.marked import CONFIG, MARK, USER, child

from eywa_fs.errors import WaitTimeout
from eywa_fs.memory import EywaMemory, erasing


@pytest.fixture(autouse=True)
def told(root: Path) -> None:
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.append(f"I live in {MARK} town now.", timestamp=DAY_0, **USER)
        memory.index()


def test_a_holder_that_hangs_is_given_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "_QUIET_S", 0.5)
    with (
        child("hold", str(root), "background") as holder,
        EywaMemory(root, CONFIG, background=False) as memory,
    ):
        os.kill(holder.pid, signal.SIGSTOP)
        try:
            with pytest.raises(WaitTimeout, match=f"process {holder.pid} .* written nothing"):
                memory.erase(text=MARK, **USER)
        finally:
            os.kill(holder.pid, signal.SIGCONT)
        until(lambda: memory.status().erasures == {"finished": 1, "unfinished": 0})


def test_a_holder_that_writes_is_waited_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "_QUIET_S", 0.2)
    with (
        child("hold", str(root), "idle") as holder,
        EywaMemory(root, CONFIG, background=False) as memory,
    ):
        begun: list[float] = []

        def at_work(stage: str, done: int, total: int) -> None:
            begun.append(time.monotonic())
            if time.monotonic() - begun[0] < 2:
                (root / ".index" / "written").write_text(str(len(begun)))

        with pytest.raises(WaitTimeout, match=f"process {holder.pid} "):
            memory.erase(text=MARK, progress=at_work, **USER)
        assert begun[-1] - begun[0] >= 2
