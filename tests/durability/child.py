"""A process that appends and indexes until it is killed. Run by the tests of this folder.

Each record is told twice on standard output: ``try`` before :meth:`append_many`, ``ack`` after it
returned. ``--at step:n`` kills this process with SIGKILL the n-th time it passes a step; without
it the process works until its parent kills it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from durability.records import draft

from eywa_fs.catalog import docs, files, outbox
from eywa_fs.embedding.cache import EmbeddingCache
from eywa_fs.generations import pointer
from eywa_fs.generations.generation import Generation
from eywa_fs.index.words import WordIndex
from eywa_fs.ingest.commit import Committer
from eywa_fs.ingest.worker import Worker
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.appendfile import AppendFile

Act = Callable[..., Any]


def die() -> None:
    """End as a power cut would: no handler, no flush, no lock given back by hand."""
    os.kill(os.getpid(), signal.SIGKILL)


def pause() -> None:
    """Stand still until somebody sends SIGCONT."""
    os.kill(os.getpid(), signal.SIGSTOP)


def _half_a_write(file: AppendFile, fd: int, data: bytes, before: int) -> None:
    os.write(fd, data[: len(data) // 2])


def _write_without_sync(file: AppendFile, fd: int, data: bytes, before: int) -> None:
    os.write(fd, data)


BEFORE: dict[str, tuple[Any, str]] = {
    "before_write": (AppendFile, "_write_all"),
    "before_scan": (Worker, "scan"),
    "before_claim": (outbox, "claim"),
    "before_commit": (Committer, "begin"),
    "before_embedding": (EmbeddingCache, "get_many"),
    "before_vectors": (Committer, "_upsert"),
    "before_words": (WordIndex, "apply"),
    "before_catalog": (Committer, "_record"),
    "before_manifest": (files, "put"),
    "before_ack": (outbox, "acknowledge"),
    "before_removal": (Committer, "remove_physically"),
    "before_switch": (pointer, "switch"),
    "before_seal": (Generation, "close"),
}
"""Steps by what is about to be called."""

AFTER: dict[str, tuple[Any, str]] = {
    "after_sync": (AppendFile, "_write_all"),
    "after_append": (EywaMemory, "append_many"),
    "after_scan": (Worker, "scan"),
    "after_claim": (outbox, "claim"),
    "after_vectors": (Committer, "_upsert"),
    "after_words": (WordIndex, "apply"),
    "after_documents": (docs, "put"),
    "after_ack": (outbox, "acknowledge"),
    "after_catalog": (Committer, "_record"),
    "after_removal": (Committer, "remove_physically"),
    "after_new_generation": (pointer, "create"),
    "after_switch": (pointer, "switch"),
}
"""Steps by what has just returned. ``after_documents`` and ``after_ack`` stand inside the
catalog's transaction, ``after_catalog`` behind its commit."""

INSTEAD: dict[str, tuple[Any, str, Act]] = {
    "torn_write": (AppendFile, "_write_all", _half_a_write),
    "before_sync": (AppendFile, "_write_all", _write_without_sync),
}

STEPS = (*BEFORE, *AFTER, *INSTEAD)


def arm(step: str, times: int, die: Callable[[], None] = die) -> None:
    """Die (or what else is given) at the ``times``-th passing of a step."""
    left = [times]

    def passed() -> bool:
        left[0] -= 1
        return left[0] == 0

    owner, name = (BEFORE | AFTER | {k: v[:2] for k, v in INSTEAD.items()})[step]
    original: Act = getattr(owner, name)

    def wrapped(*args: Any, **kw: Any) -> Any:
        if step in AFTER:
            result = original(*args, **kw)
            if passed():
                die()
            return result
        if passed():
            if step in INSTEAD:
                INSTEAD[step][2](*args, **kw)
            die()
        return original(*args, **kw)

    setattr(owner, name, wrapped)


def say(what: str, events: list[str]) -> None:
    os.write(1, (json.dumps([what, events]) + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("--round", type=int, required=True)
    parser.add_argument("--writer", default="a")
    parser.add_argument("--at", default="")
    parser.add_argument("--pause-there", action="store_true")
    parser.add_argument("--turns", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--background", action="store_true")
    options = parser.parse_args()
    if options.at:
        step, _, times = options.at.partition(":")
        arm(step, int(times), pause if options.pause_there else die)
    memory = EywaMemory(options.root, background=options.background)
    say("ready", [])
    end = time.monotonic() + options.seconds
    for turn in range(options.turns):
        if time.monotonic() >= end:
            break
        drafts = [
            draft(f"{options.writer}-{options.round}-{turn}-{k}") for k in range(1 + turn % 3)
        ]
        events = [str(item["event_id"]) for item in drafts]
        say("try", events)
        memory.append_many(drafts)
        say("ack", events)
        if not options.background:
            memory.index()
        time.sleep(options.pause)
    memory.close()
    say("closed", [])


if __name__ == "__main__":
    main()
