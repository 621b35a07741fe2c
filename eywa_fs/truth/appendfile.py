"""Durable appends to one file, from many threads and many processes.

The order is: lock, seal a torn tail, one write, fsync, unlock, acknowledge. Threads that wait for
the same file share one write and one fsync. The advisory lock is on the file itself, so it cannot
be lost with the derived folder; programs that do not lock are safe too as long as they append whole
lines. A crash leaves complete lines, and at most one torn tail that the next append seals.
"""

from __future__ import annotations

import errno
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

import xxhash

from eywa_fs.durable import FILE_MODE, make_folder, sync_folder
from eywa_fs.errors import EywaError, TruthWriteError
from eywa_fs.interrupts import run_whole
from eywa_fs.lockfile import NO_LINK, lock, unlock
from eywa_fs.truth.chain import chain_value, is_linked, last_value, link_all

_BLOCK = 1 << 20
_TAIL = 4096
"""Bytes before our position that are compared before it is believed: a file cut and grown again
within one tick of the file system's clock may have the size and time that we left."""
_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | NO_LINK

_SPOILT = b"~\n"
"""How a torn line of a log is ended: a decision of which only the line's end was not written had no
effect until now, and gets none by the next one."""


class Placed(NamedTuple):
    """Where a line came to stand: byte range without ``\\n``, line number from 1, file version; and
    the line as it was written, with its ``\\n``."""

    byte_start: int
    byte_end: int
    line: int
    fs_version: str
    data: bytes


class _Left(NamedTuple):
    """How we left the file: what is different at the next append was another's doing."""

    size: int
    mtime_ns: int
    tail: bytes


@dataclass(slots=True)
class _Ticket:
    lines: Sequence[bytes]
    placed: list[Placed] = field(default_factory=list)
    error: EywaError | None = None
    turn: threading.Lock | None = None
    """Held until its thread is to go on: the lines are written, or it is to write them."""
    state: Literal["waits", "written", "ended", "withdrawn"] = "waits"
    """``written``: it is being written, and its caller waits for that whatever comes."""


