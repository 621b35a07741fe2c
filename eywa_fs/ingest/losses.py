"""Records that were indexed and stand in their file no more as they were: an append-only file was
edited, or went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from eywa_fs.model.documents import DocRow
from eywa_fs.truth.erasures import read
from eywa_fs.truth.layout import Layout

NAMED: Final = 100
"""Lines that an entry of the audit trail names; of more records it gives the number only."""


def lost(
    layout: Layout, path: str, was: Iterable[DocRow], standing: AbstractSet[tuple[str, str]]
) -> list[DocRow]:
    """The first documents of the records that went or were changed, in the order of their lines;
    what an erasure took is not lost.

    Args:
        was: the documents of the file as the catalog has them.
        standing: event id and content hash of the records in it now, at whatever line.

    Raises:
        TruthReadError: the log of erasures cannot be read.
    """
    gone = [
        row
        for row in was
        if row.span == 0 and (row.event_id, row.anchor.content_hash) not in standing
    ]
    erased = read(layout).ranges(path) if gone else ()
    kept = (
        row for row in gone if not any(at.start <= row.anchor.byte_start < at.end for at in erased)
    )
    return sorted(kept, key=lambda row: row.anchor.byte_start)


def lines_of(rows: Sequence[DocRow]) -> list[int]:
    """The lines where records stood, the first :data:`NAMED`."""
    return [row.anchor.line_start for row in rows[:NAMED]]
