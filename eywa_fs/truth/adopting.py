"""Taking over whole lines and Markdown files of another root's truth, as they are.

A line is appended unless the file has it already, so taking over can be stopped and repeated, and
what an export of a grown root holds beyond an older one is all that is added.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from eywa_fs.durable import make_folder, replace_file
from eywa_fs.errors import BadRequest, KeyReused, TruthWriteError
from eywa_fs.hashing import content_hash
from eywa_fs.truth.appendfile import refuse_links
from eywa_fs.truth.codec import Malformed, decode_record, record_at
from eywa_fs.truth.exportlines import unlinked
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import KeyRegister
from eywa_fs.truth.layout import LOGS, Layout, TruthPath
from eywa_fs.truth.reader import read_lines, read_whole, reading
from eywa_fs.truth.tombstones import erased_by

Repeated = tuple[bytes, int]
"""A line without its ``\\n``, and how many like it, itself included, its file is to have."""

Became = Literal["new", "same", "differs"]


class Adopter:
    """Takes over lines and files, or with ``dry`` only says what it would do. For one thread; what
    it read of a file it keeps until the next."""

    def __init__(
        self, layout: Layout, journal: Journal, keys: KeyRegister, *, dry: bool = False
    ) -> None:
        self._layout = layout
        self._journal = journal
        self._keys = keys
        self._dry = dry
        self._rel = ""
        self._read = 0
        self._seen: Counter[str] = Counter()

    def lines(self, rel: str, lines: Sequence[Repeated]) -> list[bytes]:
        """Append the lines that a session file or a user's log has not yet, but for records with an
        idempotency key that the user has; durably and in one write. Those of a log are linked anew.
        Gives those that were appended.

        Raises:
            BadRequest: no file of lines, or a line is too long.
            KeyReused: the key of one is of a record with another text; nothing was written.
            TruthWriteError: nothing was acknowledged.
        """
        truth = self._layout.parse(rel)
        if truth is None or truth.kind == "longterm":
            raise BadRequest(f"{rel} is no file of records or decisions")
        for data, _ in lines:
            if len(data) > self._layout.max_record_bytes or b"\n" in data:
                raise BadRequest(f"a line is longer than limits.max_record_bytes, or is two: {rel}")
        with self._keys.held(truth.scope):
            new = self._missing(truth, lines)
            if new and not self._dry:
                is_log = truth.kind in LOGS
                whole = [(unlinked(data) if is_log else data) + b"\n" for data in new]
                self._journal.append_lines(rel, whole)
        return new

    def note(self, rel: str, data: bytes, *, replace: bool = False) -> Became:
        """Write a Markdown file of the truth, whole and durably; one that is there with other text
        is left alone unless ``replace``. What it was: ``differs`` from the one that is there, which
        was or would be replaced, the ``same``, or ``new``. ``BadRequest`` where no Markdown belongs
        there; after ``TruthWriteError`` what was there is as it was."""
        truth = self._layout.parse(rel)
        if truth is None or truth.kind != "longterm":
            raise BadRequest(f"{rel} is no place of a Markdown file")
        became: Became = "new"
        with self._keys.held(truth.scope):
            with suppress(FileNotFoundError):
                became = "same" if read_whole(self._layout, rel) == data else "differs"
            wanted = became == "new" or (became == "differs" and replace)
            if wanted and not self._dry:
                _write_whole(self._layout, rel, data)
        return became

    def _missing(self, truth: TruthPath, lines: Sequence[Repeated]) -> list[bytes]:
        self._look(truth)
        new = [data for data, nth in lines if self._seen[_compared(truth, data)] < nth]
        keyed = {data: one for data in new if (one := self._keyed(truth, data)) is not None}
        known = self._keys.find(truth.scope, [key for key, _ in keyed.values()])
        for key, content in keyed.values():
            there = (
                record_at(self._layout, truth.scope, known[key].anchor) if key in known else None
            )
            if there is not None and there.content != content:
                raise KeyReused(key)
        return [data for data in new if data not in keyed or keyed[data][0] not in known]

    def _look(self, truth: TruthPath) -> None:
        """Count the lines of a file that came since it was read last."""
        try:
            with reading(self._layout, truth.rel) as fd:
                if truth.rel != self._rel or os.fstat(fd).st_size < self._read:
                    self._rel, self._read, self._seen = truth.rel, 0, Counter()
                for line in read_lines(fd, self._read, 1):
                    self._seen[_compared(truth, line.data)] += 1
                    self._read = line.byte_end + 1
        except FileNotFoundError:
            self._rel, self._read, self._seen = truth.rel, 0, Counter()

    def _keyed(self, truth: TruthPath, data: bytes) -> tuple[str, str] | None:
        """The idempotency key of a record, and its text."""
        if truth.kind == "session" and b'"idempotencyKey"' in data:
            with suppress(Malformed):
                record = decode_record(data, truth, 0, max_bytes=self._layout.max_record_bytes)
                if record.idempotency_key is not None:
                    return record.idempotency_key, record.content
        return None


def _compared(truth: TruthPath, data: bytes) -> str:
    """What makes two lines the same: of a log not their chain values; what was erased is blank."""
    if truth.kind in LOGS:
        return content_hash(unlinked(data))
    return content_hash(b" " * len(data) if erased_by(data) else data)


def _write_whole(layout: Layout, rel: str, data: bytes) -> None:
    path = layout.absolute(rel)
    try:
        layout.claim()
        refuse_links(path.parent)
        make_folder(path.parent)
        replace_file(path, data)
    except OSError as error:
        raise TruthWriteError(f"{rel} cannot be written: {error.strerror or error}") from None
