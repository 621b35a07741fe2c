"""Locks between processes on files of their own, which others may delete meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import portalocker

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


def locked(path: Path, prepare: Callable[[], object], *, wait: bool) -> int:
    """An exclusively locked descriptor of the file that has ``path`` now, made when missing.

    Args:
        prepare: makes its folder.
        wait: for whoever has the lock.

    Raises:
        OSError: it cannot be made; and what ``prepare`` raises.
        portalocker.LockException: another has the lock, without ``wait``.
    """
    how = portalocker.LockFlags.EXCLUSIVE
    while True:
        prepare()
        fd = os.open(path, _FLAGS, 0o644)
        try:
            portalocker.lock(fd, how if wait else how | portalocker.LockFlags.NON_BLOCKING)
        except BaseException:
            os.close(fd)
            raise
        if is_named(fd, path):
            return fd
        os.close(fd)  # deleted or replaced between open and lock


def is_named(fd: int, path: Path) -> bool:
    """Whether an open file is still the one that has a path."""
    try:
        named, mine = os.stat(path), os.fstat(fd)
    except OSError:
        return False
    return (named.st_ino, named.st_dev) == (mine.st_ino, mine.st_dev)
