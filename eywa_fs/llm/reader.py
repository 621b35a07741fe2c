"""Facts as a language model reads them, each checked against the text it claims to be from.

The model only proposes. A fact is taken if its predicate is in the vocabulary and its value stands
in the message; the rest is refused and counted. What is taken goes through the same update rules
as everything else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Protocol

from eywa_fs.errors import DependencyUnavailable
from eywa_fs.facts.certainty import Directness, certainty
from eywa_fs.facts.model import PREDICATES, TYPE_OF_PREDICATE, Candidate
from eywa_fs.jsonpost import JsonPost
from eywa_fs.language.script import fold

PROMPT_VERSION = "1"
"""Goes into the journal, so that it can be told which prompt read a record."""
MAX_FACTS = 40
MAX_TEXT = 20_000
"""Characters of a message that are read, and journaled as what was read."""

_INSTRUCTIONS = """You read one message of a user and list the lasting facts it asserts.
One assertion each. Leave out questions, suppositions, quotations, irony, fiction and what others
merely might think. "subject" is "user" for the writer, a name, or a role such as "user's sister".
"object" is the shortest phrase of the message that carries the value, copied letter by letter.
"negated" is true where the message denies it. Dates are YYYY-MM-DD or null, resolved against the
day on which the message was written. List nothing if there is nothing."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["facts"],
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["subject", "predicate", "object", "negated", "from", "to"],
                "properties": {
                    "subject": {"type": "string"},
                    "predicate": {"type": "string", "enum": sorted(PREDICATES)},
                    "object": {"type": "string"},
                    "negated": {"type": "boolean"},
                    "from": {"type": ["string", "null"]},
                    "to": {"type": ["string", "null"]},
                },
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader made of one message: the facts taken, and how many it proposed in vain."""

    candidates: tuple[Candidate, ...]
    refused: int


class FactReader(Protocol):
    """Anything that reads facts in a message."""

    @property
    def name(self) -> str:
        """Which reader, for the journal."""
        ...

    def read(self, content: str, timestamp_ms: int) -> Read:
        """The facts in one user message written at ``timestamp_ms``.

        Raises:
            DependencyUnavailable: nothing can be said about this message now.
        """
        ...


class ModelReader:
    """Asks a model through ``POST {base_url}/chat/completions`` with a strict JSON schema.

    Args:
        base_url, model, api_key: the endpoint.
        timeout_s: seconds to wait for an answer.
        attempts: tries a message.
    """

    def __init__(
        self, base_url: str, model: str, api_key: str, timeout_s: float, attempts: int
    ) -> None:
        url = base_url.rstrip("/") + "/chat/completions"
        self._server = JsonPost(url, "the language model", api_key, timeout_s)
        self._model = model
        self._attempts = attempts

    @property
    def name(self) -> str:
        return f"{self._model}/prompt-{PROMPT_VERSION}"

    def read(self, content: str, timestamp_ms: int) -> Read:
        """See :class:`FactReader`; a message beyond 20,000 characters is read up to there."""
        day = datetime.fromtimestamp(timestamp_ms / 1000, UTC).date()
        text = content[:MAX_TEXT]
        body = {
            "model": self._model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": _INSTRUCTIONS},
                {"role": "user", "content": f"Written on {day:%A %Y-%m-%d}:\n{text}"},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "facts", "strict": True, "schema": SCHEMA},
            },
        }
        return checked(_proposals(self._server.post(body, self._attempts), self.where), text)

    @property
    def where(self) -> str:
        return self._server.where

    def close(self) -> None:
        self._server.close()


def checked(proposals: Sequence[Any], content: str) -> Read:
    """Those proposals that the message bears out, as candidates in the order of the text."""
    found = [_candidate(item, content) for item in proposals[:MAX_FACTS]]
    taken = sorted((c for c in found if c is not None), key=lambda c: (c.start, c.end))
    unique = tuple(dict.fromkeys(taken))
    return Read(unique, len(proposals) - len(unique))


def _proposals(answer: Any, where: str) -> list[Any]:
    try:
        value = json.loads(answer["choices"][0]["message"]["content"])
        facts = value["facts"]
        if not isinstance(facts, list):
            raise TypeError("facts is no list")
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise DependencyUnavailable(f"{where} did not answer by the schema of facts") from error
    return facts


def _candidate(item: Any, content: str) -> Candidate | None:
    if not isinstance(item, Mapping):
        return None
    subject, predicate, value = item.get("subject"), item.get("predicate"), item.get("object")
    if not (isinstance(subject, str) and isinstance(value, str) and isinstance(predicate, str)):
        return None
    span = _span(value.strip(), content)
    if predicate not in PREDICATES or not subject.strip() or span is None:
        return None
    try:
        first, last = _date(item.get("from")), _date(item.get("to"))
    except ValueError:
        return None
    if first is not None and last is not None and last < first:
        return None
    return Candidate(
        subject=subject.strip()[:200],
        predicate=predicate,
        object=content[span[0] : span[1]],
        negated=item.get("negated") is True,
        type=TYPE_OF_PREDICATE.get(predicate, "fact"),
        certainty=certainty(directness=Directness.IMPLIED),
        valid_from=first,
        valid_to=last,
        start=span[0],
        end=span[1],
    )


def _span(value: str, content: str) -> tuple[int, int] | None:
    """Where the message says ``value``: as it stands, or but for case."""
    if not value:
        return None
    for text, wanted in ((content, value), (content.lower(), value.lower())):
        start = text.find(wanted)
        if start >= 0 and fold(content[start : start + len(value)]) == fold(value):
            return start, start + len(value)
    return None


def _date(value: Any) -> date | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError("a date is a string")
    return date.fromisoformat(value)
