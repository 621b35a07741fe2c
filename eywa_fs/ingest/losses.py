"""Records that went from their file, or were changed, after indexing: telling the audit trail."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, Final

from eywa_fs.catalog import docs, files
from eywa_fs.catalog.files import FileRow
from eywa_fs.errors import EywaError, TruthReadError
from eywa_fs.generations.generation import Generation
from eywa_fs.model.documents import DocRow
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import newest_entry
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import file_state, hash_of, reading

_LOG = logging.getLogger(__name__)

NAMED: Final = 100
"""Lines that an entry of the audit trail names; of more records it gives the number only."""

Standing = AbstractSet[tuple[str, str]]
"""Event id and content hash of the records that stand in a file, at whatever line."""


def is_kept(layout: Layout, path: str) -> bool:
    """Whether a file is append-only by agreement: Markdown is edited as people like."""
    truth = layout.parse(path)
    return truth is None or truth.kind != "longterm"


def gone(was: Iterable[DocRow], standing: Standing) -> list[DocRow]:
    """The first documents of the records that went or were changed; ``was``: a file's documents as
    the catalog has them, in their order."""
    return [
        row
        for row in was
        if row.span == 0 and (row.event_id, row.anchor.content_hash) not in standing
    ]


def report(
    layout: Layout,
    journal: Journal,
    row: FileRow,
    went: Sequence[DocRow],
    *,
    vanished: bool = False,
    rewritten: bool = False,
    since: int | None = None,
) -> None:
    """Note in the audit trail that a file is not what was indexed of it, and which records went.

    Nothing is noted where its bytes are what they were: then the index was damaged. What an erasure
    took is not lost. Where the note cannot be written a warning is logged, as for each.

    Args:
        row: the file as it was indexed.
        went: of :func:`gone`.
        vanished, rewritten: what is known of the file already.
        since: epoch milliseconds; work that was due then and failed or was killed notes the same
            once only.
    """
    if not (went or rewritten) or (not (vanished or rewritten) and _stands(layout, row)):
        return
    erased = erasures.read(layout).ranges(row.path)
    lost = [
        doc for doc in went if not any(at.start <= doc.anchor.byte_start < at.end for at in erased)
    ]
    if not (lost or rewritten):
        return
    before: dict[str, Any] = {}
    if not erased:  # else it would be a hash of what was erased
        before = {"fingerprint": row.fingerprint, "bytes": row.committed_offset}
    if lost:
        lines = [doc.anchor.line_start for doc in lost[:NAMED]]
        before["lost"] = {"records": len(lost), "lines": lines}
    action = "file_vanished" if vanished else "file_rewritten"
    if since is not None and _is_noted(layout, action, row.path, before, since):
        return
    _LOG.warning("%s was changed behind its committed offset; it is derived anew", row.path)
    reason = "bytes that were indexed already are not what they were"
    journal.audit(action, row.path, reason=reason, before=before or None)


def report_between(layout: Layout, journal: Journal, old: Generation, new: Generation) -> None:
    """:func:`report` for the files of which ``old`` knows records that ``new``, derived from the
    truth as it is, does not; nothing where ``old`` cannot be read."""
    with suppress(EywaError), old.catalog().read() as then, new.catalog().read() as now:
        for path, row in files.every(then).items():
            state = file_state(layout, path)
            if state == (row.size, row.mtime_ns, row.inode) or not is_kept(layout, path):
                continue
            standing = {(d.event_id, d.anchor.content_hash) for d in docs.of_path(now, path)}
            went = gone(docs.of_path(then, path), standing)
            with suppress(TruthReadError):  # of this file; the others are told all the same
                report(layout, journal, row, went, vanished=state is None)


def _stands(layout: Layout, row: FileRow) -> bool:
    """Whether the bytes that were indexed still stand in the file."""
    try:
        with reading(layout, row.path) as fd:
            return hash_of(fd, row.committed_offset).hexdigest() == row.fingerprint
    except FileNotFoundError:
        return False


def _is_noted(layout: Layout, action: str, path: str, before: dict[str, Any], since: int) -> bool:
    with suppress(TruthReadError):
        entry = newest_entry(layout, action, path)
        return entry is not None and entry.timestamp >= since and entry.before == (before or None)
    return False