class AppendFile:
    """One truth file, kept open between appends. Threads may share it.

    Args:
        claim: called before a folder or file is made; raises where nothing may be.
        linked: each line is linked to the one before it, see :mod:`eywa_fs.truth.chain`.
    """

    def __init__(
        self, path: Path, claim: Callable[[], None] = lambda: None, *, linked: bool = False
    ) -> None:
        self._path = path
        self._name = str(path)
        self._claim = claim
        self._linked = linked
        self._fd: int | None = None
        self._identity = (0, 0)
        self._mutex = threading.Lock()
        self._queue: list[_Ticket] = []
        self._busy = False
        self._retired = False
        self._chain: str | None = None
        self._reset_position()

    def append(self, lines: Sequence[bytes]) -> list[Placed]:
        """Append ``lines`` (each with one ``\\n``, at its end), in order and together.

        Returns only when they are on disk. On an error (``TruthWriteError`` where the file system
        refuses: full, read-only, no permission …) none of them is acknowledged and the file is put
        back to its old length where nobody else wrote meanwhile. Where a signal's handler raises,
        all of them are written or none ever is, and other threads' lines as if nothing had been.
        """
        ticket = _Ticket(lines)
        run_whole(partial(self._wait_or_lead, ticket), partial(self._withdraw, ticket))
        if ticket.error is not None:
            raise ticket.error
        return ticket.placed

    def close(self) -> None:
        """Close the descriptor, now or when the appends at hand are done.

        Later appends work, but keep nothing open: a thread may have got this object just before.
        """
        with self._mutex:
            self._retired = True
            if not self._busy:
                self._forget()

    def _wait_or_lead(self, ticket: _Ticket) -> None:
        """Return when a ticket is dealt with: by another thread, or by this one."""
        with self._mutex:
            if ticket.state == "withdrawn":
                return
            self._queue.append(ticket)
            if self._busy:
                ticket.turn = threading.Lock()
                ticket.turn.acquire()
            self._busy = True
        if ticket.turn is not None:
            ticket.turn.acquire()
        if ticket.state != "ended":
            self._lead()

    def _withdraw(self, ticket: _Ticket) -> bool:
        """Have a ticket's lines not written; ``False`` where somebody began to write them."""
        with self._mutex:
            if ticket.state == "waits":
                ticket.state = "withdrawn"
            return ticket.state != "written"

    def _lead(self) -> None:
        """Write for everybody who waits, then wake them and hand the lead to the next one."""
        batch: list[_Ticket] = []
        failure: EywaError | None = None
        try:
            fd, state = self._lock()
            try:
                found = _look(fd, state)
                batch = self._take()  # as late as this: who came meanwhile shares the fsync
                if wanted := [ticket for ticket in batch if ticket.state == "written"]:
                    self._commit(wanted, fd, found)
            finally:
                with suppress(OSError):
                    unlock(fd)
        except EywaError as error:
            failure = error
        except OSError as error:
            failure = _explain(error, self._path)
        except BaseException:
            failure = TruthWriteError(f"{self._path}: the append was interrupted")
            raise
        finally:
            self._hand_over(batch or self._take(), failure)

    def _take(self) -> list[_Ticket]:
        with self._mutex:
            batch, self._queue = self._queue, []
            for ticket in batch:
                if ticket.state == "waits":
                    ticket.state = "written"
        return batch

    def _hand_over(self, batch: list[_Ticket], failure: EywaError | None) -> None:
        with self._mutex:
            successor = self._queue[0] if self._queue else None
            self._busy = successor is not None
            if self._retired and not self._busy:
                self._forget()
        for ticket in batch:
            ticket.error = failure
            ticket.state = "ended"
            if ticket.turn is not None:
                ticket.turn.release()
        if successor is not None and successor.turn is not None:
            successor.turn.release()

    def _commit(self, batch: list[_Ticket], fd: int, found: _Left) -> None:
        if self._linked and found.tail and not found.tail.endswith(b"\n"):
            self._write_all(fd, _SPOILT, found.size)
            found = _look(fd, os.fstat(fd))
        if self._left != found:  # another wrote: nobody says that it only appended
            self._reset_position()
        lines = [line for ticket in batch for line in ticket.lines]
        if self._linked:
            lines = link_all(lines, self._chain or last_value(fd, found.size, self._path))
        data = b"".join(lines)
        placed = self._write(fd, lines, data, found.size)
        self._take_leave(fd, found, data)
        if self._linked and self._left and placed[-1].byte_end == self._end - 1:
            self._chain = chain_value(lines[-1])
        start = 0
        for ticket in batch:
            ticket.placed = placed[start : start + len(ticket.lines)]
            start += len(ticket.lines)

    def _lock(self) -> tuple[int, os.stat_result]:
        """The open and exclusively locked descriptor of the file that has the path *now*, and what
        the file is like."""
        while True:
            fd = self._open()
            lock(fd)
            with suppress(FileNotFoundError):
                named = os.lstat(self._name)
                if (named.st_ino, named.st_dev) == self._identity:
                    return fd, named
            self._forget()  # replaced or deleted between open and lock

    def _open(self) -> int:
        if self._fd is None:
            self._claim()
            refuse_links(self._path.parent)
            try:
                self._fd = os.open(self._path, _OPEN_FLAGS, FILE_MODE)
            except FileNotFoundError:
                make_folder(self._path.parent)
                self._claim()  # the root may have gone between the two
                self._fd = os.open(self._path, _OPEN_FLAGS, FILE_MODE)
            mine = os.fstat(self._fd)
            self._identity = mine.st_ino, mine.st_dev
            sync_folder(self._path.parent)
            self._reset_position()
        return self._fd

    def _forget(self) -> None:
        fd, self._fd = self._fd, None
        if fd is not None:
            os.close(fd)

    def _reset_position(self) -> None:
        self._end = 0
        self._lines = 0
        self._last = b"\n"
        self._hasher = xxhash.xxh3_128()
        self._left: _Left | None = None
        self._chain = None

    def _take_leave(self, fd: int, found: _Left, data: bytes) -> None:
        """Remember the file as it is, if it ends where we think it does: as it was found and what
        was written, or read anew where somebody wrote in between."""
        state = os.fstat(fd)
        if state.st_size == self._end == found.size + len(data):
            tail = (found.tail + data)[-_TAIL:]
            self._left = _Left(state.st_size, state.st_mtime_ns, tail)
        else:
            left = _look(fd, state)
            self._left = left if left.size == self._end else None

    def _catch_up(self, fd: int, upto: int) -> None:
        """Count and hash what was appended since the last look."""
        if upto < self._end:
            self._reset_position()
        while self._end < upto:
            block = os.pread(fd, min(_BLOCK, upto - self._end), self._end)
            if not block:
                break
            self._advance(block)

    def _advance(self, block: bytes) -> None:
        self._hasher.update(block)
        self._lines += block.count(b"\n")
        self._end += len(block)
        self._last = block[-1:]

    def _write(self, fd: int, lines: Sequence[bytes], joined: bytes, before: int) -> list[Placed]:
        """Write lines (and all of them ``joined``) behind ``before``, the size of the file."""
        if before != self._end:
            self._catch_up(fd, before)
        seal = b"" if self._last == b"\n" else b"\n"  # a torn tail stays, as a line of its own
        data = seal + joined if seal else joined
        self._write_all(fd, data, before)
        start = os.lseek(fd, 0, os.SEEK_CUR) - len(data)
        if start != self._end:  # somebody who does not lock wrote
            self._catch_up(fd, start)
        if seal:
            self._advance(seal)
        if self._last == b"\n":
            return [self._place(line) for line in lines]
        # Our first line is glued to one that was torn meanwhile: that one has to be written again.
        self._advance(lines[0])
        rest = [self._place(line) for line in lines[1:]]
        return self._write(fd, lines[:1], lines[0], os.fstat(fd).st_size) + rest

    def _place(self, line: bytes) -> Placed:
        start = self._end
        self._hasher.update(line[:-1])
        version = self._hasher.hexdigest()  # up to the end of the anchor, as the index has it
        self._hasher.update(b"\n")
        self._end = start + len(line)
        self._lines += 1
        return Placed(start, self._end - 1, self._lines, version, line)

    def _write_all(self, fd: int, data: bytes, before: int) -> None:
        """Write and fsync, or put the file back and raise."""
        written = 0
        try:
            while written < len(data):
                written += os.write(fd, data[written:] if written else data)
            os.fsync(fd)
        except BaseException:
            with suppress(OSError):
                if os.fstat(fd).st_size == before + written:
                    os.ftruncate(fd, before)
            raise


