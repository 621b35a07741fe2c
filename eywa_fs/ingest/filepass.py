"""One pass over one truth file: from its committed offset to its last complete line."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from eywa_fs.catalog.files import FileRow
from eywa_fs.governance.changes import erased_reading, holds_decision, revision
from eywa_fs.hashing import fingerprint
from eywa_fs.ingest.derive import (
    Placed,
    ReadMessages,
    governs,
    reading_anew,
    record_documents,
    record_readings,
)
from eywa_fs.language.redaction.policy import NOTHING, Redaction
from eywa_fs.model.documents import IndexDocument, scope_key
from eywa_fs.model.readings import Behind, Reading, chained
from eywa_fs.model.records import Record
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.markdown import section_records
from eywa_fs.truth.reader import (
    FileState,
    Line,
    file_state,
    hash_of,
    previous_lines,
    read_exactly,
    read_lines,
    reading,
)

CONTEXT_RECORDS = 2
"""Records before one that serve as its context (architecture: "up to two, looking back only")."""


class Rewritten(Exception):
    """Bytes that were derived already are not what they were: the whole file has to be read."""


@dataclass(slots=True)
class Step:
    """What a pass found since the step before, and the manifest row that goes with it."""

    file: FileRow
    documents: list[IndexDocument] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    records: int = 0


@dataclass(frozen=True, slots=True)
class PassLimits:
    """How much one step, one line and one record may take, and what is read out of a record.

    ``timezone`` (IANA) is where the user's "today" is; without ``read_facts`` nothing is read.
    What ``redaction`` masks is not there for anything that is derived.
    """

    batch_records: int = 512
    max_record_bytes: int = 16 << 20
    max_vector_spans: int = 64
    timezone: str = "UTC"
    read_facts: bool = True
    redaction: Redaction = NOTHING


def steps(
    layout: Layout,
    truth: TruthPath,
    row: FileRow | None,
    limits: PassLimits,
    read_messages: ReadMessages | None = None,
) -> Iterator[Step]:
    """Derive what stands behind ``row``'s committed offset, or the whole file without a row.

    Markdown is always derived as a whole. The last step carries the file's final state, also when
    nothing new was found. ``read_messages`` reads what messages say; by default, each anew.

    Raises:
        Rewritten: the committed prefix changed.
        FileNotFoundError, TruthReadError: the file is gone, or cannot be read.
    """
    state = file_state(layout, truth.rel)
    if state is None:
        raise FileNotFoundError(truth.rel)
    with reading(layout, truth.rel) as fd:
        if truth.kind == "longterm":
            yield _markdown(fd, truth, state, limits)
        else:
            anew = reading_anew(limits.timezone) if limits.read_facts else None
            read = read_messages or anew
            yield from _LinePass(fd, truth, row or _start(truth), state, limits, read).steps()


def derive_behind(
    layout: Layout, truth: TruthPath, row: FileRow | None, limits: PassLimits
) -> Behind:
    """What stands behind a manifest row. Same errors as :func:`steps`, but for ``Rewritten``."""
    if layout.parse(truth.rel) is None:  # a folder that a Look could not list: hear why
        layout.list_folder(truth.rel)
    try:
        found = list(steps(layout, truth, row, limits))
        reread = truth.kind == "longterm" and row is not None
        if row is not None and reread and found[-1].file.fingerprint == row.fingerprint:
            return Behind([], [], False)  # the same bytes: it was copied, or only touched
    except Rewritten:
        found, reread = list(steps(layout, truth, None, limits)), True
    return Behind(
        [document for step in found for document in step.documents],
        [reading for step in found for reading in step.readings],
        reread,
    )


def bytes_behind(states: Mapping[str, FileState], rows: Mapping[str, FileRow]) -> dict[str, int]:
    """Bytes of files that are not derived, by path, told from the files as they are and the
    manifest's rows; files with none left out."""
    found = {}
    for path, state in states.items():
        row = rows.get(path)
        if row is None:
            found[path] = state.size
        elif (row.size, row.mtime_ns) != (state.size, state.mtime_ns):
            found[path] = state.size - row.committed_offset
    return {path: size for path, size in found.items() if size > 0}


def _start(truth: TruthPath) -> FileRow:
    key, nothing = scope_key(truth.scope), fingerprint(b"")
    return FileRow(truth.rel, key, truth.kind, 0, 0, nothing, size=0, mtime_ns=0, inode=0)


