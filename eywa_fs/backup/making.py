"""Making a backup: look at every file, read what is new, store it in chunks, write the head last.

The bytes that are new since the newest backup go, one file after the other, into chunks of 4 MiB; a
file that only grew keeps its old pieces and gets one for its new bytes. A file whose earlier bytes
changed (it was edited, or records in it were erased) is stored anew, and so is whatever shares a
chunk with its old bytes: once the older backups are pruned, nothing holds what was erased.
"""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from eywa_fs.backup import cut, manifest
from eywa_fs.backup.cut import Skipped
from eywa_fs.backup.manifest import Chunk, FileEntry, Head, Piece, RootIdentity, Seen
from eywa_fs.backup.places import FolderPlace, Place
from eywa_fs.backup.vault import Pruned, Vault
from eywa_fs.clock import Clock
from eywa_fs.errors import BadRequest, DependencyUnavailable, TruthReadError
from eywa_fs.model.plain import AsDict
from eywa_fs.model.reports import Progress
from eywa_fs.truth import erasures
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import read_blocks, reading

if TYPE_CHECKING:
    from hashlib import _Hash

_LOG = logging.getLogger(__name__)

CHUNK_BYTES = 4 << 20
MOST_PIECES = 64
"""A file of more pieces is stored anew, in few: reading it must not take hundreds of chunks."""


