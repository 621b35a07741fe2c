"""Files and folders that survive a power cut, and files that appear whole under their name."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eywa_fs.lockfile import AT_ONCE, NO_LINK, is_named, lock, locked

FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""What eywa makes is its user's alone; who wants to share a file changes its mode."""

_UNFINISHED = re.compile(r"\.tmp-\d+-[0-9a-f]{12}")


def replace_file(path: Path, data: bytes, mode: int | None = FILE_MODE) -> None:
    """Put a file in the place of the one that has its name, durably and in one step: ``OSError``
    where it cannot be written, and what was there stays; a crash leaves either. ``mode`` as of
    :func:`beside`."""
    with beside(path, data, mode) as unfinished:
        os.replace(unfinished, path)
        sync_folder(path.parent)


@contextmanager
def beside(path: Path, data: bytes, mode: int | None = FILE_MODE) -> Iterator[Path]:
    """The data, synced, in a file in the same folder as the one it is to become; removed at the
    end, unless it was renamed. ``mode``: permissions of the file; ``None``: as the umask says."""
    unfinished = path.with_name(f".tmp-{os.getpid()}-{secrets.token_hex(6)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        while True:
            fd = os.open(unfinished, flags, 0o666 if mode is None else FILE_MODE)
            with suppress(OSError):  # a disk without locks, where nobody removes it
                lock(fd)
            if is_named(fd, unfinished):
                break
            os.close(fd)  # removed between open and lock
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            if mode not in (None, FILE_MODE):
                os.fchmod(fd, mode)  # not needlessly: some shares let nobody change a mode
            os.fsync(fd)
            yield unfinished
    finally:
        with suppress(OSError):
            unfinished.unlink()


def is_unfinished(name: str) -> bool:
    """Whether a name is one of :func:`beside`, whose files a killed process leaves."""
    return _UNFINISHED.fullmatch(name) is not None


def left_unfinished(folder: Path) -> Iterator[Path]:
    """What killed processes left below a folder, each locked while it is looked at. What a living
    process writes is locked by it; where a disk has no locks, nobody can tell."""
    for place, _, names in os.walk(folder):
        for path in (Path(place, name) for name in names if is_unfinished(name)):
            flags = os.O_RDWR | NO_LINK | AT_ONCE
            with suppress(OSError), locked(path, wait=False, flags=flags):
                yield path


def remove_unfinished(folder: Path) -> None:
    """Remove what killed processes left below a folder, as far as that can be done."""
    for path in left_unfinished(folder):
        with suppress(OSError):
            path.unlink()


def make_folder(folder: Path) -> None:
    """Create ``folder`` with its parents, each made durable in its own parent."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        with suppress(FileExistsError):
            path.mkdir(FOLDER_MODE)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """fsync a folder, so that the names in it survive a power cut."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
