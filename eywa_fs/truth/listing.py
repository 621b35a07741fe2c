"""Listings of the truth: tenants, users, sessions. Read from the files, without an index."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from eywa_fs.errors import TruthReadError
from eywa_fs.model.listing import SessionEntry, TenantEntry, UserEntry
from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import file_state, read_blocks, reading
from eywa_fs.truth.tombstones import erased_by


def list_tenants(layout: Layout) -> list[TenantEntry]:
    """Tenants by id."""
    found = []
    for tenant_id, users in groupby(list_users(layout), key=lambda user: user.tenant_id):
        group = [*users]
        found.append(
            TenantEntry(
                tenant_id,
                len(group),
                sum(user.sessions for user in group),
                sum(user.records for user in group),
                sum(user.files for user in group),
                sum(user.bytes for user in group),
                min((user.first_day for user in group if user.first_day), default=None),
                max((user.last_day for user in group if user.last_day), default=None),
            )
        )
    return found


def list_users(layout: Layout, tenant_id: str | None = None) -> Iterator[UserEntry]:
    """Users by tenant and id; holds one user's list of files at a time. ``TruthReadError`` where a
    file cannot be read, or a folder not be listed: a sum without it is wrong."""
    layout.refuse_linked(tenant_id)
    for scope in layout.scopes():
        if tenant_id is None or scope.tenant_id == tenant_id:
            files = layout.scope_files(scope)
            said = [file for file in files if file.kind == "session"]
            days = [file.day.isoformat() for file in said if file.day]
            yield UserEntry(
                scope.tenant_id,
                scope.user_id,
                len({file.session_id for file in said}),
                _records(layout, said),
                len(files),
                _bytes(layout, files),
                min(days, default=None),
                max(days, default=None),
            )


def list_sessions(layout: Layout, scope: Scope) -> list[SessionEntry]:
    """A user's sessions, the one with the newest file first; ``TruthReadError`` as of
    :func:`list_users`."""
    found = []
    layout.refuse_linked(scope.tenant_id, scope.user_id)
    for name, files in _by_session(layout, scope).items():
        days = [file.day.isoformat() for file in files if file.day]
        records, size = _records(layout, files), _bytes(layout, files)
        found.append(SessionEntry(name, records, len(files), size, min(days), max(days)))
    return sorted(found, key=lambda s: (s.last_day, s.session_id), reverse=True)


def session_names(layout: Layout, scope: Scope) -> list[str]:
    """The ids of a user's sessions; reads the names of files only."""
    return [*_by_session(layout, scope)]


def lines_behind(layout: Layout, covered: Mapping[str, int]) -> int:
    """Lines of all session files beyond the bytes that are ``covered``: about so many documents
    come."""
    found = 0
    for truth in layout.walk():
        if isinstance(truth, TruthPath) and truth.kind == "session":
            with suppress(TruthReadError):
                blocks = _blocks(layout, truth, covered.get(truth.rel, 0))
                found += sum(block.count(b"\n") for block in blocks)
    return found


def _by_session(layout: Layout, scope: Scope) -> dict[str, list[TruthPath]]:
    found: dict[str, list[TruthPath]] = {}
    for file in layout.scope_files(scope):
        if file.session_id is not None:
            found.setdefault(file.session_id, []).append(file)
    return found


def _records(layout: Layout, files: Iterable[TruthPath]) -> int:
    """Whole lines that begin a JSON object and were not erased."""
    found = 0
    for truth in files:
        rest = b""
        for block in _blocks(layout, truth):
            *lines, rest = (rest + block).split(b"\n")
            found += sum(map(_is_record, lines))
    return found


def _is_record(line: bytes) -> bool:
    if line[:1] != b"{":
        line = line.lstrip()
    return line[:1] == b"{" and erased_by(line) is None


def _blocks(layout: Layout, truth: TruthPath, start: int = 0) -> Iterator[bytes]:
    """The bytes of a file from ``start`` on; none of one that is gone."""
    with suppress(FileNotFoundError), reading(layout, truth.rel) as fd:
        yield from read_blocks(fd, start, os.fstat(fd).st_size)


def _bytes(layout: Layout, files: Sequence[TruthPath]) -> int:
    states = (file_state(layout, file.rel) for file in files)
    return sum(state.size for state in states if state is not None)
