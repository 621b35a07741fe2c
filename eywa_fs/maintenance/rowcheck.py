"""Rows of the catalog that are not a session's documents: what was read in the records, and the
summaries that stand for them. Are they what was written, all of it, and nothing else?

Every row carries a hash of itself, the manifest one over all readings of a file. They prove that
the catalog holds what was derived, and a reading names its record as the document does; that the
rules derive it again is what ``rebuild --prove`` compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from types import SimpleNamespace

from eywa_fs.catalog import docs, readings, summaries
from eywa_fs.catalog.document_row import DOCS, StoredDocument, anchor_json
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sql import Connection, Table
from eywa_fs.catalog.summaries import Summarised
from eywa_fs.ingest.derive import LANE
from eywa_fs.ingest.filepass import PassLimits
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.model.documents import doc_id, scope_key
from eywa_fs.model.readings import Reading, chained
from eywa_fs.model.reports import FindingKind, VerifyReport
from eywa_fs.model.summaries import StandIn, Summary
from eywa_fs.truth.layout import Layout

Rows = Callable[[str], Sequence[StoredDocument]]
"""The rows of the documents that were made from a file, by its path."""


def check_readings(
    connection: Connection,
    rows: Mapping[str, FileRow],
    read: Set[str],
    proofs: Mapping[str, Proven],
    documents: Rows,
    report: VerifyReport,
) -> None:
    """Check what was read in some files; raises what reading the table raises.

    Args:
        rows: their rows in the manifest, by path.
        read: paths of files that something was read in.
        proofs: what the rows of those say that are proven, by path.
        documents: looked at only where there is no proof.
    """
    found = readings.of_paths(connection, [path for path in rows if path in read])
    for path, row in rows.items():
        kept = found.get(path, ())
        report.count("readings", len(kept))
        anchors: Mapping[str, str] | None = None
        if row.kind != "decisions" and kept:
            proof = proofs.get(path)
            anchors = _anchors(documents(path)) if proof is None else proof.anchors
        stale = False
        for reading, untouched in kept:
            problem = _reading_problem(path, reading, untouched, anchors)
            if problem is not None:
                stale = True
                line = reading.anchor.line_start
                report.in_file("reading_stale", path, problem, line=line)
        if not stale and chained("", (reading for reading, _ in kept)) != row.read_hash:
            detail = "what is noted as read in this file is not all, or not only, what was read"
            report.in_file("reading_missing", path, detail)


def _reading_problem(
    path: str, reading: Reading, untouched: bool, anchors: Mapping[str, str] | None
) -> str | None:
    """What is wrong with a reading of a file; with the documents' anchors, whether it says of its
    record what the document says that was made from it."""
    anchor = reading.anchor
    if not Layout.is_of(path, reading.scope):
        return "what was read in this record is noted for another tenant or user"
    if not untouched:
        return "what was read in this record is noted otherwise than it was written"
    truth = Layout.parse(path)
    if anchors is None or truth is None:
        return None
    known = anchors.get(doc_id(reading.scope, LANE, path, anchor.byte_start, 0))
    if known is None:
        return "facts are noted as read in a record that is not indexed"
    own = SimpleNamespace(  # what the anchor of a message's document says
        lane=LANE, event_id=reading.event_id, anchor=anchor, timestamp=reading.timestamp,
        source_type="conversation",
    )  # fmt: skip
    fits = (known, truth.session_id) == (anchor_json(own), reading.session_id)
    return None if fits else "its record is indexed as another one"


def _anchors(documents: Sequence[StoredDocument]) -> dict[str, str]:
    """The anchors of rows that need not be sound; one that cannot be read fits nothing."""
    found = {}
    for row in documents:
        with suppress(TypeError):  # bytes stand where a text belongs: its file says so
            found[row.doc_id] = anchor_json(row)
    return found


def stray_readings(read: Set[str], known: Set[str], report: VerifyReport) -> None:
    """Readings of paths that the manifest does not have."""
    for path in sorted(read - known):
        detail = "facts are noted as read in a file that is not indexed"
        report.in_file("reading_unexpected", path, detail, "reindex: remove them")


def check_versions(connection: Connection, report: VerifyReport) -> None:
    """Whether documents and readings are numbered as versions of their scopes, which is how a
    process that keeps a scope in memory knows what is new to it."""
    kinds: dict[FindingKind, Table] = {"document_stale": DOCS, "reading_stale": readings.READINGS}
    for kind, table in kinds.items():
        for path, line, name in docs.misnumbered(connection, table):
            detail = "it is noted as written at another version of its user's memory than it was"
            report.in_file(kind, path, detail, line=line, doc_id=name)


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
    documents: Rows,
    limits: PassLimits,
    report: VerifyReport,
) -> None:
    """Check what stands in for the documents of some files; raises what reading a table raises.

    Args:
        rows: their rows in the manifest, by path.
        states: every file that summaries were made of.
    """
    for path, stand_ins in summaries.stand_ins_of_paths(connection, list(rows)).items():
        if path not in states and not stand_ins:
            continue
        covered = [doc for doc in documents(path) if doc.span < limits.max_vector_spans]
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
    for summary, untouched in summaries.every(connection):
        found[summary.unit] += 1
        if not (untouched and _is_at_home(summary)):
            damaged.setdefault(summary.unit, summary.path)
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
