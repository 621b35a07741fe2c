"""Restoring a backup into a new root: beside it first, every byte proved, renamed when complete."""

from __future__ import annotations

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from eywa_fs.backup.cut import only_grows
from eywa_fs.backup.manifest import FileEntry, Head, Piece, damaged
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.scratch import scratch
from eywa_fs.backup.vault import Vault
from eywa_fs.clock import Clock, system_clock
from eywa_fs.durable import FILE_MODE, FOLDER_MODE, sync_folder
from eywa_fs.errors import BadRequest, TruthWriteError
from eywa_fs.model.plain import AsDict
from eywa_fs.model.reports import Progress
from eywa_fs.pool import Pool
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import accepted_breaks, broken_links
from eywa_fs.truth.chain import FOREIGN
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.erasures import Erasure, Log, Restored, clipped
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import MAX_TIMESTAMP, Layout, TruthPath

_SYNCED_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class RestoreReport(AsDict):
    """What was restored.

    Attributes:
        id, at: the backup, and when it had begun (epoch milliseconds).
        made_of: the root it was made of.
        records, other_lines: lines of sessions and decisions that are records, and that are none
            (erased, torn, or no record in the source either).
        erasures: how many erasures were applied, the backup's own included.
        withheld: files that were left out, because something in them was erased after the backup
            and nobody can tell where.
        unread: newer backups that are damaged: erasures that only they know of were not applied.
        broken: places where a linked log is not as it was written, as in the source.
    """

    id: str
    at: int
    root: str
    made_of: str
    files: int
    bytes: int
    records: int
    other_lines: int
    erasures: int
    withheld: tuple[str, ...]
    unread: tuple[str, ...]
    broken: tuple[str, ...]
    seconds: float
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        """Whether all of the backup is there, all erasures are known, and its logs are whole."""
        return not (self.withheld or self.unread or self.broken)


def restore(
    root: str | Path,
    source: str | Path,
    *,
    key_file: str | Path | None = None,
    backup: str | None = None,
    at: int | None = None,
    erasures: str | Path | None = None,
    clock: Clock = system_clock,
    progress: Progress | None = None,
) -> RestoreReport:
    """Restore a backup into a data root that is not there yet, or is an empty folder.

    Each chunk and each file is proved by its hash. Erasures that were decided after the backup are
    applied: what was erased stays erased. All of it happens in a folder beside the
    root, which takes the root's name at the end: a crash leaves no root, and the next restore
    removes what was begun.

    Args:
        source: the folder or URL that the backups were made to.
        backup: an id; by default the newest one.
        at: epoch milliseconds: the newest one that had begun by then.
        erasures: a further log of erasures to apply.
        progress: called with (bytes done, bytes in all).

    Raises:
        BadRequest: the root holds files already, or both ``backup`` and ``at`` are given.
        NotFound: there is no such backup.
        KeyRefused: the key is missing or wrong.
        BackupDamaged: a byte is not as it was written, or a file would leave the root.
        TruthWriteError: the root cannot be written.
        DependencyUnavailable: the place cannot be read.
    """
    if backup is not None and at is not None:
        raise BadRequest("give the id of a backup or a time, not both")
    if at is not None and not 0 <= at <= MAX_TIMESTAMP:
        raise BadRequest(f"at is {at}: give epoch milliseconds, 0 to {MAX_TIMESTAMP}")
    target = Path(os.path.realpath(Path(root).expanduser()))
    refuse_used(target)
    vault = open_vault(source, key_file)
    return restore_from(vault, vault.choose(backup, at), target, erasures, clock, progress)


def restore_from(
    vault: Vault,
    head: Head,
    target: Path,
    more_erasures: str | Path | None,
    clock: Clock,
    progress: Progress | None = None,
) -> RestoreReport:
    """:func:`restore` of a backup that was chosen."""
    began = time.monotonic()
    files = vault.files(head)
    extra = None if more_erasures is None else Path(more_erasures).expanduser()
    logs, unread = _later_logs(vault, head, extra)
    beside = scratch(target.parent, ".restoring-", target.name)  # on the same disk
    with _explained(target), beside as unfinished:
        _fetch(vault, head, files, unfinished, progress)
        _prove(head, files, unfinished)
        layout = Layout(unfinished)
        (unfinished / "tenants").mkdir(exist_ok=True)
        applied, withheld = _replay(layout, logs, clock)
        records, others = _count(layout)
        broken = _broken(layout)
        layout.close()
        _sync(unfinished)
        refuse_used(target)
        os.rename(unfinished, target)
        sync_folder(target.parent)
    report = RestoreReport(
        head.id, head.at, str(target), head.root.path, head.files - len(withheld), head.bytes,
        records, others, applied, tuple(withheld), tuple(unread), broken,
        round(time.monotonic() - began, 3),
    )  # fmt: skip
    _note(report, vault, clock)
    return report


