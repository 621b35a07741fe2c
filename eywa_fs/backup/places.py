"""Where backups are kept: a folder, or whatever a URL names that fsspec knows.

A place holds objects by name (``chunks/ab/…``, ``backups/….json``). Who adds backups shares it, who
takes chunks away has it alone, so that no chunk goes while somebody is about to rely on it.
"""

from __future__ import annotations

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from eywa_fs.clock import DAY_MS
from eywa_fs.durable import (
    beside,
    is_unfinished,
    make_folder,
    remove_unfinished,
    replace_file,
    sync_folder,
)
from eywa_fs.errors import BadRequest, DependencyUnavailable, EywaError
from eywa_fs.lockfile import lock
from eywa_fs.model.times import shown

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_LOCK = ".lock"
STALE_LOCK_MS = DAY_MS
"""Age at which a note of use in a place without file locks is taken for that of a dead process."""


def open_place(to: str | Path) -> Place:
    """The place a folder or URL names; nothing is made yet.

    Raises:
        BadRequest: an empty name, a URL that fsspec has no file system for, or one of this
            process's memory, or of a folder behind something else.
    """
    name = os.fspath(to)
    if not name.strip() or "\0" in name:
        raise BadRequest("name a folder or a URL for backups")
    name = name.removeprefix("file://").removeprefix("local://")
    if "://" not in name:
        return FolderPlace(Path(name).expanduser())
    return RemotePlace(name)


