"""Summaries against the documents they stand for: what was written, all of it, and up to date.

Like the check of readings it proves that the catalog holds what was derived; that the rules would
derive it again is what ``rebuild --prove`` compares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from eywa_fs.catalog import summaries
from eywa_fs.catalog.anchors import AnchorRow
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.summaries import Kept, Summarised
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.model.reports import VerifyReport

if TYPE_CHECKING:
    from sqlalchemy import Connection

_REINDEX = "reindex the file"


def check_files(
    connection: Connection,
    rows: Mapping[str, FileRow],
    states: Mapping[str, Summarised],
    documents: Mapping[str, Sequence[AnchorRow]],
    limits: PassLimits,
    report: VerifyReport,
) -> None:
    """Check the summaries of some files.

    Args:
        rows: their rows in the manifest, by path.
        states: every file that has summaries.
        documents: what was made from these files, by path.

    Raises:
        DependencyUnavailable: the table cannot be read.
    """
    for path, kept in summaries.of_paths(connection, list(rows)).items():
        report.checked["summaries"] = report.checked.get("summaries", 0) + len(kept)
        if path not in states and not kept:
            continue
        covered = [doc for doc in documents.get(path, ()) if doc.span < limits.max_vector_spans]
        problem = _problem(rows[path], states.get(path), kept, covered)
        if problem is not None:
            report.add("summary_stale", path, problem, _REINDEX, path=path)


def strangers(connection: Connection, report: VerifyReport) -> None:
    """Summaries of paths that the manifest does not have."""
    for path in summaries.stray_paths(connection):
        report.add(
            "summary_stale", path, "summaries of a file that is not indexed", _REINDEX, path=path
        )


def _problem(
    row: FileRow, state: Summarised | None, kept: Sequence[Kept], documents: Sequence[AnchorRow]
) -> str | None:
    if state is None:
        return "it has summaries and is not noted to have any" if kept else None
    if state.fingerprint != row.fingerprint:
        return "its summaries were made of other bytes than are indexed"
    if len(kept) != state.summaries or not all(item.untouched for item in kept):
        return "its summaries are not what was written"
    stands = [
        (doc_id, anchor.content_hash)
        for item in kept
        for doc_id, anchor in zip(item.summary.covers, item.summary.anchors, strict=True)
    ]
    if sorted(stands) != sorted((doc.doc_id, doc.content_hash) for doc in documents):
        return "its summaries do not stand for all its records, each once"
    return None
