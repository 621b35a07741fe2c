"""A folder for the length of one task, which no kill leaves for ever: whoever lives holds a lock on
it, and the next task of its kind removes those that nobody holds."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from eywa_fs.durable import make_folder
from eywa_fs.lockfile import NO_LINK, lock

_MADE: Final = "[a-z0-9_]{8}"
"""What ``tempfile`` puts at the end of a name."""


@contextmanager
def scratch(parent: Path, prefix: str, name: str = "") -> Iterator[Path]:
    """A new folder whose name begins with ``prefix`` (hidden, and with a ``name`` before it, where
    one is given), in one that is made where it is missing; removed at the end, unless it was
    renamed. What is left of others of this kind is removed, whatever name they have."""
    make_folder(parent)
    kind = re.compile((r"\..+" if name else "") + re.escape(prefix) + _MADE)
    prefix = f".{name}{prefix}" if name else prefix
    for begun in parent.iterdir():
        if kind.fullmatch(begun.name):
            _remove_unused(begun)
    made = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    fd = os.open(made, os.O_RDONLY)
    try:
        with suppress(OSError):  # a disk without locks: another task at the same time is not told
            lock(fd, wait=False)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        os.close(fd)


def _remove_unused(begun: Path) -> None:
    """Remove what a killed task of this user left; a running one has it locked."""
    with suppress(OSError):
        fd = os.open(begun, os.O_RDONLY | os.O_DIRECTORY | NO_LINK)
        try:
            if os.fstat(fd).st_uid != os.geteuid():
                return
            lock(fd, wait=False)
            shutil.rmtree(begun, ignore_errors=True)
        finally:
            os.close(fd)
