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
import hashlib
import json
import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, NamedTuple

import xxhash

from eywa_fs.errors import DependencyUnavailable, FolderReadOnly, WaitTimeout
from eywa_fs.hashing import fingerprint
from eywa_fs.lockfile import lock, unlock

SEAL_FILE = "SEAL.json"
LOCK_FILE = "use.lock"
ASIDE_FILE = "SEAL.last.json"
_TEMPORARY_FILE = "SEAL.json.tmp"
_OURS = frozenset((SEAL_FILE, LOCK_FILE, ASIDE_FILE, _TEMPORARY_FILE))

SEAL_VERSION = 1
FRESH_NS = 2_000_000_000
"""A file changed this shortly before it was hashed may have changed again without its time
showing it (FAT keeps times to 2 s): such hashes are not taken over into the next seal."""

WAIT_S = 60.0
"""How long to wait for one who checks or seals the folder at this moment."""
_RETRY_S = 0.01
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


class FileSeal(NamedTuple):
    """One file as it was: size in bytes, modification time, XXH3-128 of its bytes."""

    size: int
    mtime_ns: int
    xxh3: str


@dataclass(frozen=True, slots=True)
class Seal:
    """All files of a folder, by ``/``-separated path below it; made at ``sealed_ns``.

    ``damaged`` holds what an earlier check found and nobody repaired: a new seal over damaged
    bytes must not make them good.
    """

    sealed_ns: int
    files: Mapping[str, FileSeal]
    damaged: tuple[DamagedFile, ...] = ()


class DamagedFile(NamedTuple):
    """A file that is not what was sealed, and in what way."""

    path: str
    reason: str


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
            last = read(self.folder / ASIDE_FILE)
            close_with(self.folder, take(self.folder, last))
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
                put_aside(self.folder, damaged)
            if self._lock.try_shared():
                if damaged is None and seal_path.exists():
                    self._lock.release()  # the last user just left: be the first, and check
                else:
                    # Another may have come and gone, and sealed, while we held nothing.
                    put_aside(self.folder)
                    return carried(self.folder) if damaged is None else damaged
            if time.monotonic() > deadline:
                raise WaitTimeout(f"another process holds {self.folder} for itself")
            time.sleep(_RETRY_S)


# Nothing below takes a lock: whoever calls it holds the folder as the seal's rules ask.


def inspect(folder: Path) -> tuple[DamagedFile, ...]:
    """The files of a folder that do not fit its seal now, or did not earlier and were not repaired;
    changes nothing. Costs a ``stat`` per untouched file. Without a seal (a process was killed, or
    others use the folder) only the latter are known."""
    seal_path = folder / SEAL_FILE
    if not os.path.lexists(seal_path):
        return carried(folder)
    seal = read(seal_path)
    if seal is None:
        return (DamagedFile(SEAL_FILE, "the seal cannot be read"),)
    found = _files(folder)
    reasons = dict(seal.damaged)
    missing = {path for path, one in seal.files.items() if not _is_empty_aid(path, one.size)}
    reasons |= dict.fromkeys(missing - found.keys(), "missing")
    for path, status in found.items():
        reason = _difference(folder / path, status, seal.files.get(path))
        if reason is not None:
            reasons[path] = reason
    return tuple(DamagedFile(*item) for item in sorted(reasons.items()))


def _difference(path: Path, status: os.stat_result, sealed: FileSeal | None) -> str | None:
    if sealed is None:
        return "not there when the folder was sealed"
    if not stat.S_ISREG(status.st_mode):
        return "not a plain file"
    if status.st_size != sealed.size:
        return f"{status.st_size} bytes long, was {sealed.size}"
    if status.st_mtime_ns == sealed.mtime_ns:
        return None
    try:
        return None if _hash(path) == sealed.xxh3 else "other bytes"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def take(folder: Path, last: Seal | None) -> Seal:
    """The seal of a folder as it is, with the hashes of ``last`` where nothing changed, and its
    unrepaired damage."""
    sealed_ns = time.time_ns()
    last = last or Seal(0, {})
    files: dict[str, FileSeal] = {}
    for path, status in _files(folder).items():
        if not stat.S_ISREG(status.st_mode):
            continue  # left out, so that the next check names it
        old = last.files.get(path)
        size, mtime_ns = status.st_size, status.st_mtime_ns
        same = old is not None and (old.size, old.mtime_ns) == (size, mtime_ns)
        if old is None or not same or mtime_ns >= last.sealed_ns - FRESH_NS:
            old = FileSeal(size, mtime_ns, _hash(folder / path))
        files[path] = old
    return Seal(sealed_ns, files, last.damaged)


