"""A generation that may not be written, seen through a temporary folder of this process.

SQLite, tantivy, Chroma and SurrealDB all write beside what they read: locks, logs, lists of files.
So they get a folder of their own outside the root, with copies of the databases and links to the
other files. It is a picture of one moment: what is indexed elsewhere afterwards is read from the
truth files.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path

from eywa_fs.errors import DependencyUnavailable

_TRIES = 5
"""How often a folder is looked at that somebody writes into meanwhile."""

_DATABASES = (".db", ".sqlite3", "-wal", ".clog", ".manifest")
_LEFT_OUT = (".lock", "-shm", ".tmp")


class View:
    """The temporary folder, from the making to :meth:`close`. It holds what the catalog holds, so
    only its owner may enter it. ``DependencyUnavailable`` where there is no room for it, or the
    folder cannot be read or does not keep still."""

    def __init__(self, folder: Path) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="eywa-view-", ignore_cleanup_errors=True)
        self.folder = Path(self._place.name)
        try:
            for _ in range(_TRIES):
                before = _states(folder)
                _show(folder, self.folder)
                if _states(folder) == before:
                    return
                for entry in list(self.folder.iterdir()):
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            raise DependencyUnavailable(f"{folder} is being written: try again")
        except (OSError, DependencyUnavailable) as error:
            self.close()
            if isinstance(error, OSError):
                raise DependencyUnavailable(f"{folder} cannot be shown: {error}") from error
            raise

    def close(self) -> None:
        """Remove the temporary folder. Never raises."""
        self._place.cleanup()


def _show(folder: Path, target: Path) -> None:
    for entry in sorted(os.scandir(folder), key=lambda found: found.name):
        place = target / entry.name
        if entry.is_dir(follow_symlinks=False):
            place.mkdir()
            _show(Path(entry.path), place)
        elif entry.name.endswith(_LEFT_OUT) or not entry.is_file(follow_symlinks=False):
            continue
        elif entry.name.endswith(_DATABASES):
            shutil.copyfile(entry.path, place)
        else:
            place.symlink_to(entry.path)


def _states(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of all databases below a folder."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(_DATABASES):
                status = os.lstat(os.path.join(place, name))
                if stat.S_ISREG(status.st_mode):
                    found[os.path.join(place, name)] = (status.st_size, status.st_mtime_ns)
    return found
