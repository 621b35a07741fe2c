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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

from durability.records import draft
from proving import arm, die

from eywa_fs.memory import EywaMemory
from eywa_fs.truth.appendfile import AppendFile

_COMMIT = "eywa_fs.ingest.commit:Committer"

PLACES = {
    "append": "eywa_fs.memory:EywaMemory.append_many",
    "write": "eywa_fs.truth.appendfile:AppendFile._write_all",
    "scan": "eywa_fs.ingest.worker:Worker.scan",
    "claim": "eywa_fs.catalog.outbox:claim",
    "commit": f"{_COMMIT}.begin",
    "embedding": "eywa_fs.embedding.cached:EmbeddingCache.get_many",
    "vectors": f"{_COMMIT}._upsert",
    "words": "eywa_fs.index.words:WordIndex.apply",
    "catalog": f"{_COMMIT}._record",
    "documents": "eywa_fs.catalog.docs:put",
    "manifest": "eywa_fs.catalog.files:put",
    "ack": "eywa_fs.catalog.outbox:acknowledge",
    "removal": f"{_COMMIT}.remove_physically",
    "new_generation": "eywa_fs.generations.pointer:create",
    "switch": "eywa_fs.generations.pointer:switch",
    "seal": "eywa_fs.generations.generation:Generation.close",
}
STEPS = {
    f"{when}_{name}": f"{when} {at}" for name, at in PLACES.items() for when in ("before", "after")
}
STEPS |= dict.fromkeys(("torn_write", "before_sync"), STEPS["before_write"])
"""Steps by what is about to be called, or has just returned. ``documents``, ``manifest`` and
``ack`` stand inside the catalog's transaction, ``after_catalog`` behind its commit."""


def half_a_write(file: AppendFile, fd: int, data: bytes, before: int) -> None:
    os.write(fd, data[: len(data) // 2])
    die()


def write_without_sync(file: AppendFile, fd: int, data: bytes, before: int) -> None:
    os.write(fd, data)
    die()


INSTEAD = {"torn_write": half_a_write, "before_sync": write_without_sync}
"""What is done at some steps before it dies."""


def pause(*args: object, **named: object) -> None:
    """Stand still until somebody sends SIGCONT."""
    os.kill(os.getpid(), signal.SIGSTOP)


LEAST_TURNS = 9
"""Eighteen records: a slow host takes longer than the seconds it was told."""


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
        act = pause if options.pause_there else INSTEAD.get(step)
        arm(STEPS[step], int(times), act)
    memory = EywaMemory(options.root, background=options.background)
    say("ready", [])
    end = time.monotonic() + options.seconds
    for turn in range(options.turns):
        if time.monotonic() >= end and turn >= LEAST_TURNS:
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
