"""Files and folders that survive a power cut, and files that appear whole under their name."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""What eywa makes is its user's alone; who wants to share a file changes its mode."""

UNFINISHED = ".tmp-"
"""How the names of files begin that a killed process may leave beside those it was writing."""


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
    unfinished = path.with_name(f"{UNFINISHED}{os.getpid()}-{secrets.token_hex(6)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        fd = os.open(unfinished, flags, 0o666 if mode is None else FILE_MODE)
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
