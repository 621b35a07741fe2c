"""What was erased after a backup stays erased when it is restored."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from eywa_fs.backup.cut import ERASURE_LOG, only_grows
from eywa_fs.backup.manifest import Head
from eywa_fs.backup.vault import Vault
from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest
from eywa_fs.truth import erasures
from eywa_fs.truth.erasures import Erasure, Log, Range, Restored, clipped
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout


def later_logs(vault: Vault, head: Head, extra: Path | None) -> tuple[list[Log], list[str]]:
    """The logs of erasures that may be newer than a backup's own: of the newest backup at the same
    place that can be read, the one beside the backups, and the file ``extra``. And the ids of newer
    backups that cannot be read.

    Raises:
        BadRequest: the file is not there.
        BackupDamaged: the newest log cannot be read.
    """
    if extra is not None and not extra.is_file():
        raise BadRequest(f"there is no log of erasures at {extra}")
    found = [] if extra is None else [erasures.read_file(extra, whole=True)]
    texts = [vault.erasures()]
    newest, unread = vault.newest_whole(head.id)
    if newest is not None:
        texts += [vault.content(newest[0], f) for f in newest[1] if f.path == ERASURE_LOG]
    return found + [erasures.parsed(text, whole=True) for text in texts if text], unread


def replay(layout: Layout, logs: Sequence[Log], clock: Clock) -> tuple[int, list[str]]:
    """Apply the erasures of a restored root's own log, and of later ones.

    A decision that the restored log lacks is appended to it: the next indexer finishes it there,
    with a certificate. A range that a file is too short for is erased as far as it goes, and the
    log says how far that is: what is appended there later is something else. A file in which an
    erased range does not stand any more (Markdown that was edited in between) is taken out, since
    nobody can tell where the erased text stands in it.

    Returns:
        How many erasures were applied, and the files that were taken out.

    Raises:
        TruthWriteError: a file cannot be overwritten.
    """
    own = erasures.read(layout)
    decisions = dict(own.erasures)
    journal = Journal(layout, clock=clock)
    try:
        for log in logs:
            for name, erasure in log.erasures.items():
                if name not in decisions:
                    decisions[name] = erasure
                    erasures.write(journal, erasure)
        for name, erasure in decisions.items():
            ends = _ends(layout, erasure)
            decisions[name] = clipped(erasure, ends)
            if decisions[name].ranges != erasure.ranges:
                erasures.write(journal, Restored(name, clock(), ends))
    finally:
        journal.close()
    withheld: set[str] = set()
    for erasure in decisions.values():
        for part in _parts(erasure):
            path = part.ranges[0].path
            if (layout.root / path).exists() and None in erasures.overwrite(layout, part):
                layout.absolute(path).unlink()
                withheld.add(path)
    return len(decisions), sorted(withheld)


def _parts(erasure: Erasure) -> list[Erasure]:
    """The same decision, one part for each file."""
    by_path: dict[str, list[Range]] = defaultdict(list)
    for at in erasure.ranges:
        by_path[at.path].append(at)
    return [replace(erasure, ranges=tuple(ranges)) for ranges in by_path.values()]


def _ends(layout: Layout, erasure: Erasure) -> dict[str, int]:
    """How long the logs are that a decision is about and that are shorter than it takes them for;
    a Markdown file is taken whole or not."""
    reach: dict[str, int] = {}
    for at in erasure.ranges:
        reach[at.path] = max(at.end, reach.get(at.path, 0))
    ends = {path: _size(layout, path) for path in reach if only_grows(path)}
    return {path: end for path, end in ends.items() if end < reach[path]}


def _size(layout: Layout, path: str) -> int:
    r"""How long a log is without a last ``\n``; 0 where there is none."""
    try:
        with layout.absolute(path).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            return size - (os.pread(file.fileno(), 1, max(0, size - 1)) == b"\n")
    except OSError:
        return 0
