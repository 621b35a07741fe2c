"""What is known of the last change of the embedder, and the lock of who makes a generation.

``.index/MIGRATED`` says which generation a migration made current and which one it replaced, with
the settings of both. It is of use only while that generation is the current one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from typing import Any

from eywa_fs.generations import pointer
from eywa_fs.lockfile import is_held
from eywa_fs.truth.index_folder import alone, read_note
from eywa_fs.truth.layout import Layout

NOTE, LOCK = "MIGRATED", "making.lock"


@dataclass(frozen=True, slots=True)
class Migration:
    """A change of the embedder that was carried out.

    Attributes:
        generation, previous: the numbers of what is current since, and of what was before.
        settings, previous_settings: their sections ``embedding``, without the key of a server;
            empty where they are not known.
        reason: what was asked for.
        settled: whether the settings were written and the audit trail has its entry.
    """

    generation: int
    previous: int
    settings: Mapping[str, Any]
    previous_settings: Mapping[str, Any]
    reason: str
    settled: bool = False


def last(layout: Layout) -> Migration | None:
    """The migration that made the current generation; ``None`` where none did, or its note cannot
    be read."""
    try:
        found = Migration(**read_note(layout.index / NOTE))
    except (OSError, ValueError, TypeError):
        return None
    return found if found.generation == pointer.current(layout) else None


def note(layout: Layout, migration: Migration) -> None:
    """Remember a migration, durably and in one step; ``DependencyUnavailable`` where it cannot be
    written."""
    pointer.note(layout, NOTE, asdict(migration))


def forget(layout: Layout) -> None:
    """Forget the migration: there is no way back any more."""
    with suppress(OSError):
        os.unlink(layout.index / NOTE)


def previous(layout: Layout) -> int | None:
    """The generation that is kept to go back to, if it is there."""
    found = last(layout)
    if found is None or found.previous not in pointer.numbers(layout):
        return None
    return found.previous


def unfinished(layout: Layout) -> list[int]:
    """Generations that are neither current nor kept: somebody makes them, or died over it."""
    wanted = (pointer.current(layout), previous(layout))
    return [number for number in pointer.numbers(layout) if number not in wanted]


def is_being_made(layout: Layout) -> bool:
    """Whether some process makes a generation at this moment; takes and writes nothing."""
    return is_held(layout.index / LOCK)


def making(layout: Layout) -> AbstractContextManager[object]:
    """Be the only one who makes generations and switches between them; ``IndexerBusy`` where
    another process or thread is at it, ``DependencyUnavailable`` where the folder cannot be
    written.

    The lock ends with the process. It is another one than the indexer's lease, so that the indexer
    goes on with the current generation."""
    busy = (
        "another process derives a new generation of the index ('eywa migrate' or 'eywa rebuild'): "
        "wait until it is done"
    )
    return alone(layout, LOCK, busy=busy, undone="nothing was begun")
