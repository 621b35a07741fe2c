"""Proving hits: no text leaves a search that its file does not confirm at this moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from eywa_fs.errors import TruthReadError
from eywa_fs.governance.changes import revision
from eywa_fs.language.redaction.policy import Redaction
from eywa_fs.language.tokens import index_terms
from eywa_fs.lru import Lru
from eywa_fs.model.documents import DocRow
from eywa_fs.model.records import Record, Scope
from eywa_fs.retrieval.repeats import Heard, Reply, Saying, only_asks
from eywa_fs.retrieval.telling import Telling
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.markdown import section_record
from eywa_fs.truth.reader import FileVersion, OpenFiles, read_blocks

_COUNTED_FILES = 512

_READ_BYTES = 16 << 20
"""Room for the texts of records that were read lately, with their terms."""

_fields_of = attrgetter(*Record.__slots__)


@dataclass(frozen=True, eq=False)
class Read:
    """A record as its bytes say, and what was worked out from its text.

    Attributes:
        record: masked, as everything is derived from it.
        shown: as a caller may see it.
    """

    record: Record
    shown: Record

    def own_copy(self) -> Record:
        """The record for a caller, who may change what hangs on it."""
        values = _fields_of(self.shown)
        own: list[Any] = [(deepcopy(v) if v else {}) if isinstance(v, dict) else v for v in values]
        return Record(*own)

    @cached_property
    def terms(self) -> frozenset[str]:
        """The terms by which the word index finds it."""
        record = self.record
        return frozenset(index_terms(f"{record.speaker or ''} {record.content[:20_000]}"))

    @cached_property
    def telling(self) -> Telling:
        """What its words tell of whether it replaces another one."""
        return Telling.of(self.record.content)

    @cached_property
    def saying(self) -> Saying:
        """What tells whether it is a repeat."""
        return Saying.of(self.record)

    @cached_property
    def reply(self) -> Reply | None:
        """What tells whether it only acknowledges."""
        return Reply.of(self.record.content)

    @cached_property
    def heard(self) -> Heard:
        """What a reply to it may say without telling anything."""
        return Heard.of(self.record.content)

    @cached_property
    def only_asks(self) -> bool:
        """Whether it does nothing but ask."""
        return only_asks(self.record.content)


class Proofs:
    """Proves candidates against their files. Threads may share it.

    What is kept is a function of proved bytes: a record under their hash, a line's number until
    its file changes. The bytes themselves are read and hashed each time.
    """

    def __init__(self, layout: Layout, redaction: Redaction) -> None:
        self._layout = layout
        self._redaction = redaction
        self._lines: Lru[str, tuple[FileVersion, dict[int, int]]] = Lru(_COUNTED_FILES)
        self._read: Lru[tuple[str, int, str, str, int], Read] = Lru(
            _READ_BYTES, lambda read: 2000 + 3 * len(read.record.content)
        )

    def proved(self, files: OpenFiles, scope: Scope, row: DocRow) -> Read | str:
        """The record read from a row's very bytes, or why it is refused.

        Refused are: a file outside the scope, missing or unreadable; bytes of another hash or line
        than cited; a line that is no record, or one of another tenant, user, id or time.
        """
        found = files.resolve(row.anchor)
        if found.data is None:
            return found.status
        read = self._record(row, found.data)
        if read is None:
            return "mismatch"
        if read.record.scope != scope:
            return "foreign"
        if (read.record.event_id, read.record.timestamp) != (row.event_id, row.timestamp):
            return "mismatch"  # the index says other things of it than the file
        return read if self._cited_rightly(files, row, found.data) else "mismatch"

    def kept(self, row: DocRow) -> Read | None:
        """What bytes of this hash said when they were last proved in this place, if it is kept:
        enough to choose by, and no proof."""
        return self._read.get(_key(row))

    def _record(self, row: DocRow, data: bytes) -> Read | None:
        """What a row's bytes say, which have the hash that the row names."""
        kept = self.kept(row)
        if kept is not None:
            return kept
        anchor = row.anchor
        truth = self._layout.parse(anchor.file_path)
        if truth is None:
            return None
        if truth.kind == "longterm":
            record = section_record(data, row.event_id, truth.scope, row.timestamp)
        else:
            most = self._layout.max_record_bytes
            try:
                line = decode_record(data, truth, anchor.byte_start, max_bytes=most)
            except Malformed:
                return None
            revised = revision(line) if truth.kind == "decisions" else line
            if revised is None:  # no decision that gives a text, or one that was changed since
                return None
            record = revised
        shown = self._redaction.shown(record)
        if shown.meta is None:
            shown = replace(shown, meta={})
        return self._read.put(_key(row), Read(self._redaction.record(record), shown))

    def _cited_rightly(self, files: OpenFiles, row: DocRow, data: bytes) -> bool:
        """Whether the anchor's lines are those its bytes stand in, from the start of one."""
        anchor = row.anchor
        if anchor.line_end != anchor.line_start + data.count(b"\n"):
            return False
        return self._line_at(files, anchor.file_path, anchor.byte_start) == anchor.line_start

    def _line_at(self, files: OpenFiles, rel: str, byte: int) -> int | None:
        """The number, from 1, of the line that starts at ``byte``; ``None`` where none does.

        The proof of a text is its hash; that its citation names the right line has to be counted.
        """
        try:
            fd, version = files.open(rel)
            kept = self._lines.get(rel)
            known = kept[1] if kept is not None and kept[0] == version else {0: 1}
            if byte in known:
                return known[byte]
            start = max((at for at in known if at <= byte), default=0)
            number, last = known[start], b""
            for block in read_blocks(fd, start, byte):
                number += block.count(b"\n")
                last = block[-1:]
        except (OSError, TruthReadError):
            return None
        if last != b"\n":
            return None
        self._lines.put(rel, (version, {**known, byte: number}))
        return number


