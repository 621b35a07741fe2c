"""A local server that speaks the chat endpoint and answers from a script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from httpserver import AnsweringServer

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

    def answered(asked: Any, body: bytes) -> tuple[int, dict[str, str], bytes]:
        script.requests.append(json.loads(body))
        script.tokens.append(asked.headers.get("authorization"))
        status, content = answer(script.requests[-1])
        value = {"choices": [{"message": {"role": "assistant", "content": content}}]}
        return status, {}, json.dumps(value).encode()

    with AnsweringServer(answered) as server:
        script = Script(f"{server.url}/v1")
        yield script


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


LEASE = "Guess who signed the lease in Ghent!"
KEYS = "The keys to the flat in Namur are mine at last."
LINES = {
    LEASE: [fact("user", "lives_in", "Ghent")],
    KEYS: [fact("user", "lives_in", "Namur")],
}
"""Two messages of which no rule reads anything, and what a model reads in them."""


def supersedes(data: dict[str, Any]) -> list[dict[str, Any]]:
    """A judge that has the second take the place of the first."""
    return [decision(0, "supersede", "k1", **whole(data, "k1"))] if data["facts"] else []
