"""The indexer's lease: at most one process writes the derived state of a data root.

A lock on ``.index/indexer.lock`` excludes others on this machine and ends with the process. The
fencing token that the catalog gives out with it stops a holder that lost the lock without noticing
(a deleted folder, a disk shared by machines): its next transaction fails.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from eywa_fs.errors import DependencyUnavailable, IndexerBusy
from eywa_fs.lockfile import is_held, is_named, unlock
from eywa_fs.truth.index_folder import index_lock, read_note
from eywa_fs.truth.layout import Layout


class Lease:
    """Holds the lock from :meth:`acquire` to :meth:`release`. Threads may share it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._path = layout.index / "indexer.lock"
        self._fd: int | None = None
        self._mutex = threading.RLock()
        self._named = {"pid": os.getpid(), "host": socket.gethostname()}
        self.owner = _owner(self._named)

    @property
    def held(self) -> bool:
        return self._fd is not None

    def acquire(self) -> None:
        """Take the lease; ``IndexerBusy``, which names the holder, where another process has it."""
        with self._mutex:
            self._take()

    def _take(self) -> None:
        if self._fd is not None:
            if is_named(self._fd, self._path):
                return
            self.release()  # the folder was deleted: our lock excludes nobody any more
        try:
            self._fd = index_lock(self._layout, self._path.name)
        except BlockingIOError:
            raise IndexerBusy(
                f"the indexer is held by {self._holder()}; appends and searches go on, but only "
                "that process writes the index: stop it first, or let it do the work"
            ) from None
        except OSError as error:
            raise DependencyUnavailable(
                f"{self._layout.index} cannot be written ({error.strerror}): nothing is indexed; "
                "searches read the files"
            ) from None
        with suppress(OSError):  # on a full disk it is held without a name
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, json.dumps(self._named).encode(), 0)

    def _holder(self) -> str:
        """Who wrote its name into the lock file last."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            return _owner(read_note(self._path))
        return "another process"

    def running_owner(self) -> str | None:
        """Who holds the lease at this moment, or ``None``; takes and writes nothing."""
        if self.held:
            return f"{self.owner} (this process)"
        return self._holder() if is_held(self._path) else None

    def release(self) -> None:
        """Give the lease back."""
        with self._mutex:
            if self._fd is not None:
                with suppress(OSError):
                    unlock(self._fd)
                os.close(self._fd)
                self._fd = None


def _owner(named: Mapping[str, Any]) -> str:
    return f"process {int(named['pid'])} on {named['host']}"
