"""``eywa mcp``: the memory for hosts of the Model Context Protocol; setting it up in one; hooks."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import FirstByDefault, command, group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import Tenant, User, chosen
from eywa_fs.cli.output import emit, note
from eywa_fs.errors import BadRequest, EywaError
from eywa_fs.mcp.hosts import HOOKS
from eywa_fs.model.plain import plain

if TYPE_CHECKING:
    from eywa_fs.mcp.bound import Bound
    from eywa_fs.memory import EywaMemory

mcp_group = group(
    "mcp",
    "Serve the memory to a host of the Model Context Protocol ('eywa mcp'), and set that up. "
    "Options of the server, such as --http: 'eywa mcp serve --help'.",
    FirstByDefault,
)


AllUsers = Annotated[
    bool, typer.Option("--all-users", help="Calls may name another user and tenant.")
]


@dataclass(frozen=True)
class Whose:
    """Options that bind a server or a hook to a user."""

    tenant: Tenant = "default"
    user: User = "me"
    session: Annotated[str, typer.Option(help="Session of records whose call names none.")] = (
        "default"
    )

    def bound(self, all_users: bool = False) -> Bound:
        from eywa_fs.mcp.bound import Bound

        return Bound(self.tenant, self.user, self.session, all_users)


@command(mcp_group, "serve", "eywa mcp serve --user ana", "nothing is lost")
def serve(
    whose: Whose,
    all_users: AllUsers = False,
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP on this machine, not standard input.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address for --http; this machine only.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port for --http; 0 takes a free one.")
    ] = 8931,
) -> None:
    """Serve the memory until the host closes standard input, or with --http until Ctrl-C."""
    from eywa_fs.mcp.running import serve_http, serve_stdio

    def opened() -> AbstractContextManager[EywaMemory]:
        return open_memory(make=True, background=None)

    bound = whose.bound(all_users)
    if http:
        serve_http(opened, bound, host, port, lambda where: note(f"serving {where}"))
    else:
        serve_stdio(opened, bound)


@command(mcp_group, "install", "eywa mcp install cursor --user ana --dry-run")
def install(
    client: Annotated[str, typer.Argument(help="claude-desktop, claude-code, cursor or vscode.")],
    whose: Whose,
    all_users: AllUsers = False,
    project: Annotated[
        Path | None, typer.Option(help="Only for the project in this folder, not for all.")
    ] = None,
    hooks: Annotated[
        bool,
        typer.Option(
            "--hooks",
            help="claude-code: also recall with each prompt, and remember each turn at its end.",
        ),
    ] = False,
    remove: Annotated[
        bool, typer.Option("--uninstall", help="Take out what an installation put in, hooks too.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what the files would hold.")
    ] = False,
) -> None:
    """Set the server up in a client: its settings are merged, and kept as they were beside."""
    from eywa_fs.mcp.install import Wanted, described, install

    root = Path(chosen.root)
    bound = whose.bound(all_users)
    wanted = Wanted(client, root, chosen.config, bound, project, hooks, remove)
    done = install(wanted, dry_run=dry_run)
    text = described(done, dry_run)
    if not dry_run and any(one.changed for one in done):
        text += f"\nstart {client} again to have it read that"
    emit({"dry_run": dry_run, "files": [plain(one) for one in done]}, text)


@command(mcp_group, "hook", "eywa mcp hook prompt --user ana")
def hook(
    event: Annotated[str, typer.Argument(help="prompt, or stop.")],
    whose: Whose,
) -> None:
    """Answer an event of Claude Code, read as JSON from standard input.

    Never fails: what went wrong is said on standard error, and the conversation goes on.
    """
    from eywa_fs.mcp import hook as hooks

    try:
        if event not in HOOKS.values():
            raise BadRequest(f"there is no hook {event!r}; there are {', '.join(HOOKS.values())}")
        given = hooks.parsed(sys.stdin.buffer.read())
        new = event == "stop" and not Path(chosen.root).is_dir()
        with open_memory(make=event == "stop") as memory:
            if event == "prompt":
                if answer := hooks.prompt(memory, whose.bound(), given):
                    print(answer, flush=True)
            else:
                if hooks.stop(memory, whose.bound(), given) and new:
                    note(f"warning: eywa mcp hook stop: {chosen.root} is a new memory")
    except EywaError as error:
        note(f"warning: eywa mcp hook {event}: {error}")
    except Exception as error:  # the edge of the process
        note(f"warning: eywa mcp hook {event}: {type(error).__name__}")
