"""Commands that list what there is: users, sessions, list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import require_sessions
from eywa_fs.cli.opening import OfUser, open_memory, when
from eywa_fs.cli.options import Json, Roles, Sessions, Since, Until, among
from eywa_fs.cli.output import edge, emit
from eywa_fs.cli.tables import show_table
from eywa_fs.cli.text import indented, said
from eywa_fs.model.listing import SessionEntry, UserEntry
from eywa_fs.model.records import ROLES


@command(app)
def users(
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant.")] = None,
    as_json: Json = False,
) -> None:
    """The users there are, with their sessions, files and days."""
    with edge(as_json), open_memory(migrating=True) as memory:
        columns = ("tenant", "user", "sessions", "files", "bytes", "first day", "last day")
        found = memory.users(tenant_id=tenant)
        _entries(as_json, "users", columns, found, "no users yet: 'eywa add' writes a first record")


@command(app)
def sessions(of: OfUser) -> None:
    """The sessions of a user, the newest first."""
    with of.opened(migrating=True) as memory:
        columns = ("session", "files", "bytes", "first day", "last day")
        _entries(of.as_json, "sessions", columns, memory.sessions(**of.ids), "no sessions")


def _entries(
    as_json: bool,
    name: str,
    columns: Sequence[str],
    found: Sequence[UserEntry | SessionEntry],
    nothing: str,
) -> None:
    rows = [entry.as_dict() for entry in found]
    if as_json or not rows:
        emit(as_json, {name: rows}, nothing)
    else:
        show_table("", columns, [(*row.values(),) for row in rows])


@command(app, "list")
def list_records(
    of: OfUser,
    limit: Annotated[int, typer.Option(help="Records at most.")] = 20,
    since: Since = None,
    until: Until = None,
    session: Sessions = None,
    role: Roles = None,
) -> None:
    """The newest records of a user, read from the files."""
    with of.opened(migrating=True) as memory:
        known = [one.session_id for one in memory.sessions(**of.ids)]
        found = memory.newest(
            **of.ids,
            limit=limit,
            since=when(memory, since, "--since"),
            until=when(memory, until, "--until"),
            session_ids=require_sessions(known, session or ()),
            roles=among("--role", role, sorted(ROLES)),
        )
        lines = [
            f"{indented(one.record.content, '   ')}\n   {said(one.record, one.citation)}"
            for one in found
        ]
        value = {"records": [one.as_dict() for one in found]}
        emit(of.as_json, value, "\n".join(lines) or "no such records")
