"""``eywa enrich``: have a language model read what it has not read yet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import OfUser, index_now
from eywa_fs.cli.output import emit
from eywa_fs.cli.progress import counting


@command(
    app,
    "enrich",
    "eywa enrich --limit 20 --user ana",
    again="what was read is journaled; the next run goes on",
)
def enrich(
    of: OfUser,
    limit: Annotated[int | None, typer.Option(help="Messages at most, oldest first.")] = None,
) -> int:
    """Have the configured language model (llm.*) read messages that none has read yet."""
    with of.opened() as memory:
        index_now(memory)
        with counting("reading", "messages") as progress:
            report = memory.enrich(**of.ids, limit=limit, progress=progress)
        index_now(memory)
        text = (
            f"{report.read} messages read, {report.facts} facts and {report.decisions} decisions "
            f"taken, {report.refused} refused"
        )
        emit(asdict(report), text, [f"not read: {problem}" for problem in report.problems])
        return 1 if report.failed else 0
