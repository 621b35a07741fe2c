"""Options that several commands share, and the global choices they are combined with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from eywa_fs.errors import BadRequest

EXIT_CODES = (
    "--root, --config and --json may stand before or behind the command. "
    "Exit codes: 0 well, 1 findings, 2 usage, 3 forbidden, 4 not found, 5 the truth cannot be "
    "read or written, 6 a part is unavailable, 7 index of another embedder or version, "
    "8 another process holds the indexer, 9 timeout, 10 internal error, 130 interrupted."
)


@dataclass(slots=True)
class Chosen:
    """What stood before the command."""

    root: str = "memory_fs"
    config: str | None = None
    json: bool = False
    zone: str = "UTC"
    """Of the times that are shown: ``retrieval.timezone``, once the settings are read."""


chosen = Chosen()
"""One process runs one command, so the choices of its command line are kept here."""


Tenant = Annotated[str, typer.Option(help="Tenant id.")]
User = Annotated[str, typer.Option(help="User id.")]

WHEN = "epoch milliseconds, or ISO like 2025-03-01 or 2025-03-01T18:30+08:00"
AsOf = Annotated[
    str | None,
    typer.Option(
        help=f"Answer as if it were this time; later records do not exist ({WHEN}); "
        "earlier ones are as they are now, updated, deleted or expired since. "
        "Times without an offset are in retrieval.timezone (UTC by default)."
    ),
]
Since = Annotated[
    str | None,
    typer.Option(
        "--since",
        "--from",
        help=f"Only at or after this time ({WHEN}; a date is its first moment). "
        "Times without an offset are in retrieval.timezone (UTC by default).",
    ),
]
Until = Annotated[
    str | None, typer.Option("--until", "--to", help="Only before this time; as --since.")
]


def _as_cited(name: str) -> str:
    """A path that a shell completed below the data root, as citations begin."""
    return name.removeprefix(f"{Path(chosen.root)}/")


RecordName = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="The record: its event id, or path:line.", callback=_as_cited
    ),
]
Subject = Annotated[str, typer.Argument(help="user, a name, or a role (user's sister).")]
Predicate = Annotated[str, typer.Argument(help="A predicate, as lives_in or 'lives in'.")]
RequestId = Annotated[str | None, typer.Option(help="Your name for the request; for the audit.")]
TraceId = Annotated[str | None, typer.Option(help="Your name for the trace; for the audit.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the decision.")]
AllUsers = Annotated[bool, typer.Option("--all-users", help="Of every user of the tenant.")]
Create = Annotated[bool, typer.Option("--create", help="Make the data root where it is missing.")]
Misses = Annotated[bool, typer.Option("--misses", help="Also every wrong answer.")]
Keep = Annotated[
    bool, typer.Option("--keep", help="Keep the figures in the root, for 'eywa eval list'.")
]
Sessions = Annotated[
    list[str] | None, typer.Option("--session", help="Only this session; repeatable.")
]
Tags = Annotated[
    list[str] | None, typer.Option("--tag", help="Only records with this tag; repeatable.")
]
Roles = Annotated[
    list[str] | None,
    typer.Option("--role", help="Only user, assistant, system or tool; repeatable."),
]


def refuse_user(typed: typer.Context, beside: str, named: str | None = None) -> None:
    """``BadRequest`` where ``--user`` was typed beside something that says another; ``named``: the
    user it says, if it is one."""
    source = typed.get_parameter_source("user")
    if source is not None and source.name == "COMMANDLINE" and typed.params["user"] != named:
        raise BadRequest(f"--user and {beside} contradict each other: give one of them")


def among(option: str, given: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    """What was given to an option; ``BadRequest`` where it is misspelt and would silently find
    nothing."""
    for value in given or ():
        if value not in known:
            raise BadRequest(f"{option} {value!r} is none of {', '.join(known)}")
    return tuple(given or ())
