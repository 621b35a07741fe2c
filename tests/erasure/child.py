"""Processes of the erasure tests: one that writes, one that holds the indexer, one that erases.

``erase`` dies with SIGKILL at a named step: what is called next, or what has just returned.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from erasure.hashed import hashed
from erasure.marked import CONFIG, MARK, USER

from eywa_fs.embedding import factory
from eywa_fs.embedding.cache import EmbeddingCache
from eywa_fs.erasure import choosing, finishing, scanning
from eywa_fs.generations import pointer
from eywa_fs.ingest.reading_cache import ReadingCache
from eywa_fs.memory import EywaMemory
from eywa_fs.truth import erasures
from eywa_fs.truth.erasures import Certificate, Derived
from eywa_fs.truth.journal import Journal

STEPS: dict[str, tuple[Any, str, int, bool]] = {
    "before_decision": (erasures, "write", 1, False),
    "after_decision": (erasures, "write", 1, True),
    "half_overwritten": (erasures, "_write_at", 2, False),
    "torn_overwrite": (erasures, "_write_at", 1, False),
    "after_overwriting": (erasures, "overwrite", 1, True),
    "readings_gone": (ReadingCache, "reset", 1, True),
    "before_switch": (pointer, "switch", 1, False),
    "after_switch": (pointer, "switch", 1, True),
    "before_pruning": (EmbeddingCache, "keep_only", 1, False),
    "before_derived": (Derived, "__init__", 1, False),
    "after_derived": (choosing, "choose_behind", 1, False),
    "before_scan": (scanning, "scan", 1, False),
    "before_certificate": (Certificate, "__init__", 1, False),
    "after_certificate": (Journal, "audit", 3, False),
    "before_copying": (finishing, "_copy_to_backups", 1, False),
}
"""Whose function, which one, at which call, and whether after it returned."""


def arm(step: str) -> None:
    owner, name, times, after = STEPS[step]
    original: Callable[..., Any] = getattr(owner, name)
    calls = [0]

    def wrapped(*args: Any, **kw: Any) -> Any:
        calls[0] += 1
        if calls[0] < times:
            return original(*args, **kw)
        if step == "torn_overwrite":
            fd, start, data = args
            original(fd, start, data[: len(data) // 2])
        elif after:
            original(*args, **kw)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("dead")

    setattr(owner, name, wrapped)


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def write(root: str) -> None:
    """Append to the sessions that are erased from, and say what was acknowledged."""
    with EywaMemory(root, CONFIG, background=False) as memory:
        say("ready")
        for number in range(10**9):
            anchor = memory.append(
                f"written meanwhile {number}",
                session_id=f"s{number % 3}",
                timestamp=1_750_032_000_000,
                idempotency_key=f"w{number}",
                **USER,
            )
            say(f"{anchor.file_path} {anchor.byte_start} {anchor.byte_end} {number}")
            time.sleep(0.02)


def hold(root: str, background: bool) -> None:
    """Hold the indexer, working in the background or doing nothing."""
    with EywaMemory(root, CONFIG, background=background) as memory:
        memory.hold_indexer()
        say("ready")
        time.sleep(600)


def erase(root: str, step: str) -> None:
    """Erase what is marked, and die at a step."""
    arm(step)
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.erase(text=MARK, **USER)


def index(root: str, step: str) -> None:
    """Index, which finishes an erasure, and die at a step."""
    arm(step)
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.index()


if __name__ == "__main__":
    factory.create_embedder = hashed
    what, where, *more = sys.argv[1:]
    if what == "write":
        write(where)
    elif what == "hold":
        hold(where, more[0] == "background")
    elif what == "index":
        index(where, more[0])
    else:
        erase(where, more[0])