def without_credentials(url: str) -> str:
    """A URL without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


class FolderPlace:
    """A folder of this machine. Objects are files: written beside, synced, renamed.

    Every method raises ``DependencyUnavailable`` where the place cannot be used.

    Attributes:
        shown: the place without credentials.
        left: what was to be removed and could not be, each with the reason; it hurts no backup.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))
        self.shown = str(self.folder)
        self.left: list[str] = []

    def missing(self) -> str:
        """What has to be there for a place to be made, and is not; empty where all is."""
        return ""  # a folder is made with those above it

    def names(self, folder: str = "") -> dict[str, int]:
        """Every object in a folder and the folders below it, with its size in bytes."""
        found: dict[str, int] = {}
        with self._explained():
            for place, _, files in os.walk(self.folder / folder, onerror=_raise_unless_missing):
                for name in files:
                    path = Path(place, name)
                    if not (is_unfinished(name) or name.startswith(_LOCK)):
                        with suppress(FileNotFoundError):
                            size = path.lstat().st_size
                            found[path.relative_to(self.folder).as_posix()] = size
        return found

    def read(self, name: str) -> bytes:
        """An object; ``FileNotFoundError`` where there is none."""
        with self._explained(reading=True):
            return (self.folder / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """Store an object, in the place of one that has the name. When this returns it is durable;
        after a crash there is the old one or the new one."""
        path = self.folder / name
        with self._explained():
            make_folder(path.parent)
            replace_file(path, data)

    def write_new(self, name: str, data: bytes) -> bytes:
        """Store an object unless there is one; gives the one that is there now."""
        path = self.folder / name
        with self._explained():
            make_folder(path.parent)
            with beside(path, data) as unfinished:
                try:
                    os.link(unfinished, path)
                except FileExistsError:
                    pass
                except OSError:  # a disk without hard links
                    if not path.exists():
                        os.replace(unfinished, path)
            sync_folder(path.parent)
            return path.read_bytes()

    def remove(self, name: str) -> None:
        """Remove an object, if it is there."""
        with self._explained():
            (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def using(self, *, alone: bool) -> Iterator[str]:
        """Use the place meanwhile, with others or ``alone``. Gives why it may not be used, or an
        empty text: alone never waits, with others waits for one that is alone."""
        fd, busy = None, ""
        try:
            with self._explained():
                make_folder(self.folder)
                fd = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                try:
                    lock(fd, shared=not alone, wait=not alone)
                except BlockingIOError:
                    busy = "another process uses the place"
                except OSError:  # who is alone there cannot be told
                    busy = "its disk does not lock files" if alone else ""
            if alone and not busy:
                remove_unfinished(self.folder)
            yield busy
        finally:
            if fd is not None:
                os.close(fd)

    @contextmanager
    def _explained(self, *, reading: bool = False) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if reading and isinstance(error, FileNotFoundError | NotADirectoryError):
                raise FileNotFoundError(error.errno, error.strerror, error.filename) from None
            advice = {
                errno.ENOSPC: "its disk is full: free some space there, or prune with --keep",
                errno.EDQUOT: "the disk quota is used up",
                errno.EROFS: "its file system is read-only",
                errno.EACCES: "permission denied",
                errno.ENOTDIR: "it is a file, or below one: name a folder",
            }.get(error.errno or 0, "it cannot be used")
            raise DependencyUnavailable(
                f"{self.shown}: {advice} ({error.strerror or error})"
            ) from None


def _raise_unless_missing(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


class RemotePlace:
    """The same of what fsspec reaches by a URL: an object store, a server. After a crash a part of
    an object may stand there as well."""

    def __init__(self, url: str) -> None:
        self.shown = without_credentials(url)
        self.left: list[str] = []
        self._made: set[str] = set()
        try:
            from fsspec.core import url_to_fs

            found: tuple[AbstractFileSystem, str] = url_to_fs(url)
        except ImportError as error:
            raise DependencyUnavailable(
                f"{self.shown} needs a package that is not installed: {error}"
            ) from None
        except Exception as error:  # each file system has errors of its own
            raise BadRequest(f"{self.shown} cannot be used: {self._safe(error, url)}") from None
        self._files, self._base = found
        self._url = url
        self._refuse_local()

    def _refuse_local(self) -> None:
        """Refuse what ends with this process, and a folder under another name: only as a folder
        are its real path and its locks known, and what is written there synced."""
        inner: Any = self._files
        while hasattr(getattr(inner, "fs", None), "protocol"):  # something before it, as a cache
            inner = inner.fs
        kinds = {inner.protocol} if isinstance(inner.protocol, str) else set(inner.protocol)
        if "memory" in kinds:
            raise BadRequest(f"{self.shown} ends with this process: choose a place that stays")
        if kinds & {"file", "local"}:
            raise BadRequest(f"{self.shown} is a folder of this machine: name it by its path")

    def missing(self) -> str:
        """The top of the place (a bucket, a first folder) where there is none; else empty."""
        if "://" in self._base:
            return ""  # its names are URLs: nothing is told of what they lie in
        with self._asked():
            top, _, _ = self._base.strip("/").partition("/")
            top = f"/{top}" if self._base.startswith("/") else top
            return "" if self._files.exists(top) else top

    def names(self, folder: str = "") -> dict[str, int]:
        with self._asked():
            self._files.invalidate_cache()
            top = f"{self._base}/{folder}".rstrip("/")
            try:
                found: dict[str, dict[str, Any]] = self._files.find(top, detail=True)
            except FileNotFoundError:
                return {}
            start = len(self._base.rstrip("/")) + 1
            return {path[start:]: int(info["size"] or 0) for path, info in found.items()}

    def read(self, name: str) -> bytes:
        with self._asked():
            return bytes(self._files.cat_file(self._path(name)))

    def write(self, name: str, data: bytes) -> None:
        with self._asked():
            self._make_parent(name)
            if not name.startswith("backups/"):
                self._files.pipe_file(self._path(name), data)
                return
            unfinished = f"unfinished/{secrets.token_hex(8)}"
            self._make_parent(unfinished)
            self._files.pipe_file(self._path(unfinished), data)
            try:
                self._files.mv(self._path(unfinished), self._path(name))
            except Exception:
                if not self._holds(name, data):
                    raise
                self._drop(unfinished)  # it was copied: what failed is the rest, or the answer

    def write_new(self, name: str, data: bytes) -> bytes:
        try:
            return self.read(name)
        except FileNotFoundError:
            self.write(name, data)
            return self.read(name)

    def remove(self, name: str) -> None:
        with self._asked(), suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))

    def _holds(self, name: str, data: bytes) -> bool:
        with suppress(Exception):
            return bytes(self._files.cat_file(self._path(name))) == data
        return False

    def _drop(self, name: str) -> None:
        """Remove what nobody needs; where that fails, note it."""
        try:
            self.remove(name)
        except DependencyUnavailable as error:
            self.left.append(f"{name} could not be removed: {error}")

    @contextmanager
    def using(self, *, alone: bool) -> Iterator[str]:
        """By notes of use: objects that are removed at the end. One older than a day is a dead
        process's, and is not heeded. Where one could not be removed nobody is alone any more: that
        note would keep everybody off for a day."""
        if alone and self.left:
            yield "what is to be removed there cannot be"
            return
        now = time.time_ns() // 1_000_000
        mine = f"locks/{now:015d}-{secrets.token_hex(6)}-{'alone' if alone else 'shared'}"
        self.write(mine, b"")
        try:
            others = [name for name in self.names("locks") if name != mine and _until(name) > now]
            busy = others if alone else [name for name in others if name.endswith("-alone")]
            yield _in_the_way(max(busy, key=_until)) if busy else ""
        finally:
            self._drop(mine)

    def _path(self, name: str) -> str:
        return f"{self._base.rstrip('/')}/{name}"

    def _make_parent(self, name: str) -> None:
        parent = self._path(name).rpartition("/")[0]
        if parent not in self._made:
            self._files.makedirs(parent, exist_ok=True)
            self._made.add(parent)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except (FileNotFoundError, EywaError):
            raise
        except Exception as error:  # each file system has errors of its own
            said = self._safe(error, self._url)
            raise DependencyUnavailable(f"{self.shown} does not answer: {said}") from None

    def _safe(self, error: Exception, url: str) -> str:
        """What went wrong, without the credentials that a message may repeat."""
        return str(error or type(error).__name__).replace(url, self.shown)


Place = FolderPlace | RemotePlace
"""A store of objects by name."""


def _until(name: str) -> int:
    """Until when a note of use counts, epoch milliseconds; 0 where it is none."""
    made = name.removeprefix("locks/").partition("-")[0]
    return int(made) + STALE_LOCK_MS if made.isdigit() else 0


def _in_the_way(name: str) -> str:
    return (
        f"{name} says that another process uses the place; if none does (it was killed, or might "
        f"not remove it), remove it, or wait until {shown(_until(name), 'UTC')}"
    )
