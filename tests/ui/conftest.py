"""A service in this process that a real browser talks to."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from service.conftest import app, client, make_key

from eywa_fs.access.listening import listen
from eywa_fs.memory import EywaMemory
from eywa_fs.service.app import create_app

__all__ = ["app", "client", "make_key"]

BROWSER = shutil.which("chromium")
OPTIONS = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


@contextmanager
def served(memory: EywaMemory) -> Iterator[str]:
    """The URL of the page over a memory, served from a thread."""
    listening, url = listen("127.0.0.1", 0)
    config = uvicorn.Config(create_app(memory), log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"{url}/ui/"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