def _key(row: DocRow) -> tuple[str, int, str, str, int]:
    anchor = row.anchor
    return anchor.file_path, anchor.byte_start, anchor.content_hash, row.event_id, row.timestamp


@dataclass(slots=True)
class Proving:
    """What one search has proved so far. For one thread.

    Attributes:
        files: of ``scope``, open for as long as this is used.
        row: gives the candidate at a place.
        held: by its place among the candidates, each row that holds, with its record.
        counts: how many were refused, by reason.
        refused: their rows, whose files are to be repaired.
        changed: the files of those of them whose bytes were changed or are gone.
        unread: rows whose files cannot be read now: reading them again would change nothing.
        hidden: whether what stands at a row is not its record's text to be shown: it is passed
            over, and nothing is wrong with it.
    """

    proofs: Proofs
    files: OpenFiles
    scope: Scope
    row: Callable[[int], DocRow]
    held: dict[int, tuple[DocRow, Read]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    refused: list[DocRow] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    unread: list[DocRow] = field(default_factory=list)
    hidden: Callable[[DocRow], bool] | None = None

    def prove(self, place: int) -> bool:
        """Whether the candidate at a place holds; it is among ``held`` from then on."""
        if place in self.held:
            return True
        row = self.row(place)
        if self.hidden is not None and self.hidden(row):
            return False
        read = self.proofs.proved(self.files, self.scope, row)
        if isinstance(read, str):
            self.counts[read] += 1
            (self.unread if read == "unreadable" else self.refused).append(row)
            if self.files.changed(row.anchor):
                self.changed.add(row.anchor.file_path)
            return False
        self.held[place] = row, read
        return True

    def read(self, place: int) -> Read | None:
        """What the candidate at a place says, to choose by: proved now or, if its text is kept by
        its hash, not yet; ``None`` where it is refused."""
        if place in self.held:
            return self.held[place][1]
        row = self.row(place)
        if self.hidden is not None and self.hidden(row):
            return None
        kept = self.proofs.kept(row)
        if kept is not None or not self.prove(place):
            return kept
        return self.held[place][1]
