"""One truth file against its documents: its lines, and what deriving them anew gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import xxhash

from eywa_fs.catalog import docs
from eywa_fs.catalog.document_row import SealedFile, StoredDocument
from eywa_fs.catalog.files import FileRow
from eywa_fs.governance.changes import Change, is_about_record
from eywa_fs.governance.decided import change_in
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


def pending(report: VerifyReport, path: str, size: int) -> None:
    """Say that a file has bytes the index does not cover yet."""
    detail = f"{size} bytes are not indexed yet; search reads them from the file"
    report.in_file("not_indexed_yet", path, detail, "index them: 'eywa index', or 'eywa watch'")


def changed(report: VerifyReport, path: str) -> None:
    """Say that bytes which were indexed are not what they were."""
    report.in_file("file_changed", path, "bytes that were indexed are not what they were")


@dataclass(frozen=True, slots=True)
class FileCheck:
    """The check of one file: every line, and every document made from it.

    Args:
        truth: a file that the walk over the truth just came by.
        aged: summaries stand in for the vectors of its records.
    """

    layout: Layout
    truth: TruthPath
    row: FileRow | None
    limits: PassLimits
    report: VerifyReport
    aged: bool

    def run(self, sealed: SealedFile | None, whole: Rows) -> Proven | None:
        """Check it.

        Args:
            sealed: all documents that the catalog has of it, if they can be read so.
            whole: reads them row by row.

        Returns:
            What the rows say, if every one is known to be what was written.

        Raises:
            FileNotFoundError, TruthReadError: the file is gone or unreadable.
            DependencyUnavailable: the rows cannot be read.
        """
        truth, row = self.truth, self.row
        vector_spans = 0 if self.aged else self.limits.max_vector_spans
        with reading(self.layout, truth.rel, walked=True) as fd:
            if truth.kind == "session" and row is not None and sealed is not None:
                data = read_exactly(fd, 0, min(row.committed_offset, proofcheck.LARGEST_BYTES) + 1)
                proven = proofcheck.proven(data, truth, row, sealed, vector_spans)
                if proven is not None:
                    self.report.count("lines", row.committed_lines)
                    if not proven.in_order:
                        self._check_order(whole(truth.rel))
                    return proven
            if truth.kind != "longterm":
                self._check_lines(fd)
        self._check_documents(whole(truth.rel))
        return None

    def _check_documents(self, rows: Sequence[StoredDocument]) -> None:
        """Derive what is indexed of the file anew, and compare that with the documents that are
        there."""
        truth, row = self.truth, self.row
        indexed = row.committed_offset if row else 0
        known = {document.doc_id: document for document in rows}
        starts: set[int] = set()
        found_anew: Iterable[Step] = ()
        if row is not None or truth.kind == "longterm":
            found_anew = steps(self.layout, truth, None, replace(self.limits, read_facts=False))
        for step in found_anew:
            for derived in step.documents:
                anchor = derived.row.anchor
                if anchor.byte_end > indexed:
                    continue
                starts.add(anchor.byte_start)
                found, line = known.pop(derived.row.doc_id, None), anchor.line_start
                if found is None:
                    detail = "no document was made from this record"
                    self._say("document_missing", line, detail)
                elif problem := _difference(found, derived, self.aged):
                    self._say("document_stale", line, problem, doc_id=found.doc_id)
            if truth.kind == "longterm":
                if row is None:
                    pending(self.report, truth.rel, step.file.committed_offset)
                elif step.file.fingerprint != row.fingerprint:
                    changed(self.report, truth.rel)
            elif step.file.committed_offset >= indexed:
                break
        for left in known.values():
            kind: FindingKind = "document_unexpected"
            detail = "there is no such record in the file"
            if left.byte_start in starts:
                kind, detail = "document_stale", "the record here gives no such document"
            self._say(kind, left.line_start, detail, doc_id=left.doc_id)

    def _check_lines(self, fd: int) -> None:
        truth, row = self.truth, self.row
        committed = row.committed_offset if row else 0
        hasher = xxhash.xxh3_128()
        order = _Order(self._say)
        offset, lines, behind, indexed_lines = 0, 0, 0, 0
        decided: list[Change] = []
        for line in read_lines(fd, 0, 1):
            offset, lines = line.byte_end + 1, line.number
            if offset <= committed:
                hasher.update(line.data + b"\n")
                indexed_lines = lines
            record = self._decode(line) if line.data.strip() else None
            if truth.kind == "decisions":
                change = change_in(line, record, truth)
                decided += [] if change is None else [change]
                if record is not None:
                    self._check_decision(record, line.anchor(truth.rel), change)
                continue
            if record is None:
                continue
            order.see(line.number, record.timestamp, record.event_id)
            behind += offset > committed
        self.report.count("lines", lines)
        self._check_transactions(decided)
        if os.fstat(fd).st_size > offset:
            advice = "nothing to do: the next append seals it"
            self._say("torn_tail", lines + 1, "the last line has no end", advice)
        if behind:
            pending(self.report, truth.rel, offset - committed)
        if row is not None and (
            offset < committed
            or hasher.hexdigest() != row.fingerprint
            or (row.committed_lines, row.scope_key) != (indexed_lines, scope_key(truth.scope))
        ):
            changed(self.report, truth.rel)

    def _check_decision(self, record: Record, anchor: Anchor, change: Change | None) -> None:
        """Report a decision that has not the form of its kind; ``change`` is what it decides about
        a record."""
        from eywa_fs.facts.readings import is_misshapen  # imports the rules of every language

        if is_misshapen(record, anchor) or (is_about_record(record) and change is None):
            detail = "this decision has not the form of its kind, see docs/format.md"
            advice = "nothing to do: it stays, and has no effect; append it again in the right form"
            self._say("malformed_line", anchor.line_start, detail, advice)

    def _check_transactions(self, decided: Sequence[Change]) -> None:
        """Say which decisions have no effect because a crash cut their transaction off."""
        for change in torn(decided):
            name = change.tx.id if change.tx else ""
            detail = f"of transaction {name} not all lines were written"
            advice = "nothing to do: it has no effect and never will; decide again"
            self._say("malformed_line", change.anchor.line_start, detail, advice)

    def _check_order(self, documents: Sequence[StoredDocument]) -> None:
        """What there is to say of a file whose lines need not be decoded."""
        order = _Order(self._say)
        for document in documents:
            if document.span == 0:
                order.see(document.line_start, document.timestamp, document.event_id)

    def _decode(self, line: Line) -> Record | None:
        most = self.limits.max_record_bytes
        try:
            record = decode_record(line.data, self.truth, line.byte_start, max_bytes=most)
        except Malformed as error:
            if error.reason != "erased":
                advice = "it is in no answer: append it again in the right form if it matters"
                self._say("malformed_line", line.number, f"{error.reason}: {error}", advice)
            return None
        if record.sealed:
            return record
        if record.seal == "broken":
            detail = "the content does not fit the line's own contentHash"
            advice = "find out who changed it; the audit trail and backups help"
            self._say("seal_broken", line.number, detail, advice)
        else:
            detail = "a foreign writer left out id, time or contentHash"
            advice = "nothing to do: they are derived from the file"
            self._say("unsealed_line", line.number, detail, advice)
        return record

    def _say(self, kind: FindingKind, line: int, *told: str, doc_id: str | None = None) -> None:
        """Report a line: what is wrong, and what to do where that is not what a repair does."""
        self.report.in_file(kind, self.truth.rel, *told, line=line, doc_id=doc_id)


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


class _Order:
    """Whether records follow one another in time, each with an id of its own."""

    def __init__(self, say: Callable[[FindingKind, int, str, str], None]) -> None:
        self._say = say
        self._latest = 0
        self._seen: dict[str, int] = {}

    def see(self, number: int, timestamp: int, event_id: str) -> None:
        if timestamp < self._latest:
            detail = "its time is before the record above it"
            self._say("time_backwards", number, detail, "nothing to do: it is kept as it is")
        else:
            self._latest = timestamp
        first = self._seen.get(event_id)
        if first is not None:
            detail = f"line {first} has the same event id {event_id!r}"
            advice = "nothing to do: both are kept and found"
            self._say("duplicate_event_id", number, detail, advice)
        self._seen[event_id] = number
