"""tantivy's files, looked at before they are mapped into memory.

tantivy maps its files; one that was cut short ends the process with SIGBUS at the first read
beyond its end, and one with flipped bytes can abort it in a merge: no handler turns either into an
error. Each file ends with a footer: JSON with the CRC-32 of what stands before it, the JSON's
length, and a magic number (tantivy, ``src/directory/footer.rs``). A file that does not fit is
refused before tantivy sees it.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from eywa_fs.errors import DependencyTimeout, DependencyUnavailable

META_FILE = "meta.json"
MANAGED_FILE = ".managed.json"
"""tantivy's list of the files that are its own; it opens no index without it."""

SEGMENT_SUFFIXES = ("idx", "pos", "term", "store", "fast", "fieldnorm")
FOOTER_MAGIC = 1337
LARGEST_FOOTER_BYTES = 50_000
"""tantivy's own limit."""

_TAIL = struct.Struct("<II")
_CHUNK_BYTES = 1 << 20
_TRIES = 5
_PASSING = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors that say nothing of the file that was to be opened."""

Version = tuple[int, int, int]
States = Mapping[str, Version | None]


def _version(found: os.stat_result) -> Version:
    return found.st_ino, found.st_mtime_ns, found.st_size


def version(folder: Path) -> Version | None:
    """What changes with each commit; ``None`` when the folder holds no index."""
    try:
        found = os.stat(f"{folder}/{META_FILE}")
    except (FileNotFoundError, NotADirectoryError):
        if next(folder.glob("*.store"), None) is not None:
            raise DependencyUnavailable(f"{folder / META_FILE} is gone") from None
        return None
    except OSError as error:
        _refuse_passing(folder, error)
        why = error.strerror
        raise DependencyUnavailable(f"{folder / META_FILE} cannot be looked at: {why}") from error
    if not stat.S_ISREG(found.st_mode):
        raise DependencyUnavailable(f"{folder / META_FILE} is not a plain file")
    return _version(found)


def check(folder: Path, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Make sure that every file of the last commit is there and fits its checksum; their names.

    Files are written once and never changed, so each is read once only: ``known`` names those that
    were. Costs about 0.4 ms per MB."""
    names, bad = _looked_at(folder, known)
    if bad:
        raise DependencyUnavailable(f"damaged or missing in {folder}: {', '.join(bad)}")
    return frozenset(names)


def damaged(folder: Path) -> list[str]:
    """Names of the last commit's files that are missing or do not fit their checksum."""
    if version(folder) is None:
        return []
    try:
        return _looked_at(folder)[1]
    except DependencyUnavailable:
        return [META_FILE]


def _looked_at(folder: Path, known: frozenset[str] = frozenset()) -> tuple[list[str], list[str]]:
    """The files of the last commit, and which of them but the ``known`` are damaged or missing."""
    for _ in range(_TRIES):
        before = version(folder)
        names = _file_names(folder)
        bad = [name for name in names if name not in known and not _intact(folder / name)]
        bad += [] if _lists_files(folder) else [MANAGED_FILE]
        # A commit or a merge between the two reads removes files; then there is a newer list.
        if not bad or version(folder) == before:
            break
    return names, bad


def states(folder: Path, names: Iterable[str]) -> States:
    """What changes when somebody writes to one of these files, which are written only once."""
    root = f"{folder}/"
    found: dict[str, Version | None] = dict.fromkeys(names)
    for name in found:
        with suppress(OSError):
            found[name] = _version(os.lstat(root + name))
    return found


def _lists_files(folder: Path) -> bool:
    try:
        if not stat.S_ISREG(os.stat(folder / MANAGED_FILE).st_mode):
            return False
        names = json.loads((folder / MANAGED_FILE).read_bytes())
    except (OSError, ValueError) as error:
        _refuse_passing(folder, error)
        return False
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def segments(folder: Path) -> list[tuple[str, str]]:
    """The segments of the last commit, in the order in which a searcher numbers them: how their
    files are called, and the mark of deletions."""
    found = []
    try:
        for segment in json.loads((folder / META_FILE).read_bytes())["segments"]:
            deletes = segment["deletes"]
            mark = "" if deletes is None else f".{deletes['opstamp']}.del"
            found.append((segment["segment_id"].replace("-", ""), mark))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        _refuse_passing(folder, error)
        raise DependencyUnavailable(f"{folder / META_FILE} cannot be read: {error}") from error
    return found


def _file_names(folder: Path) -> list[str]:
    names: list[str] = []
    for stem, deletes in segments(folder):
        names += [f"{stem}.{suffix}" for suffix in SEGMENT_SUFFIXES]
        names += [stem + deletes] if deletes else []
    return names


def _intact(path: Path) -> bool:
    """Whether a plain file ends with a footer whose checksum fits what stands before it."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with path.open("rb") as file:
            left = file.seek(-_TAIL.size, os.SEEK_END)
            length, magic = _TAIL.unpack(file.read())
            left -= length
            if magic != FOOTER_MAGIC or length > LARGEST_FOOTER_BYTES or left < 0:
                return False
            file.seek(0)
            crc = 0
            while left > 0 and (chunk := file.read(min(left, _CHUNK_BYTES))):
                crc = zlib.crc32(chunk, crc)
                left -= len(chunk)
            footer = file.read()[: -_TAIL.size]
        return left == 0 and bool(json.loads(footer)["crc"] == crc)
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        _refuse_passing(path, error)
        return False


def _refuse_passing(path: Path, error: Exception) -> None:
    """Raise ``DependencyTimeout`` where an error says nothing of what was to be read."""
    if isinstance(error, OSError) and error.errno in _PASSING:
        raise DependencyTimeout(f"{path} cannot be opened now: {error.strerror}") from error
