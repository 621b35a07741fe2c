"""Locks between processes on files of their own, which others may delete meanwhile."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

NO_LINK = os.O_NOFOLLOW
"""To open any file of the truth with."""

AT_ONCE = os.O_NONBLOCK
"""For a file that is there: a FIFO in its place must not hang who opens it."""


def locked(
    path: Path,
    prepare: Callable[[], object] | None = None,
    *,
    wait: bool,
    flags: int = os.O_RDWR | os.O_CREAT,
) -> int:
    """An exclusively locked descriptor of the file that has ``path`` now, in a folder that
    ``prepare`` makes; ``BlockingIOError`` where another has the lock, unless it is to ``wait``.
    ``OSError`` where it cannot be made; and what ``prepare`` raises."""
    while True:
        if prepare is not None:
            prepare()
        fd = os.open(path, flags, 0o600)
        try:
            lock(fd, wait=wait)
        except BaseException:
            os.close(fd)
            raise
        if is_named(fd, path):
            return fd
        os.close(fd)  # deleted or replaced between open and lock


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
