"""The decisions about records that count in a file. Each line is decoded once, as long as the bytes
in front of what is new are those that were read."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import xxhash

from eywa_fs.governance.changes import MARK, Change, change_from, change_of, erased_reading
from eywa_fs.governance.replay import effective
from eywa_fs.lru import Lru
from eywa_fs.model.records import Record
from eywa_fs.truth.codec import record_in
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line, hash_of, read_lines, reading

_MOST_KEPT: Final = 30_000
"""Decisions that are kept; one takes about a kilobyte."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What counts in a file up to a line behind which no transaction is open, as one may be behind
    an erased line.

    Attributes:
        state: of the file when it was read.
        lines, end, digest: how many lines and bytes that is, and their hash.
        changes: in their order; ``of``: the same by the event id of their record.
    """

    state: tuple[int, ...] = ()
    lines: int = 0
    end: int = 0
    digest: str = xxhash.xxh3_128().hexdigest()
    changes: tuple[Change, ...] = ()
    of: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)


_KEPT: Final[Lru[tuple[str, int, str], Decided]] = Lru(_MOST_KEPT, lambda one: len(one.changes) + 1)


def decided_in(layout: Layout, truth: TruthPath) -> Decided:
    """What counts in a decisions file; errors as of :func:`~eywa_fs.truth.reader.reading`."""
    key = (str(layout.root), layout.max_record_bytes, truth.rel)
    kept = _KEPT.get(key) or Decided()
    with reading(layout, truth.rel) as fd:
        found = os.fstat(fd)
        state = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        if kept.state == state:
            return kept
        hasher = hash_of(fd, kept.end)
        if hasher.hexdigest() != kept.digest:
            kept, hasher = Decided(), xxhash.xxh3_128()
        lines, end, rest, read = kept.lines, kept.end, [], []
        for line, change in _changes(layout, truth, read_lines(fd, kept.end, kept.lines + 1)):
            rest.append(line.data + b"\n")
            read += [change] if change is not None else []
            if change is None or change.op == "commit" or not (change.tx or change.op == "erased"):
                hasher.update(b"".join(rest))
                lines, end, rest = line.number, line.byte_start + len(line.data) + 1, []
    new = effective(read)
    by_target: dict[str, list[Change]] = defaultdict(list)
    for change in new:
        by_target[change.target].append(change)
    of = {**kept.of, **{name: (*kept.of.get(name, ()), *own) for name, own in by_target.items()}}
    changes = (*kept.changes, *new)
    return _KEPT.put(key, Decided(state, lines, end, hasher.hexdigest(), changes, of))


def _changes(
    layout: Layout, truth: TruthPath, lines: Iterator[Line]
) -> Iterator[tuple[Line, Change | None]]:
    for line in lines:
        record = record_in(layout, truth, line) if MARK in line.data else None
        yield line, change_in(line, record, truth)


def change_in(line: Line, record: Record | None, truth: TruthPath) -> Change | None:
    """What a line of a session or decisions file decides about a record, or when the record in it
    expires; ``record`` is what the line holds, ``None`` is none."""
    decisions = truth.kind == "decisions"
    if record is not None:
        told = decisions or record.expires_at is not None
        return change_from(record, line.anchor(truth.rel)) if told else None
    erased = decisions and erased_reading(line.data, truth.scope, line.anchor(truth.rel))
    return change_of(erased) if erased else None
