"""What was read in the records, as the catalog keeps it: is it what was written, and all of it?

Every row carries a hash of itself, the manifest one over all rows of a file. They prove that the
catalog holds what was derived; that the rules derive it again is what ``rebuild --prove`` compares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from typing import NamedTuple

from eywa_fs.catalog import readings
from eywa_fs.catalog.docrow import StoredDocument, anchor_json
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.readings import Kept
from eywa_fs.catalog.sql import Connection
from eywa_fs.ingest.derive import LANE
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.model.documents import doc_id
from eywa_fs.model.readings import Reading, chained
from eywa_fs.model.records import Anchor
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth.layout import Layout


def check_files(
    connection: Connection,
    rows: Mapping[str, FileRow],
    read: Set[str],
    proofs: Mapping[str, Proven],
    documents: Mapping[str, Sequence[StoredDocument]],
    report: VerifyReport,
) -> None:
    """Check what was read in some files; raises what reading the table raises.

    Args:
        rows: their rows in the manifest, by path.
        read: paths of files that something was read in.
        proofs: what the rows of those say that are proven, by path.
        documents: what was made from the files, by path; looked at only where there is no proof.
    """
    found = readings.of_paths(connection, [path for path in rows if path in read])
    for path, row in rows.items():
        kept = found.get(path, ())
        report.count("readings", len(kept))
        anchors: Mapping[str, str] | None = None
        if row.kind != "decisions" and kept:
            proof = proofs.get(path)
            anchors = _of_rows(documents[path]) if proof is None else proof.anchors
        _check_file(row, kept, anchors, report)


def strangers(read: Set[str], known: Set[str], report: VerifyReport) -> None:
    """Readings of paths that the manifest does not have."""
    for path in sorted(read - known):
        detail = "facts are noted as read in a file that is not indexed"
        report.in_file("reading_unexpected", path, detail, "reindex: remove them")


def _check_file(
    row: FileRow, kept: Sequence[Kept], anchors: Mapping[str, str] | None, report: VerifyReport
) -> None:
    """Check the readings of one file; their records, where its documents' anchors are given."""
    stale = False
    truth = Layout.parse(row.path)
    for item in kept:
        problem = None
        if not Layout.is_of(row.path, item.reading.scope):
            problem = "what was read in this record is noted for another tenant or user"
        elif not item.untouched:
            problem = "what was read in this record is noted otherwise than it was written"
        elif anchors is not None and truth is not None:
            problem = _difference(item.reading, truth.session_id, anchors)
        if problem is not None:
            stale = True
            line = item.reading.anchor.line_start
            report.in_file("reading_stale", row.path, problem, line=line)
    if not stale and chained("", (item.reading for item in kept)) != row.read_hash:
        detail = "what is noted as read in this file is not all, or not only, what was read in it"
        report.in_file("reading_missing", row.path, detail)


class _Said(NamedTuple):
    """What the anchor of a message's document says."""

    lane: str
    event_id: str
    anchor: Anchor
    timestamp: int
    source_type: str


def _of_rows(documents: Sequence[StoredDocument]) -> dict[str, str]:
    """The anchors of rows that need not be sound; one that cannot be read fits nothing."""
    found = {}
    for row in documents:
        with suppress(TypeError):  # bytes stand where a text belongs: its file says so
            found[row.doc_id] = anchor_json(row)
    return found


def _difference(reading: Reading, session_id: str | None, anchors: Mapping[str, str]) -> str | None:
    """What a reading says of its record otherwise than the document made from it."""
    anchor = reading.anchor
    known = anchors.get(doc_id(reading.scope, LANE, anchor.file_path, anchor.byte_start, 0))
    if known is None:
        return "facts are noted as read in a record that is not indexed"
    own = _Said(LANE, reading.event_id, anchor, reading.timestamp, "conversation")
    fits = (known, session_id) == (anchor_json(own), reading.session_id)
    return None if fits else "its record is indexed as another one"
