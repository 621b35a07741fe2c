"""What belongs to a backup, in which order it is looked at, and where a growing file is cut.

Everything below the root but ``.index`` and unfinished files is truth. What speaks of something is
looked at before what it speaks of: audit entries, then decisions, then records, and of one log the
newest day first. So a decision that is in a backup has its record there too. The log of erasures is
read last of all: the bytes of an erased range are then covered by a line of that log, whenever they
were read (docs/decisions/0025-backup.md).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from eywa_fs.backup.manifest import Seen
from eywa_fs.durable import is_unfinished
from eywa_fs.lockfile import lock, unlock
from eywa_fs.truth import erasures
from eywa_fs.truth.layout import Layout, is_text

_PATIENCE_S = 5.0
"""How long a writer that holds a file is waited for; its file is cut at a line's end then."""
_SETTLED_NS = 3_000_000_000
"""A file that was left alone for so long gets another time with its next change: longer than the
coarsest tick of a file system's clock, 2 s."""
_TAIL = 1 << 16


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something below the root that no backup holds, and why."""

    path: str
    why: str


def truth_files(layout: Layout) -> tuple[list[str], list[Skipped]]:
    """The paths of all files of the truth in the order in which they are to be looked at, the log
    of erasures left out; and what is no file. ``TruthReadError`` where a folder cannot be
    listed."""
    found: list[str] = []
    skipped: list[Skipped] = []
    for rel, kind in _walk(layout):
        if kind == "file" and rel != erasures.LOG:
            found.append(rel)
        elif kind != "file":
            skipped.append(Skipped(rel, kind))
    return sorted(sorted(found, reverse=True), key=_rank), skipped


def only_grows(rel: str) -> bool:
    """Whether a file is one that is only appended to."""
    return rel.endswith(".jsonl")


def _rank(rel: str) -> int:
    parts = rel.split("/")
    if parts[0] == "audit":
        return 0
    if len(parts) > 4 and parts[4] == "decisions":
        return 1
    return 2 if only_grows(rel) else 3


def _walk(layout: Layout) -> Iterator[tuple[str, str]]:
    """Paths below the root, and ``file`` or why they are none."""
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(layout.root / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if layout.is_absence(error):
                continue
            raise layout.unlisted(folder or str(layout.root), error) from None
        for entry in found:
            rel = f"{folder}/{entry.name}" if folder else entry.name
            if rel == layout.index.name or is_unfinished(entry.name):
                continue
            if not is_text(rel):
                yield rel.encode("utf-8", "backslashreplace").decode(), "its name is not UTF-8"
            elif entry.is_symlink():
                yield rel, "a symbolic link"
            elif entry.is_dir(follow_symlinks=False):
                pending.append(rel)
            elif entry.is_file(follow_symlinks=False):
                yield rel, "file"
            else:
                yield rel, "no regular file"


class Look(NamedTuple):
    """A file's size, and how it looks while it has those bytes (``None``: it just changed)."""

    size: int
    seen: Seen | None


def look(state: os.stat_result) -> Look:
    """What ``lstat`` or ``fstat`` says of a file."""
    changed = max(state.st_mtime_ns, state.st_ctime_ns)
    settled = time.time_ns() - changed > _SETTLED_NS
    seen = (state.st_mtime_ns, state.st_ctime_ns, state.st_ino, state.st_dev)
    return Look(state.st_size, seen if settled else None)


def cut(fd: int, rel: str) -> Look:
    """Where an open file is cut: at its end while no writer holds it, so that nobody's line is cut
    in two. A tail without an end is then one that a crash or a foreign writer left, and is kept.

    Where a writer keeps its lock for seconds, or there are no locks, a log is cut behind its last
    complete line.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            lock(fd, shared=True, wait=False)
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(0.005)
                continue
        except OSError:
            pass  # the file system does not lock
        else:
            try:
                return look(os.fstat(fd))
            finally:
                unlock(fd)
        found = look(os.fstat(fd))
        return Look(_last_line_end(fd, found.size), None) if only_grows(rel) else found


def _last_line_end(fd: int, size: int) -> int:
    """The offset behind the last ``\\n``; 0 where there is none."""
    end = size
    while end > 0:
        start = max(0, end - _TAIL)
        at = os.pread(fd, end - start, start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
