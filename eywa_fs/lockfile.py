"""Locks between processes on files of their own, which others may delete meanwhile."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from weakref import WeakSet

NO_LINK = os.O_NOFOLLOW
"""To open any file of the truth with."""

AT_ONCE = os.O_NONBLOCK
"""For a file that is there: a FIFO in its place must not hang who opens it."""

_LOCKED: WeakSet[FileIO] = WeakSet()


def locked(
    path: Path,
    prepare: Callable[[], object] | None = None,
    *,
    wait: bool,
    flags: int = os.O_RDWR | os.O_CREAT,
) -> FileIO:
    """The exclusively locked file that has ``path`` now, in a folder that ``prepare`` makes; as a
    context, it is let go of at the end, by any interrupt. ``BlockingIOError`` where another has the
    lock, unless it is to ``wait``; ``OSError`` where it cannot be made; and what ``prepare``
    raises."""
    while True:
        if prepare is not None:
            prepare()
        file = FileIO(os.open(path, flags, 0o600), "r+")
        try:
            _LOCKED.add(file)
            lock(file.fileno(), wait=wait)
            if is_named(file.fileno(), path):
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # deleted or replaced between open and lock


def _leave_to_parent() -> None:
    """Close what a process has locked in its fork, which would hold it as long as it lives."""
    for file in list(_LOCKED):
        file.close()


os.register_at_fork(after_in_child=_leave_to_parent)


def lock(fd: int, *, shared: bool = False, wait: bool = True) -> None:
    """Lock an open file against other descriptors of it, of this process or another;
    ``BlockingIOError`` where another has it, without ``wait``, ``OSError`` where the file system
    does not lock."""
    how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    fcntl.flock(fd, how if wait else how | fcntl.LOCK_NB)


def unlock(fd: int) -> None:
    """Let go of what :func:`lock` got; ``OSError`` where the system refuses."""
    fcntl.flock(fd, fcntl.LOCK_UN)


def is_held(path: Path) -> bool:
    """Whether somebody has the lock of a file at this moment; takes and writes nothing.

    Where the file system cannot tell, it is taken for held.
    """
    try:
        fd = os.open(path, os.O_RDONLY | AT_ONCE)
    except OSError:
        return False
    try:
        lock(fd, shared=True, wait=False)
    except OSError:
        return True
    finally:
        os.close(fd)  # which lets go as well
    return False


def is_named(fd: int, path: Path) -> bool:
    """Whether an open file is still the one that has a path."""
    try:
        named, mine = os.stat(path), os.fstat(fd)
    except OSError:
        return False
    return (named.st_ino, named.st_dev) == (mine.st_ino, mine.st_dev)
