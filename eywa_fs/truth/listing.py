"""Listings of the truth: users, sessions, newest records. Read from the files, without an index."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from heapq import nlargest
from itertools import groupby

from eywa_fs.errors import TruthReadError
from eywa_fs.model.listing import Listed, SessionEntry, UserEntry
from eywa_fs.model.records import Scope
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout, TruthPath, day_of
from eywa_fs.truth.reader import file_state, open_truth, read_blocks


def list_users(layout: Layout, tenant_id: str | None = None) -> Iterator[UserEntry]:
    """Users by tenant and id; holds one user's list of files at a time."""
    for scope in layout.scopes():
        if tenant_id is None or scope.tenant_id == tenant_id:
            files = layout.scope_files(scope)
            days = [file.day.isoformat() for file in files if file.kind == "session" and file.day]
            yield UserEntry(
                scope.tenant_id,
                scope.user_id,
                len({file.session_id for file in files if file.kind == "session"}),
                len(files),
                _bytes(layout, files),
                min(days, default=None),
                max(days, default=None),
            )


def list_sessions(layout: Layout, scope: Scope) -> list[SessionEntry]:
    """A user's sessions, the one with the newest file first."""
    by_session: dict[str, list[TruthPath]] = {}
    for file in layout.scope_files(scope):
        if file.session_id is not None:
            by_session.setdefault(file.session_id, []).append(file)
    found = []
    for name, files in by_session.items():
        days = [file.day.isoformat() for file in files if file.day]
        found.append(SessionEntry(name, len(files), _bytes(layout, files), min(days), max(days)))
    return sorted(found, key=lambda s: (s.last_day, s.session_id), reverse=True)


def newest_records(
    layout: Layout,
    scope: Scope,
    *,
    limit: int,
    since: int | None,
    until: int | None,
    session_ids: Collection[str],
    roles: Collection[str],
) -> list[Listed]:
    """A user's messages, newest first: by the day of their file, then their time, then their line.

    Reads no more days than it takes; holds ``limit`` records and one line.

    Args:
        since, until: epoch milliseconds, half-open; also bounds the days of the files.
        session_ids, roles: only these; empty means all.

    Raises:
        TruthReadError: a file cannot be read.
    """
    first = None if since is None else day_of(max(since, 0))
    last = None if until is None else day_of(max(until - 1, 0))
    files = [
        file
        for file in layout.scope_files(scope)
        if file.kind == "session"
        and file.day is not None
        and (first is None or file.day >= first)
        and (last is None or file.day <= last)
        and (not session_ids or file.session_id in session_ids)
    ]
    files.sort(key=lambda file: str(file.day), reverse=True)
    found: list[Listed] = []
    for _, of_a_day in groupby(files, key=lambda file: file.day):
        records = (
            (listed.record.timestamp, rel, number, listed)
            for rel, number, listed in _records(layout, of_a_day)
            if (since is None or listed.record.timestamp >= since)
            and (until is None or listed.record.timestamp < until)
            and (not roles or listed.record.role in roles)
        )
        best = nlargest(limit - len(found), records, key=lambda item: item[:3])
        found += [listed for *_, listed in best]
        if len(found) >= limit:
            break
    return found


def lines_behind(layout: Layout, covered: Mapping[str, int]) -> int:
    """Lines of all session files beyond the bytes that are ``covered``: about so many documents
    come."""
    found = 0
    for truth in layout.walk():
        if isinstance(truth, TruthPath) and truth.kind == "session":
            with suppress(OSError, TruthReadError):
                fd = open_truth(layout, truth.rel)
                try:
                    size = os.fstat(fd).st_size
                    blocks = read_blocks(fd, covered.get(truth.rel, 0), size)
                    found += sum(block.count(b"\n") for block in blocks)
                finally:
                    os.close(fd)
    return found


def _records(layout: Layout, files: Iterable[TruthPath]) -> Iterator[tuple[str, int, Listed]]:
    for truth in files:
        with suppress(FileNotFoundError):
            for line, record in records_in(layout, truth):
                if record is not None:
                    yield truth.rel, line.number, Listed(record, f"{truth.rel}:{line.number}")


def _bytes(layout: Layout, files: Iterable[TruthPath]) -> int:
    states = (file_state(layout, file.rel) for file in files)
    return sum(state.size for state in states if state is not None)
