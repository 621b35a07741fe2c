"""Commands that write: init, add, index."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import new_beside, options_for
from eywa_fs.cli.opening import OfUser, index_now, open_memory, when
from eywa_fs.cli.options import WHEN, Create, chosen
from eywa_fs.cli.output import emit, many, shown
from eywa_fs.cli.progress import bar
from eywa_fs.clock import system_clock
from eywa_fs.model.records import Scope

SHOWN_USERS = 5


@command(app, "init", "eywa init --with-config")
def init(
    with_config: Annotated[
        bool, typer.Option("--with-config", help="Write a config.yaml with all defaults.")
    ] = False,
) -> None:
    """Make the data root; safe to repeat, nothing is overwritten."""
    from eywa_fs.cli.newroot import make_root

    root = Path(chosen.root)
    made = make_root(root, with_config)
    with open_memory(migrating=True, make=True):  # the settings are checked
        pass
    lines = [
        f"{root}: " + (f"made {', '.join(made)}" if made else "all is there already"),
        "next:",
        f'  {_eywa()} add "The spare key hangs behind the blue door."',
        f'  {_eywa()} search "Where is the spare key?"',
        f"  {_eywa()} doctor    # checks that everything it needs is there",
    ]
    emit({"root": str(root.absolute()), "made": made}, "\n".join(lines))


@command(
    app,
    "add",
    'eywa add "The spare key hangs behind the blue door." --user ana',
    again="'eywa search' finds it, indexed or not",
)
def add(
    text: Annotated[str, typer.Argument(help="The text; - reads standard input.")],
    of: OfUser,
    session: Annotated[str, typer.Option(help="Session id.")] = "default",
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    speaker: Annotated[
        str | None,
        typer.Option(
            help="Name of who said it. With the role user it is the user of this memory, whose "
            "facts are read; what others said takes --role assistant or tool."
        ),
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag; repeatable.")] = None,
    timestamp: Annotated[
        str | None, typer.Option(help=f"When it was said: {WHEN}. Now by default.")
    ] = None,
    event_id: Annotated[str | None, typer.Option(help="The record's id.")] = None,
    idempotency_key: Annotated[str | None, typer.Option(help="Write once per key.")] = None,
    expires: Annotated[
        str | None, typer.Option("--expires", help=f"From when on it is not found: {WHEN}.")
    ] = None,
    index: Annotated[
        bool, typer.Option(help="Index it now, not by a running indexer or the next search.")
    ] = False,
    create: Create = False,
) -> None:
    """Write one record durably; a running indexer or the next search indexes it."""
    with open_memory(writing=True, make=create, migrating=not index) as memory:
        told = new_beside(memory.layout, of.tenant, of.user)
        expires_at = when(memory, expires, "--expires")
        if expires_at is not None and expires_at <= system_clock():
            told = [*told, f"warning: it expired on {shown(expires_at)}, so no search will find it"]
        anchor = memory.append(
            sys.stdin.read() if text == "-" else text,
            role,
            **of.ids,
            session_id=session,
            speaker=speaker,
            tags=tag or (),
            timestamp=when(memory, timestamp, "--timestamp"),
            event_id=event_id,
            idempotency_key=idempotency_key,
            expires_at=expires_at,
        )
        if index:
            index_now(memory)
        emit({**anchor.as_dict(), "citation": anchor.citation}, anchor.citation, told)


def _eywa() -> str:
    """How the command is called for this root."""
    return "eywa" if chosen.root == "memory_fs" else f"eywa --root {quote(chosen.root)}"


def what_next(scopes: Sequence[Scope]) -> list[str]:
    """Lines that name users, and what to type about the first of them."""
    if not scopes:
        return []
    names = ", ".join(f"{s.user_id} (tenant {s.tenant_id})" for s in scopes[:SHOWN_USERS])
    more = f" and {len(scopes) - SHOWN_USERS} more" if len(scopes) > SHOWN_USERS else ""
    options = options_for(scopes[0].tenant_id, scopes[0].user_id)
    return [
        f"users: {names}{more}",
        "next:",
        f'  {_eywa()} search "..."{options}',
        f"  {_eywa()} list{options}",
        f"  {_eywa()} users",
    ]


@command(
    app,
    "index",
    "eywa index",
    again="run the same command again: it goes on behind the last batch that was done",
)
def index() -> int:
    """Index what other programs appended, now, and end; 'eywa watch' goes on."""
    with open_memory() as memory:
        with bar("indexing", "documents", memory.unindexed) as progress:
            done = memory.index(progress)
        problems = list(dict.fromkeys(done.problems))
        value = {
            "written": done.written,
            "removed": done.removed,
            "failed": done.failed,
            "problems": problems,
            "lag": dict(memory.status().lag),
        }
        told = [f"warning: {problem}" for problem in problems]
        if done.failed:
            told.append("what failed is tried again later: 'eywa outbox list' says why")
        text = f"{many(done.written, 'documents')} written, {done.removed} removed"
        if not done.written + done.removed + done.failed:
            text = "everything was indexed already"
        text = "\n".join([text, *what_next(memory.layout.scopes())])
        emit(value, text, told)
        return 1 if done.failed else 0
