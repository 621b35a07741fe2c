"""Commands that write: init, add, index; a new data root is a folder, a note for whoever finds it,
and a file of settings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import new_beside, options_for
from eywa_fs.cli.opening import OfUser, index_now, open_memory, when
from eywa_fs.cli.options import WHEN, Create, chosen
from eywa_fs.cli.output import emit, many, shown
from eywa_fs.cli.progress import bar
from eywa_fs.clock import system_clock
from eywa_fs.durable import make_folder
from eywa_fs.errors import TruthWriteError
from eywa_fs.model.records import Scope

SHOWN_USERS = 5


@command(app, "init", "eywa init --with-config")
def init(
    with_config: Annotated[
        bool, typer.Option("--with-config", help="Write a config.yaml with all defaults.")
    ] = False,
) -> None:
    """Make the data root; safe to repeat, nothing is overwritten."""
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
        expires_at = when(expires, "--expires")
        if expires_at is not None and expires_at <= system_clock():
            told = [*told, f"warning: it expired on {shown(expires_at)}, so no search will find it"]
        anchor = memory.append(
            sys.stdin.read() if text == "-" else text,
            role,
            **of.ids,
            session_id=session,
            speaker=speaker,
            tags=tag or (),
            timestamp=when(timestamp, "--timestamp"),
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


README = """\
# A memory

This folder is the memory of an agent, kept by eywa-fs.

- `tenants/` is the truth: plain text, one JSON object a line, one file for each tenant, user,
  session and day. Read it, copy it, add lines. Do not change any: what rests on a changed line is
  refused until the index follows. `eywa update` corrects a record, `eywa delete` takes it back,
  `eywa erase` takes it away for good with everything that was derived from it. A line that is
  taken out by hand is out of answers at once, and out of the index after `eywa repair --apply`.
- `audit/` says what the program did on its own account.
- `.index/` is derived from `tenants/`. It may be deleted at any time: `eywa rebuild` makes it anew.
- `config.yaml`, if it is there, holds settings.

    eywa --root THIS_FOLDER search "..."    finds records, each proved against its line
    eywa --root THIS_FOLDER verify          compares the files with the index
    eywa --root THIS_FOLDER doctor          looks for what may be wrong
"""

CONFIG_HEADER = """\
# Settings of this memory, with their defaults. To change one, remove the "# " in front of it and of
# its section. Environment variables win over this file: EYWA_EMBEDDING__BACKEND=minilm.
"""


def make_root(root: Path, with_config: bool) -> list[str]:
    """Make what is missing, names of what was made; ``TruthWriteError`` where it cannot be made."""
    made = []
    try:
        if not root.is_dir():
            make_folder(root)
            made.append("the folder")
        if not (root / "tenants").is_dir():
            make_folder(root / "tenants")
            made.append("tenants")
        texts = {"README.md": README}
        if with_config:
            texts["config.yaml"] = default_config()
        for name, text in texts.items():
            try:
                with (root / name).open("x", encoding="utf-8") as file:
                    file.write(text)
                made.append(name)
            except FileExistsError:
                pass  # it is theirs by now
    except OSError as error:
        raise TruthWriteError(
            f"{error.filename or root} cannot be made ({error.strerror}): choose another --root, "
            "or get write access to the folder above it"
        ) from None
    return made


def default_config() -> str:
    """A ``config.yaml`` in which every setting stands with its default, commented out."""
    import yaml
    from pydantic import BaseModel, SecretStr

    from eywa_fs.config import Settings

    def plain(value: Any) -> Any:
        if isinstance(value, BaseModel):
            return {name: plain(getattr(value, name)) for name in type(value).model_fields}
        return value.get_secret_value() if isinstance(value, SecretStr) else value

    lines = [CONFIG_HEADER]
    for name, field in Settings.model_fields.items():
        section = yaml.safe_dump({name: plain(field.get_default(call_default_factory=True))},
                                 allow_unicode=True, sort_keys=False)  # fmt: skip
        lines += [f"# {line}" for line in section.splitlines()] + [""]
    return "\n".join(lines)
