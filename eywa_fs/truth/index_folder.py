"""The folder ``.index`` for what is derived, and the locks between processes in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from eywa_fs.durable import FOLDER_MODE
from eywa_fs.errors import DependencyUnavailable, EywaError, IndexerBusy
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.lockfile import locked, unlock


def prepare_index_folder(layout: Layout) -> None:
    """Make ``.index``, readable by its user alone, with a ``.gitignore`` that keeps it out of
    version control. ``RootLost`` where the data root is gone or another folder, ``OSError`` where
    the system refuses."""
    layout.claim()
    layout.index.mkdir(FOLDER_MODE, exist_ok=True)
    ignore = layout.index / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="ascii")


def index_lock(layout: Layout, name: str, *, wait: bool = False) -> int:
    """Lock a file of ``.index`` against everybody else, and make it and its folders when they are
    missing; the open descriptor, whose closing lets go. Without ``wait`` it raises
    ``BlockingIOError`` where another has the lock; other errors as of :func:`prepare_index_folder`.
    """
    path = layout.index / name

    def prepare() -> None:
        prepare_index_folder(layout)
        path.parent.mkdir(FOLDER_MODE, exist_ok=True)

    return locked(path, prepare, wait=wait)


@contextmanager
def alone(
    layout: Layout,
    name: str,
    *,
    busy: str | None,
    undone: str = "nothing was done",
    failure: type[EywaError] = DependencyUnavailable,
) -> Iterator[None]:
    """Be the only one, of processes and threads, who has the lock of this name; it ends with the
    process.

    Args:
        name: of the lock's file, relative to ``.index``.
        busy: what to say where another has it; ``None`` waits for it.
        undone, failure: what to say and to raise where it cannot be made.

    Raises:
        IndexerBusy: another has it.
        EywaError: a ``failure``, as the folder cannot be written.
    """
    try:
        fd = index_lock(layout, name, wait=busy is None)
    except BlockingIOError:
        raise IndexerBusy(busy or name) from None
    except OSError as error:
        reason = f"{layout.index} cannot be written ({error.strerror}): {undone}"
        raise failure(reason) from None
    try:
        yield
    finally:
        with suppress(OSError):
            unlock(fd)
        os.close(fd)
