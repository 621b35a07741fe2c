"""Who may index: one process of a data root at a time, which holds the lease, and one thread of it.

The lease is a lock on ``.index/indexer.lock``, which excludes others on this machine and ends with
the process. The fencing token that the catalog gives out with it stops a holder that lost the lock
without noticing (a deleted folder, a disk shared by machines): its next transaction fails.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from eywa_fs.errors import DependencyUnavailable, IndexerBusy
from eywa_fs.lockfile import is_held, is_named
from eywa_fs.truth.index_folder import index_lock, read_note
from eywa_fs.truth.layout import Layout

_LOOK_S: Final = 0.005
_OURS: Final = "another memory of this process"


class Lease:
    """Holds the lock from :meth:`acquire` to :meth:`release`. Threads may share it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._path = layout.index / "indexer.lock"
        self._file: FileIO | None = None
        self._mutex = threading.RLock()
        self._named = {"pid": os.getpid(), "host": socket.gethostname()}
        self.owner = _owner(self._named)

    @property
    def held(self) -> bool:
        return self._file is not None and not self._file.closed

    def acquire(self) -> None:
        """Take the lease; ``IndexerBusy``, which names the holder, where another process or
        another memory of this one has it."""
        with self._mutex:
            self._take()

    def _take(self) -> None:
        if self._file is not None and self.held:
            if is_named(self._file.fileno(), self._path):
                return
            self.release()  # the folder was deleted: our lock excludes nobody any more
        try:
            self._file = index_lock(self._layout, self._path.name)
        except BlockingIOError:
            holder = self._holder()
            raise IndexerBusy(
                f"the indexer is held by {holder}; appends and searches go on, but only that one "
                f"writes the index: {'close' if _OURS in holder else 'stop'} it first, or let it "
                "do the work"
            ) from None
        except OSError as error:
            raise DependencyUnavailable(
                f"{self._layout.index} cannot be written ({error.strerror}): nothing is indexed; "
                "searches read the files"
            ) from None
        with suppress(OSError):  # on a full disk it is held without a name
            self._file.truncate(0)
            os.pwrite(self._file.fileno(), json.dumps(self._named).encode(), 0)

    def _holder(self) -> str:
        """Who wrote its name into the lock file last; called where that is not this lease."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            named = read_note(self._path)
            return f"{_OURS}, {_owner(named)}" if named == self._named else _owner(named)
        return "another process"

    def running_owner(self) -> str | None:
        """Who holds the lease at this moment, or ``None``; takes and writes nothing."""
        if self.held:
            return f"{self.owner} (this process)"
        return self._holder() if is_held(self._path) else None

    def stopped(self) -> bool:
        """Whether another process of this machine holds the lease and was stopped by a signal, as
        far as the system tells."""
        with suppress(OSError, ValueError, KeyError, TypeError, IndexError):
            named = read_note(self._path)
            if named["host"] == self._named["host"] and not self.held and is_held(self._path):
                told = Path(f"/proc/{int(named['pid'])}/stat").read_text()
                return told.rpartition(")")[2].split()[0] in ("T", "t")
        return False

    def release(self) -> None:
        """Give the lease back."""
        with self._mutex:
            if self._file is not None:
                self._file.close()
                self._file = None


def _owner(named: Mapping[str, Any]) -> str:
    return f"process {int(named['pid'])} on {named['host']}"


class Turn:
    """A reentrant lock whose holder can tell that others wait for it. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._mutex = threading.Lock()
        self._waiting = 0

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for it."""
        return self._waiting > 0

    def give_way(self) -> None:
        """Return when nobody waits for it any more; to be called without it, before it is taken
        again at once: the lock would go to whoever had it last."""
        while self.wanted:
            time.sleep(_LOOK_S)

    def __enter__(self) -> None:
        if self._lock.acquire(blocking=False):
            return
        with self._mutex:
            self._waiting += 1
        try:
            self._lock.acquire()
        finally:
            with self._mutex:
                self._waiting -= 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.release()