def _later_logs(vault: Vault, head: Head, extra: Path | None) -> tuple[list[Log], list[str]]:
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
        texts += [vault.content(newest[0], f) for f in newest[1] if f.path == erasures.LOG]
    return found + [erasures.parsed(text, whole=True) for text in texts if text], unread


def _replay(layout: Layout, logs: Sequence[Log], clock: Clock) -> tuple[int, list[str]]:
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
        there = tuple(at for at in erasure.ranges if layout.absolute(at.path).exists())
        hashes = erasures.overwrite(layout, replace(erasure, ranges=there))
        withheld |= {at.path for at, found in zip(there, hashes, strict=True) if found is None}
    for path in withheld:
        layout.absolute(path).unlink()
    return len(decisions), sorted(withheld)


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


def refuse_used(target: Path) -> None:
    """Refuse a root that holds anything."""
    try:
        if target.exists() and not target.is_dir():
            raise BadRequest(f"{target} is no folder: restore into a new --root")
        used = target.exists() and any(target.iterdir())
    except OSError as error:
        raise BadRequest(f"{target} cannot be looked at: {error.strerror}") from None
    if used:
        raise BadRequest(
            f"{target} is not empty: restore into a new --root, or move that folder away first"
        )


def _fetch(
    vault: Vault, head: Head, files: Sequence[FileEntry], folder: Path, progress: Progress | None
) -> None:
    """Write the pieces of every chunk to where they belong, each chunk read once."""
    by_chunk: dict[int, list[tuple[FileEntry, int, Piece]]] = defaultdict(list)
    for file in files:
        place = folder / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(exist_ok=False)
        offset = 0
        for piece in file.pieces:
            by_chunk[piece.chunk].append((file, offset, piece))
            offset += piece.size
    done = 0
    for number in sorted(by_chunk):
        data = vault.chunk(head.chunks[number])
        for file, offset, piece in by_chunk[number]:
            _put(folder / file.path, offset, data[piece.start : piece.start + piece.size])
            done += piece.size
        if progress is not None:
            progress(done, head.bytes)


def _put(place: Path, offset: int, data: bytes) -> None:
    with open(place, "r+b") as file:
        file.seek(offset)
        file.write(data)


def _prove(head: Head, files: Sequence[FileEntry], folder: Path) -> None:
    """Hold what stands in the files now against their SHA-256."""
    for file in files:
        with open(folder / file.path, "rb") as opened:
            if hashlib.file_digest(opened, "sha256").hexdigest() != file.sha256:
                raise damaged(head.id, f"{file.path} does not have its SHA-256")


def _sync(folder: Path) -> None:
    """Make everything below a folder its user's alone, and durable, several at a time: the disk
    takes them together."""
    places = [Path(place) for place, _, _ in os.walk(folder)]
    files = [Path(place, name) for place, _, names in os.walk(folder) for name in names]
    with Pool(_SYNCED_AT_ONCE) as pool:
        for _ in pool.map(_sync_file, files):
            pass
        for _ in pool.map(_sync_folder, places):
            pass


def _sync_file(path: Path) -> None:
    with open(path, "rb") as opened:
        os.chmod(opened.fileno(), FILE_MODE)
        os.fsync(opened.fileno())


def _sync_folder(path: Path) -> None:
    path.chmod(FOLDER_MODE)
    sync_folder(path)


def _count(layout: Layout) -> tuple[int, int]:
    """Lines that are records, and lines that are none; reads every line."""
    records = others = 0
    for truth in layout.walk():
        if isinstance(truth, TruthPath) and truth.kind != "longterm":
            for line, record in records_in(layout, truth):
                records += record is not None
                others += record is None and bool(line.data.strip())
    return records, others


def _broken(layout: Layout) -> tuple[str, ...]:
    """Places where a log is not as eywa wrote it and nobody has accepted it."""
    found = [one for one in broken_links(layout) if one.why != FOREIGN]
    accepted = accepted_breaks(layout) if found else set()
    places = ((f"{one.path}:{one.line}", one.found) for one in found)
    return tuple(where for where, line in places if (where, line) not in accepted)


def _note(report: RestoreReport, vault: Vault, clock: Clock) -> None:
    """Say in the new root's audit trail where it comes from."""
    layout = Layout(report.root)
    journal = Journal(layout, clock=clock)
    what: Mapping[str, Any] = {"id": report.id, "at": report.at, "files": report.files}
    journal.audit("restored", vault.place.shown, reason="restore", after=what)
    journal.close()
    layout.close()


@contextmanager
def _explained(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TruthWriteError(
            f"nothing was restored to {target}: {error.strerror or error}"
        ) from None
