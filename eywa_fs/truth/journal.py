"""Appending records: validate, write durably, and hand back the anchors that prove them.

Truth side: append-only, fsynced before it is acknowledged, never rewritten.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Required, TypedDict, Unpack

from eywa_fs.clock import Clock, system_clock
from eywa_fs.errors import EywaError, InvalidId, InvalidRecord, PartialAppend, TruthWriteError
from eywa_fs.hashing import content_hash
from eywa_fs.model.plain import own_fields, wire_name
from eywa_fs.model.records import ROLES, Anchor, Draft, Record, Scope, is_citation
from eywa_fs.truth.appendfile import AppendFiles
from eywa_fs.truth.chain import check_room, is_linked
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.folder_names import check_id, encode_id
from eywa_fs.truth.layout import MAX_TIMESTAMP, Layout, day_of

_LOG = logging.getLogger(__name__)


class Audited(TypedDict, total=False):
    """What an entry of the audit trail may say besides what was done to what: why; who did it
    ("system" unless told otherwise); whose memory, where it is one user's; the caller's names for
    what it belongs to; and what differs."""

    reason: Required[str]
    operator: str
    scope: Scope | None
    request_id: str | None
    trace_id: str | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


def _audit_line(now_ms: int, action: str, target: str, about: Audited) -> bytes:
    scope = about.get("scope")
    optional = {} if scope is None else own_fields(scope)
    optional |= {name: about.get(name) for name in ("request_id", "trace_id", "before", "after")}
    entry = {
        "timestamp": now_ms,
        "action": action,
        "target": target,
        "operator": about.get("operator", "system"),
        "reason": about["reason"],
        **{wire_name(name): value for name, value in optional.items() if value is not None},
    }
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def new_event_id(now_ms: int) -> str:
    """A new id: 48 bits of time, so that ids sort by age, and 80 random bits."""
    return f"evt_{now_ms & 0xFFFFFFFFFFFF:012x}{os.urandom(10).hex()}"


class Journal:
    """Writes records into the session files of one data root."""

    def __init__(self, layout: Layout, *, clock: Clock = system_clock) -> None:
        self._layout = layout
        self._clock = clock
        self._files = AppendFiles(layout.root, claim=layout.claim)
        self._counting = threading.Lock()
        self.audit_written = 0
        self.audit_lost = 0
        """Entries of the audit trail since this was made: on disk, and not to be written."""
        self.refused = ""
        """Why the last append is not on disk; empty where it is."""

    def prepare(self, draft: Draft, now: int | None = None) -> Record:
        """Complete and check a draft, of the time ``now`` (by default the clock's) where it names
        none; nothing is written. ``InvalidRecord`` and ``InvalidId`` name the field and what would
        be right."""
        if not isinstance(draft.content, str) or not draft.content.strip():
            raise InvalidRecord("content is empty: a record needs some text")
        if not isinstance(draft.role, str) or draft.role not in ROLES:
            raise InvalidRecord(f"role is {draft.role!r}: use one of {', '.join(sorted(ROLES))}")
        now = self._clock() if now is None else now
        timestamp = now if draft.timestamp is None else draft.timestamp
        if isinstance(timestamp, bool) or not isinstance(timestamp, int):
            raise InvalidRecord(f"timestamp is {timestamp!r}: give epoch milliseconds, an integer")
        day_of(timestamp)
        if draft.expires_at is not None and not (
            type(draft.expires_at) is int and 0 < draft.expires_at <= MAX_TIMESTAMP
        ):
            raise InvalidRecord(f"expires_at is {draft.expires_at!r}: give epoch milliseconds")
        for name in ("tenant_id", "user_id", "session_id"):
            value = getattr(draft, name)
            if not isinstance(value, str):
                check_id(value, name)
            encode_id(value, name)
        for name in ("event_id", "idempotency_key", "speaker", "agent_id", "request_id"):
            if (value := getattr(draft, name)) is not None:
                check_id(value, name)
        if draft.event_id is not None and is_citation(draft.event_id):
            raise InvalidId(
                f"event_id {draft.event_id!r} begins like a citation, and no call would take it "
                "for the name of this record: give another one"
            )
        if not isinstance(draft.tags, list | tuple) or not all(
            isinstance(tag, str) for tag in draft.tags
        ):
            raise InvalidRecord(f"tags are {draft.tags!r}: give a list of strings")
        if draft.meta is not None and not isinstance(draft.meta, dict):
            raise InvalidRecord(f"meta is a {type(draft.meta).__name__}: give a dict")
        event_id, tags = draft.event_id or new_event_id(now), tuple(draft.tags)
        complete = {"event_id": event_id, "timestamp": timestamp, "tags": tags}
        return Record(**own_fields(draft) | complete)

    def write(self, records: Sequence[Record]) -> list[Anchor]:
        """Append prepared records, each file's share in one write; anchors in input order.

        Raises:
            InvalidRecord: before anything is written.
            TruthWriteError: nothing was acknowledged.
            PartialAppend: some files were written before another one failed.
        """
        by_file: dict[str, list[int]] = {}
        lines = []
        for index, record in enumerate(records):
            lines.append(encode_record(record, max_bytes=self._layout.max_record_bytes))
            rel = self._layout.session_file(record.scope, record.session_id, record.timestamp)
            by_file.setdefault(rel, []).append(index)
        anchors: list[Anchor | None] = [None] * len(records)
        for rel, indices in by_file.items():
            try:
                written = self.append_lines(rel, [lines[index] for index in indices])
            except EywaError as error:
                if any(anchors):
                    raise PartialAppend(str(error), list(anchors)) from error
                raise
            for index, anchor in zip(indices, written, strict=True):
                anchors[index] = anchor
        return [anchor for anchor in anchors if anchor is not None]

    def append_lines(self, rel: str, lines: Sequence[bytes]) -> list[Anchor]:
        """Append complete lines to any file of the truth, durably. Those of a log are linked, see
        :mod:`eywa_fs.truth.chain`.

        Raises:
            InvalidRecord: a line is too long to be linked; nothing was written.
            TruthWriteError: nothing was acknowledged.
        """
        if is_linked(rel):
            for line in lines:
                check_room(line, self._layout.max_record_bytes)
        try:
            written = self._files.get(rel).append(lines)
        except TruthWriteError as error:
            self.refused = str(error)
            raise
        self.refused = ""
        return [
            Anchor(rel, version, number, number, start, end, content_hash(line[:-1]))
            for start, end, number, version, line in written
        ]

    def audit(self, action: str, target: str, **about: Unpack[Audited]) -> None:
        """Append an entry to the audit trail, as :meth:`audit_all` does."""
        self.audit_all([(action, target, about)])

    def audit_all(self, acts: Iterable[tuple[str, str, Audited]]) -> None:
        """Append entries to the audit trail, ``audit/YYYY-MM-DD.log.jsonl``, durably and in one
        write. They never repeat the text of a record, but name it by path, line and hash. What they
        tell of is done: where they cannot be written, a warning is logged.

        Args:
            acts: of each what was done, e.g. ``file_rewritten`` or ``generation_switched``; the
                file, record, fact or generation it was done to; and more about it.
        """
        now = self._clock()
        lines = [_audit_line(now, action, target, about) for action, target, about in acts]
        try:
            self.append_lines(Layout.audit_file(now), lines)
        except TruthWriteError as error:
            _LOG.warning("the audit trail could not be written: %s", error)
            with self._counting:
                self.audit_lost += len(lines)
        else:
            with self._counting:
                self.audit_written += len(lines)

    def close(self) -> None:
        self._files.close()
