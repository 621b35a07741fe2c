"""The seal of a closed folder: the last one out writes down what every file looked like, so that
the next one in can tell what changed while nobody used it. While somebody does there is no seal.

* in: whoever gets the lock alone is the first. It checks the seal, puts it aside and goes on as
  one of the sharers. Whoever cannot get it alone joins the sharers, but only where no seal is to
  be seen: one that appears meanwhile means that the last user left, so it starts over.
* out: whoever gets the lock alone is the last, and writes the seal.

A process killed anywhere leaves no seal, or one that is still right.
"""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import IO

from eywa_fs.errors import DependencyUnavailable, FolderReadOnly, WaitTimeout
from eywa_fs.index import seal_file
from eywa_fs.index.seal_file import LOCK_FILE, SEAL_FILE, DamagedFile, inspect
from eywa_fs.lockfile import lock, unlock

WAIT_S = 60.0
"""How long to wait for one who checks or seals the folder at this moment."""
_RETRY_S = 0.01
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class UsageLock:
    """One process's hold on a folder's lock file: many share it, one may have it alone. Not
    re-entrant; not shared between threads.

    The system drops it when the process dies. Going from one kind to the other is unlock and lock:
    between the two another process may get in, and callers are written for that.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def try_shared(self) -> bool:
        """Take or turn into a shared lock without waiting; ``False`` leaves nothing held."""
        return self._try(shared=True)

    def try_exclusive(self) -> bool:
        """Take or turn into an exclusive lock without waiting; ``False`` leaves nothing held."""
        return self._try(shared=False)

    def release(self) -> None:
        """Let go; harmless when nothing is held."""
        held, self._file = self._file, None
        if held is not None:
            unlock(held.fileno())
            held.close()

    def _try(self, *, shared: bool) -> bool:
        self.release()
        opened = open(self.path, "ab")  # noqa: SIM115 - held until release
        try:
            lock(opened.fileno(), shared=shared, wait=False)
        except OSError:
            opened.close()
            return False
        self._file = opened
        return True


class Usage:
    """A process's use of a folder, made where it is missing, from :meth:`acquire` to
    :meth:`release`.

    Everything that writes to the folder must be closed before :meth:`release`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock_path = folder / LOCK_FILE
        self._lock = UsageLock(self.lock_path)
        self._held = False

    def acquire(self) -> tuple[DamagedFile, ...]:
        """Become a user of the folder and say which of its files are damaged.

        Raises:
            WaitTimeout: another process holds the folder for itself for too long.
            FolderReadOnly: this process may not write into it.
            DependencyUnavailable: the folder or its lock file cannot be used.
        """
        try:
            self.folder.mkdir(exist_ok=True)  # not its parents: they may be gone
            if self.lock_path.exists() and not self.lock_path.is_file():
                raise DependencyUnavailable(f"{self.lock_path} is not a plain file")
            damaged = self._enter()
        except OSError as error:
            self._lock.release()
            if error.errno in _READ_ONLY:
                raise FolderReadOnly(f"{self.folder} is read-only: {error.strerror}") from error
            raise DependencyUnavailable(f"{self.folder} cannot be used: {error}") from error
        except BaseException:
            self._lock.release()
            raise
        self._held = True
        return damaged

    def release(self, clean: bool = True) -> bool:
        """Stop using the folder; seal it if nobody else uses it, and say whether that was done.
        Idempotent.

        Args:
            clean: ``False`` leaves it unsealed: something of it could not be closed in order.

        Raises:
            DependencyUnavailable: the seal could not be written; the folder is released.
        """
        if not self._held:
            return False
        self._held = False
        try:
            if not clean or not self._lock.try_exclusive():
                return False
            last = seal_file.read(self.folder / seal_file.ASIDE_FILE)
            seal_file.close_with(self.folder, seal_file.take(self.folder, last))
            return True
        except OSError as error:
            raise DependencyUnavailable(f"{self.folder} could not be sealed: {error}") from error
        finally:
            self._lock.release()

    def _enter(self) -> tuple[DamagedFile, ...]:
        seal_path = self.folder / SEAL_FILE
        damaged: tuple[DamagedFile, ...] | None = None
        deadline = time.monotonic() + WAIT_S
        while True:
            if damaged is None and self._lock.try_exclusive():
                damaged = inspect(self.folder)
                seal_file.put_aside(self.folder, damaged)
            if self._lock.try_shared():
                if damaged is None and seal_path.exists():
                    self._lock.release()  # the last user just left: be the first, and check
                else:
                    # Another may have come and gone, and sealed, while we held nothing.
                    seal_file.put_aside(self.folder)
                    return seal_file.carried(self.folder) if damaged is None else damaged
            if time.monotonic() > deadline:
                raise WaitTimeout(f"another process holds {self.folder} for itself")
            time.sleep(_RETRY_S)
