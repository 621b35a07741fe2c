"""Vectors on a Chroma server: which collections are a generation's, and which are to be dropped.

A generation's collections begin with a prefix that holds a random part and stands in its note. When
the generation is removed, the prefix goes into ``.index/LEFT_ON_SERVERS`` until the server has
dropped what begins with it.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import short_key
from eywa_fs.index import chroma_server
from eywa_fs.index.chroma_server import Address
from eywa_fs.truth.index_folder import read_note, write_note
from eywa_fs.truth.layout import Layout

LEFT: Final = "LEFT_ON_SERVERS"
"""The note of what is to be dropped."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the vectors of a generation are: in the collections of a Chroma server whose names
    begin with ``prefix``. ``path`` (hashed) and ``inode`` are of the folder it was made in."""

    host: str
    port: int
    prefix: str
    path: str = ""
    inode: int = 0

    @property
    def server(self) -> Address:
        return self.host, self.port

    def __str__(self) -> str:
        return f"{self.prefix}-* on the Chroma server {self.host}:{self.port}"

    def is_of(self, layout: Layout, folder: Path) -> bool:
        """Whether a generation's folder is the one it was made in, perhaps moved within its disk or
        mounted elsewhere. A copy is not: it would write into the other's collections."""
        if self.path == _path_key(layout):
            return True
        with suppress(OSError):
            return self.inode == os.stat(folder).st_ino
        return False


def place(layout: Layout, folder: Path, server: Address) -> Placed:
    """Where a new generation is to keep its vectors; its folder must be there."""
    path = _path_key(layout)
    prefix = f"{_of_root(layout)}{secrets.token_hex(8)}"
    return Placed(*server, prefix, path, os.stat(folder).st_ino)


def told(about: Any) -> Placed:
    """What a note says; ``TypeError`` or ``ValueError`` where it says nothing of the kind."""
    found = Placed(**about)
    if not found.prefix.startswith("eywa-") or not found.host or not 0 < found.port < 65536:
        raise ValueError("not where vectors are")
    return found


def leave(layout: Layout, placed: Placed) -> None:
    """Note that collections are to be dropped: their generation is about to be removed."""
    with suppress(OSError):
        _note(layout, [*left(layout), Placed(*placed.server, placed.prefix)])
        return
    _LOG.warning("%s were not dropped, and that could not be noted: drop them there", placed)


def left(layout: Layout) -> list[Placed]:
    """What is still to be dropped."""
    try:
        return [told(about) for about in read_note(layout.index / LEFT)]
    except (OSError, ValueError, TypeError):
        return []


def drop_left(layout: Layout) -> list[Placed]:
    """Drop what is to be dropped; what was. Each server that does not answer keeps its own, which
    is logged."""
    waiting = left(layout)
    if not waiting:
        return []
    dropped, silent = [], set[Address]()
    for placed in waiting:
        try:
            if placed.server not in silent:
                chroma_server.drop(placed.server, f"{placed.prefix}-")
                dropped.append(placed)
        except DependencyUnavailable as error:
            silent.add(placed.server)
            _LOG.warning("%s wait to be dropped: %s", placed, error)
    with suppress(OSError):
        _note(layout, [placed for placed in left(layout) if placed not in dropped])
    return dropped


def strange(layout: Layout, server: Address, known: Collection[Placed]) -> list[str]:
    """The collections on a server that were made by a root in this folder, and are neither
    ``known`` nor to be dropped: of an index that was deleted by hand, or of another machine's
    root. ``DependencyUnavailable`` where the server does not answer."""
    ours = tuple(f"{placed.prefix}-" for placed in (*known, *left(layout)))
    found = chroma_server.names(server, _of_root(layout))
    return [name for name in found if not name.startswith(ours)]


def _note(layout: Layout, waiting: list[Placed]) -> None:
    path = layout.index / LEFT
    if waiting:
        write_note(path, [{"host": p.host, "port": p.port, "prefix": p.prefix} for p in waiting])
    else:
        path.unlink(missing_ok=True)


def _path_key(layout: Layout) -> str:
    return short_key(str(layout.root))


def _of_root(layout: Layout) -> str:
    return f"eywa-{_path_key(layout)}-"
