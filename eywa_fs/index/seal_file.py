"""What a seal says, and how it is taken, kept and compared; see :mod:`eywa_fs.index.seal`.

Nothing here takes a lock: whoever calls it holds the folder as the seal's rules ask.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import xxhash

from eywa_fs.hashing import fingerprint

SEAL_FILE = "SEAL.json"
LOCK_FILE = "use.lock"
ASIDE_FILE = "SEAL.last.json"
_TEMPORARY_FILE = "SEAL.json.tmp"
_OURS = frozenset((SEAL_FILE, LOCK_FILE, ASIDE_FILE, _TEMPORARY_FILE))

SEAL_VERSION = 1
FRESH_NS = 2_000_000_000
"""A file changed this shortly before it was hashed may have changed again without its time
showing it (FAT keeps times to 2 s): such hashes are not taken over into the next seal."""


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
