"""``eywa ui``: the page to look at a memory, in the browser of this machine."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from eywa_fs.cli.commands.serve import open_service, run_service
from eywa_fs.cli.commands.watch import WatchLog, stopped_by_signals
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.options import Create
from eywa_fs.errors import ConfigError

_HERE = "127.0.0.1"


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

    stopping = threading.Event()
    with log.attached(), stopped_by_signals(stopping), open_service(create) as memory:
        if not memory.settings.service.ui:
            raise ConfigError("the setting service.ui is false: there is no page to show")
        run_service(memory, log, (_HERE, port), started, stopping)
    log.say("stopped")


def _show(page: str) -> None:
    """Have a browser show the page; where there is none, its address was said."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(page)
