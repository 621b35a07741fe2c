"""The folder ``.index`` for what is derived, the locks between processes in it, and notes: small
files of JSON."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

from eywa_fs.durable import FOLDER_MODE, replace_file
from eywa_fs.errors import DependencyUnavailable, EywaError, IndexerBusy
from eywa_fs.lockfile import locked
from eywa_fs.truth.layout import Layout


def prepare_index_folder(layout: Layout) -> None:
    """Make ``.index``, readable by its user alone, with a ``.gitignore`` that keeps it out of
    version control. ``RootLost`` where the data root is gone or another folder, ``OSError`` where
    the system refuses."""
    layout.claim()
    layout.index.mkdir(FOLDER_MODE, exist_ok=True)
    ignore = layout.index / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="ascii")


def index_lock(layout: Layout, name: str, *, wait: bool = False) -> FileIO:
    """Lock a file of ``.index`` against everybody else, and make it and its folders when they are
    missing; the open file, whose closing lets go. Without ``wait`` it raises
    ``BlockingIOError`` where another has the lock; other errors as of :func:`prepare_index_folder`.
    """
    path = layout.index / name

    def prepare() -> None:
        prepare_index_folder(layout)
        path.parent.mkdir(FOLDER_MODE, exist_ok=True)

    return locked(path, prepare, wait=wait)


def alone(
    layout: Layout,
    name: str,
    *,
    busy: str | None,
    undone: str = "nothing was done",
    failure: type[EywaError] = DependencyUnavailable,
) -> FileIO:
    """Be the only one, of processes and threads, who has the lock of this name, until what this
    gives is closed, as a context does; it ends with the process.

    Args:
        name: of the lock's file, relative to ``.index``.
        busy: what to say where another has it; ``None`` waits for it.
        undone, failure: what to say and to raise where it cannot be made.

    Raises:
        IndexerBusy: another has it.
        EywaError: a ``failure``, as the folder cannot be written.
    """
    try:
        return index_lock(layout, name, wait=busy is None)
    except BlockingIOError:
        raise IndexerBusy(busy or name) from None
    except OSError as error:
        reason = f"{layout.index} cannot be written ({error.strerror}): {undone}"
        raise failure(reason) from None


def last_written(layout: Layout) -> int:
    """When something was written into the index last, in ns: locks, and what readers of a database
    write beside it, left out; 0 where there is nothing."""
    last = 0
    for folder, _, names in os.walk(layout.index):
        for name in names:
            if not name.endswith((".lock", "-shm")):
                with suppress(OSError):
                    last = max(last, os.stat(os.path.join(folder, name)).st_mtime_ns)
    return last


def write_note(path: Path, value: object) -> None:
    """Put a note in the place of whatever has its name, also of a folder, which is nothing of ours;
    durably and in one step. ``OSError`` where the system refuses, and what was there stays."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    replace_file(path, json.dumps(value).encode(), mode=None)


def read_note(path: Path | str) -> Any:
    """What :func:`write_note` wrote. Raises ``OSError`` or ``ValueError`` if it cannot be read."""
    if not os.path.isfile(path):
        raise FileNotFoundError(path)  # opening a pipe would wait for somebody to write into it
    try:
        with FileIO(path) as file:
            return json.loads(file.readall())
    except RecursionError:
        raise ValueError(f"{os.path.basename(path)} is nested too deeply") from None
