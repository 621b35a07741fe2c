"""One truth file against its documents, line by line."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter

import xxhash

from eywa_fs.catalog import docs
from eywa_fs.catalog.docrow import StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.catalog.sealed import SealedFile
from eywa_fs.hashing import content_hash
from eywa_fs.ingest.derive import LANE
from eywa_fs.ingest.filepass import PassLimits, markdown_records
from eywa_fs.lanes import l0
from eywa_fs.maintenance import proofcheck
from eywa_fs.maintenance.proofcheck import Proven
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Record
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth.codec import Malformed, decode_record, seal_broken
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line, open_walked, read_exactly, read_lines

_REINDEX = "reindex the file"


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
                report.checked["lines"] = report.checked.get("lines", 0) + row.committed_lines
                if not proven.in_order:
                    _check_order(truth, whole(), report)
                return proven
        expected = _Expected(truth, whole(), vector_spans, report)
        if truth.kind == "longterm":
            _check_markdown(fd, truth, row, limits, expected)
        else:
            _check_lines(fd, truth, row, limits, expected)
    finally:
        close(fd)
    expected.finish()
    return None


def pending(report: VerifyReport, path: str, size: int) -> None:
    """Say that a file has bytes the index does not cover yet."""
    report.add(
        "not_indexed_yet",
        path,
        f"{size} bytes are not indexed yet; search reads them from the file",
        "index them: 'eywa index', or 'eywa watch'",
        path=path,
    )


def changed(report: VerifyReport, path: str) -> None:
    """Say that bytes which were indexed are not what they were."""
    report.add(
        "file_changed", path, "bytes that were indexed are not what they were", _REINDEX, path=path
    )


def close(fd: int) -> None:
    """Close a descriptor."""
    os.close(fd)


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
        self._vector_spans = vector_spans
        self.report = report
        self._key = scope_key(truth.scope)
        self._source_type = "longterm" if truth.kind == "longterm" else "conversation"
        self._by_start: dict[int, list[StoredDocument]] = defaultdict(list)
        for row in rows:
            self._by_start[row.byte_start].append(row)
        self.hashes: dict[int, str] = {}
        self._contexts: list[StoredDocument] = []

    def record(
        self,
        record: Record,
        number: int,
        last: int,
        start: int,
        end: int,
        digest: str,
        version: str,
    ) -> None:
        """A record stands here: its documents must say so."""
        rows = self._by_start.pop(start, [])
        if not rows:
            self.report.add(
                "document_missing",
                f"{self.truth.rel}:{number}",
                "no document was made from this record",
                _REINDEX,
                path=self.truth.rel,
            )
            return
        scope = self.truth.scope
        written = (
            digest, end, number, last, version, self._key, scope.tenant_id, scope.user_id,
            record.session_id, self._source_type, LANE, record.event_id, record.timestamp,
            record.role, record.speaker or "", docs.tags_value(record.tags),
        )  # fmt: skip
        for row in rows:
            problem = self._problem(row, record, written)
            if problem:
                self.stale(row, problem)
            elif row.context:
                self._contexts.append(row)
        spans = [(row.span_start, row.span_end) for row in rows]
        if spans == [(0, len(record.content))]:
            return  # nearly always: a record of one span
        spans.sort()
        joints = [first[1] == second[0] for first, second in pairwise(spans)]
        if spans[0][0] != 0 or spans[-1][1] != len(record.content) or not all(joints):
            self.stale(rows[0], "its documents do not cover the whole record")

    def stale(self, row: StoredDocument, problem: str) -> None:
        self.report.add(
            "document_stale",
            f"{self.truth.rel}:{row.line_start}",
            problem,
            _REINDEX,
            path=self.truth.rel,
            doc_id=row.doc_id,
        )

    def finish(self) -> None:
        """What was not ticked off has no record; what was used as context must still be there."""
        for rows in self._by_start.values():
            for row in rows:
                self.report.add(
                    "document_unexpected",
                    f"{self.truth.rel}:{row.line_start}",
                    "there is no such record in the file",
                    _REINDEX,
                    path=self.truth.rel,
                    doc_id=row.doc_id,
                )
        for row in self._contexts:
            for start, digest in docs.context_hashes(row):
                if self.hashes.get(start) != digest:
                    self.stale(row, "a record it took context from has changed")
                    break

    def _problem(
        self, row: StoredDocument, record: Record, written: tuple[object, ...]
    ) -> str | None:
        if _written(row) != written:
            return _difference(row, written)
        if not row.doc_id.startswith(self._key + "-"):
            return _MEANING["scope_key"]
        if row.embed_hash != l0.embed_fingerprint(record.content, row.span_start, row.span_end):
            return "the text that was embedded is not this record's"
        if not row.untouched:
            return "its row in the catalog was changed"
        if row.state != "indexed_fresh":
            return f"it waits for repair ({row.state})"
        if bool(row.vector) != (row.span < self._vector_spans):
            return "whether it has a vector is noted wrongly"
        return None


_MEANING = {
    "content_hash": "its bytes are not what was indexed",
    "byte_end": "its bytes are not what was indexed",
    "line_start": "it stands in another line than was indexed",
    "line_end": "it stands in another line than was indexed",
    "fs_version": "the file up to it is not what was indexed",
    "scope_key": "it is indexed under another tenant or user",
    "tenant_id": "it is indexed under another tenant or user",
    "user_id": "it is indexed under another tenant or user",
}


_WRITTEN = (
    "content_hash", "byte_end", "line_start", "line_end", "fs_version", "scope_key", "tenant_id",
    "user_id", "session_id", "source_type", "lane", "event_id", "timestamp", "role", "speaker",
    "tags",
)  # fmt: skip
"""The columns that are compared at once with what a record says."""
_written = attrgetter(*_WRITTEN)


def _difference(row: StoredDocument, written: tuple[object, ...]) -> str:
    columns = zip(_WRITTEN, _written(row), written, strict=True)
    name = next(name for name, is_value, value in columns if is_value != value)
    return _MEANING.get(name, f"its {name.replace('_', ' ')} is indexed differently")


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
        digest = content_hash(line.data)
        expected.hashes[line.byte_start] = digest
        record = _decode(line, truth, limits, report)
        if record is None:
            continue
        if truth.kind == "decisions":
            _check_decision(record, line, truth, report)
            continue
        order.see(line.number, record.timestamp, record.event_id)
        if offset <= committed:
            expected.record(
                record, line.number, line.number, line.byte_start, line.byte_end, digest, version
            )
        else:
            behind += 1
    report.checked["lines"] = report.checked.get("lines", 0) + lines
    if os.fstat(fd).st_size > offset:
        report.add(
            "torn_tail", f"{truth.rel}:{lines + 1}", "the last line has no end",
            "nothing: the next append seals it",
        )  # fmt: skip
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


def _check_decision(record: Record, line: Line, truth: TruthPath, report: VerifyReport) -> None:
    from eywa_fs.facts.readings import is_misshapen  # imports the rules of every language

    anchor = Anchor(truth.rel, "", line.number, line.number, line.byte_start, line.byte_end, "")
    if is_misshapen(record, anchor):
        report.add(
            "malformed_line", f"{truth.rel}:{line.number}",
            "this decision has not the form of its kind, see docs/format.md",
            "nothing: it stays, and has no effect; append it again in the right form",
        )  # fmt: skip


class _Order:
    """Whether records follow one another in time, each with an id of its own."""

    def __init__(self, truth: TruthPath, report: VerifyReport) -> None:
        self._truth = truth
        self._report = report
        self._latest = 0
        self._seen: dict[str, int] = {}

    def see(self, number: int, timestamp: int, event_id: str) -> None:
        if timestamp < self._latest:
            self._report.add(
                "time_backwards", f"{self._truth.rel}:{number}",
                "its time is before the record above it", "nothing: it is kept as it is",
            )  # fmt: skip
        else:
            self._latest = timestamp
        first = self._seen.get(event_id)
        if first is not None:
            self._report.add(
                "duplicate_event_id", f"{self._truth.rel}:{number}",
                f"line {first} has the same event id {event_id!r}",
                "nothing: both are kept and found",
            )  # fmt: skip
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
    where = f"{truth.rel}:{line.number}"
    try:
        record = decode_record(line.data, truth, line.byte_start, max_bytes=limits.max_record_bytes)
    except Malformed as error:
        report.add(
            "malformed_line", where, f"{error.reason}: {error}",
            "nothing: it stays, and is never indexed",
        )  # fmt: skip
        return None
    if not record.sealed:
        if seal_broken(line.data):
            report.add(
                "seal_broken", where, "the content does not fit the line's own contentHash",
                "find out who changed it; the audit trail and backups help",
            )  # fmt: skip
        else:
            report.add(
                "unsealed_line", where, "a foreign writer left out id, time or contentHash",
                "nothing: they are derived from the file",
            )  # fmt: skip
    return record


def _check_markdown(
    fd: int, truth: TruthPath, row: FileRow | None, limits: PassLimits, expected: _Expected
) -> None:
    data, placed = markdown_records(fd, truth, limits)
    if row is None:
        pending(expected.report, truth.rel, len(data))
        return
    if xxhash.xxh3_128_hexdigest(data) != row.fingerprint:
        changed(expected.report, truth.rel)
    for item in placed:
        anchor = item.anchor
        expected.hashes[anchor.byte_start] = anchor.content_hash
        expected.record(
            item.record, anchor.line_start, anchor.line_end, anchor.byte_start, anchor.byte_end,
            anchor.content_hash, anchor.fs_version,
        )  # fmt: skip
