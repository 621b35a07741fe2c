"""``eywa enrich``: have a language model read what it has not read yet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import index_now, open_user
from eywa_fs.cli.options import Json, Tenant, User
from eywa_fs.cli.output import edge, emit, note
from eywa_fs.cli.progress import counting


@command(app)
def enrich(
    tenant: Tenant = "default",
    user: User = "me",
    limit: Annotated[int | None, typer.Option(help="Messages at most, oldest first.")] = None,
    as_json: Json = False,
) -> None:
    """Have the configured language model (llm.*) read messages that none has read yet."""
    again = "what was read is journaled; the next run goes on"
    with edge(as_json, again), open_user(tenant, user) as memory:
        index_now(memory, as_json)
        with counting("reading", "messages", as_json) as progress:
            report = memory.enrich(tenant_id=tenant, user_id=user, limit=limit, progress=progress)
        index_now(memory, as_json)
        text = (
            f"{report.read} messages read, {report.facts} facts and {report.decisions} decisions "
            f"taken, {report.refused} refused"
        )
        emit(as_json, asdict(report), text)
        for problem in report.problems:
            note(f"not read: {problem}")
        raise typer.Exit(1 if report.failed else 0)