class AppendFiles:
    """The open truth files of one data root, least recently used ones closed."""

    def __init__(
        self, root: Path, *, claim: Callable[[], None] = lambda: None, max_open: int = 64
    ) -> None:
        self._root = root
        self._claim = claim
        self._max_open = max_open
        self._open: OrderedDict[str, AppendFile] = OrderedDict()
        self._mutex = threading.Lock()

    def get(self, rel: str) -> AppendFile:
        with self._mutex:
            if rel not in self._open:
                self._open[rel] = AppendFile(self._root / rel, self._claim, linked=is_linked(rel))
            self._open.move_to_end(rel)
            file = self._open[rel]
            surplus = None
            if len(self._open) > self._max_open:
                _, surplus = self._open.popitem(last=False)
        if surplus is not None:
            surplus.close()
        return file

    def close(self) -> None:
        with self._mutex:
            files, self._open = list(self._open.values()), OrderedDict()
        for file in files:
            file.close()


def _look(fd: int, state: os.stat_result) -> _Left:
    tail = os.pread(fd, _TAIL, max(0, state.st_size - _TAIL))
    return _Left(state.st_size, state.st_mtime_ns, tail)


def refuse_links(folder: Path) -> None:
    """Raise if ``folder`` (absolute, below a resolved root) is reached through a symbolic link."""
    if os.path.realpath(folder) != str(folder):
        raise TruthWriteError(
            f"nothing was written below {folder}: it is reached through a symbolic link, "
            "which the truth never follows; replace the link by a real folder"
        )


def _explain(error: OSError, path: Path) -> TruthWriteError:
    advice = {
        errno.ENOSPC: "the disk is full: free some space and append again",
        errno.EDQUOT: "the disk quota is used up: free some space and append again",
        errno.EFBIG: "the file has reached the size limit of this system or process",
        errno.EROFS: "the file system is read-only: mount it for writing",
        errno.EACCES: "permission denied: give this user write access",
        errno.EPERM: "permission denied: give this user write access",
        errno.ELOOP: "the path is a symbolic link, which the truth never follows: remove it",
        errno.ENOTDIR: "a part of the path is a file, not a folder",
        errno.EISDIR: "there is a folder where the file should be",
    }.get(error.errno or 0, "the write failed")
    return TruthWriteError(f"nothing was written to {path}: {advice} ({error.strerror})")
