"""Runs the whole product over life stories: files, index, search and facts, one root a story."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from eywa_fs.evaluation.story_runs import acted
from eywa_fs.evaluation.timelines import Acted, Query, Served, Story
from eywa_fs.facts.replay import FactState
from eywa_fs.model.results import Context, RetrievalResult
from eywa_fs.retrieval.context import is_marked

TOP = 3
"""Records that count as part of an answer."""


class Remembers(Protocol):
    """What a run needs of a memory."""

    def append_many(self, records: Any) -> Any: ...
    def index(self) -> Any: ...
    def retrieve(self, query: str, *, limit: int, as_of: int) -> RetrievalResult: ...
    def before_llm(self, message: str, *, as_of: int) -> Context: ...
    def fact_state(self) -> FactState: ...


OpenMemory = Callable[[], Any]
"""Gives a context manager around an empty memory."""


@dataclass
class ProductRun:
    """Stories as the product answers them: every story in a memory of its own."""

    open_memory: OpenMemory
    _answers: dict[tuple[str, str], Served] = field(default_factory=dict)
    _actions: dict[str, list[Acted]] = field(default_factory=dict)

    def answer(self, story: Story, query: Query) -> Served:
        """What ``retrieve`` gives for the query when it is asked."""
        self._play(story)
        return self._answers[story["id"], _key(query)]

    def actions(self, story: Story) -> list[Acted]:
        """What the update rules did."""
        self._play(story)
        return self._actions[story["id"]]

    def _play(self, story: Story) -> None:
        if story["id"] in self._actions:
            return
        with self._told(story) as memory:
            for query in story["queries"]:
                result = memory.retrieve(query["query"], limit=10, as_of=query["askedAt"])
                block = memory.before_llm(query["query"], as_of=query["askedAt"])
                self._answers[story["id"], _key(query)] = replace(
                    served(result), block=block_lines(block.context)
                )
            state = memory.fact_state()
        event_of = {fact.atomic_id: fact.source_event_id for fact in state.facts}
        self._actions[story["id"]] = acted(state.audit, event_of)

    @contextmanager
    def _told(self, story: Story) -> Iterator[Remembers]:
        with self.open_memory() as memory:
            memory.append_many([_draft(event) for event in story["events"]])
            memory.index()
            yield memory


def served(result: RetrievalResult) -> Served:
    """The facts of a result, and its first records that are not marked as outdated."""
    current = [hit for hit in result.hits[:TOP] if not hit.outdated]
    if result.time_intent == "history_trace":
        current.sort(key=lambda hit: hit.record.timestamp)
    return Served([fact.text for fact in result.facts], [hit.text for hit in current])


def block_lines(block: str) -> tuple[list[str], list[str]]:
    """The lines of a block without a mark of something newer, and those with one."""
    lines = [line for line in block.splitlines() if line.startswith(("[", "- "))]
    return [x for x in lines if not is_marked(x)], [x for x in lines if is_marked(x)]


def _draft(event: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "content": event["content"],
        "role": event["role"],
        "timestamp": event["timestamp"],
        "event_id": event["eventId"],
    }


def _key(query: Query) -> str:
    return f"{query['kind']}\n{query['query']}\n{query['askedAt']}"
