"""A local server that speaks the chat endpoint and answers from a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], tuple[int, Any]]
"""From a request's body to a status and the ``content`` of the model's message."""


class Script:
    """What the server was asked, and where it listens."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.tokens: list[str | None] = []


@contextmanager
def scripted_model(answer: Answer) -> Iterator[Script]:
    """Serve ``answer`` on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            script.requests.append(body)
            script.tokens.append(self.headers.get("authorization"))
            status, content = answer(body)
            value = {"choices": [{"message": {"role": "assistant", "content": content}}]}
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Tests do not talk."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script = Script(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def fact(subject: str, predicate: str, value: str, **more: Any) -> dict[str, Any]:
    """One proposal by the schema."""
    blank = {"negated": False, "from": None, "to": None}
    return {"subject": subject, "predicate": predicate, "object": value} | blank | more


def listing(*facts: Any) -> str:
    """The content of an answer that proposes these."""
    return json.dumps({"facts": list(facts)})
