"""Proving hits: no text leaves a search that its file does not confirm at this moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import resolve


@dataclass(slots=True)
class Refusals:
    """Candidates that were not proved: how many by reason, and the files to repair."""

    counts: Counter[str] = field(default_factory=Counter)
    documents: list[DocRow] = field(default_factory=list)

    def add(self, row: DocRow, reason: str) -> None:
        self.counts[reason] += 1
        self.documents.append(row)


def proved(
    layout: Layout,
    scope: Scope,
    rows: Iterable[DocRow],
    refusals: Refusals,
    *,
    max_record_bytes: int,
) -> Iterator[tuple[DocRow, Record]]:
    """Those rows whose bytes still fit, each with the record read from these very bytes.

    Refused are: a file outside the scope, missing or unreadable; bytes of another hash; a line that
    is no record (any more) or names another tenant or user.
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
        yield row, record


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
