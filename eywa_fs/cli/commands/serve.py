"""The HTTP service, with the indexer and the maintenance jobs: ``eywa serve``; the page to look at
a memory, in the browser of this machine: ``eywa ui``; and whether a service that runs keeps its
objectives: ``eywa slo``."""

from __future__ import annotations

import os
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eywa_fs.cli.commands.watch import WatchLog, make_schedule, stopped_by_signals
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import Create
from eywa_fs.cli.output import emit, table
from eywa_fs.errors import ConfigError, DependencyUnavailable, IndexerBusy

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.call import Call, Observer, Served

_NEEDED = ("fastapi", "starlette", "uvicorn", "joserfc")
_HERE = "127.0.0.1"
_KEY = "EYWA_API_KEY"
_TIMEOUT_S = 30.0


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

    _serve(log, (host, port), create, started, [] if log_as == "off" else [served])


def _serve(
    log: WatchLog,
    at: tuple[str, int],
    create: bool,
    started: Callable[[str], object],
    observers: Sequence[Observer] = (),
    *,
    page: bool = False,
) -> None:
    """Serve the memory, with the indexer and the jobs, until a signal says stop.

    Args:
        at: host and port to listen at; port 0 takes a free one.
        started: called with the URL once requests are taken.
        observers: are told of each request once it is answered.
        page: the page is what is wanted.

    Raises:
        ConfigError: a package of the service is missing, or there is no page.
    """
    stopping = threading.Event()

    def serving(url: str, keyed: bool) -> None:
        if not keyed:
            log.say(
                "open_to_this_machine",
                message="there is no key: every program on this machine may read and write every "
                "memory; 'eywa keys create NAME --tenant TENANT' makes one",
            )
        started(url)

    with log.attached(), stopped_by_signals(stopping):
        try:  # told before anything is opened
            from eywa_fs.service.server import run
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in _NEEDED:
                raise
            raise ConfigError(
                f"the service needs the package {error.name}: pip install 'eywa-fs[server]'"
            ) from None
        with open_memory(background=True, writing=True, make=create) as memory:
            if page and not memory.settings.service.ui:
                raise ConfigError("the setting service.ui is false: there is no page to show")
            schedule = make_schedule(memory, log, stopping)
            if _jobs_are_ours(memory, log):
                schedule.start()
            try:
                run(memory, *at, serving, stopping, observers, lambda: log.say("stopping"))
            finally:
                stopping.set()
                schedule.stop()
    log.say("stopped")


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


@command(app, "ui", "eywa ui", again="what was acknowledged is on disk")
def ui(
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only say where it is.")] = False,
    create: Create = False,
) -> None:
    """Serve this machine, as 'eywa serve' does, and open the page that shows the memory, until
    SIGINT or SIGTERM.

    Says what happens on standard error; with --json, one object a line on standard output.
    """
    log = WatchLog()

    def started(url: str) -> None:
        page = f"{url}/ui/"
        log.say("serving", url=url, page=page)
        if not no_open:
            # A thread: some browsers return only when they are closed.
            threading.Thread(target=_show, args=(page,), daemon=True).start()

    _serve(log, (_HERE, port), create, started, page=True)


def _show(page: str) -> None:
    """Have a browser show the page; where there is none, its address was said."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(page)


@command(app, "slo", "eywa slo --url http://127.0.0.1:8765")
def slo(
    url: Annotated[str, typer.Option(help="Where 'eywa serve' listens.")] = "http://127.0.0.1:8765",
) -> int:
    """Say whether a service keeps its objectives, by what it measured since it was started; ends
    with 1 where it misses one or has measured nothing yet. A key or token is taken from
    EYWA_API_KEY."""
    found = _asked(url)
    rows = [
        (
            one["name"],
            one["aim"],
            "-" if one["measured"] is None else f"{one['measured']:.2%}",
            one["of"],
            {True: "kept", False: "MISSED", None: "nothing measured yet"}[one["met"]],
        )
        for one in found["objectives"]
    ]
    emit(found, table(("objective", "aim", "measured", "of", "state"), rows))
    return 0 if found["met"] else 1


def _asked(url: str) -> dict[str, Any]:
    """What the service answers.

    Raises:
        ConfigError: the address is none, or it refuses the key.
        DependencyUnavailable: nobody answers there, or something else than the service does.
    """
    import httpx

    from eywa_fs.client.decoding import decoded
    from eywa_fs.client.state_answers import SloGiven

    token = os.environ.get(_KEY)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        answer = httpx.get(f"{url.rstrip('/')}/v1/slo", headers=headers, timeout=_TIMEOUT_S)
        if answer.status_code == 404:
            raise ConfigError(f"there is no /v1/slo at {url}: give the address before /v1")
        if answer.status_code in (401, 403):
            raise ConfigError(
                f"{url} answers with {answer.status_code}: put a key for measurements, of every "
                f"tenant, into {_KEY} ('eywa keys create NAME --role auditor --every-tenant')"
            )
        found: dict[str, Any] = answer.raise_for_status().json()
        decoded(SloGiven, found)  # another program's answer may be JSON too
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise ConfigError(f"--url is no address of a service: {error}") from None
    except (httpx.HTTPError, ValueError) as error:
        raise DependencyUnavailable(
            f"no service answers at {url} ({type(error).__name__}): is 'eywa serve' running there?"
        ) from None
    return found
