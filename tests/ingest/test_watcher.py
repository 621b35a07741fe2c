"""What the watcher tells of, and what it must not drown in."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eywa_fs.ingest.watcher import watch
from eywa_fs.truth.layout import Layout

FOLDER = "tenants/t/users/ann/sessions/s1"
DAY = "2026-01-02.jsonl"


@contextmanager
def watching(root: Path) -> Iterator[set[str]]:
    """What was told of, while it is watched."""
    told: set[str] = set()
    stop = watch(Layout(root), told.add)
    try:
        yield told
    finally:
        stop()


def wait_for(told: set[str], wanted: set[str]) -> None:
    limit = time.monotonic() + 120
    while not wanted <= told:
        assert time.monotonic() < limit, f"never told of: {wanted - told}"
        time.sleep(0.02)


def test_files_that_are_made_written_moved_and_deleted(root: Path, tmp_path: Path) -> None:
    known = root / FOLDER / DAY
    known.parent.mkdir(parents=True)
    known.write_text("{}\n")
    elsewhere = tmp_path / "s3"
    elsewhere.mkdir()
    (elsewhere / DAY).write_text("{}\n")
    with watching(root) as told:
        with known.open("a") as file:
            file.write("{}\n")
        wait_for(told, {f"{FOLDER}/{DAY}"})
        beside = root / FOLDER.replace("s1", "s2")
        beside.mkdir()
        (beside / DAY).write_text("{}\n")
        shutil.move(elsewhere, root / FOLDER.replace("s1", "s3"))
        wait_for(told, {f"{FOLDER.replace('s1', name)}/{DAY}" for name in ("s2", "s3")})
        told.clear()
        known.unlink()
        os.replace(beside / DAY, beside / "2026-01-03.jsonl")
        wait_for(told, {f"{FOLDER}/{DAY}", f"{FOLDER.replace('s1', 's2')}/2026-01-03.jsonl"})


WATCHING = """
import sys
from eywa_fs.ingest.watcher import watch
from eywa_fs.truth.layout import Layout
stop = watch(Layout(sys.argv[1]), lambda rel: print(rel, flush=True))
print("watching", flush=True)
sys.stdin.read()
stop()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at the kernel's queue")
def test_readers_do_not_fill_the_queue(root: Path) -> None:
    """A write is told of, however many files were opened while the watcher had no time."""
    known, other = root / FOLDER / DAY, root / FOLDER / "2026-01-03.jsonl"
    known.parent.mkdir(parents=True)
    known.write_text("{}\n")
    queue = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    with subprocess.Popen(
        [sys.executable, "-c", WATCHING, str(root)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as watcher:  # fmt: skip
        assert watcher.stdin is not None and watcher.stdout is not None
        assert watcher.stdout.readline() == "watching\n"
        watcher.send_signal(signal.SIGSTOP)
        for _ in range(queue):
            os.close(os.open(known, os.O_RDONLY))
        other.write_text("{}\n")
        watcher.send_signal(signal.SIGCONT)
        is_told = select.select([watcher.stdout], [], [], 30)[0]
        watcher.stdin.close()
        told = watcher.stdout.read().split()
    assert is_told and set(told) == {f"{FOLDER}/{other.name}"}
