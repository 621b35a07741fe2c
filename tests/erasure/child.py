"""Processes of the erasure tests: one that writes, one that holds the indexer, one that erases.

``erase`` dies with SIGKILL at a named step: what is called next, or what has just returned.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

from erasure.hashed import hashed
from erasure.marked import CONFIG, MARK, USER
from proving import arm, die

from eywa_fs.embedding import factory
from eywa_fs.memory import EywaMemory

_ERASURES = "eywa_fs.truth.erasures"
_FINISHING = "eywa_fs.erasure.finishing"
_POINTER = "eywa_fs.generations.pointer"

STEPS = {
    "before_decision": f"before {_ERASURES}:write",
    "after_decision": f"after {_ERASURES}:write",
    "half_overwritten": f"before {_ERASURES}:_write_at",
    "torn_overwrite": f"before {_ERASURES}:_write_at",
    "after_overwriting": f"after {_ERASURES}:overwrite",
    "readings_gone": "after eywa_fs.ingest.reading_cache:ReadingCache.reset",
    "before_switch": f"before {_POINTER}:switch",
    "after_switch": f"after {_POINTER}:switch",
    "before_pruning": "before eywa_fs.embedding.cached:EmbeddingCache.keep_only",
    "before_derived": f"before {_ERASURES}:Derived.__init__",
    "after_derived": "before eywa_fs.erasure.choosing:choose_behind",
    "before_scan": "before eywa_fs.erasure.scanning:scan",
    "before_certificate": f"before {_ERASURES}:Certificate.__init__",
    "after_certificate": "before eywa_fs.truth.journal:Journal.audit",
    "before_copying": f"before {_FINISHING}:_copy_to_backups",
}
TIMES = {"half_overwritten": 2, "after_certificate": 3}
"""At which passing it dies, where that is not the first."""


def half_a_write(fd: int, start: int, data: bytes) -> None:
    os.pwrite(fd, data[: len(data) // 2], start)
    die()


def arm_at(step: str) -> None:
    arm(STEPS[step], TIMES.get(step, 1), half_a_write if step == "torn_overwrite" else None)


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
    arm_at(step)
    with EywaMemory(root, CONFIG, background=False) as memory:
        memory.erase(text=MARK, **USER)


def index(root: str, step: str) -> None:
    """Index, which finishes an erasure, and die at a step."""
    arm_at(step)
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
