"""``eywa mcp``: the memory for hosts of the Model Context Protocol; setting it up in one; hooks."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import FirstByDefault, command, group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import Tenant, User
from eywa_fs.cli.output import note
from eywa_fs.mcp.bound import Bound

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory

mcp_group = group(
    "mcp",
    "Serve the memory to a host of the Model Context Protocol ('eywa mcp'), and set that up. "
    "Options of the server, such as --http: 'eywa mcp serve --help'.",
    FirstByDefault,
)


@dataclass(frozen=True)
class Whose:
    """Options that bind a server or a hook to a user."""

    tenant: Tenant = "default"
    user: User = "me"
    session: Annotated[str, typer.Option(help="Session of records whose call names none.")] = (
        "default"
    )

    def bound(self, all_users: bool = False) -> Bound:
        return Bound(self.tenant, self.user, self.session, all_users)


@command(mcp_group, "serve", "eywa mcp serve --user ana", "nothing is lost")
def serve(
    whose: Whose,
    all_users: Annotated[
        bool, typer.Option("--all-users", help="Calls may name another user and tenant.")
    ] = False,
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP on this machine, not standard input.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address for --http; this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port for --http; 0 takes a free one.")] = 8931,
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
