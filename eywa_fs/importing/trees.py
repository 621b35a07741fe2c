"""Files of a folder or an archive, bounded: nothing of them is unpacked onto the disk."""

from __future__ import annotations

import json
import os
import stat
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import ImportFormatError
from eywa_fs.importing.found import Job
from eywa_fs.model.safetext import why_no_json

MOST_BYTES: Final = 512 << 20
"""Bytes of the largest file that is read whole."""
MOST_FILES: Final = 200_000
"""Files of the largest folder or archive."""
MOST_LINE: Final = 256 << 20
"""Bytes of the longest line that is looked at."""
SUSPECT_RATIO: Final = 250
SUSPECT_BYTES: Final = 16 << 20
"""A file of an archive that grows by more than this ratio, to more than these bytes, is a bomb."""


class Tree:
    """The files below a folder or in an archive, by name, with ``/``. Names that are hidden, lead
    out of it or are symbolic links are left out."""

    def __init__(self, names: list[str], read: Callable[[str], bytes]) -> None:
        self.names = sorted(names)
        self._read = read
        self._last: tuple[str, Any] = ("", None)

    def read(self, name: str) -> bytes:
        """The bytes of a file; ``ImportFormatError``, which names it, where it is too large or
        damaged."""
        try:
            return self._read(name)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError) as why:
            raise ImportFormatError(f"{name} cannot be unpacked and read: {why}") from None

    def json(self, name: str) -> Any:
        """The JSON value of a file, of which the last is kept; errors as of :func:`parsed`."""
        if self._last[0] != name:
            self._last = ("", None)
            self._last = (name, parsed(self.read(name), name))
        return self._last[1]


@contextmanager
def open_tree(job: Job) -> Iterator[Tree | None]:
    """The tree of a folder or an archive, open meanwhile; ``None`` for another file.
    ``ImportFormatError`` where it is too large, or damaged."""
    if job.path.is_dir():
        yield _folder(job)
    elif job.path.is_file() and _is_archive(job.path):
        try:
            archive = zipfile.ZipFile(job.path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise ImportFormatError(
                f"{job.path} is a .zip that cannot be read, cut off or damaged ({error}): download "
                "or copy it again"
            ) from None
        with archive:
            yield _archive(archive, job)
    else:
        yield None


def decoded(data: bytes, name: str, known: str = "") -> str:
    """The text that bytes are, without a byte order mark; ``ImportFormatError`` where they are
    none."""
    try:
        wrong = data.find(b"\0")  # UTF-16
        text = data.decode("utf-8-sig") if wrong < 0 else ""
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong < 0:
        return text
    raise ImportFormatError(f"{name}: it is no UTF-8 text (byte {wrong}): save it as UTF-8{known}")


def parsed(data: bytes, name: str, known: str = "") -> Any:
    """The JSON value that bytes are. ``ImportFormatError`` where they are none: it says what they
    look like."""
    text = decoded(data, name, known)
    try:
        return json.loads(text)
    except RecursionError:
        seen = "its JSON is nested too deeply"
    except ValueError as error:
        begin = data[:40].decode("utf-8", "replace")
        seen = f"it starts with {begin!r} and is not JSON: {why_no_json(error)}"
    raise ImportFormatError(f"{name}: {seen}{known}")


def whole(path: Path) -> bytes:
    """The bytes of a file; ``ImportFormatError`` where it is too large."""
    with path.open("rb") as file:
        return _bounded(file.read(MOST_BYTES + 1), path)


def lines_of(path: Path) -> Iterator[tuple[int, bytes | None, int]]:
    """The lines of a file with their numbers and where they end, without ``\\n``; ``None`` for one
    that is too long."""
    done = number = 0
    with path.open("rb") as file:
        while line := file.readline(MOST_LINE):
            number += 1
            done += len(line)
            too_long = not line.endswith(b"\n") and len(line) == MOST_LINE
            while too_long and (rest := file.readline(MOST_LINE)):
                done += len(rest)
                if rest.endswith(b"\n"):
                    break
            yield number, None if too_long else line.removesuffix(b"\n"), done


def _is_archive(path: Path) -> bool:
    """Whether a file is a .zip, or was one before it was cut off: its end says what it holds."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04" or zipfile.is_zipfile(file)


def _folder(job: Job) -> Tree:
    root = job.path
    names: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if _is_shown(name)]
        for name in files:
            path = Path(folder, name)
            if path.is_symlink():
                job.skip("symbolic link")
            elif _is_shown(name) and path.is_file():
                names.append(path.relative_to(root).as_posix())
        if len(names) > MOST_FILES:
            raise ImportFormatError(f"{root} holds more than {MOST_FILES} files")
    return Tree(names, lambda name: whole(root / name))


def _archive(archive: zipfile.ZipFile, job: Job) -> Tree:
    infos: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        parts = info.filename.split("/")
        if info.is_dir() or not all(map(_is_shown, filter(None, parts))):
            if ".." in parts:
                job.skip("path that leads out of the archive")
        elif "\\" in info.filename or "" in parts or ":" in parts[0]:
            job.skip("path that leads out of the archive")
        elif stat.S_ISLNK(info.external_attr >> 16):
            job.skip("symbolic link")
        else:
            infos[info.filename] = info
    if len(infos) > MOST_FILES:
        raise ImportFormatError(f"{job.path} holds more than {MOST_FILES} files")

    def read(name: str) -> bytes:
        info = infos[name]
        ratio = info.file_size / max(info.compress_size, 1)
        if info.file_size > SUSPECT_BYTES and ratio > SUSPECT_RATIO:
            raise ImportFormatError(
                f"{name} would grow {ratio:.0f} times, to {info.file_size} bytes: it "
                "is not unpacked; unpack it yourself if you trust it"
            )
        if info.file_size > MOST_BYTES:
            raise _too_large(name)
        with archive.open(info) as file:  # gives no more than it says it is, or fails its checksum
            return _bounded(file.read(MOST_BYTES + 1), name)

    return Tree([*infos], read)


def _is_shown(name: str) -> bool:
    odd = any(unicodedata.category(char) in ("Cc", "Cs") for char in name)
    return not name.startswith(".") and name != "__MACOSX" and not odd


def _bounded(data: bytes, name: str | Path) -> bytes:
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    return data


def _too_large(name: str | Path) -> ImportFormatError:
    return ImportFormatError(f"{name} has more than {MOST_BYTES} bytes: split it")
