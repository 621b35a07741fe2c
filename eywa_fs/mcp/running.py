"""Serving: over standard input and output, or over HTTP on this machine."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from eywa_fs.access.listening import listen
from eywa_fs.errors import BadRequest, DependencyUnavailable, EywaError
from eywa_fs.mcp.bound import Bound
from eywa_fs.memory import EywaMemory

if TYPE_CHECKING:
    from eywa_fs.mcp.server import MemoryServer

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
Opened = Callable[[], AbstractContextManager[EywaMemory]]


def serve_stdio(opened: Opened, bound: Bound) -> None:
    """Serve one host over standard input and output, until it closes them.

    While it serves, the process's standard output is the protocol's alone: what anything else
    prints there, also a child process, goes to standard error. The memory is opened after that.

    Raises:
        DependencyUnavailable: the SDK is not installed.
        EywaError: the memory cannot be opened.
    """
    server = _made(opened, bound)
    import anyio
    from mcp.server.stdio import stdio_server

    from eywa_fs.mcp.unread import answering

    async def serve() -> None:
        async with (
            stdio_server() as (incoming, outgoing),
            answering(incoming, outgoing.send) as messages,
        ):
            await server.run(messages, outgoing, server.create_initialization_options())

    try:
        anyio.run(serve)
    except BaseExceptionGroup as group:
        raise _reason(group) from None


def serve_http(
    opened: Opened, bound: Bound, host: str, port: int, started: Callable[[str], None]
) -> None:
    """Serve any number of hosts of this machine over streamable HTTP, until SIGINT or SIGTERM.

    Requests whose ``Host`` or ``Origin`` is not this machine are refused, so that no web page can
    reach the memory through a browser.

    Args:
        host: one of :data:`LOOPBACK`: nobody is asked who they are.
        port: 0 to 65535; 0 takes a free one.
        started: called with the address once it can be connected to.

    Raises:
        BadRequest: another host, or the port is taken.
        DependencyUnavailable, EywaError: as of :func:`serve_stdio`.
    """
    if host not in LOOPBACK:
        raise BadRequest(
            f"--host {host} can be reached by others, and this server asks nobody who they are: "
            f"give one of {', '.join(LOOPBACK)}"
        )
    listening, url = listen(host, port)
    with listening, opened() as memory:
        app = _made(lambda: nullcontext(memory), bound).streamable_http_app(host=host)
        import uvicorn

        config = uvicorn.Config(app, log_level="warning", access_log=False)
        server = uvicorn.Server(config)
        # At its end it raises a signal that it got once more, for whoever had it before.
        before = {n: signal.signal(n, server.handle_exit) for n in (signal.SIGINT, signal.SIGTERM)}
        try:
            started(f"{url}/mcp")
            server.run(sockets=[listening])
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _made(opened: Opened, bound: Bound) -> MemoryServer:
    try:
        from eywa_fs.mcp.server import make_server
    except ImportError as error:
        raise DependencyUnavailable(
            f"the MCP server needs the package mcp, version 2.3 or later ({error.name} is "
            "missing): pip install 'eywa-fs[mcp]'"
        ) from None
    return make_server(opened, bound)


def _reason(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error of ours in a group, or the first one of whatever there is."""
    found: BaseException = group.subgroup(EywaError) or group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
