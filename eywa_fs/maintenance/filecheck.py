"""One truth file against its documents: its lines, and what deriving them anew gives."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

import xxhash

from eywa_fs.catalog import docs
from eywa_fs.catalog.document_row import StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sealed import SealedFile
from eywa_fs.governance.changes import Change, is_about_record
from eywa_fs.governance.ledger import change_in
from eywa_fs.governance.replay import torn
from eywa_fs.ingest.filepass import PassLimits, Step, steps
from eywa_fs.maintenance import proofcheck
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.maintenance.rowcheck import Rows
from eywa_fs.model.documents import IndexDocument, scope_key
from eywa_fs.model.records import Anchor, Record
from eywa_fs.model.reports import FindingKind, VerifyReport
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line, read_exactly, read_lines, reading


def check_file(
    layout: Layout,
    truth: TruthPath,
    row: FileRow | None,
    sealed: SealedFile | None,
    whole: Rows,
    limits: PassLimits,
    report: VerifyReport,
    *,
    aged: bool,
) -> Proven | None:
    """Check every line, and every document made from the file.

    Args:
        truth: a file that the walk over the truth just came by.
        sealed: all documents that the catalog has of it, if they can be read so.
        whole: reads them row by row.
        aged: summaries stand in for the vectors of its records.

    Returns:
        What the rows say, if every one is known to be what was written.

    Raises:
        FileNotFoundError, TruthReadError: the file is gone or unreadable.
        DependencyUnavailable: the rows cannot be read.
    """
    vector_spans = 0 if aged else limits.max_vector_spans
    with reading(layout, truth.rel, walked=True) as fd:
        if truth.kind == "session" and row is not None and sealed is not None:
            data = read_exactly(fd, 0, min(row.committed_offset, proofcheck.LARGEST_BYTES) + 1)
            proven = proofcheck.proven(data, truth, row, sealed, vector_spans)
            if proven is not None:
                report.count("lines", row.committed_lines)
                if not proven.in_order:
                    _check_order(truth, whole(truth.rel), report)
                return proven
        if truth.kind != "longterm":
            _check_lines(fd, truth, row, limits, report)
    _check_documents(layout, truth, row, whole(truth.rel), limits, report, aged=aged)
    return None


def pending(report: VerifyReport, path: str, size: int) -> None:
    """Say that a file has bytes the index does not cover yet."""
    detail = f"{size} bytes are not indexed yet; search reads them from the file"
    report.in_file("not_indexed_yet", path, detail, "index them: 'eywa index', or 'eywa watch'")


def changed(report: VerifyReport, path: str) -> None:
    """Say that bytes which were indexed are not what they were."""
    report.in_file("file_changed", path, "bytes that were indexed are not what they were")


def _check_documents(
    layout: Layout,
    truth: TruthPath,
    row: FileRow | None,
    rows: Sequence[StoredDocument],
    limits: PassLimits,
    report: VerifyReport,
    *,
    aged: bool,
) -> None:
    """Derive what is indexed of a file anew, and compare that with the documents that are there."""
    path = truth.rel
    indexed = row.committed_offset if row else 0
    known = {document.doc_id: document for document in rows}
    starts: set[int] = set()
    found_anew: Iterable[Step] = ()
    if row is not None or truth.kind == "longterm":
        found_anew = steps(layout, truth, None, replace(limits, read_facts=False))
    for step in found_anew:
        for derived in step.documents:
            anchor = derived.row.anchor
            if anchor.byte_end > indexed:
                continue
            starts.add(anchor.byte_start)
            found = known.pop(derived.row.doc_id, None)
            if found is None:
                detail, line = "no document was made from this record", anchor.line_start
                report.in_file("document_missing", path, detail, line=line)
            elif problem := _difference(found, derived, aged):
                line = anchor.line_start
                report.in_file("document_stale", path, problem, line=line, doc_id=found.doc_id)
        if truth.kind == "longterm":
            if row is None:
                pending(report, path, step.file.committed_offset)
            elif step.file.fingerprint != row.fingerprint:
                changed(report, path)
        elif step.file.committed_offset >= indexed:
            break
    for left in known.values():
        kind: FindingKind = "document_unexpected"
        detail = "there is no such record in the file"
        if left.byte_start in starts:
            kind, detail = "document_stale", "the record here gives no such document"
        report.in_file(kind, path, detail, line=left.line_start, doc_id=left.doc_id)


def _difference(found: StoredDocument, derived: IndexDocument, aged: bool) -> str | None:
    """What a row says otherwise than the document that is derived anew."""
    wanted = docs.stored(derived.row, found.seq)
    for name, is_value, value in zip(found._fields, found, wanted, strict=True):
        if name == "state":  # from here on it is the document's health
            break
        if is_value != value:
            return f"its {name.replace('_', ' ')} is not what the file gives"
    if found.state != "indexed_fresh":
        return f"it waits for repair ({found.state})"
    if bool(found.vector) != (derived.embed_text is not None and not aged):
        return "whether it has a vector is noted wrongly"
    return None


def _check_lines(
    fd: int, truth: TruthPath, row: FileRow | None, limits: PassLimits, report: VerifyReport
) -> None:
    committed = row.committed_offset if row else 0
    hasher = xxhash.xxh3_128()
    order = _Order(truth, report)
    offset, lines, behind, indexed_lines = 0, 0, 0, 0
    decided: list[Change] = []
    for line in read_lines(fd, 0, 1):
        offset, lines = line.byte_end + 1, line.number
        if offset <= committed:
            hasher.update(line.data + b"\n")
            indexed_lines = lines
        record = _decode(line, truth, limits, report) if line.data.strip() else None
        if truth.kind == "decisions":
            change = change_in(line, record, truth)
            decided += [] if change is None else [change]
            if record is not None:
                _check_decision(record, line.anchor(truth.rel), change, report)
            continue
        if record is None:
            continue
        order.see(line.number, record.timestamp, record.event_id)
        behind += offset > committed
    report.count("lines", lines)
    _check_transactions(decided, report)
    if os.fstat(fd).st_size > offset:
        advice = "nothing to do: the next append seals it"
        report.in_file("torn_tail", truth.rel, "the last line has no end", advice, line=lines + 1)
    if behind:
        pending(report, truth.rel, offset - committed)
    if row is None:
        return
    if (
        offset < committed
        or hasher.hexdigest() != row.fingerprint
        or (row.committed_lines, row.scope_key) != (indexed_lines, scope_key(truth.scope))
    ):
        changed(report, truth.rel)


def _check_decision(
    record: Record, anchor: Anchor, change: Change | None, report: VerifyReport
) -> None:
    """Report a decision that has not the form of its kind; ``change`` is what it decides about a
    record."""
    from eywa_fs.facts.readings import is_misshapen  # imports the rules of every language

    if is_misshapen(record, anchor) or (is_about_record(record) and change is None):
        detail = "this decision has not the form of its kind, see docs/format.md"
        advice = "nothing to do: it stays, and has no effect; append it again in the right form"
        place, line = anchor.file_path, anchor.line_start
        report.in_file("malformed_line", place, detail, advice, line=line)


def _check_transactions(decided: Sequence[Change], report: VerifyReport) -> None:
    """Say which decisions have no effect because a crash cut their transaction off."""
    for change in torn(decided):
        name = change.tx.id if change.tx else ""
        detail = f"of transaction {name} not all lines were written"
        advice = "nothing to do: it has no effect and never will; decide again"
        place, line = change.anchor.file_path, change.anchor.line_start
        report.in_file("malformed_line", place, detail, advice, line=line)


class _Order:
    """Whether records follow one another in time, each with an id of its own."""

    def __init__(self, truth: TruthPath, report: VerifyReport) -> None:
        self._path = truth.rel
        self._report = report
        self._latest = 0
        self._seen: dict[str, int] = {}

    def see(self, number: int, timestamp: int, event_id: str) -> None:
        if timestamp < self._latest:
            detail = "its time is before the record above it"
            advice = "nothing to do: it is kept as it is"
            self._report.in_file("time_backwards", self._path, detail, advice, line=number)
        else:
            self._latest = timestamp
        first = self._seen.get(event_id)
        if first is not None:
            detail = f"line {first} has the same event id {event_id!r}"
            advice = "nothing to do: both are kept and found"
            self._report.in_file("duplicate_event_id", self._path, detail, advice, line=number)
        self._seen[event_id] = number


def _check_order(
    truth: TruthPath, documents: Sequence[StoredDocument], report: VerifyReport
) -> None:
    """What there is to say of a file whose lines need not be decoded."""
    order = _Order(truth, report)
    for document in documents:
        if document.span == 0:
            order.see(document.line_start, document.timestamp, document.event_id)


def _decode(
    line: Line, truth: TruthPath, limits: PassLimits, report: VerifyReport
) -> Record | None:
    path, number = truth.rel, line.number
    try:
        record = decode_record(line.data, truth, line.byte_start, max_bytes=limits.max_record_bytes)
    except Malformed as error:
        if error.reason == "erased":
            return None
        detail, advice = f"{error.reason}: {error}", "nothing to do: it stays, and is never indexed"
        report.in_file("malformed_line", path, detail, advice, line=number)
        return None
    if record.sealed:
        return record
    if record.seal == "broken":
        detail = "the content does not fit the line's own contentHash"
        advice = "find out who changed it; the audit trail and backups help"
        report.in_file("seal_broken", path, detail, advice, line=number)
    else:
        detail = "a foreign writer left out id, time or contentHash"
        advice = "nothing to do: they are derived from the file"
        report.in_file("unsealed_line", path, detail, advice, line=number)
    return record
