"""Commands that read: search, context, show, explain."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from eywa_fs.cli.advice import remarks
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_user
from eywa_fs.cli.options import (
    AsOf,
    Json,
    Roles,
    Sessions,
    Since,
    Tenant,
    Until,
    User,
    among,
)
from eywa_fs.cli.output import edge, emit, note
from eywa_fs.cli.text import indented, safe_line, said
from eywa_fs.cli.times import moment
from eywa_fs.model.records import ROLES

Several = list[str] | None

SOURCES = ("conversation", "longterm")


@command(app)
def search(
    query: Annotated[str, typer.Argument(help="What you want to know.")],
    tenant: Tenant = "default",
    user: User = "me",
    limit: Annotated[int | None, typer.Option(help="Hits wanted (retrieval.limit).")] = None,
    offset: Annotated[int, typer.Option(help="Hits to skip.")] = 0,
    strategy: Annotated[
        str | None, typer.Option(help="auto, exact, semantic, temporal or hybrid.")
    ] = None,
    session: Sessions = None,
    role: Roles = None,
    tag: Annotated[Several, typer.Option(help="Only records with this tag; repeatable.")] = None,
    source: Annotated[
        Several, typer.Option(help="Only conversation or longterm; repeatable.")
    ] = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Find records, each proved against its file."""
    with edge(as_json), open_user(tenant, user) as memory:
        zone = memory.settings.retrieval.timezone
        result = memory.retrieve(
            query,
            tenant_id=tenant,
            user_id=user,
            limit=limit,
            offset=offset,
            strategy=strategy,
            filters={
                "session_ids": session or (),
                "roles": among("--role", role, sorted(ROLES)),
                "tags": tag or (),
                "source_types": among("--source", source, SOURCES),
                "time_from": moment(since, zone, "--since"),
                "time_to": moment(until, zone, "--until"),
            },
            as_of=moment(as_of, zone, "--as-of"),
        )
        lines = [
            f"{number}. {indented(hit.text, '   ')}\n   {said(hit.record, hit.citation)}\n"
            f"   score {hit.score:.3f}  "
            f"({'' if hit.certain else 'nothing certain: '}{safe_line(hit.why)})"
            + (f"\n   {safe_line(hit.outdated)}" if hit.outdated else "")
            + (f"\n   no longer so: {safe_line(', '.join(hit.partly))}" if hit.partly else "")
            + (f"\n   older; see {safe_line(hit.newer)}" if hit.is_older else "")
            for number, hit in enumerate(result.hits, start=1 + offset)
        ]
        if result.nothing_certain:
            lines.insert(0, "nothing certain was found; the nearest records:")
        emit(as_json, result.as_dict(), "\n".join(lines) or "nothing found")
        if not as_json:
            for line in remarks(result.degraded, result.dropped, result.lag.bytes):
                note(line)


@command(app)
def context(
    message: Annotated[str, typer.Argument(help="What the user just said.")],
    tenant: Tenant = "default",
    user: User = "me",
    budget: Annotated[int | None, typer.Option(help="Tokens at most.")] = None,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """What to tell a model about the user, with citations."""
    with edge(as_json), open_user(tenant, user) as memory:
        found = memory.before_llm(
            message,
            tenant_id=tenant,
            user_id=user,
            token_budget=budget,
            as_of=moment(as_of, memory.settings.retrieval.timezone, "--as-of"),
        )
        sources = "\n".join(f"[{c.number}] {safe_line(c.citation)}" for c in found.citations)
        text = f"{found.context}\n\n{sources}" if found.citations else "nothing known"
        emit(as_json, found.as_dict(), text)
        if not as_json:
            for line in remarks(found.degraded, found.dropped, found.lag.bytes):
                note(line)


@command(app)
def show(
    citation: Annotated[
        str, typer.Argument(help="path:line or event id, as a search prints them.")
    ],
    tenant: Tenant = "default",
    user: User = "me",
    as_json: Json = False,
) -> None:
    """The record that a citation path:line or an event id names."""
    with edge(as_json), open_user(tenant, user, migrating=True) as memory:
        record = memory.show(citation, tenant_id=tenant, user_id=user)
        value = {
            "event_id": record.event_id,
            "session_id": record.session_id,
            "role": record.role,
            "speaker": record.speaker,
            "timestamp": record.timestamp,
            "content": record.content,
            "sealed": record.sealed,
        }
        emit(as_json, value, record.content)
        if not as_json:
            when = datetime.fromtimestamp(record.timestamp / 1000, UTC).isoformat()
            who = safe_line(record.speaker or record.role)
            seal = "its own hash fits" if record.sealed else "not sealed: it has no fitting hash"
            note(f"-- {when}, {who}, session {safe_line(record.session_id)}; {seal}")


@command(app)
def explain(
    query: Annotated[str, typer.Argument(help="The query.")],
    event_id: Annotated[str, typer.Argument(help="The record's event id, or path:line.")],
    tenant: Tenant = "default",
    user: User = "me",
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Where a record is ranked for a query, and why not higher."""
    with edge(as_json), open_user(tenant, user) as memory:
        found = memory.explain(
            query,
            event_id,
            tenant_id=tenant,
            user_id=user,
            as_of=moment(as_of, memory.settings.retrieval.timezone, "--as-of"),
        )
        sources = "\n".join(f"  {name}: {value:.4f}" for name, value in found.sources.items())
        emit(as_json, found.as_dict(), f"{found.reason}\n{sources}".rstrip())
        if not as_json:
            for line in remarks(found.degraded):
                note(line)
