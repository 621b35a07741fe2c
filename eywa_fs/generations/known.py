"""What the catalog says of a scope, read again only when somebody has written to the catalog."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from eywa_fs.catalog import docs, files, readings
from eywa_fs.catalog.files import FileRow
from eywa_fs.generations.generation import Generation
from eywa_fs.lru import Lru
from eywa_fs.model.readings import Reading
from eywa_fs.truth.looking import Look

_MOST_FILES = 100_000
"""Rows of files that are kept, of all scopes together: about 50 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What the catalog says of a scope; nothing without a catalog.

    Attributes:
        opening: of the generation it was read from.
        version, removals: of the scope, see :func:`eywa_fs.catalog.docs.scope_version`.
        files: the manifest's rows by path.
        size: how many documents the scope has.
        lacking: how many of them should have a vector, and have none yet.
        speakers: how many records each named speaker has.
        decided: what was read in decisions about records.
    """

    opening: int = 0
    version: int = 0
    removals: int = 0
    files: Mapping[str, FileRow] = field(default_factory=dict)
    size: int = 0
    lacking: int = 0
    speakers: Mapping[str, int] = field(default_factory=dict)
    decided: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What one search saw of a scope, so that what follows on it need not look again."""

    look: Look
    known: Known


class KnownReader:
    """Reads what the catalog says of scopes. Threads may share it."""

    def __init__(self) -> None:
        self._kept: Lru[str, tuple[int, Known]] = Lru(_MOST_FILES, lambda k: 1 + len(k[1].files))

    def read(self, generation: Generation, key: str) -> Known:
        """What the catalog says of a scope now."""
        at, kept = self._kept.get(key) or (0, Known())
        begun = time.monotonic_ns()
        with generation.catalog().read() as connection:
            if at > connection.unchanged_since() and kept.opening == generation.opening:
                return kept
            version, removals = docs.scope_version(connection, key)
            now = (generation.opening, version, removals)
            if version and now == (kept.opening, kept.version, kept.removals):
                return self._kept.put(key, (begun, kept))[1]
            decided = tuple(readings.of_kind(connection, key, "memory"))
            extent = docs.extent(connection, key)
            found = Known(*now, files.of_scope(connection, key), *extent, decided)
        return self._kept.put(key, (begun, found))[1]
