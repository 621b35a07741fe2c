"""The data root as a folder on the disk: whether it is there, whether it is still the one it was,
whether it can be used; and what an error says about what is in it."""

from __future__ import annotations

import os
import stat
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from eywa_fs.durable import make_folder
from eywa_fs.errors import ConfigError, RootLost, TruthReadError


def unlisted(rel: str, error: OSError) -> TruthReadError:
    return TruthReadError(
        f"{rel} cannot be listed ({error.strerror}), so what is in it is not known: "
        "give this user access to it, or check the disk"
    )


class DataRoot:
    """A folder, which stays the one it was when it was first seen.

    Whoever makes a folder below the root calls :meth:`claim` before: a root that was moved away,
    deleted or unmounted is not made again behind its user's back.
    """

    def __init__(self, root: str | Path, *, max_record_bytes: int = 16 << 20) -> None:
        self.root = Path(os.path.realpath(root))
        self.index = self.root / ".index"
        self.max_record_bytes = max_record_bytes
        """Longest line that is a record (``limits.max_record_bytes``)."""
        self._first: tuple[int, int] | None = None
        self._unpin: Callable[[], object] = lambda: None
        self.lost()

    def claim(self) -> None:
        """Make the root if there never was one; ``RootLost`` where it is gone or another folder
        now, ``OSError`` where it cannot be made."""
        if self._first is None:
            make_folder(self.root)
        self.refuse_lost()

    def refuse_lost(self) -> None:
        """Raise :class:`RootLost` unless the root is what it was, or never was."""
        if problem := self.lost():
            raise RootLost(problem)

    def lost(self) -> str | None:
        """What became of a root that is gone or another folder; ``None`` if all is well."""
        found = self._identity()
        if self._first is None and found is not None:
            self._first = found
            self._pin()
        if self._first == found:
            return None
        return (
            f"the data root {self.root} is not the folder it was when this memory was opened: it "
            "was moved, deleted, unmounted or replaced; put it back, or open a new memory where "
            "it is now"
        )

    def is_absence(self, error: OSError) -> bool:
        """Whether an error says that there is no such file or folder below the root. Any other one,
        a refused access or a failing disk, leaves open what is there; and so does every one in a
        root that is gone."""
        absent = isinstance(error, FileNotFoundError | NotADirectoryError)
        return absent and self.lost() is None

    def unlisted(self, rel: str, error: OSError) -> TruthReadError:
        """The error that a folder of the truth cannot be looked into, or that the root is gone."""
        problem = self.lost()
        return RootLost(problem) if problem else unlisted(rel, error)

    def refuse_unusable(self) -> None:
        """Raise ``ConfigError`` where the root cannot be a folder, or everybody on this machine may
        write into it: whoever can take a file away or put one in its place decides what is
        remembered. Raise ``TruthReadError`` where it cannot be listed or entered."""
        if any("\ud800" <= character <= "\udfff" for character in str(self.root)):
            raise ConfigError(
                f"the name of the data root {str(self.root)!a} is not UTF-8: rename it; if it "
                "is, start Python with PYTHONUTF8=1"
            )
        try:
            mode = os.stat(self.root).st_mode
        except FileNotFoundError:
            return  # it is made when something is written
        except OSError as error:
            raise ConfigError(
                f"the data root {self.root} cannot be used: {error.strerror}; name another folder"
            ) from None
        if not stat.S_ISDIR(mode):
            raise ConfigError(f"the data root {self.root} is not a folder: name one")
        try:
            with os.scandir(self.root):
                os.stat(f"{self.root}/.")
        except OSError as error:
            raise self.unlisted(str(self.root), error) from None
        if mode & stat.S_IWOTH:
            raise ConfigError(
                f"everybody on this machine may write into {self.root}: nothing there can be "
                f"trusted; run 'chmod o-w {self.root}' first"
            )

    def close(self) -> None:
        """Let go of the root, so that its file system can be unmounted; idempotent."""
        self._unpin()

    def _pin(self) -> None:
        """Keep the root's folder open: some file systems (FUSE, overlays) keep a folder's number
        only as long as somebody does."""
        with suppress(OSError):
            fd = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
            self._unpin = weakref.finalize(self, os.close, fd)

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.root)
        except OSError:
            return None
        return found.st_dev, found.st_ino
