"""``eywa enrich``: have a language model read what it has not read yet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, index_now
from eywa_fs.cli.output import emit, note
from eywa_fs.cli.progress import counting


@command(app)
def enrich(
    of: OfUser,
    limit: Annotated[int | None, typer.Option(help="Messages at most, oldest first.")] = None,
) -> None:
    """Have the configured language model (llm.*) read messages that none has read yet."""
    with of.opened("what was read is journaled; the next run goes on") as memory:
        index_now(memory, of.as_json)
        with counting("reading", "messages", of.as_json) as progress:
            report = memory.enrich(**of.ids, limit=limit, progress=progress)
        index_now(memory, of.as_json)
        text = (
            f"{report.read} messages read, {report.facts} facts and {report.decisions} decisions "
            f"taken, {report.refused} refused"
        )
        emit(of.as_json, asdict(report), text)
        for problem in report.problems:
            note(f"not read: {problem}")
        raise typer.Exit(1 if report.failed else 0)
