"""Commands that list what there is: users, sessions, list."""

from __future__ import annotations

from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_memory, open_user
from eywa_fs.cli.options import Json, Roles, Sessions, Since, Tenant, Until, User, among
from eywa_fs.cli.output import edge, emit
from eywa_fs.cli.tables import show_table
from eywa_fs.cli.text import indented, said
from eywa_fs.cli.times import moment
from eywa_fs.model.records import ROLES


@command(app)
def users(
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant.")] = None,
    as_json: Json = False,
) -> None:
    """The users there are, with their sessions, files and days."""
    with edge(as_json), open_memory(migrating=True) as memory:
        found = memory.users(tenant_id=tenant)
        if as_json or not found:
            value = {"users": [user.as_dict() for user in found]}
            emit(as_json, value, "no users yet: 'eywa add' writes a first record")
        else:
            columns = ("tenant", "user", "sessions", "files", "bytes", "first day", "last day")
            show_table("", columns, [tuple(user.as_dict().values()) for user in found])


@command(app)
def sessions(tenant: Tenant = "default", user: User = "me", as_json: Json = False) -> None:
    """The sessions of a user, the newest first."""
    with edge(as_json), open_user(tenant, user, migrating=True) as memory:
        found = memory.sessions(tenant_id=tenant, user_id=user)
        if as_json or not found:
            emit(as_json, {"sessions": [one.as_dict() for one in found]}, "no sessions")
        else:
            columns = ("session", "files", "bytes", "first day", "last day")
            show_table("", columns, [tuple(one.as_dict().values()) for one in found])


@command(app, "list")
def list_records(
    tenant: Tenant = "default",
    user: User = "me",
    limit: Annotated[int, typer.Option(help="Records at most.")] = 20,
    since: Since = None,
    until: Until = None,
    session: Sessions = None,
    role: Roles = None,
    as_json: Json = False,
) -> None:
    """The newest records of a user, read from the files."""
    with edge(as_json), open_user(tenant, user, migrating=True) as memory:
        zone = memory.settings.retrieval.timezone
        found = memory.newest(
            tenant_id=tenant,
            user_id=user,
            limit=limit,
            since=moment(since, zone, "--since"),
            until=moment(until, zone, "--until"),
            session_ids=session or (),
            roles=among("--role", role, sorted(ROLES)),
        )
        lines = [
            f"{indented(one.record.content, '   ')}\n   {said(one.record, one.citation)}"
            for one in found
        ]
        value = {"records": [one.as_dict() for one in found]}
        emit(as_json, value, "\n".join(lines) or "no such records")
