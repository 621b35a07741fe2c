"""The command topics: what a user talked about, over time."""

from __future__ import annotations

from typing import Annotated

import typer

from eywa_fs.cli.advice import remarks
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import WHEN, Json, Tenant, User
from eywa_fs.cli.output import edge, emit, note
from eywa_fs.cli.text import safe_line
from eywa_fs.cli.times import moment, shown
from eywa_fs.model.topics import TopicThread

_ZONE = "Times without an offset are in retrieval.timezone (UTC by default)."


@command(app)
def topics(
    question: Annotated[
        str | None, typer.Argument(help="Only topics of records that answer this.")
    ] = None,
    tenant: Tenant = "default",
    user: User = "me",
    since: Annotated[
        str | None, typer.Option(help=f"Only what was said at or after this time ({WHEN}). {_ZONE}")
    ] = None,
    until: Annotated[
        str | None, typer.Option(help=f"Only what was said before this time ({WHEN}). {_ZONE}")
    ] = None,
    limit: Annotated[int, typer.Option(help="Topics wanted.")] = 10,
    sentences: Annotated[int, typer.Option(help="Sentences shown of a topic for each month.")] = 2,
    as_json: Json = False,
) -> None:
    """What was talked about over the months, in sentences of the records themselves."""
    with edge(as_json), open_memory() as memory:
        zone = memory.settings.retrieval.timezone
        found = memory.topics(
            question,
            tenant_id=tenant,
            user_id=user,
            since=moment(since, zone, "--since"),
            until=moment(until, zone, "--until"),
            limit=limit,
            sentences=sentences,
        )
        text = "\n".join(map(_shown, found.threads))
        emit(as_json, found.as_dict(), text or "no topic of a day that is over")
        if not as_json:
            if len(found.threads) < found.found:
                note(f"{found.found - len(found.threads)} smaller topics are not shown: --limit")
            for line in remarks(found.degraded, found.dropped):
                note(line)


def _shown(thread: TopicThread) -> str:
    months = thread.months[0]
    if len(thread.months) > 1:
        months += f" to {thread.months[-1]}, in {len(thread.months)} months"
    records = "1 record" if thread.records == 1 else f"{thread.records} records"
    lines = [f"{safe_line(', '.join(thread.label))}  ({months}; {records})"]
    for line in thread.lines:
        lines += [
            f"  {safe_line(line.text)}",
            f"     {safe_line(line.citation)}  said {shown(line.timestamp)}",
        ]
    return "\n".join(lines)
