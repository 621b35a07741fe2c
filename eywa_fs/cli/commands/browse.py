"""Commands that list what there is: tenants, users, sessions, list; show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import require_sessions, require_tenant
from eywa_fs.cli.opening import OfUser, open_memory, when
from eywa_fs.cli.options import RecordName, Roles, Sessions, Since, Tags, Until, among
from eywa_fs.cli.output import emit, said, shown, table
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import ROLES, Record
from eywa_fs.model.safetext import indented, safe_line, safe_name

if TYPE_CHECKING:
    from eywa_fs.factbase.about import About
    from eywa_fs.model.facts import Fact

_COLUMNS = ("records", "files", "bytes", "first day", "last day")
_NONE = {
    "tenants": "no tenants yet: 'eywa add' writes a first record",
    "users": "no users yet: 'eywa add' writes a first record",
    "sessions": "no sessions",
}


@command(app, "tenants", "eywa tenants")
def tenants() -> None:
    """The tenants there are, with their users, records, files and days."""
    with open_memory(migrating=True) as memory:
        _overview("tenants", memory.tenants(), ("tenant", "users", "sessions"))


@command(app, "users", "eywa users")
def users(
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant.")] = None,
) -> None:
    """The users there are, with their sessions, records, files and days."""
    with open_memory(migrating=True) as memory:
        if tenant is not None:
            require_tenant(memory.layout, tenant)
        _overview("users", memory.users(tenant_id=tenant), ("tenant", "user", "sessions"))


@command(app, "sessions", "eywa sessions --user ana")
def sessions(of: OfUser) -> None:
    """The sessions of a user, the newest first."""
    with of.opened(migrating=True) as memory:
        _overview("sessions", memory.sessions(**of.ids), ("session",))


def _overview(kind: str, entries: Iterable[AsDict], columns: Sequence[str]) -> None:
    """A row for each entry: what it is, in the columns, and how much it holds."""
    rows = [entry.as_dict() for entry in entries]
    cells = [
        [safe_name(one) if isinstance(one, str) else one for one in row.values()] for row in rows
    ]
    text = table((*columns, *_COLUMNS), cells)
    emit({kind: rows}, text or _NONE[kind])


@command(app, "list", "eywa list --limit 5 --role user --text porto --user ana")
def list_records(
    of: OfUser,
    limit: Annotated[int, typer.Option(help="Records of a page.")] = 20,
    cursor: Annotated[
        str | None, typer.Option(help="Go on behind a page: what it named for the next one.")
    ] = None,
    oldest: Annotated[bool, typer.Option("--oldest", help="The oldest first.")] = False,
    since: Since = None,
    until: Until = None,
    session: Sessions = None,
    role: Roles = None,
    tag: Tags = None,
    text: Annotated[
        str, typer.Option(help="Only records that contain these words, in any case and width.")
    ] = "",
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Archived, deleted and expired records too.")
    ] = False,
) -> None:
    """The records of a user page by page, the newest first, read from the files."""
    with of.opened(migrating=True) as memory:
        page = memory.list(
            **of.ids,
            limit=limit,
            cursor=cursor,
            oldest=oldest,
            since=when(since, "--since"),
            until=when(until, "--until"),
            session_ids=require_sessions(memory.layout, of.tenant, of.user, session),
            roles=among("--role", role, sorted(ROLES)),
            tags=tag or (),
            text=text,
            hidden=hidden,
        )
        lines = [
            f"{indented(one.record.content, '   ')}\n   {said(one.record, one.citation)}"
            + ("" if one.state == "active" else f"\n   {one.state}")
            for one in page.items
        ]
        told = []
        if page.next_cursor is not None:
            told.append(f"more: the same command with --cursor {page.next_cursor}")
        emit(page.as_dict(), "\n".join(lines) or "no such records", told)


@command(app, "show", "eywa show EVENT_ID --all --user ana")
def show(
    citation: RecordName,
    of: OfUser,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Also what follows from it: documents, facts, decisions, summaries."
        ),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With what the redaction policy masks.")
    ] = False,
) -> None:
    """The record that a citation path:line or an event id names."""
    with of.opened(migrating=True) as memory:
        if not every:
            record = memory.show(citation, **of.ids, full=full)
            emit(record.as_dict(), record.content, [_heading(record)])
            return
        found = memory.about(citation, **of.ids)
        heading = _heading(found.record)
        remarks = [heading, *(f"degraded: {reason}" for reason in found.degraded)]
        emit(found.as_dict(), f"{found.record.content}\n\n{_about(found)}", remarks)


_SEALS = {
    "sealed": "its own hash fits",
    "broken": "CHANGED: its text does not fit the hash in its own line",
    "none": "not sealed: its line has no hash",
}


def _heading(record: Record) -> str:
    when = f"{shown(record.timestamp)}, " if record.timestamp else ""  # Markdown has none
    who = safe_line(record.speaker or record.role)
    session = f", session {safe_line(record.session_id)}" if record.session_id else ""
    return f"-- {when}{who}{session}; {_SEALS[record.seal]}"


def _about(found: About) -> str:
    """What follows from a record, a line each."""
    anchor = found.anchor
    lines = [
        f"anchor: {safe_line(anchor.citation)}, bytes {anchor.byte_start}-{anchor.byte_end}, "
        f"{anchor.content_hash}; seal: {found.seal}"
    ]
    for one in found.documents:
        vector = "with a vector" if one.vector else "without a vector"
        span = f"characters {one.span_start}-{one.span_end}"
        lines.append(f"document {one.doc_id}: {span}, {one.state}, {vector}")
    if not found.documents:
        lines.append("not indexed yet")
    lines += [f"summary {name}" for name in found.summaries]
    lines += [f"fact: {_fact(fact)}" for fact in found.facts]
    lines += [f"it ended: {_fact(fact)}" for fact in found.ended]
    lines += [f"ended by: {_fact(fact)}" for fact in found.enders]
    lines += [
        f"decision {safe_line(one.kind)} by {safe_line(one.operator)} on {shown(one.timestamp)}: "
        f"{safe_line(one.text)} ({safe_line(one.citation)})"
        for one in found.decisions
    ]
    return "\n".join(lines)


def _fact(fact: Fact) -> str:
    sure = "" if fact.sure else ", not sure"
    return f"{safe_line(fact.text)} [{fact.status}{sure}] {fact.atomic_id[:15]} {fact.citation}"
