"""Restoring a backup into a new root: beside it first, every byte proved, renamed when complete."""

from __future__ import annotations

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eywa_fs.backup import erased
from eywa_fs.backup.manifest import FileEntry, Head, Piece, damaged
from eywa_fs.backup.opening import open_vault
from eywa_fs.backup.scratch import scratch
from eywa_fs.backup.vault import Vault
from eywa_fs.clock import Clock, system_clock
from eywa_fs.durable import FILE_MODE, FOLDER_MODE, sync_folder
from eywa_fs.errors import BadRequest, TruthWriteError
from eywa_fs.model.plain import AsDict
from eywa_fs.model.reports import Progress
from eywa_fs.truth.auditlog import accepted_breaks, broken_links
from eywa_fs.truth.chain import FOREIGN
from eywa_fs.truth.codec import records_in
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
    applied, see :func:`eywa_fs.backup.erased.replay`. All of it happens in a folder beside the
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
    logs, unread = erased.later_logs(vault, head, extra)
    beside = f".{target.name}.restoring-"  # on the same disk
    with _explained(target), scratch(target.parent, beside) as unfinished:
        _fetch(vault, head, files, unfinished, progress)
        _prove(head, files, unfinished)
        layout = Layout(unfinished)
        (unfinished / "tenants").mkdir(exist_ok=True)
        applied, withheld = erased.replay(layout, logs, clock)
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
    with ThreadPoolExecutor(_SYNCED_AT_ONCE) as pool:
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
