"""Runs the whole product over life stories: files, index, search and facts, one root a story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from eywa_fs.evaluation.gold_model import GoldChat
from eywa_fs.evaluation.timelines import Acted, Served, Story
from eywa_fs.facts.replay import FactState
from eywa_fs.model.results import RetrievalResult
from eywa_fs.retrieval.context import is_marked

TOP = 3
"""Records that count as part of an answer."""


@dataclass(frozen=True, slots=True)
class Told:
    """A story as the product tells it: what ``retrieve``, and what ``facts`` alone, gives for
    each query, and what the update rules did."""

    story: Story
    whole: Sequence[Served]
    facts: Sequence[Served]
    acted: Sequence[Acted]


def tell(opened: AbstractContextManager[Any], story: Story, *, gold: bool) -> Told:
    """Write a story into an empty memory, and ask its queries; with ``gold`` a model reads and
    judges that answers with the labels."""
    with opened as memory:
        memory.append_many([_draft(event) for event in story["events"]])
        memory.index()
        if gold:
            memory.enrich(chat=GoldChat(story))
        whole, facts = [], []
        for query in story["queries"]:
            asked = {"as_of": query["askedAt"]}
            block = memory.before_llm(query["query"], **asked).context
            whole.append(served(memory.retrieve(query["query"], limit=10, **asked), block))
            alone = memory.facts(query["query"], **asked).facts
            facts.append(Served([fact.text for fact in alone]))
        return Told(story, whole, facts, list(_acted(memory.fact_state())))


def served(result: RetrievalResult, block: str) -> Served:
    """The facts of a result, its first records that are not marked as outdated, and a block."""
    current = [hit for hit in result.hits[:TOP] if not hit.outdated]
    if result.time_intent == "history_trace":
        current.sort(key=lambda hit: hit.record.timestamp)
    facts = [fact.text for fact in result.facts]
    return Served(facts, [hit.text for hit in current], block_lines(block))


def block_lines(block: str) -> tuple[list[str], list[str]]:
    """The lines of a block without a mark of something newer, and those with one."""
    lines = [line for line in block.splitlines() if line.startswith(("[", "- "))]
    return [x for x in lines if not is_marked(x)], [x for x in lines if is_marked(x)]


def _acted(state: FactState) -> Iterable[Acted]:
    """The actions of a state, with the events of the facts they act on."""
    event_of = {
        name: fact.source_event_id
        for fact in (*state.facts, *state.candidates)
        for name in (fact.atomic_id, *fact.evidence.atomic_ids)
    }
    for entry in state.audit:
        target = None if entry.action == "append" else event_of.get(entry.target_atomic_id)
        audited = all(
            (entry.action, entry.source_atomic_id, entry.target_atomic_id, entry.reason,
             entry.operator, entry.trace_id, entry.source_event_id)
        )  # fmt: skip
        yield Acted(entry.source_event_id, entry.action, target, audited)


def _draft(event: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "content": event["content"],
        "role": event["role"],
        "timestamp": event["timestamp"],
        "event_id": event["eventId"],
    }
