"""From a citation ``path:line`` back to the record."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress

from eywa_fs.errors import BadRequest, NotFound, ScopeForbidden
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.markdown import sections
from eywa_fs.truth.reader import Line, open_truth, read_exactly, read_lines

_CITATION = re.compile(r"(?P<path>.+?):(?P<first>[0-9]{1,12})(?:-(?P<last>[0-9]{1,12}))?")


def read_citation(
    layout: Layout, scope: Scope | None, citation: str, *, max_record_bytes: int
) -> Record:
    """The record (or Markdown section) a citation names, as the truth holds it now.

    Args:
        scope: refuse every other tenant and user; ``None`` for an operator who may read all.

    Raises:
        BadRequest: no citation. ScopeForbidden: of another scope. NotFound: nothing is there.
    """
    match = _CITATION.fullmatch(citation.strip())
    if match is None:
        raise BadRequest(f"{citation!r} is no citation: give path:line as a search prints it")
    truth = layout.parse(match["path"])
    if truth is None:
        raise NotFound(f"{match['path']} is no truth file of this data root")
    if scope is not None and truth.scope != scope:
        raise ScopeForbidden(f"{truth.rel} belongs to another tenant or user")
    first = int(match["first"])
    try:
        fd = open_truth(layout, truth.rel)
    except FileNotFoundError:
        raise NotFound(f"there is no file {truth.rel}") from None
    try:
        if truth.kind == "longterm":
            return _section(fd, truth.rel, truth.scope, first)
        for line in read_lines(fd, 0, 1):
            if line.number == first:
                return decode_record(line.data, truth, line.byte_start, max_bytes=max_record_bytes)
    except Malformed as error:
        raise NotFound(f"{citation} is no record ({error.reason}): {error}") from None
    finally:
        os.close(fd)
    raise NotFound(f"{truth.rel} has no line {first}")


def read_named(layout: Layout, scope: Scope, name: str, *, max_record_bytes: int) -> Record:
    """The record that a citation or an event id names, as the truth holds it now.

    Args:
        name: what begins with ``tenants/`` is a citation, anything else an event id.

    Raises:
        BadRequest: no citation. ScopeForbidden: of another scope. NotFound: nothing is there.
    """
    if name.strip().startswith("tenants/"):
        return read_citation(layout, scope, name, max_record_bytes=max_record_bytes)
    found, _ = find_record(
        layout, scope, event_id=name, citation=None, max_record_bytes=max_record_bytes
    )
    return found


def find_record(
    layout: Layout,
    scope: Scope,
    *,
    event_id: str | None,
    citation: str | None,
    max_record_bytes: int,
) -> tuple[Record, Anchor]:
    """A message of one user as the truth holds it now, by its event id or its citation.

    Raises:
        BadRequest: no citation. ScopeForbidden: of another scope. NotFound: no such message.
    """
    files = [t for t in layout.scope_files(scope) if t.kind == "session"]
    first = None
    if citation is not None:
        match = _CITATION.fullmatch(citation.strip())
        if match is None:
            raise BadRequest(f"{citation!r} is no citation: give path:line as a search prints it")
        truth, first = layout.parse(match["path"]), int(match["first"])
        if truth is not None and truth.scope != scope:
            raise ScopeForbidden(f"{truth.rel} belongs to another tenant or user")
        files = [t for t in files if t.rel == match["path"]]
    for truth in files:
        for line in _lines(layout, truth.rel):
            if first is not None and line.number != first:
                continue
            with suppress(Malformed):
                record = decode_record(
                    line.data, truth, line.byte_start, max_bytes=max_record_bytes
                )
                if event_id is None or record.event_id == event_id:
                    return record, _anchor(truth.rel, line)
    raise NotFound(f"there is no message {event_id or citation} of this user")


def _lines(layout: Layout, rel: str) -> Iterator[Line]:
    try:
        fd = open_truth(layout, rel)
    except FileNotFoundError:
        return
    try:
        yield from read_lines(fd, 0, 1)
    finally:
        os.close(fd)


def _anchor(rel: str, line: Line) -> Anchor:
    hashed = content_hash(line.data)
    return Anchor(rel, "", line.number, line.number, line.byte_start, line.byte_end, hashed)


def _section(fd: int, rel: str, scope: Scope, line: int) -> Record:
    for section in sections(read_exactly(fd, 0, os.fstat(fd).st_size)):
        if section.line_start <= line <= section.line_end:
            return Record(
                event_id="",
                tenant_id=scope.tenant_id,
                user_id=scope.user_id,
                session_id="",
                role="system",
                content=section.data.decode("utf-8", "replace"),
                timestamp=0,
                sealed=False,
            )
    raise NotFound(f"{rel} has no section at line {line}")
