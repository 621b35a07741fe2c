"""The messages of a user that a reader has not read yet, found in the truth itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from eywa_fs.facts.readings import MODEL_FACTS
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import open_truth, read_lines


def unread(
    layout: Layout, scope: Scope, reader: str, *, limit: int | None, max_record_bytes: int
) -> list[tuple[Record, Anchor]]:
    """User messages without a journaled reading by ``reader``, newest first.

    A message counts as read if its event id and the hash of its bytes are those that were read: a
    changed message is read again.
    """
    read: set[tuple[str, str]] = set()
    found: list[tuple[Record, Anchor]] = []
    for truth in layout.scope_files(scope):
        if truth.kind == "longterm":
            continue
        for record, anchor in _records(layout, truth, max_record_bytes):
            meta = record.meta or {}
            if truth.kind == "session":
                found += [(record, anchor)] if record.role == "user" else []
            elif meta.get("kind") == MODEL_FACTS and meta.get("reader") == reader:
                source = meta.get("source")
                hashed = source.get("content_hash") if isinstance(source, dict) else None
                read.add((str(meta.get("event_id")), str(hashed)))
    waiting = [(r, a) for r, a in found if (r.event_id, a.content_hash) not in read]
    waiting.sort(key=lambda item: (-item[0].timestamp, item[0].event_id))
    return waiting if limit is None else waiting[:limit]


def _records(
    layout: Layout, truth: TruthPath, max_record_bytes: int
) -> Iterator[tuple[Record, Anchor]]:
    try:
        fd = open_truth(layout, truth.rel)
    except FileNotFoundError:
        return
    try:
        for line in read_lines(fd, 0, 1):
            with suppress(Malformed):
                record = decode_record(
                    line.data, truth, line.byte_start, max_bytes=max_record_bytes
                )
                yield record, _anchor(truth, line.number, line.byte_start, line.data)
    finally:
        os.close(fd)


def _anchor(truth: TruthPath, number: int, start: int, data: bytes) -> Anchor:
    return Anchor(truth.rel, "", number, number, start, start + len(data), content_hash(data))
