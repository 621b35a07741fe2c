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

from eywa_fs.errors import BadRequest, TruthWriteError
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Scope
from eywa_fs.truth.appendfile import FILE_MODE, make_folder, refuse_links, sync_folder
from eywa_fs.truth.codec import ERASED, Malformed, decode_record
from eywa_fs.truth.exportlines import unlinked
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import KeyRegister
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import open_truth, read_exactly, read_lines

Repeated = tuple[bytes, int]
"""A line without its ``\\n``, and how many like it, itself included, its file is to have."""

Became = Literal["new", "same", "differs"]


def missing_lines(
    layout: Layout, keys: KeyRegister, rel: str, lines: Sequence[Repeated]
) -> list[bytes]:
    """Those lines that a session or decisions file has not yet; of a record with an idempotency key
    that the user has, none. Call it inside :meth:`KeyRegister.held` before writing them."""
    truth = _of_lines(layout, rel)
    seen: Counter[str] = Counter()
    with suppress(FileNotFoundError):
        fd = open_truth(layout, rel)
        try:
            seen.update(_compared(truth, line.data) for line in read_lines(fd, 0, 1))
        finally:
            os.close(fd)
    new = [data for data, nth in lines if seen[_compared(truth, data)] < nth]
    keyed = {data: key for data in new if (key := _key(layout, truth, data)) is not None}
    known = keys.find(truth.scope, [*keyed.values()]) if keyed else {}
    return [data for data in new if keyed.get(data) not in known]


def adopt_lines(
    layout: Layout, journal: Journal, keys: KeyRegister, rel: str, lines: Sequence[Repeated]
) -> list[bytes]:
    """Append the lines that a file has not yet, durably and in one write; which. Those of decisions
    are linked anew.

    Raises:
        BadRequest: no file of lines, or a line is too long.
        TruthWriteError: nothing was acknowledged.
    """
    truth = _of_lines(layout, rel)
    for data, _ in lines:
        if len(data) > layout.max_record_bytes or b"\n" in data:
            raise BadRequest(f"a line for {rel} is longer than limits.max_record_bytes, or is two")
    with keys.held(truth.scope):
        new = missing_lines(layout, keys, rel, lines)
        if new:
            is_log = truth.kind == "decisions"
            journal.append_lines(rel, [(unlinked(d) if is_log else d) + b"\n" for d in new])
    return new


def note_became(layout: Layout, rel: str, data: bytes) -> Became:
    """What writing a Markdown file of the truth would be."""
    try:
        fd = open_truth(layout, rel)
    except FileNotFoundError:
        return "new"
    try:
        size = os.fstat(fd).st_size
        same = size == len(data) and read_exactly(fd, 0, size) == data
        return "same" if same else "differs"
    finally:
        os.close(fd)


def adopt_note(layout: Layout, rel: str, data: bytes, *, replace: bool = False) -> Became:
    """Write a Markdown file of the truth, whole and durably; one that is there with other text is
    left alone unless ``replace``. What became of it (``differs``: it was or would be replaced).

    Raises:
        BadRequest: no place of Markdown.
        TruthWriteError: the disk refused; what was there is as it was.
    """
    truth = layout.parse(rel)
    if truth is None or truth.kind != "longterm":
        raise BadRequest(f"{rel} is no place of a Markdown file")
    became = note_became(layout, rel, data)
    if became == "same" or (became == "differs" and not replace):
        return became
    path = layout.absolute(rel)
    made = path.with_name(f".{os.urandom(8).hex()}.part")
    try:
        layout.claim()
        refuse_links(path.parent)
        make_folder(path.parent)
        fd = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(made, path)
        sync_folder(path.parent)
    except OSError as error:
        raise TruthWriteError(f"{rel} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            made.unlink()
    return became


def scope_of_lines(layout: Layout, rel: str) -> Scope:
    """Whose lines a file holds; ``BadRequest`` where it is no file of lines."""
    return _of_lines(layout, rel).scope


def _of_lines(layout: Layout, rel: str) -> TruthPath:
    truth = layout.parse(rel)
    if truth is None or truth.kind == "longterm":
        raise BadRequest(f"{rel} is no file of records or decisions")
    return truth


def _compared(truth: TruthPath, data: bytes) -> str:
    """What makes two lines the same: of a log not their chain values; what was erased is blank."""
    if truth.kind == "decisions":
        return content_hash(unlinked(data))
    return content_hash(b" " * len(data) if data.startswith(ERASED) else data)


def _key(layout: Layout, truth: TruthPath, data: bytes) -> str | None:
    if truth.kind != "session" or b'"idempotencyKey"' not in data:
        return None
    with suppress(Malformed):
        found = decode_record(data, truth, 0, max_bytes=layout.max_record_bytes)
        return found.idempotency_key
    return None
