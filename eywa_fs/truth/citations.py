"""From a citation ``path:line`` or an event id back to the record, as the truth holds it now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from operator import itemgetter

from eywa_fs.errors import BadRequest, NotFound, ScopeForbidden
from eywa_fs.model.records import Anchor, Record, Scope, is_citation
from eywa_fs.truth.codec import Malformed, decode_record, records_in
from eywa_fs.truth.erasures import erasure_at
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.markdown import SECTION, section_records
from eywa_fs.truth.reader import Line, read_lines, read_whole, reading

_CITATION = re.compile(r"(?P<path>.+?):(?P<first>[0-9]{1,12})(?:-(?P<last>[0-9]{1,12}))?")


def read_named(layout: Layout, scope: Scope, name: str) -> tuple[Record, Anchor]:
    """The record or Markdown section that a citation (what begins with ``tenants/``) or an event id
    names, and where it stands.

    Raises:
        BadRequest: no citation. ScopeForbidden: of another scope. NotFound: nothing is there.
    """
    if not is_citation(name):
        found = named_section(layout, scope, name)
        return find_message(layout, scope, event_id=name) if found is None else found
    truth, line = _cited(layout, scope, name)
    if truth.kind == "longterm":
        return _section(layout, truth, line)
    return _record(layout, truth, name, line)


def named_section(layout: Layout, scope: Scope, event_id: str) -> tuple[Record, Anchor] | None:
    """The Markdown section of a user that has an event id, and where it stands; ``None``: there is
    none. ``TruthReadError`` where a file cannot be read."""
    if not event_id.startswith(SECTION):
        return None
    for truth in layout.scope_files(scope):
        if truth.kind == "longterm":
            with suppress(FileNotFoundError):
                data = read_whole(layout, truth.rel)
                for section, record in section_records(data, truth.rel, scope):
                    if record.event_id == event_id:
                        return record, section.anchor(truth.rel)
    return None


def find_message(
    layout: Layout, scope: Scope, *, event_id: str | None = None, citation: str = ""
) -> tuple[Record, Anchor]:
    """A message of one user, by its event id or its citation; errors as of :func:`read_named`."""
    if event_id is None:
        truth, line = _cited(layout, scope, citation)
        if truth.kind == "session":
            return _record(layout, truth, citation, line)
    else:
        # Most lines spell their id as it is: the others are decoded where none of these has it.
        for mark in (event_id.encode("utf-8", "replace"), b""):
            for name, found in messages(layout, scope, mark):
                if name == event_id:
                    return found
    raise NotFound(f"there is no message {event_id or citation} of this user")


def find_messages(
    layout: Layout, scope: Scope, event_ids: Collection[str]
) -> dict[str, tuple[Record, Anchor]]:
    """Those of one user's messages that have some ids, in one reading of the files."""
    wanted, found = set(event_ids), dict[str, tuple[Record, Anchor]]()
    for name, message in messages(layout, scope):
        if name in wanted:
            found[name] = message
            wanted.discard(name)
            if not wanted:
                break
    return found


def traced_messages(layout: Layout, scope: Scope, trace_id: str) -> list[str]:
    """Event ids of one user's messages whose ``meta`` names a trace id, file by file."""
    found = messages(layout, scope, trace_id.encode())
    return [name for name, (record, _) in found if (record.meta or {}).get("trace_id") == trace_id]


def messages(
    layout: Layout, scope: Scope, mark: bytes = b""
) -> Iterator[tuple[str, tuple[Record, Anchor]]]:
    """The messages of a user by id, those of lines that hold ``mark``."""
    for truth in layout.scope_files(scope):
        if truth.kind == "session":
            with suppress(FileNotFoundError):
                for line, record in records_in(layout, truth, marked=mark):
                    if record is not None:
                        yield record.event_id, (record, line.anchor(truth.rel))


def said_in(layout: Layout, scope: Scope, session_id: str, since: int, until: int) -> list[str]:
    """What the user said in a session between two times (epoch milliseconds, at most a day apart,
    both included), oldest first, as it was written. Reads the session's files of these days;
    ``TruthReadError`` where one cannot be read."""
    found: list[tuple[int, str]] = []
    for rel in dict.fromkeys(layout.session_file(scope, session_id, at) for at in (since, until)):
        truth = layout.parse(rel)
        if truth is not None:
            with suppress(FileNotFoundError):
                found += [
                    (record.timestamp, record.content.strip())
                    for _, record in records_in(layout, truth)
                    if record is not None and record.role == "user"
                ]
    return [text for at, text in sorted(found, key=itemgetter(0)) if since <= at <= until]


def read_cited(layout: Layout, scope: Scope, citation: str) -> tuple[Record, Anchor]:
    """The record of a session or decisions file that a citation names; errors as of
    :func:`read_named`."""
    truth, line = _cited(layout, scope, citation)
    if truth.kind == "longterm":
        raise NotFound(f"{citation} is a section of Markdown, which is changed in its file")
    return _record(layout, truth, citation, line)


def _cited(layout: Layout, scope: Scope, citation: str) -> tuple[TruthPath, int]:
    """The file of a citation, and its first line."""
    match = _CITATION.fullmatch(citation.strip())
    if match is None:
        raise BadRequest(f"{citation!r} is no citation: give path:line as a search prints it")
    truth = layout.parse(match["path"])
    if truth is None:
        raise NotFound(f"{match['path']} is no truth file of this data root")
    if truth.scope != scope:
        raise ScopeForbidden(
            f"{truth.rel} belongs to another tenant or user than was asked about: name them"
        )
    return truth, int(match["first"])


def _record(layout: Layout, truth: TruthPath, citation: str, number: int) -> tuple[Record, Anchor]:
    try:
        with reading(layout, truth.rel) as fd:
            for line in read_lines(fd, 0, 1):
                if line.number == number:
                    size = layout.max_record_bytes
                    record = decode_record(line.data, truth, line.byte_start, max_bytes=size)
                    return record, line.anchor(truth.rel)
    except FileNotFoundError:
        raise NotFound(f"there is no file {truth.rel}") from None
    except Malformed as error:
        raise _no_record(layout, truth, citation, line, error) from None
    raise NotFound(f"{truth.rel} has no line {number}")


def _no_record(
    layout: Layout, truth: TruthPath, citation: str, line: Line, error: Malformed
) -> NotFound:
    """Why a line is no record: it was erased, maybe so short that nothing stands there."""
    erasure = erasure_at(layout, truth.rel, line.byte_start)
    if erasure is not None and (error.reason == "erased" or not line.data.strip()):
        return NotFound(f"{citation} was erased by {erasure.id}; see audit/erasures.jsonl")
    return NotFound(f"{citation} is no record ({error.reason}): {error}")


def _section(layout: Layout, truth: TruthPath, line: int) -> tuple[Record, Anchor]:
    try:
        data = read_whole(layout, truth.rel)
    except FileNotFoundError:
        raise NotFound(f"there is no file {truth.rel}") from None
    for section, record in section_records(data, truth.rel, truth.scope):
        if section.number <= line <= section.last:
            return record, section.anchor(truth.rel)
    offset = len(b"".join(data.splitlines(keepends=True)[: line - 1]))
    if erasure := erasure_at(layout, truth.rel, offset):
        raise NotFound(f"{truth.rel}:{line} was erased by {erasure.id}; see audit/erasures.jsonl")
    raise NotFound(f"{truth.rel} has no section at line {line}")
