"""Looking at a scope's files: which there are, and whether one has changed since the last look.

Each look asks for the state of every folder and file, and lists a folder again only when it may
hold other names. The kernel stamps a folder when a name in it is made, removed or replaced. Two
changes within one tick of its clock get the same stamp, so a listing is relied on only if the
folder had been left alone for a while when it was made.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from eywa_fs.errors import TruthReadError
from eywa_fs.lru import Lru
from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import UNSEEN, FileState

_SETTLED_NS = 3_000_000_000
"""How long a folder must have been left alone: longer than the coarsest tick there is, 2 s."""

_MOST_NAMES = 200_000
"""Files and folders of all scopes that are remembered, about 100 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The files of a scope that are indexed, at one moment, in path order, without what is no file.

    A folder that cannot be listed stands behind them as if it were a file that cannot be read, its
    state :data:`~eywa_fs.truth.reader.UNSEEN`: whoever reads it hears why. The same object is given
    again for as long as nothing has changed.
    """

    files: tuple[TruthPath, ...] = ()
    states: tuple[FileState, ...] = ()


Stamp = tuple[int, int, int, int]

_Found = tuple[int, int, int, int] | None
"""Size, modification time, inode and mode of a file; ``None`` where there is none."""


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder as it was listed; ``stamp`` is ``None`` when the listing is not to be relied on."""

    stamp: Stamp | None
    folders: tuple[str, ...] = ()
    files: tuple[TruthPath, ...] = ()
    listed: bool = True


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the last look found: every folder by its path, and every file with its path and what
    ``lstat`` said of it."""

    folders: dict[str, _Folder] = field(default_factory=dict)
    names: tuple[TruthPath, ...] = ()
    paths: tuple[str, ...] = ()
    found: Sequence[_Found] = ()
    look: Look = field(default_factory=Look)


class Looker:
    """Looks at the files of scopes. Threads may share it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._root = f"{layout.root}/"
        self._kept: Lru[Scope, _Kept] = Lru(_MOST_NAMES, lambda k: len(k.folders) + len(k.names))

    def look(self, scope: Scope) -> Look:
        """The files of a scope and their states now."""
        kept = self._kept.get(scope) or _Kept()
        folders = self._folders(scope, kept.folders)
        names, paths = kept.names, kept.paths
        if folders is not kept.folders:
            every = chain.from_iterable(folder.files for folder in folders.values())
            names = tuple(sorted(every, key=lambda truth: truth.rel))
            paths = tuple(self._root + truth.rel for truth in names)
        found, look = self._found(paths), kept.look
        if found != kept.found or names != kept.names:
            there = [(n, f) for n, f in zip(names, found, strict=True) if f and stat.S_ISREG(f[3])]
            look = Look(tuple(n for n, _ in there), tuple(FileState(*f[:3]) for _, f in there))
        unlisted = [rel for rel, folder in folders.items() if not folder.listed]
        if unlisted:  # never kept: it is listed again at each look
            # As files of decisions, which are asked for first.
            files = [TruthPath(rel, "decisions", scope, None, None) for rel in unlisted]
            return Look((*look.files, *files), look.states + (UNSEEN,) * len(files))
        if folders is not kept.folders or look is not kept.look:
            self._kept.put(scope, _Kept(folders, names, paths, found, look))
        return look

    def _folders(self, scope: Scope, before: dict[str, _Folder]) -> dict[str, _Folder]:
        """The folders of a scope; ``before`` itself when none of them has changed."""
        try:
            tops = self._layout.scope_folders(scope)
        except TruthReadError:
            return {"tenants": _Folder(None, listed=False)}
        if before and before.keys() >= set(tops) and self._all_same(before):
            return before
        folders: dict[str, _Folder] = {}
        stack = tops
        while stack:
            rel = stack.pop()
            now = time.time_ns()
            try:
                stamp = _stamp(self._root + rel)
                kept = before.get(rel)
                if kept is None or kept.stamp != stamp:
                    inside, others = self._layout.list_folder(rel)
                    settled = now - max(stamp[2:]) > _SETTLED_NS
                    files = (t for t in others if isinstance(t, TruthPath) and t.indexed)
                    kept = _Folder(stamp if settled else None, tuple(inside), tuple(files))
            except OSError as error:
                if self._layout.is_absence(error):
                    continue
                kept = _Folder(None, listed=False)
            except TruthReadError:
                kept = _Folder(None, listed=False)
            folders[rel] = kept
            stack += kept.folders
        return folders

    def _all_same(self, before: dict[str, _Folder]) -> bool:
        root = self._root
        try:
            now = [_stamp(root + rel) for rel in before]
        except OSError:
            return False
        return now == [folder.stamp for folder in before.values()]

    def _found(self, paths: Sequence[str]) -> list[_Found]:
        """What ``lstat`` says of each file now."""
        try:
            return [(s.st_size, s.st_mtime_ns, s.st_ino, s.st_mode) for s in map(os.lstat, paths)]
        except OSError as error:  # one is gone, or cannot be looked at
            if len(paths) == 1:
                gone = self._layout.is_absence(error)
                return [None] if gone else [(*UNSEEN, stat.S_IFREG)]
        return [self._found([path])[0] for path in paths]


def _stamp(path: str) -> Stamp:
    found = os.stat(path)
    return found.st_ino, found.st_dev, found.st_mtime_ns, found.st_ctime_ns
