"""Proving hits: no text leaves a search that its file does not confirm at this moment."""

from __future__ import annotations

import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from eywa_fs.errors import TruthReadError
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import open_truth, read_blocks, resolve

_COUNTED_FILES = 512


@dataclass(slots=True)
class Refusals:
    """Candidates that were not proved: how many by reason, and the files to repair."""

    counts: Counter[str] = field(default_factory=Counter)
    documents: list[DocRow] = field(default_factory=list)

    def add(self, row: DocRow, reason: str) -> None:
        self.counts[reason] += 1
        self.documents.append(row)


class LineCounter:
    """Which line a byte stands in; remembers what it counted until the file changes. Threads may
    share it.

    The proof of a text is its hash; that its citation names the right line has to be counted.
    """

    def __init__(self) -> None:
        self._counted: OrderedDict[str, tuple[tuple[int, ...], dict[int, int]]] = OrderedDict()
        self._mutex = threading.Lock()

    def line_at(self, layout: Layout, rel: str, byte: int) -> int | None:
        """The number, from 1, of the line that starts at ``byte``; ``None`` where none does."""
        try:
            found = os.stat(layout.absolute(rel))
            # The change time as well: whoever sets the modification time back cannot set this one.
            state = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
            with self._mutex:
                kept = self._counted.get(rel)
                known = kept[1] if kept is not None and kept[0] == state else {0: 1}
            if byte in known:
                return known[byte]
            start = max((at for at in known if at <= byte), default=0)
            skipped = _newlines(layout, rel, start, byte)
        except (OSError, TruthReadError):
            return None
        if skipped is None:
            return None
        number = known[start] + skipped
        with self._mutex:
            self._counted[rel] = (state, {**known, byte: number})
            self._counted.move_to_end(rel)
            while len(self._counted) > _COUNTED_FILES:
                self._counted.popitem(last=False)
        return number


def _newlines(layout: Layout, rel: str, start: int, end: int) -> int | None:
    """How many there are in ``[start, end)``; ``None`` unless the last byte of it is one."""
    fd = open_truth(layout, rel)
    try:
        found, last = 0, b""
        for block in read_blocks(fd, start, end):
            found += block.count(b"\n")
            last = block[-1:]
        return found if last == b"\n" else None
    finally:
        os.close(fd)


def proved(
    layout: Layout,
    scope: Scope,
    rows: Iterable[DocRow],
    refusals: Refusals,
    lines: LineCounter,
    *,
    max_record_bytes: int,
) -> Iterator[tuple[DocRow, Record]]:
    """Those rows whose bytes still fit, each with the record read from these very bytes.

    Refused are: a file outside the scope, missing or unreadable; bytes of another hash, or in
    another line than the citation says; a line that is no record (any more), names another tenant
    or user, or has another id or time than the index says.
    """
    for row in rows:
        found = resolve(layout, scope, row.anchor)
        if found.data is None:
            refusals.add(row, found.status)
            continue
        record = _record(layout, row, found.data, max_record_bytes)
        if record is None or record.scope != scope:
            refusals.add(row, "foreign" if record else "mismatch")
            continue
        if record.event_id != row.event_id or record.timestamp != row.timestamp:
            refusals.add(row, "mismatch")  # the index says other things of it than the file does
            continue
        if not _cited_rightly(layout, row, found.data, lines):
            refusals.add(row, "mismatch")
            continue
        yield row, record


def _cited_rightly(layout: Layout, row: DocRow, data: bytes, lines: LineCounter) -> bool:
    """Whether the anchor's lines are those its bytes stand in, from the start of one."""
    anchor = row.anchor
    if anchor.line_end != anchor.line_start + data.count(b"\n"):
        return False
    return lines.line_at(layout, anchor.file_path, anchor.byte_start) == anchor.line_start


def _record(layout: Layout, row: DocRow, data: bytes, max_record_bytes: int) -> Record | None:
    truth = layout.parse(row.anchor.file_path)
    if truth is None:
        return None
    if truth.kind == "longterm":
        return Record(
            event_id=row.event_id,
            tenant_id=truth.scope.tenant_id,
            user_id=truth.scope.user_id,
            session_id="",
            role="system",
            content=data.decode("utf-8", "replace"),
            timestamp=row.timestamp,
            sealed=False,
        )
    try:
        return decode_record(data, truth, row.anchor.byte_start, max_bytes=max_record_bytes)
    except Malformed:
        return None
