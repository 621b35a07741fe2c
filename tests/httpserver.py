"""Servers of HTTP that answer as a test says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self

Answer = Callable[[BaseHTTPRequestHandler, bytes], tuple[int, Mapping[str, str], bytes]]
"""From a request and its body to a status, headers and a body."""


class _Answering(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, data = self.server.answer(self, body)  # type: ignore[attr-defined]
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        with suppress(BrokenPipeError, ConnectionResetError):  # who asked has hung up
            self.end_headers()
            self.wfile.write(data)

    do_GET = do_POST

    def log_message(self, *_: Any) -> None:
        """Tests do not talk."""


class AnsweringServer(ThreadingHTTPServer):
    """Listens on a free port of this machine, and answers inside of ``with``."""

    def __init__(self, answer: Answer, host: str = "127.0.0.1") -> None:
        self.answer = answer
        super().__init__((host, 0), _Answering)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self._thread = Thread(target=self.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()
