"""Starting, killing and judging the processes of the durability tests."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import forked
from corpus import catalog_of, keep_vectors, warm_up
from durability.records import draft

from eywa_fs.catalog import docs
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout, TruthPath

CHILD = Path(__file__).with_name("child.py")


@dataclass
class Told:
    """What the processes said of their records before they died."""

    tried: set[str] = field(default_factory=set)
    acknowledged: set[str] = field(default_factory=set)
    torn: int = 0

    def note(self, line: str) -> None:
        what, events = json.loads(line)
        if what == "try":
            self.tried.update(events)
        elif what == "ack":
            self.acknowledged.update(events)


class Child(forked.Child):
    """A running child process of these tests."""

    def __init__(self, root: Path, told: Told, *options: str) -> None:
        super().__init__(str(CHILD), str(root), *options)
        self._told = told

    def finish(self) -> subprocess.CompletedProcess[str]:
        """Wait for the end and note what it told; the exit code is -9 when it was killed."""
        done = self.ended()
        for line in done.stdout.splitlines():
            self._told.note(line)
        return done


def killed_at(root: Path, told: Told, number: int, step: str) -> None:
    """Run a process that dies at ``step:n``."""
    child = Child(root, told, "--round", str(number), "--at", step, "--turns", "12")
    done = child.finish()
    assert done.returncode == -signal.SIGKILL, f"{step}: {done}"
    told.torn += step.startswith("torn_write")


def killed_after(root: Path, told: Told, number: int, seconds: float, *options: str) -> None:
    """Run a process and kill it when it has worked for some time."""
    child = Child(root, told, "--round", str(number), *options)
    child.wait_ready()
    time.sleep(seconds)
    child.process.kill()
    done = child.finish()
    assert done.returncode == -signal.SIGKILL, done
    told.torn += 1  # a write may be cut anywhere


def check(root: Path, scratch: Path, warm_cache: Path, told: Told) -> None:
    """Restart over what the dead left behind, and hold it against what they acknowledged.

    Every acknowledged record is in the truth and in the index once, none that nobody wrote is,
    and an index made from nothing is the same as the one that survived."""
    written = _check_truth(root, told)
    with EywaMemory(root, background=False) as memory:
        memory.index()
        survived = _digest(memory)
        indexed = _indexed(memory)
        waiting = memory.outbox()
        report = memory.verify(deep=True)
    assert indexed == Counter(written)
    assert not waiting
    assert report.ok and not report.counts.get("not_indexed_yet"), report.as_dict()
    keep_vectors(root, warm_cache)
    assert rebuilt_digest(root, scratch, warm_cache) == survived


def rebuilt_digest(root: Path, scratch: Path, warm_cache: Path) -> str:
    """The digest of an index that is made from a copy of the truth alone."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(root / "tenants", scratch / "tenants")
    warm_up(scratch, warm_cache)
    with EywaMemory(scratch, background=False) as memory:
        memory.index()
        return _digest(memory)


def _check_truth(root: Path, told: Told) -> list[str]:
    """The records in the files: each one whole, at most once, and every acknowledged one."""
    found: list[str] = []
    malformed = 0
    layout = Layout(root)
    for truth in layout.walk():
        if not isinstance(truth, TruthPath) or truth.kind != "session":
            continue
        for line, record in records_in(layout, truth):
            if record is None:
                malformed += bool(line.data.strip())
            elif record.event_id.count("-") == 3:  # else a foreign writer's
                expected = draft(record.event_id)
                assert record.content == expected["content"]
                assert record.session_id == expected["session_id"]
                found.append(record.event_id)
    assert len(found) == len(set(found)), "a record stands in the truth twice"
    assert told.acknowledged <= set(found), sorted(told.acknowledged - set(found))
    assert set(found) <= told.tried
    assert malformed <= told.torn
    return found


def _indexed(memory: EywaMemory) -> Counter[str]:
    with catalog_of(memory).read() as connection:
        events = [row.event_id for row in docs.every(connection)]
    return Counter(event for event in events if event.count("-") == 3)


def _digest(memory: EywaMemory) -> str:
    with catalog_of(memory).read() as connection:
        return docs.digest(connection)
