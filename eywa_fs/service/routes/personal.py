"""The personal API: events in, facts, recalls and relations out, for one user by default.

Its names are those of its specification, in snake_case. Whose memory a request is about follows
from its key; without one it is user ``me`` of tenant ``default``.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import AliasPath, ConfigDict, Field, model_validator

from eywa_fs.errors import BadRequest
from eywa_fs.hashing import short_key
from eywa_fs.model.degraded import combined
from eywa_fs.model.records import Draft, Role, with_trace
from eywa_fs.model.times import moment
from eywa_fs.retrieval.search import MAX_LIMIT
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.routes.agent import Question
from eywa_fs.service.wire import (
    Answer,
    Asked,
    DegradableAnswer,
    Given,
    Id,
    IdempotencyKey,
    Millis,
    Query,
    Scoped,
    Text,
    User,
    made,
)

personal = Routes("personal")

MAX_HOPS: Final = 2
DEFAULT_AGENT: Final = "default"
EventType = Literal["utterance", "action", "feedback", "import"]
_ROLES: Final[dict[EventType, Role]] = {
    "utterance": "user",
    "feedback": "user",
    "import": "user",
    "action": "assistant",
}


SNAKE: Final = ConfigDict(alias_generator=str)
"""Names as they are in Python."""


def taken_from(first: str, *others: str, shown: str | None = None) -> Any:
    """A field of an answer that is an attribute of another name, or of a part, of what the memory
    gives; ``shown``: its name in the answer, where that can be none in Python."""
    return Field(validation_alias=AliasPath(first, *others), serialization_alias=shown)


class OfMe(User, Asked):
    """A request about one user."""

    model_config = SNAKE


class AnswerOfMe(Answer):
    """An answer whose names are in snake_case."""

    model_config = SNAKE


class EventAsked(Asked):
    """Something that happened. Only what is said is needed."""

    model_config = SNAKE
    content: Text
    conversation_id: Id | None = Field(None, description="A new one by default.")
    event_type: EventType = "utterance"
    ts: Millis | str | None = Field(None, description="Epoch milliseconds or ISO 8601; now.")
    meta: dict[str, Any] | None = None
    agent: Id = Field(DEFAULT_AGENT, description="The program that reports it.")


class EventsAppendAsked(OfMe, EventAsked):
    """One event."""


class EventGiven(AnswerOfMe):
    """The event is on disk."""

    event_id: str
    conversation_id: str
    accepted: bool = True


@personal.serve("POST", "/api/v1/events.append", "write", status_code=201)
def append_event(
    asked: EventsAppendAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> EventGiven:
    """Report an event. When this answers, it is on disk."""
    [(event_id, conversation)] = written([asked], call, idempotency_key)
    return EventGiven(event_id=event_id, conversation_id=conversation)


class EventsBatchAsked(OfMe):
    """Several events, in their order; an array of them will do."""

    events: list[EventAsked] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, value: Any) -> Any:
        return {"events": value} if isinstance(value, list) else value


class EventsGiven(AnswerOfMe):
    """All events are on disk. Those that named no conversation are in one of their own."""

    event_ids: list[str]
    conversation_ids: list[str]
    accepted: bool = True


@personal.serve("POST", "/api/v1/events.batch_append", "write", status_code=201)
def append_events(
    asked: EventsBatchAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> EventsGiven:
    """Report several events. After an error some may be on disk: the same request with the same
    ``Idempotency-Key`` writes what is missing."""
    most = call.service.settings.max_batch
    if len(asked.events) > most:
        raise BadRequest(f"there are {len(asked.events)} events; at most {most} are taken")
    made = written(asked.events, call, idempotency_key)
    return EventsGiven(
        event_ids=[event_id for event_id, _ in made],
        conversation_ids=[conversation for _, conversation in made],
    )


class MemoryQueryAsked(OfMe):
    """What is asked of the memory."""

    query_text: Question
    scope: str | None = Field(
        None, min_length=1, max_length=1000, description="The subject of facts: user, or a name."
    )
    top_k: int = Field(10, ge=1, le=MAX_LIMIT)
    hops: int = Field(1, ge=0, le=MAX_HOPS, description="How far relations are followed.")
    conversation_id: Id | None = Field(None, description="Recalls of this conversation only.")
    candidates: bool = Field(False, description="Also what is a candidate, not yet a truth.")


class FactOfMe(Given):
    """Something that is so, and the event that says it, proved when this was answered.

    ``source_trace`` explains why (``memory.audit``); ``score`` is 0 to 100, ``rule`` what decided.
    """

    model_config = SNAKE
    id: str = taken_from("fact", "atomic_id")
    fact_key: str = taken_from("fact", "predicate")
    fact_value: str = taken_from("fact", "object")
    scope: str = taken_from("fact", "subject")
    layer: str
    version: int
    status: str
    score: int
    rule: str
    source_trace: str
    expire_at: int | None = taken_from("expires_at")
    evidence_refs: list[str] = taken_from("evidence")
    negated: bool = taken_from("fact", "negated")
    valid_from: int | None = taken_from("fact", "valid_from")
    valid_to: int | None = taken_from("fact", "valid_to")
    observed_at: int = taken_from("fact", "observed_at")
    event_ref: str = taken_from("fact", "event_id")
    citation: str = taken_from("fact", "citation")
    text: str = taken_from("fact", "text")


class RecallGiven(Given):
    """An event that fits what was asked, proved against its file."""

    model_config = SNAKE
    id: str = taken_from("event_id")
    text: str
    score: float
    citation: str
    content_hash: str = taken_from("anchor", "content_hash")
    conversation_id: str = taken_from("record", "session_id")
    ts: int = taken_from("record", "timestamp")
    outdated: str


class RelationGiven(Given):
    """That one thing is related to another, and the fact that says so."""

    model_config = SNAKE
    from_: str = taken_from("fact", "subject", shown="from")
    to: str = taken_from("fact", "object")
    rel_type: str = taken_from("fact", "predicate")
    hops: int
    fact_id: str = taken_from("fact", "atomic_id")
    citation: str = taken_from("fact", "citation")


class _DegradableOfMe(DegradableAnswer):
    model_config = SNAKE


class MemoryQueryGiven(_DegradableOfMe):
    """Structure with evidence, and no prose.

    Attributes:
        dropped: what was refused because its bytes no longer fit, by reason.
    """

    facts: list[FactOfMe]
    candidates: list[FactOfMe]
    recalls: list[RecallGiven]
    relations: list[RelationGiven]
    dropped: dict[str, int]


@personal.serve("POST", "/api/v1/memory.query", "read")
def query_memory(asked: MemoryQueryAsked, call: Call) -> MemoryQueryGiven:
    """Facts, events and relations that answer a question."""
    sessions = [asked.conversation_id] if asked.conversation_id else []
    found = call.memory.retrieve(
        asked.query_text,
        **call.ids,
        limit=asked.top_k,
        filters={"session_ids": sessions},
        request_id=call.request_id,
        trace_id=call.trace_id,
    )
    facts = [one for one in found.facts if asked.scope in (None, one.subject)]
    names = [one.atomic_id for one in facts]
    near = call.memory.relations(names, hops=asked.hops, **call.ids)
    layers = ("truth", "candidate") if asked.candidates else ("truth",)
    judged = {layer: call.memory.verdicts(layer, only=names, **call.ids) for layer in layers}
    dropped = Counter(found.dropped)
    for one in judged.values():
        dropped.update({f"fact_{reason}": number for reason, number in one.dropped.items()})
    told = (one.degraded for one in judged.values())
    return made(
        MemoryQueryGiven,
        replace(found, degraded=combined(found.degraded, *told)),
        facts=judged["truth"].facts,
        candidates=judged["candidate"].facts if asked.candidates else [],
        recalls=found.hits,
        relations=near,
        dropped=dropped,
    )


class FactsOfMeAsked(Scoped, Query):
    """Which facts."""

    model_config = SNAKE
    user_id: Id | None = None
    scope: str | None = Field(None, min_length=1, max_length=1000)


class FactListAsked(FactsOfMeAsked):
    """Which facts, and of which layer."""

    candidates: bool = Field(False, description="Instead, what is not a truth yet.")


class FactsOfMeGiven(_DegradableOfMe):
    """The facts that hold now; ``dropped`` as of :class:`MemoryQueryGiven`."""

    facts: list[FactOfMe]
    dropped: dict[str, int]


@personal.serve("GET", "/api/v1/memory.facts", "read")
def current_facts(asked: FactListAsked, call: Call) -> FactsOfMeGiven:
    """The truths that hold now, or the candidates, of one subject or all."""
    layer = "candidate" if asked.candidates else "truth"
    found = call.memory.verdicts(layer, **call.ids, subject=asked.scope)
    return made(FactsOfMeGiven, found)


def written(events: Sequence[EventAsked], call: Call, key: str | None) -> list[tuple[str, str]]:
    """Write events; the id and the conversation of each. Names that are made up here follow from
    the idempotency key, if there is one, so that a repeated request is told the same."""
    made_of = key or secrets.token_hex(16)
    own = f"c_{short_key(made_of)}"
    zone = call.memory.settings.retrieval.timezone
    drafts = [
        Draft(
            content=one.content,
            role=_ROLES[one.event_type],
            **call.ids,
            session_id=one.conversation_id or own,
            timestamp=moment(one.ts, zone, "ts") if isinstance(one.ts, str) else one.ts,
            event_id=f"evt_{short_key(made_of, str(number))}",
            agent_id=one.agent,
            request_id=call.request_id,
            meta=with_trace({**(one.meta or {}), "event_type": one.event_type}, call.trace_id),
        )
        for number, one in enumerate(events)
    ]
    call.memory.append_many(drafts, idempotency_key=key)
    return [(str(draft.event_id), draft.session_id) for draft in drafts]