class _LinePass:
    """Reads a JSONL file forward, keeping a running fingerprint and the last records."""

    def __init__(
        self,
        fd: int,
        truth: TruthPath,
        row: FileRow,
        state: FileState,
        limits: PassLimits,
        read_messages: ReadMessages | None,
    ) -> None:
        self._fd = fd
        self._truth = truth
        self._row = replace(row, **state._asdict())
        self._limits = limits
        self._read_messages = read_messages
        self._hasher = hash_of(fd, row.committed_offset)
        if self._hasher.hexdigest() != row.fingerprint:
            raise Rewritten(row.path)
        self._unread: list[Placed | Reading] = []
        self._previous: deque[Placed] = deque(maxlen=CONTEXT_RECORDS)

    def steps(self) -> Iterator[Step]:
        row = self._row
        self._recall_context()
        step = Step(row)
        seen: Counter[str] = Counter()
        offset, lines = row.committed_offset, row.committed_lines
        for line in read_lines(self._fd, offset, lines + 1):
            self._hasher.update(line.data)
            self._derive(line, step, seen)
            self._hasher.update(b"\n")
            offset, lines = line.byte_end + 1, line.number
            if step.records >= self._limits.batch_records:
                row = self._finish(step, row, (offset, lines), seen)
                # Not yet at the end: what stands in the manifest must still look changed to a scan.
                step.file = replace(row, size=row.committed_offset, mtime_ns=0)
                yield step
                step = Step(row)
        self._finish(step, row, (offset, lines), seen)
        yield step

    def _finish(
        self, step: Step, row: FileRow, reached: tuple[int, int], seen: Counter[str]
    ) -> FileRow:
        """The row at the end of a step that went so far, in bytes and lines."""
        if self._unread:
            step.readings = record_readings(self._unread, self._truth.kind, self._read_messages)
            self._unread = []
        row = replace(
            row,
            committed_offset=reached[0],
            committed_lines=reached[1],
            fingerprint=self._hasher.hexdigest(),
            malformed=row.malformed + seen["malformed"],
            unsealed=row.unsealed + seen["unsealed"],
            read_hash=chained(row.read_hash, step.readings),
        )
        seen.clear()
        step.file = row
        return row

    def _derive(self, line: Line, step: Step, seen: Counter[str]) -> None:
        if not line.data.strip():
            return
        decisions = self._truth.kind == "decisions"
        if decisions and not self._limits.read_facts and not holds_decision(line.data):
            return
        try:
            record = self._record(line)
        except Malformed as error:
            self._derive_nothing(line, error, seen)
            return
        step.records += 1
        placed = Placed(record, line.anchor(self._truth.rel, self._hasher.hexdigest()))
        if self._limits.read_facts or governs(record, self._truth.kind):
            self._unread.append(placed)
        if decisions:
            self._derive_revision(placed, step)
            return
        if not record.sealed:
            seen["unsealed"] += 1
        step.documents += record_documents(
            placed, tuple(self._previous), max_vector_spans=self._limits.max_vector_spans
        )
        self._previous.append(placed)

    def _derive_nothing(self, line: Line, error: Malformed, seen: Counter[str]) -> None:
        """A line that is no record: what is left of a transaction's line still counts as one."""
        anchor = line.anchor(self._truth.rel, self._hasher.hexdigest())
        reading = None
        if self._truth.kind == "decisions":
            reading = erased_reading(line.data, self._truth.scope, anchor)
        if reading is None:
            seen["malformed"] += error.reason != "erased"
        else:
            self._unread.append(reading)

    def _derive_revision(self, placed: Placed, step: Step) -> None:
        """The documents of the text that a decision gives to a record."""
        revised = revision(placed.record)
        if revised is not None:
            spans = self._limits.max_vector_spans
            revised_here = Placed(self._limits.redaction.record(revised), placed.anchor)
            step.documents += record_documents(revised_here, max_vector_spans=spans)

    def _record(self, line: Line) -> Record:
        """The record in a line, masked; raises ``Malformed``."""
        limits, truth = self._limits, self._truth
        record = decode_record(line.data, truth, line.byte_start, max_bytes=limits.max_record_bytes)
        masked = limits.redaction
        return masked.decision(record) if truth.kind == "decisions" else masked.record(record)

    def _recall_context(self) -> None:
        """The last records before the committed offset, with the versions they had."""
        found: list[Placed] = []
        before = previous_lines(self._fd, self._row.committed_offset, self._row.committed_lines + 1)
        for line in before:
            with suppress(Malformed):
                record = self._record(line)
                version = hash_of(self._fd, line.byte_end).hexdigest()
                found.append(Placed(record, line.anchor(self._truth.rel, version)))
            if len(found) == CONTEXT_RECORDS:
                break
        self._previous.extend(reversed(found))


def _markdown(fd: int, truth: TruthPath, state: FileState, limits: PassLimits) -> Step:
    size = os.fstat(fd).st_size
    data = read_exactly(fd, 0, min(size, limits.max_record_bytes))
    row = replace(
        _start(truth),
        committed_offset=len(data),
        committed_lines=data.count(b"\n"),
        fingerprint=fingerprint(data),
        **state._asdict(),
    )
    step = Step(row)
    for section, record in section_records(data, truth.rel, truth.scope):
        if not record.content.strip():
            continue
        anchor = section.anchor(truth.rel, fingerprint(data[: section.byte_end]))
        step.documents += record_documents(
            Placed(limits.redaction.record(record), anchor),
            max_vector_spans=limits.max_vector_spans,
            source_type="longterm",
        )
        step.records += 1
    return step
