"""``eywa serve``: the HTTP service, with the indexer and the maintenance jobs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eywa_fs.cli.commands.watch import WatchLog, make_schedule, stopped_by_signals
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import Create
from eywa_fs.errors import ConfigError, DependencyUnavailable, IndexerBusy

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.call import Call, Observer, Served

_NEEDED = ("fastapi", "starlette", "uvicorn", "joserfc")


@command(app, "serve", "eywa serve --port 8765", again="what was acknowledged is on disk")
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; what other machines reach needs a key.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8765,
    create: Create = False,
    log_as: Annotated[
        Literal["off", "text", "json"],
        typer.Option(
            "--log",
            help="A line for each request: text on standard error, json on standard output.",
        ),
    ] = "off",
) -> None:
    """Answer HTTP requests, index what comes, and verify and repair on schedule, until SIGINT or
    SIGTERM.

    Says what happens on standard error; with --json, one object a line on standard output.
    """
    log = WatchLog()

    def served(call: Call, how: Served) -> None:
        from eywa_fs.service.call import line_of

        with suppress(OSError, ValueError):  # a stream that was closed
            log.write(log_as == "json", "request", line_of(call, how))

    def started(url: str) -> None:
        log.say("serving", url=url)

    observers = [] if log_as == "off" else [served]
    stopping = threading.Event()
    with log.attached(), stopped_by_signals(stopping), open_service(create) as memory:
        run_service(memory, log, (host, port), started, stopping, observers)
    log.say("stopped")


def open_service(create: bool) -> EywaMemory:
    """A memory to be served; ``ConfigError`` where a package of the service is missing."""
    try:
        import eywa_fs.service.server  # noqa: F401 - told before anything is opened
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _NEEDED:
            raise
        raise ConfigError(
            f"the service needs the package {error.name}: pip install 'eywa-fs[server]'"
        ) from None
    return open_memory(background=True, writing=True, make=create)


def run_service(
    memory: EywaMemory,
    log: WatchLog,
    at: tuple[str, int],
    started: Callable[[str], object],
    stopping: threading.Event,
    observers: Sequence[Observer] = (),
) -> None:
    """Serve a memory, with the indexer and the jobs, until an event is set.

    Args:
        at: host and port to listen at; port 0 takes a free one.
        started: called with the URL once requests are taken.
        stopping: says that it is over.
        observers: are told of each request once it is answered.
    """
    from eywa_fs.service.server import run

    def serving(url: str, keyed: bool) -> None:
        if not keyed:
            log.say(
                "open_to_this_machine",
                message="there is no key: every program on this machine may read and write every "
                "memory; 'eywa keys create NAME --tenant TENANT' makes one",
            )
        started(url)

    schedule = make_schedule(memory, log, stopping)
    if _jobs_are_ours(memory, log):
        schedule.start()
    try:
        run(memory, *at, serving, stopping, observers, lambda: log.say("stopping"))
    finally:
        stopping.set()
        schedule.stop()


def _jobs_are_ours(memory: EywaMemory, log: WatchLog) -> bool:
    """Take the indexer's lease, and say whether the jobs are for this process to run: not where
    another process holds it. Where ``.index`` cannot be written nothing is indexed until it can,
    requests are answered all the same, and jobs say themselves what they could not do."""
    try:
        memory.hold_indexer()
    except IndexerBusy as error:
        log.say("indexed_elsewhere", message=str(error))
        return False
    except DependencyUnavailable as error:
        log.say("not_indexed", message=str(error))
    return True
