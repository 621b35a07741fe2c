"""One truth file against its documents, line by line."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import xxhash

from eywa_fs.catalog import docs
from eywa_fs.catalog.docrow import StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sealed import SealedFile
from eywa_fs.hashing import fingerprint
from eywa_fs.ingest.derive import LANE, Placed
from eywa_fs.ingest.filepass import PassLimits, markdown_records
from eywa_fs.lanes import l0
from eywa_fs.maintenance import proofcheck
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Record
from eywa_fs.model.reports import FindingKind, VerifyReport
from eywa_fs.truth.codec import Malformed, decode_record, seal_broken
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line, open_walked, read_exactly, read_lines


def check_file(
    layout: Layout,
    truth: TruthPath,
    row: FileRow | None,
    sealed: SealedFile | None,
    whole: Callable[[], Sequence[StoredDocument]],
    limits: PassLimits,
    report: VerifyReport,
    *,
    aged: bool = False,
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
    fd = open_walked(layout, truth.rel)
    try:
        if truth.kind == "session" and row is not None and sealed is not None:
            data = read_exactly(fd, 0, min(row.committed_offset, proofcheck.LARGEST_BYTES) + 1)
            proven = proofcheck.proven(data, truth, row, sealed, vector_spans)
            if proven is not None:
                report.count("lines", row.committed_lines)
                if not proven.in_order:
                    _check_order(truth, whole(), report)
                return proven
        expected = _Expected(truth, whole(), vector_spans, report)
        if truth.kind == "longterm":
            _check_markdown(fd, truth, row, limits, expected)
        else:
            _check_lines(fd, truth, row, limits, expected)
    finally:
        os.close(fd)
    expected.finish()
    return None


def pending(report: VerifyReport, path: str, size: int) -> None:
    """Say that a file has bytes the index does not cover yet."""
    report.in_file(
        "not_indexed_yet",
        path,
        f"{size} bytes are not indexed yet; search reads them from the file",
        "index them: 'eywa index', or 'eywa watch'",
    )


def changed(report: VerifyReport, path: str) -> None:
    """Say that bytes which were indexed are not what they were."""
    report.in_file("file_changed", path, "bytes that were indexed are not what they were")


class _Expected:
    """The documents the catalog has of a file, ticked off as their records come by."""

    def __init__(
        self,
        truth: TruthPath,
        rows: Sequence[StoredDocument],
        vector_spans: int,
        report: VerifyReport,
    ) -> None:
        self.truth = truth
        self.report = report
        self._vector_spans = vector_spans
        self._key = scope_key(truth.scope)
        self._by_start: dict[int, list[StoredDocument]] = defaultdict(list)
        for row in rows:
            self._by_start[row.byte_start].append(row)
        self.hashes: dict[int, str] = {}
        self._contexts: list[StoredDocument] = []

    def record(self, placed: Placed) -> None:
        """A record stands here: its documents must say so."""
        anchor, content = placed.anchor, placed.record.content
        rows = self._by_start.pop(anchor.byte_start, [])
        if not rows:
            detail, line = "no document was made from this record", anchor.line_start
            self.report.in_file("document_missing", self.truth.rel, detail, line=line)
            return
        said = self._said(placed)
        for row in rows:
            problem = self._problem(row, content, row._replace(**said))
            if problem:
                self._stale(row, problem)
            elif row.context:
                self._contexts.append(row)
        spans = sorted((row.span_start, row.span_end) for row in rows)
        joints = [first[1] == second[0] for first, second in pairwise(spans)]
        if spans[0][0] != 0 or spans[-1][1] != len(content) or not all(joints):
            self._stale(rows[0], "its documents do not cover the whole record")

    def finish(self) -> None:
        """What was not ticked off has no record; what was used as context must still be there."""
        for rows in self._by_start.values():
            for row in rows:
                self._stale(row, "there is no such record in the file", "document_unexpected")
        for row in self._contexts:
            for start, digest in docs.context_hashes(row):
                if self.hashes.get(start) != digest:
                    self._stale(row, "a record it took context from has changed")
                    break

    def _stale(
        self, row: StoredDocument, problem: str, kind: FindingKind = "document_stale"
    ) -> None:
        path = self.truth.rel
        self.report.in_file(kind, path, problem, line=row.line_start, doc_id=row.doc_id)

    def _said(self, placed: Placed) -> dict[str, Any]:
        """The columns of a document that its record tells."""
        record, anchor, scope = placed.record, placed.anchor, self.truth.scope
        return {
            "content_hash": anchor.content_hash,
            "byte_end": anchor.byte_end,
            "line_start": anchor.line_start,
            "line_end": anchor.line_end,
            "fs_version": anchor.fs_version,
            "scope_key": self._key,
            "tenant_id": scope.tenant_id,
            "user_id": scope.user_id,
            "session_id": record.session_id,
            "source_type": "longterm" if self.truth.kind == "longterm" else "conversation",
            "lane": LANE,
            "event_id": record.event_id,
            "timestamp": record.timestamp,
            "role": record.role,
            "speaker": record.speaker or "",
            "tags": docs.tags_value(record.tags),
        }

    def _problem(self, row: StoredDocument, content: str, said: StoredDocument) -> str | None:
        for name, is_value, value in zip(row._fields, row, said, strict=True):
            if is_value != value:
                return _MEANING.get(name, f"its {name.replace('_', ' ')} is indexed differently")
        if not row.doc_id.startswith(self._key + "-"):
            return _MEANING["scope_key"]
        if row.embed_hash != l0.embed_fingerprint(content, row.span_start, row.span_end):
            return "the text that was embedded is not this record's"
        if not row.untouched:
            return "its row in the catalog was changed"
        if row.state != "indexed_fresh":
            return f"it waits for repair ({row.state})"
        if bool(row.vector) != (row.span < self._vector_spans):
            return "whether it has a vector is noted wrongly"
        return None


_MEANING = {
    **dict.fromkeys(("content_hash", "byte_end"), "its bytes are not what was indexed"),
    **dict.fromkeys(("line_start", "line_end"), "it stands in another line than was indexed"),
    **dict.fromkeys(
        ("scope_key", "tenant_id", "user_id"), "it is indexed under another tenant or user"
    ),
    "fs_version": "the file up to it is not what was indexed",
}
"""What it means that a column of a document is not what its record says."""


def _check_lines(
    fd: int, truth: TruthPath, row: FileRow | None, limits: PassLimits, expected: _Expected
) -> None:
    report = expected.report
    committed = row.committed_offset if row else 0
    hasher = xxhash.xxh3_128()
    order = _Order(truth, report)
    offset, lines, behind, indexed_lines = 0, 0, 0, 0
    for line in read_lines(fd, 0, 1):
        offset, lines = line.byte_end + 1, line.number
        version = ""
        if offset <= committed:
            hasher.update(line.data)
            version = hasher.hexdigest()
            hasher.update(b"\n")
            indexed_lines = lines
        if not line.data.strip():
            continue
        anchor = line.anchor(truth.rel, version)
        expected.hashes[line.byte_start] = anchor.content_hash
        record = _decode(line, truth, limits, report)
        if record is None:
            continue
        if truth.kind == "decisions":
            _check_decision(record, anchor, report)
            continue
        order.see(line.number, record.timestamp, record.event_id)
        if offset <= committed:
            expected.record(Placed(record, anchor))
        else:
            behind += 1
    report.count("lines", lines)
    if os.fstat(fd).st_size > offset:
        advice = "nothing: the next append seals it"
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


def _check_decision(record: Record, anchor: Anchor, report: VerifyReport) -> None:
    from eywa_fs.facts.readings import is_misshapen  # imports the rules of every language

    if is_misshapen(record, anchor):
        report.in_file(
            "malformed_line",
            anchor.file_path,
            "this decision has not the form of its kind, see docs/format.md",
            "nothing: it stays, and has no effect; append it again in the right form",
            line=anchor.line_start,
        )


class _Order:
    """Whether records follow one another in time, each with an id of its own."""

    def __init__(self, truth: TruthPath, report: VerifyReport) -> None:
        self._path = truth.rel
        self._report = report
        self._latest = 0
        self._seen: dict[str, int] = {}

    def see(self, number: int, timestamp: int, event_id: str) -> None:
        if timestamp < self._latest:
            detail, advice = (
                "its time is before the record above it",
                "nothing: it is kept as it is",
            )
            self._report.in_file("time_backwards", self._path, detail, advice, line=number)
        else:
            self._latest = timestamp
        first = self._seen.get(event_id)
        if first is not None:
            detail = f"line {first} has the same event id {event_id!r}"
            advice = "nothing: both are kept and found"
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
        detail, advice = f"{error.reason}: {error}", "nothing: it stays, and is never indexed"
        report.in_file("malformed_line", path, detail, advice, line=number)
        return None
    if record.sealed:
        return record
    if seal_broken(line.data):
        detail = "the content does not fit the line's own contentHash"
        advice = "find out who changed it; the audit trail and backups help"
        report.in_file("seal_broken", path, detail, advice, line=number)
    else:
        detail = "a foreign writer left out id, time or contentHash"
        advice = "nothing: they are derived from the file"
        report.in_file("unsealed_line", path, detail, advice, line=number)
    return record


def _check_markdown(
    fd: int, truth: TruthPath, row: FileRow | None, limits: PassLimits, expected: _Expected
) -> None:
    data, placed = markdown_records(fd, truth, limits)
    if row is None:
        pending(expected.report, truth.rel, len(data))
        return
    if fingerprint(data) != row.fingerprint:
        changed(expected.report, truth.rel)
    for item in placed:
        expected.hashes[item.anchor.byte_start] = item.anchor.content_hash
        expected.record(item)
