"""Asking a language model for JSON of one shape. What it is given to read is data, never a task."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from eywa_fs.config import LlmSettings
from eywa_fs.errors import ConfigError, DependencyUnavailable
from eywa_fs.jsonpost import JsonPost

MAX_ANSWER = 200_000
"""Characters of an answer; a longer one is refused unread."""


class Unanswerable(DependencyUnavailable):
    """What the model said to this request is no answer to it; a smaller request may have one."""

    retryable = False


@dataclass(frozen=True, slots=True)
class Task:
    """What a model is asked to do: the name and JSON schema of its answer (sent as a strict
    ``response_format``), and the system message. The user message is the data, as one JSON
    object."""

    name: str
    instructions: str
    schema: Mapping[str, Any]


TEXT: Final[Mapping[str, Any]] = {"type": "string"}
TEXT_OR_NULL: Final[Mapping[str, Any]] = {"type": ["string", "null"]}
TRUTH: Final[Mapping[str, Any]] = {"type": "boolean"}


def shape_of(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with just these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def list_of(item: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of a list."""
    return {"type": "array", "items": item}


class Chat(Protocol):
    """Anything that answers a task in JSON."""

    @property
    def name(self) -> str:
        """Which model, for the journal."""

    def ask(self, task: Task, data: Mapping[str, Any]) -> Any:
        """The parsed answer, not yet checked against anything.

        Raises:
            Unanswerable: no answer to this request.
            DependencyUnavailable: the model cannot be reached now.
        """

    def close(self) -> None:
        """Let go of the connection."""


class ModelChat:
    """Asks a model through ``POST {base_url}/chat/completions``, at most ``attempts`` times a
    request."""

    def __init__(
        self, base_url: str, model: str, api_key: str, timeout_s: float, attempts: int
    ) -> None:
        url = base_url.rstrip("/") + "/chat/completions"
        self._server = JsonPost(url, "the language model", api_key, timeout_s)
        self.name = model
        self._attempts = attempts

    def ask(self, task: Task, data: Mapping[str, Any]) -> Any:
        """See :class:`Chat`."""
        body = {
            "model": self.name,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": task.instructions},
                {"role": "user", "content": json.dumps(data, ensure_ascii=False)},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": task.name, "strict": True, "schema": task.schema},
            },
        }
        try:
            answer = self._server.post(body, self._attempts)
        except DependencyUnavailable as error:
            if error.retryable:
                raise
            raise Unanswerable(str(error)) from error
        return self._parsed(answer)

    def _parsed(self, answer: Any) -> Any:
        try:
            content = answer["choices"][0]["message"]["content"]
            if len(content) > MAX_ANSWER:
                raise ValueError("too long")
            return json.loads(content)
        except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
            raise Unanswerable(f"{self._server.where} gave no JSON as asked for") from error

    def close(self) -> None:
        self._server.close()


def open_chat(settings: LlmSettings) -> ModelChat:
    """The model of the settings, which the caller closes; ``ConfigError`` where none is
    configured."""
    if not settings.configured:
        raise ConfigError("no language model is configured: set llm.base_url and llm.model")
    key = settings.api_key.get_secret_value()
    return ModelChat(settings.base_url, settings.model, key, settings.timeout_s, settings.attempts)
