"""Running the service: one process that listens until it is told to stop."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import uvicorn

from eywa_fs.access.entrance import check_host
from eywa_fs.access.listening import listen
from eywa_fs.service.app import create_app

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.call import Observer
    from eywa_fs.service.service import Service

_IDLE_S: Final = 75
"""How long a connection without requests stays: longer than clients keep one (Node 5 s, httpx 5 s,
proxies mostly 60 s), since a request on a connection that is just being closed is lost."""


def run(
    memory: EywaMemory,
    host: str,
    port: int,
    started: Callable[[str, bool], object],
    stopping: threading.Event,
    observers: Iterable[Observer] = (),
    ending: Callable[[], object] = lambda: None,
) -> None:
    """Serve a memory until an event is set; then finish the requests at hand and return. The memory
    stays open.

    Args:
        host: name or address to listen at. One that other machines reach needs a key or an issuer.
        port: 0 takes a free one.
        started: called with the URL, and whether a key is needed, once requests are taken.
        stopping: says that it is over; also before it has begun.
        observers: are told of each request once it is answered.
        ending: called once no more requests are taken, while those at hand are finished.

    Raises:
        ConfigError: without a key or issuer other machines could ask; or the settings are not
            possible.
        BadRequest: the address cannot be listened at.
        TruthReadError: the keys cannot be read.
    """
    app = create_app(memory)
    service: Service = app.state.service
    service.observers += observers
    try:
        check_host(host, service.closed)
        listening, url = listen(host, port)
    except BaseException:
        service.close()
        raise
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # its lines would have the texts of queries
        proxy_headers=False,  # who asks is told from the connection, not from a header
        server_header=False,
        ws="none",
        timeout_keep_alive=_IDLE_S,
        timeout_graceful_shutdown=max(1, round(service.settings.drain_s)),
    )
    with listening:
        said = (lambda: started(url, service.closed)), ending
        _Server(config, service, *said, stopping).run([listening])


class _Server(uvicorn.Server):
    """A server that says when it has started and when it begins to end, and ends by an event."""

    def __init__(
        self,
        config: uvicorn.Config,
        service: Service,
        started: Callable[[], object],
        ending: Callable[[], object],
        stopping: threading.Event,
    ) -> None:
        super().__init__(config)
        self._service, self._stopping = service, stopping
        self._say_started, self._say_ending = started, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._say_started()

    async def on_tick(self, counter: int) -> bool:
        if self._stopping.is_set():
            self._service.draining = True
            self._say_ending()
            return True
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # whoever runs us has handled them since before there was a server
