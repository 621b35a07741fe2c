"""Runs the update layer over a life story: with its gold facts, or with extracted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from eywa_fs.evaluation.timelines import Acted, Query, Served, Story
from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, day_of, day_start, store
from eywa_fs.facts.answers import answer
from eywa_fs.facts.cues import detect
from eywa_fs.facts.implied import Source
from eywa_fs.facts.model import Candidate
from eywa_fs.facts.replay import AuditEntry, FactState, Turn, apply
from eywa_fs.facts.wording import fact_text
from eywa_fs.language.temporal import find_times

#: (content, timestamp in ms, previous user message or "") -> candidates.
Extract = Callable[[str, int, str], Sequence[Candidate]]

_GOLD_CERTAINTY = 0.9


@dataclass(frozen=True)
class StoryRun:
    """The update layer as a system under test; ``extract`` ``None`` feeds the gold facts."""

    extract: Extract | None = None

    def state(self, story: Story) -> FactState:
        """Facts after the last event."""
        return apply(_turns(story, self.extract))

    def answer(self, story: Story, query: Query) -> Served:
        """The answering facts in words; see ``facts/wording.py``."""
        state = self._cached(story)
        result = answer(state, query["query"], query["askedAt"])
        return Served([fact_text(fact, state) for fact in result.facts])

    def actions(self, story: Story) -> list[Acted]:
        """Actions with the event of each target."""
        state = self._cached(story)
        event_of = {fact.atomic_id: fact.source_event_id for fact in state.facts}
        return acted(state.audit, event_of)

    def _cached(self, story: Story) -> FactState:
        return _state_of(_Story(story), self)


class _Story:
    """A story as a cache key."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def __hash__(self) -> int:
        return hash(self.story["id"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Story) and self.story is other.story


@lru_cache(maxsize=256)
def _state_of(key: _Story, run: StoryRun) -> FactState:
    return run.state(key.story)


def acted(audit: Iterable[AuditEntry], event_of: Mapping[str, str]) -> list[Acted]:
    """Actions with the events they act on; ``event_of``: atomic id to the event it was read in."""
    return [
        Acted(
            entry.source_event_id,
            entry.action,
            None if entry.action == "append" else event_of.get(entry.target_atomic_id),
            _is_complete(entry),
        )
        for entry in audit
    ]


def _is_complete(entry: AuditEntry) -> bool:
    fields = (
        entry.action,
        entry.source_atomic_id,
        entry.target_atomic_id,
        entry.reason,
        entry.operator,
        entry.trace_id,
        entry.source_event_id,
    )
    return all(fields)


def stored_turn(
    event_id: str, content: str, timestamp: int, candidates: Sequence[Candidate], user: str = "u"
) -> Turn:
    """A user turn with its facts stored and its cues detected."""
    facts = tuple(
        store(
            candidate,
            tenant_id="evaluation",
            user_id=user,
            session_id=user,
            event_id=event_id,
            observed_at=timestamp,
            context=content,
            attribute=slots.attribute_of(candidate.predicate, candidate.object, content),
        )
        for candidate in candidates
    )
    return Turn(event_id, timestamp, facts, detect(content), source=Source(content, user))


def _turns(story: Story, extract: Extract | None) -> list[Turn]:
    turns: list[Turn] = []
    before = ""
    for event in story["events"]:
        event_id, content, timestamp = event["eventId"], event["content"], event["timestamp"]
        if event["role"] != "user":
            turns.append(Turn(event_id, timestamp, role=event["role"]))
            continue
        if extract is None:
            candidates: Sequence[Candidate] = _gold_candidates(story, event)
        else:
            candidates = extract(content, timestamp, before)
        turns.append(stored_turn(event_id, content, timestamp, candidates, story["id"]))
        before = content
    return turns


def _names_end(event: Any, last: date) -> bool:
    """Whether the event's own words name ``last`` as an end ("until Friday")."""
    after = day_start(last) + DAY_MS
    return any(
        span.end_ms in (after - DAY_MS, after, after + DAY_MS) and after > event["timestamp"]
        for span in find_times(event["content"], event["timestamp"])
    )


def _gold_candidates(story: Story, event: Any) -> list[Candidate]:
    """Gold facts of one event without their fate: only the dates its text can have named.

    A start on the event's own day is the default and counts as not said. An end is kept where it
    is not the work of a later event: on active facts, and on planned periods.
    """
    day = day_of(event["timestamp"])
    found = []
    for fact in story["facts"]:
        if fact["source"] != event["eventId"]:
            continue
        start, end = (
            date.fromisoformat(d) if d else None for d in (fact["validFrom"], fact["validTo"])
        )
        named = end is not None and fact["status"] != "retracted" and _names_end(event, end)
        planned = fact["type"] == "plan" and start is not None and start != day
        found.append(
            Candidate(
                subject=fact["subject"],
                predicate=fact["predicate"],
                object=fact["object"],
                negated=fact["negated"],
                type=fact["type"],
                certainty=_GOLD_CERTAINTY,
                valid_from=None if start == day else start,
                valid_to=end if fact["status"] == "active" or planned or named else None,
                start=0,
                end=0,
            )
        )
    return found