@dataclass(frozen=True, slots=True)
class BackupReport(AsDict):
    """A backup that was made.

    Attributes:
        at: when it began, epoch milliseconds: what was acknowledged before is in it.
        to: where it is, without credentials.
        files, bytes: what it holds.
        read: bytes that were read to make it.
        new_chunks, new_bytes: what it added there.
        skipped: what is below the root and in no backup, and why.
        pruned: what was taken away afterwards, where that was asked for.
        problems: what failed once the backup was there, and hurts none: what could not be removed,
            and why not all was taken away that was to be.
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
    problems: tuple[str, ...] = ()


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


def make_backup(
    layout: Layout, vault: Vault, *, clock: Clock, progress: Progress | None = None
) -> BackupReport:
    """See :meth:`EywaMemory.backup`. A crash leaves chunks that the next backup uses, and no
    backup; ``RootLost`` and ``TruthReadError`` where the root is gone, or a file cannot be read."""
    if not layout.root.is_dir():
        raise BadRequest(f"there is no memory at {layout.root} to make a backup of")
    layout.refuse_lost()
    refuse_inside(layout, vault.place)
    with vault.place.using(alone=False) as busy:
        if busy:
            raise DependencyUnavailable(f"{vault.place.shown} is being pruned: try again. {busy}")
        return _Making(layout, vault, progress).make(clock())


def refuse_inside(layout: Layout, place: Place) -> None:
    """Refuse a folder inside the root: a backup that holds itself grows without end."""
    if isinstance(place, FolderPlace) and place.folder.is_relative_to(layout.root):
        raise BadRequest(f"{place.shown} lies in the data root: choose a place outside")


class _Making:
    """One backup while it is made."""

    def __init__(self, layout: Layout, vault: Vault, progress: Progress | None) -> None:
        self._layout = layout
        self._vault = vault
        self._progress = progress
        self._stored = vault.stored()
        self._before: Head | None = None
        self._files: dict[str, FileEntry] = {}  # those of the backup before
        self._same_root = False
        self._condemned: set[str] = set()  # its chunks on which nothing is built any more
        self._chunks: list[Chunk] = []
        self._numbers: dict[str, int] = {}
        self._pack = bytearray()
        self._packed: int | None = None  # the number of the chunk that is being filled
        self._read = self._done = self._total = 0
        self._new_chunks = self._new_bytes = 0

    def make(self, now: int) -> BackupReport:
        began = time.monotonic()
        root = _identity(self._layout)
        self._remember(root)
        paths, skipped = cut.truth_files(self._layout)
        plans = [plan for path in paths if (plan := self._plan(path))]
        for gone in self._files.keys() - {erasures.LOG, *(plan.path for plan in plans)}:
            self._condemn(self._files[gone])
        self._total = sum(plan.size for plan in plans)
        entries = []
        for _, alike in groupby(plans, key=lambda plan: cut.only_grows(plan.path)):
            entries += [entry for plan in alike if (entry := self._entry(plan))]
            self._flush()  # what is edited condemns no chunk of what only grows
        if log := self._plan(erasures.LOG):  # last: it covers what was erased meanwhile
            entries += filter(None, [self._entry(log)])
            self._flush()
        self._layout.refuse_lost()
        listing = self._put(manifest.encode_files(entries))
        head = Head(
            self._new_id(now), now, root, len(entries), sum(entry.size for entry in entries),
            tuple(self._chunks), listing,
        )  # fmt: skip
        self._vault.add(head)
        return BackupReport(
            head.id, now, self._vault.place.shown, head.files, head.bytes, self._read,
            self._new_chunks, self._new_bytes, round(time.monotonic() - began, 3), tuple(skipped),
        )  # fmt: skip

    def _new_id(self, now: int) -> str:
        """An id that sorts behind all that there are: where the clock was set back meanwhile, not
        the time orders them, and no older backup passes for the newest."""
        newest = max(map(manifest.began, self._vault.ids()), default=0)
        if newest >= now:
            _LOG.warning(
                "a backup at %s is dated ahead of the clock; this one is named behind it",
                self._vault.place.shown,
            )
        return manifest.new_id(max(now, newest + 1))

    def _remember(self, root: RootIdentity) -> None:
        """Load the newest backup that can be read, of this memory."""
        found, _ = self._vault.newest_whole()
        if found is None:
            return
        self._before, files = found
        self._files = {entry.path: entry for entry in files}
        self._same_root = self._before.root == root
        if not self._same_root and not self._goes_on(files):
            raise BadRequest(
                f"{self._vault.place.shown} holds backups of another memory "
                f"({self._before.root.path}): choose another place"
            )

    def _goes_on(self, files: Sequence[FileEntry]) -> bool:
        """Whether a log of the backup is the beginning of one of this root: the same memory, moved
        or restored."""
        logs = [entry for entry in files if entry.path.endswith(".jsonl") and entry.size]
        for entry in logs:
            with self._opened(entry.path) as fd:
                if fd is not None and self._hash(fd, entry.size).hexdigest() == entry.sha256:
                    return True
        return not logs

    def _plan(self, path: str) -> _Plan | None:
        """What is to be done about a file; ``None`` if there is none any more."""
        old = self._files.get(path)
        try:
            state = os.lstat(self._layout.absolute(path))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise TruthReadError(f"{path} cannot be read: {error.strerror}") from None
        if not stat.S_ISREG(state.st_mode):
            return None
        known = old is not None and old.seen is not None and self._same_root
        if known and old is not None and (old.size, old.seen) == cut.look(state):
            return _Plan(path, old.size, old.seen, old, None)
        with self._opened(path) as fd:
            if fd is None:
                return None
            size, seen = cut.cut(fd, path)
            if old is not None and old.size <= size:
                hasher = self._hash(fd, old.size)
                if hasher.hexdigest() == old.sha256:
                    return _Plan(path, size, seen, old, hasher)
        if old is not None:
            self._condemn(old)
        return _Plan(path, size, seen, None, None)

    def _chunks_of(self, old: FileEntry) -> list[Chunk]:
        return [self._before.chunks[p.chunk] for p in old.pieces] if self._before else []

    def _condemn(self, old: FileEntry) -> None:
        """Build on no chunk that holds bytes of a file which no longer begins with them."""
        self._condemned.update(chunk.name for chunk in self._chunks_of(old))

    def _usable(self, old: FileEntry) -> bool:
        return len(old.pieces) <= MOST_PIECES and all(
            self._stored.get(chunk.name) == chunk.size and chunk.name not in self._condemned
            for chunk in self._chunks_of(old)
        )

    def _entry(self, plan: _Plan) -> FileEntry | None:
        """Store what is new of a file."""
        old = plan.old if plan.old is not None and self._usable(plan.old) else None
        pieces = [] if old is None else self._kept(old)
        if old is not None and (plan.hasher is None or old.size == plan.size):
            self._advance(plan.size)
            return FileEntry(plan.path, old.size, old.sha256, tuple(pieces), plan.seen)
        end = 0 if old is None else old.size
        hasher = hashlib.sha256() if old is None or plan.hasher is None else plan.hasher
        self._advance(end)
        with self._opened(plan.path) as fd:
            if fd is None:
                return None
            for block in self._blocks(fd, end, plan.size):
                hasher.update(block)
                end += len(block)
                self._add(block, pieces)
                self._advance(len(block))
        seen = plan.seen if end == plan.size else None
        return FileEntry(plan.path, end, hasher.hexdigest(), tuple(pieces), seen)

    def _kept(self, old: FileEntry) -> list[Piece]:
        """The pieces of a file in the newest backup, by the numbers of this one."""
        pieces = []
        for chunk, piece in zip(self._chunks_of(old), old.pieces, strict=True):
            number = self._numbers.setdefault(chunk.name, len(self._chunks))
            if number == len(self._chunks):
                self._chunks.append(chunk)
            pieces.append(piece._replace(chunk=number))
        return pieces

    @contextmanager
    def _opened(self, path: str) -> Iterator[int | None]:
        """The open file; ``None`` where it is gone."""
        with ExitStack() as stack:
            try:
                fd = stack.enter_context(reading(self._layout, path))
            except FileNotFoundError:
                fd = None
            yield fd

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

    def _add(self, block: bytes, pieces: list[Piece]) -> None:
        """Put bytes of a file into the chunk that is being filled, store it when it is full, and
        note where they are: behind the file's last piece, or as one more."""
        left = memoryview(block)
        while left:
            if self._packed is None:
                self._packed = len(self._chunks)
                self._chunks.append(Chunk("", 0))
            part = left[: CHUNK_BYTES - len(self._pack)]
            piece = Piece(self._packed, len(self._pack), len(part))
            if pieces and (pieces[-1].chunk, pieces[-1].start + pieces[-1].size) == piece[:2]:
                pieces[-1] = pieces[-1]._replace(size=pieces[-1].size + piece.size)
            else:
                pieces.append(piece)
            self._pack += part
            left = left[len(part) :]
            if len(self._pack) == CHUNK_BYTES:
                self._flush()

    def _flush(self) -> None:
        if self._packed is not None:
            self._chunks[self._packed] = self._put(bytes(self._pack))
            self._packed = None
            self._pack.clear()

    def _put(self, data: bytes) -> Chunk:
        chunk, written = self._vault.put(data, self._stored)
        if written:
            self._new_chunks += 1
            self._new_bytes += chunk.size
        return chunk

    def _advance(self, size: int) -> None:
        self._done += size
        if self._progress is not None:
            self._progress(min(self._done, self._total), self._total)


def _identity(layout: Layout) -> RootIdentity:
    found = os.stat(layout.root)
    return RootIdentity(str(layout.root), found.st_dev, found.st_ino)
