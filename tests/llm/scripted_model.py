"""A local server that speaks the chat endpoint and answers from a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from eywa_fs.llm.chat import Chat
from eywa_fs.llm.judge import JUDGE
from eywa_fs.llm.reader import READ

Answer = Callable[[dict[str, Any]], tuple[int, Any]]
"""From a request's body to a status and the ``content`` of the model's message."""
Lines = Mapping[str, list[dict[str, Any]]]
"""From the text of a message to the facts proposed in it."""
Decide = Callable[[dict[str, Any]], list[dict[str, Any]]]
"""From what the judge is shown to the decisions proposed."""


class Script:
    """What the server was asked, and where it listens."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[dict[str, Any]] = []
        self.tokens: list[str | None] = []

    def asked(self, task: str) -> list[dict[str, Any]]:
        """The data of the requests of one task, ``facts`` or ``decisions``."""
        return [data_of(body) for body in self.requests if task_of(body) == task]


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


def task_of(body: Mapping[str, Any]) -> str:
    """Which task a request is of."""
    return str(body["response_format"]["json_schema"]["name"])


def data_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a request."""
    value: dict[str, Any] = json.loads(body["messages"][1]["content"])
    return value


def reading(lines: Lines, decide: Decide = lambda shown: []) -> Answer:
    """A model that proposes ``lines`` of messages, refers in all of them, and judges."""

    def answer(body: dict[str, Any]) -> tuple[int, str]:
        data = data_of(body)
        if task_of(body) == JUDGE.name:
            return 200, json.dumps({"decisions": decide(data)})
        messages = [
            {"id": m["id"], "refers": True, "facts": lines.get(m["text"], [])}
            for m in data["messages"]
        ]
        return 200, json.dumps({"messages": messages})

    return answer


def speaking(chat: Chat) -> Answer:
    """What answers in this process, behind the endpoint."""

    def answer(body: dict[str, Any]) -> tuple[int, str]:
        task = JUDGE if task_of(body) == JUDGE.name else READ
        return 200, json.dumps(chat.ask(task, data_of(body)))

    return answer


def fact(subject: str, predicate: str, value: str, **more: Any) -> dict[str, Any]:
    """One proposal by the schema; quoted is the value itself."""
    blank = {"negated": False, "sure": True, "from": None, "to": None, "quote": value}
    return {"subject": subject, "predicate": predicate, "object": value} | blank | more


def decision(fact: int | None, action: str, target: str | None, **more: Any) -> dict[str, Any]:
    """One decision by the schema."""
    blank = {"quote": "", "target_quote": "", "reason": "scripted"}
    return {"fact": fact, "action": action, "target": target} | blank | more


def whole(data: Mapping[str, Any], key: str) -> dict[str, str]:
    """The quotes of a decision that quotes both records in full."""
    [target] = [known for known in data["known"] if known["key"] == key]
    return {"quote": data["message"]["text"], "target_quote": target["record"]}
