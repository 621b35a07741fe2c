"""What was read in the records, as the catalog keeps it: is it what was written, and all of it?

Nothing is read anew: every row carries a hash of itself, and the manifest one that runs over all
rows of a file. What both prove is that the catalog holds what was derived, not that the rules would
derive it again; that is what ``rebuild --prove`` compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.catalog import readings
from eywa_fs.catalog.anchors import AnchorRow
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.readings import Kept
from eywa_fs.model.readings import Reading, chained
from eywa_fs.model.reports import VerifyReport

if TYPE_CHECKING:
    from sqlalchemy import Connection

_REINDEX = "reindex the file"


def check_files(
    connection: Connection,
    rows: Mapping[str, FileRow],
    documents: Mapping[str, Sequence[AnchorRow]],
    report: VerifyReport,
) -> None:
    """Check what was read in some files.

    Args:
        rows: their rows in the manifest, by path.
        documents: what was made from them, by path.

    Raises:
        DependencyUnavailable: the table cannot be read.
    """
    for path, kept in readings.of_paths(connection, list(rows)).items():
        report.checked["readings"] = report.checked.get("readings", 0) + len(kept)
        _check_file(rows[path], kept, documents.get(path, ()), report)


def strangers(connection: Connection, known: Iterable[str], report: VerifyReport) -> None:
    """Readings of paths that the manifest does not have."""
    for path in sorted(set(readings.paths(connection)) - set(known)):
        report.add(
            "reading_unexpected",
            path,
            "facts are noted as read in a file that is not indexed",
            "reindex: remove them",
            path=path,
        )


def _check_file(
    row: FileRow, kept: Sequence[Kept], documents: Sequence[AnchorRow], report: VerifyReport
) -> None:
    places = {(d.byte_start, d.span): d for d in documents} if kept else {}
    stale = False
    for item in kept:
        anchor = item.reading.anchor
        problem = None
        if not item.untouched:
            problem = "what was read in this record is noted otherwise than it was written"
        elif row.kind != "decisions":
            problem = _difference(item.reading, places.get((anchor.byte_start, 0)))
        if problem is not None:
            stale = True
            place = f"{row.path}:{anchor.line_start}"
            report.add("reading_stale", place, problem, _REINDEX, path=row.path)
    if not stale and chained("", (item.reading for item in kept)) != row.read_hash:
        report.add(
            "reading_missing",
            row.path,
            "what is noted as read in this file is not all, or not only, what was read in it",
            _REINDEX,
            path=row.path,
        )


def _difference(reading: Reading, document: AnchorRow | None) -> str | None:
    """What a reading says of its record otherwise than the document made from it."""
    if document is None:
        return "facts are noted as read in a record that is not indexed"
    anchor = reading.anchor
    noted = (
        anchor.content_hash, anchor.byte_end, anchor.line_start, anchor.line_end,
        anchor.fs_version, reading.event_id, reading.timestamp, reading.session_id,
    )  # fmt: skip
    indexed = (
        document.content_hash, document.byte_end, document.line_start, document.line_end,
        document.fs_version, document.event_id, document.timestamp, document.session_id,
    )  # fmt: skip
    return None if noted == indexed else "its record is indexed as another one"
