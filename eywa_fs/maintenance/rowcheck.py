"""Rows of the catalog that are not a session's documents: what was read in the records, and the
summaries that stand for them. Are they what was written, all of it, and nothing else?

Every row carries a hash of itself, the manifest one over all readings of a file. They prove that
the catalog holds what was derived; that the rules derive it again is what ``rebuild --prove``
compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from eywa_fs.catalog import docs, readings, summaries
from eywa_fs.catalog.document_row import StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sql import Connection
from eywa_fs.catalog.summaries import Summarised
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.model.documents import scope_key
from eywa_fs.model.readings import chained
from eywa_fs.model.reports import VerifyReport
from eywa_fs.model.summaries import StandIn, Summary
from eywa_fs.truth.layout import Layout


def check_readings(
    connection: Connection, rows: Mapping[str, FileRow], read: Set[str], report: VerifyReport
) -> None:
    """Check what was read in some files; raises what reading the table raises.

    Args:
        rows: their rows in the manifest, by path.
        read: paths of files that something was read in.
    """
    found = readings.of_paths(connection, [path for path in rows if path in read])
    for path, row in rows.items():
        kept = found.get(path, ())
        report.count("readings", len(kept))
        stale = False
        for item in kept:
            problem = None
            if not Layout.is_of(path, item.reading.scope):
                problem = "what was read in this record is noted for another tenant or user"
            elif not item.untouched:
                problem = "what was read in this record is noted otherwise than it was written"
            if problem is not None:
                stale = True
                line = item.reading.anchor.line_start
                report.in_file("reading_stale", path, problem, line=line)
        if not stale and chained("", (item.reading for item in kept)) != row.read_hash:
            detail = "what is noted as read in this file is not all, or not only, what was read"
            report.in_file("reading_missing", path, detail)


def stray_readings(read: Set[str], known: Set[str], report: VerifyReport) -> None:
    """Readings of paths that the manifest does not have."""
    for path in sorted(read - known):
        detail = "facts are noted as read in a file that is not indexed"
        report.in_file("reading_unexpected", path, detail, "reindex: remove them")


def stray_documents(connection: Connection, known: set[str], report: VerifyReport) -> None:
    """Documents of paths that are no file of the truth."""
    for path in docs.paths(connection):
        if path not in known:
            docs.of_path(connection, path)  # raises where repair could not read the rows
            detail = "documents point at a file that does not exist"
            report.in_file("document_unexpected", path, detail, "reindex: remove them")


def check_stand_ins(
    connection: Connection,
    rows: Mapping[str, FileRow],
    states: Mapping[str, Summarised],
    documents: Mapping[str, Sequence[StoredDocument]],
    limits: PassLimits,
    report: VerifyReport,
) -> None:
    """Check what stands in for the documents of some files; raises what reading a table raises.

    Args:
        rows: their rows in the manifest, by path.
        states: every file that summaries were made of.
        documents: what was made from these files, by path.
    """
    for path, stand_ins in summaries.stand_ins_of_paths(connection, list(rows)).items():
        if path not in states and not stand_ins:
            continue
        covered = [doc for doc in documents[path] if doc.span < limits.max_vector_spans]
        problem = _problem(rows[path], states.get(path), stand_ins, covered)
        if problem is not None:
            report.in_file("summary_stale", path, problem)


def check_summaries(
    connection: Connection, states: Mapping[str, Summarised], report: VerifyReport
) -> None:
    """Check the summaries of each month, and that no others are there."""
    wanted = {state.unit: (state.summaries, path) for path, state in sorted(states.items())}
    found: Counter[str] = Counter()
    damaged: dict[str, str] = {}
    for kept in summaries.every(connection):
        found[kept.summary.unit] += 1
        if not (kept.untouched and _is_at_home(kept.summary)):
            damaged.setdefault(kept.summary.unit, kept.summary.path)
    report.checked["summaries"] = found.total()
    for unit, (count, path) in wanted.items():
        if found[unit] != count:
            damaged.setdefault(unit, path)
    for path in sorted(set(damaged.values())):
        detail = "the summaries of its month are not what was written"
        report.in_file("summary_stale", path, detail)
    for path in summaries.stray_paths(connection):
        report.in_file("summary_stale", path, "summaries of a file that is not indexed")


def _is_at_home(summary: Summary) -> bool:
    """Whether all it covers, and its month, are of its own tenant and user."""
    own = summary.unit.startswith(scope_key(summary.scope) + "-")
    return own and all(Layout.is_of(a.file_path, summary.scope) for a in summary.anchors)


def _problem(
    row: FileRow,
    state: Summarised | None,
    stand_ins: Sequence[StandIn],
    documents: Sequence[StoredDocument],
) -> str | None:
    if state is None:
        return "it has summaries and is not noted to have any"
    if state.fingerprint != row.fingerprint:
        return "its summaries were made of other bytes than are indexed"
    stands = sorted((item.doc_id, item.content_hash) for item in stand_ins)
    if stands != sorted((doc.doc_id, doc.content_hash) for doc in documents):
        return "its summaries do not stand for all its records, each once"
    return None
