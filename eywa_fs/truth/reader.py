"""Reading the truth: spans that prove themselves, and whole lines in order.

:meth:`OpenFiles.resolve` is the one verifier: search, ``verify`` and ``repair`` all call it. It
opens a file only if its path lies in the asked scope and no symbolic link leads to it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple, Self

import xxhash

from eywa_fs.errors import TruthReadError
from eywa_fs.hashing import content_hash
from eywa_fs.lockfile import AT_ONCE, NO_LINK
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.truth.layout import Layout

_BLOCK = 4 << 20
_READ_FLAGS = os.O_RDONLY | NO_LINK | AT_ONCE

MOST_OPEN = 32
"""Files that one answer holds open at a time."""

FileVersion = tuple[int, int, int, int]
"""Inode, size, modification and change time of a file: all that ``stat`` has to tell a change."""

Status = Literal["ok", "mismatch", "missing", "foreign", "unreadable"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an anchor points at now: ``data`` is set exactly when ``status`` is ``ok``."""

    status: Status
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One complete line, or several that belong together, without the last ``\\n``;
    ``number`` counts from 1, and is that of the first.
    """

    number: int
    byte_start: int
    data: bytes

    @property
    def byte_end(self) -> int:
        return self.byte_start + len(self.data)

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.number + self.data.count(b"\n")

    def anchor(self, rel: str, version: str = "") -> Anchor:
        hashed = content_hash(self.data)
        return Anchor(rel, version, self.number, self.last, self.byte_start, self.byte_end, hashed)


class FileState(NamedTuple):
    """What ``stat`` says of a truth file: enough to notice most changes without reading it."""

    size: int
    mtime_ns: int
    inode: int


UNSEEN = FileState(0, 0, 0)
"""Of a file that cannot be looked at: nobody knows whether it is there, so it is not gone."""


@contextmanager
def reading(layout: Layout, rel: str, *, walked: bool = False) -> Iterator[int]:
    """A truth file, open for reading by its descriptor.

    Args:
        walked: :meth:`Layout.walk` just came by this path, so its folders are no links.

    Raises:
        FileNotFoundError: there is no such file.
        TruthReadError: a symbolic link leads there, it is no regular file, or it can't be opened.
    """
    if not walked:
        if layout.follows_link(rel):
            raise TruthReadError(f"{rel} is reached through a symbolic link; it is not followed")
        layout.refuse_lost()
    fd, _ = _open_regular(layout, rel)
    try:
        yield fd
    finally:
        os.close(fd)


def read_whole(layout: Layout, rel: str) -> bytes:
    """All bytes of a truth file. Errors as of :func:`reading`."""
    with reading(layout, rel) as fd:
        return read_exactly(fd, 0, os.fstat(fd).st_size)


def _open_regular(layout: Layout, rel: str) -> tuple[int, os.stat_result]:
    try:
        fd = os.open(f"{layout.root}/{rel}", _READ_FLAGS)
    except OSError as error:
        if layout.is_absence(error):
            raise FileNotFoundError(rel) from None
        layout.refuse_lost()
        raise TruthReadError(f"{rel} cannot be opened: {error.strerror}") from None
    found = os.fstat(fd)
    if not stat.S_ISREG(found.st_mode):
        os.close(fd)
        raise TruthReadError(f"{rel} is not a regular file")
    return fd, found


def file_state(layout: Layout, rel: str) -> FileState | None:
    """The state of a truth file; ``None`` if there is none, :data:`UNSEEN` where that cannot be
    told."""
    try:
        found = os.stat(os.path.join(layout.root, rel), follow_symlinks=False)
    except OSError as error:
        return None if layout.is_absence(error) else UNSEEN
    if not stat.S_ISREG(found.st_mode):
        return None
    return FileState(found.st_size, found.st_mtime_ns, found.st_ino)


def is_gone(layout: Layout, rel: str) -> bool:
    """Whether there is no truth file of this path any more."""
    if layout.parse(rel) is None or layout.follows_link(rel):
        return True
    return file_state(layout, rel) is None


def other_names(layout: Layout, rel: str) -> int:
    """How many names a truth file has besides its own; 0 where there is no such file."""
    try:
        found = os.stat(os.path.join(layout.root, rel), follow_symlinks=False)
    except OSError:
        return 0
    return max(0, found.st_nlink - 1) if stat.S_ISREG(found.st_mode) else 0


def file_states(layout: Layout, scope: Scope | None = None) -> dict[str, FileState]:
    """The states of the truth files that are indexed, of one scope or of all, by path;
    ``TruthReadError`` where a folder cannot be listed."""
    items = layout.every_file() if scope is None else layout.scope_files(scope)
    found = ((item.rel, file_state(layout, item.rel)) for item in items if item.indexed)
    return {path: state for path, state in found if state is not None}


class OpenFiles:
    """The truth files of one scope that one answer needs, each opened once. For one thread.

    Every anchor's bytes are read and hashed each time they are asked for; what is saved is the
    walk to the file. A folder on the way is looked at once: whether it is a symbolic link.
    """

    def __init__(self, layout: Layout, scope: Scope) -> None:
        self._layout = layout
        self._scope = scope
        self._root = str(layout.root)
        self._folders: dict[str, bool] = {}
        self._open: dict[str, tuple[int, FileVersion]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every file; idempotent."""
        while self._open:
            os.close(self._open.popitem()[1][0])

    def resolve(self, anchor: Anchor) -> Resolution:
        """Read the bytes an anchor points at and prove them. Never raises for what it finds."""
        if not self._layout.is_of(anchor.file_path, self._scope):
            return Resolution("foreign")
        length = anchor.byte_end - anchor.byte_start
        try:
            fd, _ = self.open(anchor.file_path)
            if length < 0 or anchor.byte_start < 0:
                return Resolution("mismatch")
            data = read_exactly(fd, anchor.byte_start, length)
        except FileNotFoundError:
            return Resolution("missing")
        except TruthReadError:
            return Resolution("unreadable")
        if len(data) != length or content_hash(data) != anchor.content_hash:
            return Resolution("mismatch")
        return Resolution("ok", data)

    def changed(self, anchor: Anchor) -> bool:
        """Whether the bytes an anchor points at are other ones now, or gone. Not so of Markdown,
        which is there to be edited."""
        truth = self._layout.parse(anchor.file_path)
        plain = truth is not None and truth.kind != "longterm"
        return plain and self.resolve(anchor).status in ("mismatch", "missing")

    def open(self, rel: str) -> tuple[int, FileVersion]:
        """The descriptor of a file, which stays this object's own, and its state when it was
        opened; errors as of :func:`reading`."""
        found = self._open.get(rel)
        if found is None:
            if not self._is_plain(rel.rpartition("/")[0]):
                raise TruthReadError(f"{rel} is reached through a symbolic link")
            fd, status = _open_regular(self._layout, rel)
            # The change time as well: whoever sets the modification time back cannot set this one.
            found = (fd, (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
            if len(self._open) >= MOST_OPEN:
                os.close(self._open.pop(next(iter(self._open)))[0])
            self._open[rel] = found
        return found

    def _is_plain(self, folder: str) -> bool:
        """Whether no symbolic link leads to a folder."""
        known = self._folders.get(folder)
        if known is None:
            path = f"{self._root}/{folder}"
            if folder:
                known = self._is_plain(folder.rpartition("/")[0]) and not os.path.islink(path)
            else:
                known = os.path.realpath(self._root) == self._root
            self._folders[folder] = known
        return known


def resolve(layout: Layout, scope: Scope, anchor: Anchor) -> Resolution:
    """:meth:`OpenFiles.resolve` of a single anchor."""
    with OpenFiles(layout, scope) as files:
        return files.resolve(anchor)


def _pread(fd: int, length: int, start: int) -> bytes:
    try:
        return os.pread(fd, length, start)
    except OSError as error:
        raise TruthReadError(f"a truth file cannot be read: {error.strerror}") from None


def read_exactly(fd: int, start: int, length: int) -> bytes:
    """Up to ``length`` bytes from ``start``; fewer only at the end of the file."""
    data = _pread(fd, min(_BLOCK, length), start)
    if len(data) == length:
        return data
    return b"".join([data, *read_blocks(fd, start + len(data), start + length)])


def read_blocks(fd: int, start: int, end: int) -> Iterator[bytes]:
    """The bytes of ``[start, end)``, or up to the end of the file, in blocks."""
    while start < end:
        block = _pread(fd, min(_BLOCK, end - start), start)
        if not block:
            return
        yield block
        start += len(block)


def hash_of(fd: int, end: int) -> xxhash.xxh3_128:
    """XXH3-128 of the first ``end`` bytes of a file, to be continued."""
    hasher = xxhash.xxh3_128()
    for block in read_blocks(fd, 0, end):
        hasher.update(block)
    return hasher


def with_versions(layout: Layout, anchors: Iterable[Anchor]) -> dict[Anchor, Anchor]:
    """Each of some anchors with the version of its file up to it, as an append gives it. Each file
    is read once, up to its last anchor; errors as of :func:`reading`."""
    found = {}
    ordered = sorted(set(anchors), key=attrgetter("file_path", "byte_end"))
    for path, group in groupby(ordered, attrgetter("file_path")):
        hasher, end = xxhash.xxh3_128(), 0
        with reading(layout, path) as fd:
            for anchor in group:
                for block in read_blocks(fd, end, anchor.byte_end):
                    hasher.update(block)
                end = max(end, anchor.byte_end)
                found[anchor] = replace(anchor, fs_version=hasher.hexdigest())
    return found


def read_lines(fd: int, start: int, first_number: int) -> Iterator[Line]:
    """Complete lines from ``start``, which must be the start of line ``first_number``.

    A last line without ``\\n`` is a torn tail and not given. Memory: the longest line plus a block.
    """
    number, offset = first_number, start
    rest: list[bytes] = []
    # A buffer of a whole block costs more than reading a small file.
    while block := _pread(fd, min(_BLOCK, max(os.fstat(fd).st_size - start, 1)), start):
        start += len(block)
        if b"\n" not in block:
            rest.append(block)
            continue
        *whole, last = (b"".join(rest) + block).split(b"\n")
        for data in whole:
            yield Line(number, offset, data)
            number += 1
            offset += len(data) + 1
        rest = [last]


def previous_lines(fd: int, before: int, first_number: int) -> Iterator[Line]:
    """Complete lines in front of ``before``, the start of line ``first_number``, backwards."""
    end, number = before, first_number
    tail = b""
    position = before
    while position > 0:
        size = min(1 << 16, position)
        position -= size
        tail = read_exactly(fd, position, size) + tail[: end - position - size]
        while (cut := tail.rfind(b"\n", 0, end - position - 1)) >= 0:
            number -= 1
            yield Line(number, position + cut + 1, tail[cut + 1 : end - position - 1])
            end = position + cut + 1
            tail = tail[: cut + 1]
    if end > 0:
        yield Line(number - 1, 0, tail[: end - 1])
