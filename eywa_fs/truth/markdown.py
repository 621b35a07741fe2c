"""Markdown below ``longterm/``: truth that people and agents edit, anchored by section."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from eywa_fs.hashing import short_key
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.reader import Line

SECTION = "md_"
"""How the event ids of sections begin."""

_HEADING = re.compile(rb" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#*)?[ \t]*$")
_FENCE = re.compile(rb" {0,3}(```+|~~~+)")


@dataclass(frozen=True, slots=True)
class Section(Line):
    """The lines from one heading to the next, of whatever level.

    ``titles`` is the path of headings that leads here, outermost first, the section's own last.
    """

    titles: tuple[str, ...]


def section_records(data: bytes, path: str, scope: Scope) -> Iterator[tuple[Section, Record]]:
    """The sections of a file, each as a record without a time of its own, named by its headings."""
    repeats: Counter[tuple[str, ...]] = Counter()
    for section in sections(data):
        event_id = SECTION + short_key(path, *section.titles, str(repeats[section.titles]))
        repeats[section.titles] += 1
        yield section, section_record(section.data, event_id, scope)


def section_record(data: bytes, event_id: str, scope: Scope, timestamp: int = 0) -> Record:
    """A section of this id as a record."""
    return Record(
        event_id=event_id,
        tenant_id=scope.tenant_id,
        user_id=scope.user_id,
        session_id="",
        role="system",
        content=data.removeprefix(BOM_UTF8).decode("utf-8", "replace"),
        timestamp=timestamp,
        seal="none",
    )


def segments(data: bytes) -> list[tuple[int, int]]:
    """Begin and end of every section, also of one that is only a heading; half-open, each up to
    where the next begins, but for the white space at its end."""
    return [(start, start + len(text)) for start, text, *_ in _parts(data)]


def sections(data: bytes) -> list[Section]:
    """The sections of a document that hold more than a heading, in order."""
    return [
        Section(line, start, text, titles)
        for start, text, line, titles, heading in _parts(data)
        if text[len(heading) :].strip()
    ]


def _parts(data: bytes) -> Iterator[tuple[int, bytes, int, tuple[str, ...], bytes]]:
    """Offset, text, line number, heading path and heading bytes of each section."""
    starts = list(_starts(data))
    ends = [*(start for start, *_ in starts[1:]), len(data)]
    for (start, line, titles, heading), end in zip(starts, ends, strict=True):
        yield start, data[start:end].rstrip(b"\r\n\t "), line, titles, heading


def _starts(data: bytes) -> Iterator[tuple[int, int, tuple[str, ...], bytes]]:
    """Offset, line number, heading path and heading bytes of each section's first line."""
    path: list[tuple[int, str]] = []
    fence: bytes | None = None
    offset = 0
    yield 0, 1, (), BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    for number, line in enumerate(data.split(b"\n"), start=1):
        text = line if number > 1 else line.removeprefix(BOM_UTF8)
        mark = _FENCE.match(text)
        if fence is not None:
            if mark and mark[1].startswith(fence) and not text[mark.end() :].strip():
                fence = None
        elif mark:
            fence = mark[1]
        elif heading := _HEADING.match(text.rstrip(b"\r")):
            level = len(heading[1])
            title = (heading[2] or b"").decode("utf-8", "replace").strip()
            path = [entry for entry in path if entry[0] < level] + [(level, title)]
            yield offset, number, tuple(name for _, name in path), line
        offset += len(line) + 1
