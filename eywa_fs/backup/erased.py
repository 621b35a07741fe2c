"""What was erased after a backup stays erased when it is restored."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from eywa_fs.backup.cut import ERASURE_LOG, only_grows
from eywa_fs.backup.manifest import Head
from eywa_fs.backup.vault import Vault, newest_whole
from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest
from eywa_fs.truth import erasures
from eywa_fs.truth.erasures import Erasure, Log, Range
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
    found = [] if extra is None else [erasures.read_file(extra)]
    texts = [vault.erasures() or b""]
    newest, unread = newest_whole(vault, [known for known in vault.ids() if known > head.id])
    if newest is not None:
        texts += [vault.content(newest[0], f) for f in newest[1] if f.path == ERASURE_LOG]
    return found + [_parsed(text) for text in texts if text], unread


def _parsed(text: bytes) -> Log:
    with tempfile.TemporaryDirectory(prefix="eywa-erasures-") as folder:
        path = Path(folder) / "erasures.jsonl"
        path.write_bytes(text)
        return erasures.read_file(path)


def replay(layout: Layout, logs: Sequence[Log], clock: Clock) -> tuple[int, list[str]]:
    """Apply the erasures of a restored root's own log, and of later ones.

    A decision that the restored log lacks is appended to it: the next indexer finishes it there,
    with a certificate. A range that a file is too short for is erased as far as it goes. A file in
    which an erased range does not stand any more (Markdown that was edited in between) is taken
    out, since nobody can tell where the erased text stands in it.

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
    finally:
        journal.close()
    withheld: set[str] = set()
    for erasure in decisions.values():
        for part in _parts(erasure):
            path = part.ranges[0].path
            size = _size(layout, path)
            if size is None or not (clipped := _clipped(part, size)).ranges:
                continue
            if None in erasures.overwrite(layout, clipped):
                layout.absolute(path).unlink()
                withheld.add(path)
    return len(decisions), sorted(withheld)


def _parts(erasure: Erasure) -> list[Erasure]:
    """The same decision, one part for each file."""
    paths = dict.fromkeys(at.path for at in erasure.ranges)
    return [
        replace(erasure, ranges=tuple(at for at in erasure.ranges if at.path == path))
        for path in paths
    ]


def _size(layout: Layout, path: str) -> int | None:
    try:
        return os.lstat(layout.absolute(path)).st_size
    except OSError:
        return None


def _clipped(part: Erasure, size: int) -> Erasure:
    """A decision about one log, as far as the log goes; a Markdown file is taken whole or not."""
    path = part.ranges[0].path
    if not only_grows(path) or all(at.end <= size for at in part.ranges):
        return part
    ranges = tuple(
        Range(path, at.start, min(at.end, size)) for at in part.ranges if at.start < size
    )
    links = dict(part.links)
    if path in links:
        links[path] = links[path][: len(ranges)]
    return replace(part, ranges=ranges, links=links)
