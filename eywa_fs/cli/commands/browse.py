"""Commands that list what there is: users, sessions, list."""

from __future__ import annotations

from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import require_sessions
from eywa_fs.cli.opening import OfUser, open_memory, when
from eywa_fs.cli.options import Roles, Sessions, Since, Until, among
from eywa_fs.cli.output import emit
from eywa_fs.cli.tables import table
from eywa_fs.cli.text import indented, said
from eywa_fs.model.records import ROLES

_COLUMNS = ("files", "bytes", "first day", "last day")


@command(app, "users", "eywa users")
def users(
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant.")] = None,
) -> None:
    """The users there are, with their sessions, files and days."""
    with open_memory(migrating=True) as memory:
        rows = [entry.as_dict() for entry in memory.users(tenant_id=tenant)]
        cells = [[*row.values()] for row in rows]
        text = table(("tenant", "user", "sessions", *_COLUMNS), cells)
        emit({"users": rows}, text or "no users yet: 'eywa add' writes a first record")


@command(app, "sessions", "eywa sessions --user ana")
def sessions(of: OfUser) -> None:
    """The sessions of a user, the newest first."""
    with of.opened(migrating=True) as memory:
        rows = [entry.as_dict() for entry in memory.sessions(**of.ids)]
        cells = [[*row.values()] for row in rows]
        emit({"sessions": rows}, table(("session", *_COLUMNS), cells) or "no sessions")


@command(app, "list", "eywa list --limit 5 --role user --user ana")
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
        emit(value, "\n".join(lines) or "no such records")
