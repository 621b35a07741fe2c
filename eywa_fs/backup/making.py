"""Making a backup: look at every file, read what is new, store it in chunks, write the head last.

The bytes that are new since the newest backup go, one file after the other, into chunks of 4 MiB; a
file that only grew keeps its old pieces and gets one for its new bytes. A file whose earlier bytes
changed (it was edited, or records in it were erased) is stored anew, and so is whatever shares a
chunk with its old bytes: once the older backups are pruned, nothing holds what was erased.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from eywa_fs.backup import cut, manifest
from eywa_fs.backup.cut import ERASURE_LOG, Skipped
from eywa_fs.backup.manifest import Chunk, Chunks, FileEntry, Head, Piece, RootIdentity, Seen
from eywa_fs.backup.places import FolderPlace
from eywa_fs.backup.vault import Progress, Pruned, Vault, newest_whole
from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest, DependencyUnavailable, TruthReadError
from eywa_fs.model.plain import fields_of
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import open_truth, read_blocks

if TYPE_CHECKING:
    from hashlib import _Hash

CHUNK_BYTES = 4 << 20
MOST_PIECES = 64
"""A file of more pieces is stored anew, in few: reading it must not take hundreds of chunks."""


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A backup that was made.

    Attributes:
        at: when it began, epoch milliseconds: what was acknowledged before is in it.
        to: where it is, without credentials.
        files, bytes: what it holds.
        read: bytes that were read to make it.
        new_chunks, new_bytes: what it added there.
        skipped: what is below the root and in no backup, and why.
        pruned: what was taken away afterwards, where that was asked for.
    """

    id: str
    at: int
    to: str
    files: int
    bytes: int
    read: int
    new_chunks: int
    new_bytes: int
    seconds: float
    skipped: tuple[Skipped, ...]
    pruned: Pruned | None = None

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done about a file.

    ``old`` are its pieces in the newest backup whose bytes it still begins with (``None``: none);
    ``hasher`` has taken those bytes, or is ``None`` where the file is as it was.
    """

    path: str
    size: int
    seen: Seen | None
    old: FileEntry | None
    hasher: _Hash | None


@dataclass(slots=True)
class _Before:
    """The newest backup, and which of its chunks can still be relied on."""

    head: Head | None = None
    files: dict[str, FileEntry] = field(default_factory=dict)
    same_root: bool = False
    stored: Mapping[str, int] = field(default_factory=dict)
    condemned: set[str] = field(default_factory=set)

    def chunks_of(self, entry: FileEntry) -> list[Chunk]:
        return [] if self.head is None else [self.head.chunks[p.chunk] for p in entry.pieces]

    def usable(self, entry: FileEntry) -> bool:
        return len(entry.pieces) <= MOST_PIECES and all(
            self.stored.get(chunk.name) == chunk.size and chunk.name not in self.condemned
            for chunk in self.chunks_of(entry)
        )


def make_backup(
    layout: Layout, vault: Vault, *, clock: Clock, progress: Progress | None = None
) -> BackupReport:
    """Make one backup of the truth, while others append.

    Writes nothing below the root. A crash leaves chunks that the next backup uses, and no backup.

    Raises:
        BadRequest: the place lies in the root, or holds backups of another memory.
        RootLost, TruthReadError: the root is gone, or a file cannot be read.
        DependencyUnavailable: the place refuses.
    """
    if not layout.root.is_dir():
        raise BadRequest(f"there is no memory at {layout.root} to make a backup of")
    layout.refuse_lost()
    refuse_inside(layout, vault)
    with vault.place.using(alone=False) as free:
        if not free:
            raise DependencyUnavailable(f"{vault.place.shown} is being pruned: try again")
        return _Making(layout, vault, progress).make(clock())


def refuse_inside(layout: Layout, vault: Vault) -> None:
    """Refuse a folder inside the root: a backup that holds itself grows without end."""
    place = vault.place
    if isinstance(place, FolderPlace) and place.folder.is_relative_to(layout.root):
        raise BadRequest(f"{place.shown} lies in the data root: choose a place outside")


class _Making:
    """One backup while it is made."""

    def __init__(self, layout: Layout, vault: Vault, progress: Progress | None) -> None:
        self._layout = layout
        self._vault = vault
        self._progress = progress
        self._stored = vault.stored()
        self._before = _Before(stored=self._stored)
        self._chunks = Chunks()
        self._pack = bytearray()
        self._packed: int | None = None
        self._read = self._done = self._total = 0
        self._new_chunks = self._new_bytes = 0

    def make(self, now: int) -> BackupReport:
        began = time.monotonic()
        root = _identity(self._layout)
        self._remember(root)
        paths, skipped = cut.truth_files(self._layout)
        plans = [plan for path in paths if (plan := self._plan(path))]
        for gone in self._before.files.keys() - {ERASURE_LOG, *(plan.path for plan in plans)}:
            self._condemn(self._before.files[gone])
        self._total = sum(plan.size for plan in plans)
        entries = []
        for _, alike in groupby(plans, key=lambda plan: cut.only_grows(plan.path)):
            entries += [entry for plan in alike if (entry := self._entry(plan))]
            self._flush()  # what is edited condemns no chunk of what only grows
        if erasures := self._plan(ERASURE_LOG):  # last: it covers what was erased meanwhile
            entries += filter(None, [self._entry(erasures)])
            self._flush()
        self._layout.refuse_lost()
        listing, _ = self._put(manifest.encode_files(entries))
        head = Head(
            manifest.new_id(now), now, root, len(entries), sum(entry.size for entry in entries),
            self._chunks.named(), listing,
        )  # fmt: skip
        self._vault.add(head)
        return BackupReport(
            head.id, now, self._vault.place.shown, head.files, head.bytes, self._read,
            self._new_chunks, self._new_bytes, round(time.monotonic() - began, 3), tuple(skipped),
        )  # fmt: skip

    def _remember(self, root: RootIdentity) -> None:
        """Load the newest backup that can be read, of this memory."""
        found, _ = newest_whole(self._vault, self._vault.ids())
        if found is None:
            return
        head, files = found
        self._before.head = head
        self._before.files = {entry.path: entry for entry in files}
        self._before.same_root = head.root == root
        if not self._before.same_root and not self._goes_on(files):
            raise BadRequest(
                f"{self._vault.place.shown} holds backups of another memory "
                f"({head.root.path}): choose another place"
            )

    def _goes_on(self, files: Sequence[FileEntry]) -> bool:
        """Whether a log of the backup is the beginning of one of this root: the same memory, moved
        or restored."""
        logs = [entry for entry in files if entry.path.endswith(".jsonl") and entry.size]
        for entry in logs:
            fd = self._open(entry.path)
            if fd is not None:
                try:
                    if self._hash(fd, entry.size).hexdigest() == entry.sha256:
                        return True
                finally:
                    os.close(fd)
        return not logs

    def _plan(self, path: str) -> _Plan | None:
        """What is to be done about a file; ``None`` if there is none any more."""
        old = self._before.files.get(path)
        try:
            state = os.lstat(self._layout.absolute(path))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise TruthReadError(f"{path} cannot be read: {error.strerror}") from None
        if not cut.is_regular(state):
            return None
        known = old is not None and old.seen is not None and self._before.same_root
        if known and old is not None and (old.size, old.seen) == cut.look(state):
            return _Plan(path, old.size, old.seen, old, None)
        fd = self._open(path)
        if fd is None:
            return None
        try:
            size, seen = cut.cut(fd, path)
            if old is not None and old.size <= size:
                hasher = self._hash(fd, old.size)
                if hasher.hexdigest() == old.sha256:
                    return _Plan(path, size, seen, old, hasher)
        finally:
            os.close(fd)
        if old is not None:
            self._condemn(old)
        return _Plan(path, size, seen, None, None)

    def _condemn(self, old: FileEntry) -> None:
        """Build on no chunk that holds bytes of a file which no longer begins with them."""
        self._before.condemned.update(chunk.name for chunk in self._before.chunks_of(old))

    def _entry(self, plan: _Plan) -> FileEntry | None:
        """Store what is new of a file."""
        old = plan.old if plan.old is not None and self._before.usable(plan.old) else None
        pieces = [] if old is None else self._kept(old)
        if old is not None and (plan.hasher is None or old.size == plan.size):
            self._advance(plan.size)
            return FileEntry(plan.path, old.size, old.sha256, tuple(pieces), plan.seen)
        start = 0 if old is None else old.size
        hasher = hashlib.sha256() if old is None or plan.hasher is None else plan.hasher
        self._advance(start)
        fd = self._open(plan.path)
        if fd is None:
            return None
        end = start
        try:
            for block in self._blocks(fd, start, plan.size):
                hasher.update(block)
                end += len(block)
                pieces += self._add(block)
                self._advance(len(block))
        finally:
            os.close(fd)
        seen = plan.seen if end == plan.size else None
        return FileEntry(plan.path, end, hasher.hexdigest(), tuple(_joined(pieces)), seen)

    def _kept(self, old: FileEntry) -> list[Piece]:
        """The pieces of a file in the newest backup, by the numbers of this one."""
        named = zip(self._before.chunks_of(old), old.pieces, strict=True)
        return [Piece(self._chunks.number(chunk), p.start, p.size) for chunk, p in named]

    def _open(self, path: str) -> int | None:
        try:
            return open_truth(self._layout, path)
        except FileNotFoundError:
            self._layout.refuse_lost()
            return None

    def _hash(self, fd: int, size: int) -> _Hash:
        hasher = hashlib.sha256()
        for block in self._blocks(fd, 0, size):
            hasher.update(block)
        return hasher

    def _blocks(self, fd: int, start: int, end: int) -> Iterator[bytes]:
        """The bytes of a file; where it was cut meanwhile, those that are there."""
        for block in read_blocks(fd, start, end):
            self._read += len(block)
            yield block

    def _add(self, block: bytes) -> Iterator[Piece]:
        """Put bytes into the chunk that is being filled, and store it when it is full."""
        left = memoryview(block)
        while left:
            if self._packed is None:
                self._packed = self._chunks.promise()
            part = left[: CHUNK_BYTES - len(self._pack)]
            yield Piece(self._packed, len(self._pack), len(part))
            self._pack += part
            left = left[len(part) :]
            if len(self._pack) == CHUNK_BYTES:
                self._flush()

    def _flush(self) -> None:
        if self._packed is not None:
            chunk, _ = self._put(bytes(self._pack))
            self._chunks.name(self._packed, chunk)
            self._packed = None
            self._pack.clear()

    def _put(self, data: bytes) -> tuple[Chunk, bool]:
        chunk, written = self._vault.put(data, self._stored)
        if written:
            self._new_chunks += 1
            self._new_bytes += chunk.size
        return chunk, written

    def _advance(self, size: int) -> None:
        self._done += size
        if self._progress is not None:
            self._progress(min(self._done, self._total), self._total)


def _joined(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The same pieces, those that adjoin in a chunk as one."""
    last: Piece | None = None
    for piece in pieces:
        if last and (last.chunk, last.start + last.size) == piece[:2]:
            last = Piece(last.chunk, last.start, last.size + piece.size)
            continue
        if last:
            yield last
        last = piece
    if last:
        yield last


def _identity(layout: Layout) -> RootIdentity:
    found = os.stat(layout.root)
    return RootIdentity(str(layout.root), found.st_dev, found.st_ino)