def _files(folder: Path) -> dict[str, os.stat_result]:
    """Everything below the folder that is no folder, ours and what says nothing left out; links are
    not followed."""
    found: dict[str, os.stat_result] = {}
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        with os.scandir(current) as entries:
            for entry in entries:
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif current != folder or entry.name not in _OURS:
                    with suppress(FileNotFoundError):  # SQLite's -shm goes as its last user does
                        status = os.lstat(path)
                        plain = stat.S_ISREG(status.st_mode)
                        if not (plain and _is_empty_aid(entry.name, status.st_size)):
                            found[path.relative_to(folder).as_posix()] = status
    return dict(sorted(found.items()))


def _is_empty_aid(name: str, size: int) -> bool:
    """Whether a file is one that SQLite leaves beside a database that was only looked at: an index
    in memory, which its first user makes anew, and an empty log."""
    return name.endswith("-shm") or (name.endswith("-wal") and not size)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, xxhash.xxh3_128).hexdigest()


def rotten(folder: Path) -> tuple[DamagedFile, ...]:
    """Files of a folder in use that have the size and time of the last seal, but other bytes.

    :func:`inspect` believes size and time, to be quick; this reads every untouched file (about
    5 GB/s from memory).
    """
    last = read(folder / ASIDE_FILE) or read(folder / SEAL_FILE)
    if last is None:
        return ()
    found = []
    for name, status in _files(folder).items():
        sealed = last.files.get(name)
        if (
            sealed is None
            or not stat.S_ISREG(status.st_mode)
            or (status.st_size, status.st_mtime_ns) != (sealed.size, sealed.mtime_ns)
            or status.st_mtime_ns % 1_000_000_000 == 0  # a coarse clock: it says too little
        ):
            continue
        try:
            digest = _hash(folder / name)
            after = os.lstat(folder / name)
            if (after.st_size, after.st_mtime_ns) != (sealed.size, sealed.mtime_ns):
                continue  # its owner wrote meanwhile
            if digest != sealed.xxh3:
                found.append(DamagedFile(name, "other bytes, though its size and time are kept"))
        except FileNotFoundError:
            continue  # its owner removed it meanwhile
        except OSError as error:
            found.append(DamagedFile(name, f"cannot be read: {error.strerror}"))
    return tuple(found)


def put_aside(folder: Path, damaged: tuple[DamagedFile, ...] = ()) -> None:
    """Take the seal off; it stays as a store of hashes, and of damage, for the next one."""
    seal = read(folder / SEAL_FILE) if damaged else None
    if seal is None:
        with suppress(FileNotFoundError):
            os.replace(folder / SEAL_FILE, folder / ASIDE_FILE)
        return
    _write(folder, ASIDE_FILE, replace(seal, damaged=damaged))
    os.unlink(folder / SEAL_FILE)


def carried(folder: Path) -> tuple[DamagedFile, ...]:
    """The damage that was found when the seal was taken off, or before."""
    aside = read(folder / ASIDE_FILE)
    return () if aside is None else aside.damaged


def close_with(folder: Path, seal: Seal) -> None:
    """Put a seal on; from here on nobody may change the folder without taking it off."""
    _write(folder, SEAL_FILE, seal)
    with suppress(FileNotFoundError):
        os.unlink(folder / ASIDE_FILE)


def read(path: Path) -> Seal | None:
    """A seal from its file; ``None`` when there is none that can be read whole."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        outer = json.loads(path.read_bytes())
        body = outer["body"]
        if outer["version"] != SEAL_VERSION or outer["xxh3"] != fingerprint(_dump(body)):
            return None
        return Seal(
            body["sealedNs"],
            {name: FileSeal(*values) for name, values in body["files"].items()},
            tuple(DamagedFile(*values) for values in body["damaged"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _write(folder: Path, name: str, seal: Seal) -> None:
    body = {
        "sealedNs": seal.sealed_ns,
        "files": dict(seal.files),
        "damaged": seal.damaged,
    }
    outer = {"version": SEAL_VERSION, "xxh3": fingerprint(_dump(body)), "body": body}
    with open(temporary := folder / _TEMPORARY_FILE, "wb") as file:
        file.write(_dump(outer))
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, folder / name)


def _dump(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogateescape"
    )
