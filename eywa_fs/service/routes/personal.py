"""The personal API: events in, facts, recalls and relations out, for one user by default.

Its names are those of its specification, in snake_case. Whose memory a request is about follows
from its key; without one it is user ``me`` of tenant ``default``.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Self

from fastapi import Path, Query
from pydantic import ConfigDict, Field, model_validator

from eywa_fs.errors import BadRequest
from eywa_fs.factbase.decisions import Decided
from eywa_fs.hashing import short_key
from eywa_fs.model.facts import Fact, Related
from eywa_fs.model.records import Draft, Role
from eywa_fs.model.times import moment
from eywa_fs.retrieval.search import MAX_LIMIT
from eywa_fs.service.call import Call
from eywa_fs.service.gate import serves
from eywa_fs.service.headers import IdempotencyKey
from eywa_fs.service.routes.agent import Question
from eywa_fs.service.routing import router
from eywa_fs.service.wire import (
    Answer,
    Asked,
    DegradableAnswer,
    Given,
    Id,
    Millis,
    Reason,
    Scoped,
    Text,
    User,
    degraded_fields,
)

personal = router("personal")

MAX_HOPS: Final = 2
DEFAULT_AGENT: Final = "default"
EventType = Literal["utterance", "action", "feedback", "import"]
_ROLES: Final[dict[EventType, Role]] = {
    "utterance": "user",
    "feedback": "user",
    "import": "user",
    "action": "assistant",
}
FactId = Annotated[str, Path(alias="id", min_length=1, max_length=200)]


def _as_it_is(name: str) -> str:
    return name


_SNAKE: Final = ConfigDict(alias_generator=_as_it_is)


class _OfMe(User, Asked):
    model_config = _SNAKE


class _Answer(Answer):
    model_config = _SNAKE


class EventAsked(Asked):
    """Something that happened. Only what is said is needed."""

    model_config = _SNAKE
    content: Text
    conversation_id: Id | None = Field(None, description="A new one by default.")
    event_type: EventType = "utterance"
    ts: Millis | str | None = Field(None, description="Epoch milliseconds or ISO 8601; now.")
    meta: dict[str, Any] | None = None
    agent: Id = Field(DEFAULT_AGENT, description="The program that reports it.")


class EventsAppendAsked(_OfMe, EventAsked):
    """One event."""


class EventGiven(_Answer):
    """The event is on disk."""

    event_id: str
    conversation_id: str
    accepted: bool = True


@personal.post("/api/v1/events.append", response_model=EventGiven, status_code=201)
@serves("write")
def append_event(
    asked: EventsAppendAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> EventGiven:
    """Report an event. When this answers, it is on disk."""
    [(event_id, conversation)] = _written([asked], call, idempotency_key)
    return EventGiven(event_id=event_id, conversation_id=conversation)


class EventsBatchAsked(_OfMe):
    """Several events, in their order; an array of them will do."""

    events: list[EventAsked] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, value: Any) -> Any:
        return {"events": value} if isinstance(value, list) else value


class EventsGiven(_Answer):
    """All events are on disk. Those that named no conversation are in one of their own."""

    event_ids: list[str]
    conversation_ids: list[str]
    accepted: bool = True


@personal.post("/api/v1/events.batch_append", response_model=EventsGiven, status_code=201)
@serves("write")
def append_events(
    asked: EventsBatchAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> EventsGiven:
    """Report several events. After an error some may be on disk: the same request with the same
    ``Idempotency-Key`` writes what is missing."""
    most = call.service.settings.max_batch
    if len(asked.events) > most:
        raise BadRequest(f"there are {len(asked.events)} events; at most {most} are taken")
    written = _written(asked.events, call, idempotency_key)
    return EventsGiven(
        event_ids=[event_id for event_id, _ in written],
        conversation_ids=[conversation for _, conversation in written],
    )


class MemoryQueryAsked(_OfMe):
    """What is asked of the memory."""

    query_text: Question
    scope: str | None = Field(
        None, min_length=1, max_length=1000, description="The subject of facts: user, or a name."
    )
    top_k: int = Field(10, ge=1, le=MAX_LIMIT)
    hops: int = Field(1, ge=0, le=MAX_HOPS, description="How far relations are followed.")
    conversation_id: Id | None = Field(None, description="Recalls of this conversation only.")


class FactOfMe(Given):
    """Something that is so, and the event that says it, proved when this was answered."""

    model_config = _SNAKE
    id: str
    fact_key: str
    fact_value: str
    scope: str
    status: str
    negated: bool
    valid_from: int | None
    valid_to: int | None
    observed_at: int
    event_ref: str
    citation: str
    text: str

    @classmethod
    def of(cls, fact: Fact) -> Self:
        """A fact of the memory by the names of this API."""
        return cls(
            id=fact.atomic_id,
            fact_key=fact.predicate,
            fact_value=fact.object,
            scope=fact.subject,
            status=fact.status,
            negated=fact.negated,
            valid_from=fact.valid_from,
            valid_to=fact.valid_to,
            observed_at=fact.observed_at,
            event_ref=fact.event_id,
            citation=fact.citation,
            text=fact.text,
        )


class RecallGiven(Given):
    """An event that fits what was asked, proved against its file."""

    model_config = _SNAKE
    id: str
    text: str
    score: float
    citation: str
    content_hash: str
    conversation_id: str
    ts: int
    outdated: str


class RelationGiven(Given):
    """That one thing is related to another, and the fact that says so."""

    model_config = _SNAKE
    from_: str = Field(alias="from")
    to: str
    rel_type: str
    hops: int
    fact_id: str
    citation: str

    @classmethod
    def of(cls, found: Related) -> Self:
        """A related fact by the names of this API."""
        fact = found.fact
        return cls.model_validate(
            {
                "from": fact.subject,
                "to": fact.object,
                "rel_type": fact.predicate,
                "hops": found.hops,
                "fact_id": fact.atomic_id,
                "citation": fact.citation,
            }
        )


class _DegradableOfMe(DegradableAnswer):
    model_config = _SNAKE


class MemoryQueryGiven(_DegradableOfMe):
    """Structure with evidence, and no prose."""

    facts: list[FactOfMe]
    recalls: list[RecallGiven]
    relations: list[RelationGiven]


@personal.post("/api/v1/memory.query", response_model=MemoryQueryGiven)
@serves("read")
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
    near = call.memory.relations([one.atomic_id for one in facts], hops=asked.hops, **call.ids)
    return MemoryQueryGiven(
        facts=[FactOfMe.of(one) for one in facts],
        recalls=[
            RecallGiven(
                id=hit.event_id,
                text=hit.text,
                score=hit.score,
                citation=hit.citation,
                content_hash=hit.anchor.content_hash,
                conversation_id=hit.record.session_id,
                ts=hit.record.timestamp,
                outdated=hit.outdated,
            )
            for hit in found.hits
        ],
        relations=[RelationGiven.of(one) for one in near],
        **degraded_fields(found.degraded),
    )


class FactsOfMeAsked(Scoped, Asked):
    """Which facts."""

    model_config = _SNAKE | ConfigDict(strict=False)
    user_id: Id | None = None
    scope: str | None = Field(None, min_length=1, max_length=1000)


class FactsOfMeGiven(_DegradableOfMe):
    """The facts that hold now."""

    facts: list[FactOfMe]


@personal.get("/api/v1/memory.facts", response_model=FactsOfMeGiven)
@serves("read")
def current_facts(asked: Annotated[FactsOfMeAsked, Query()], call: Call) -> FactsOfMeGiven:
    """The facts that hold now, of one subject or all."""
    found = call.memory.facts(**call.ids, subject=asked.scope)
    return FactsOfMeGiven(
        facts=[FactOfMe.of(one) for one in found.facts], **degraded_fields(found.degraded)
    )


class OverrideAsked(_OfMe):
    """What has taken the place of a fact's value, and the event whose words say so: by default a
    new one."""

    value: str = Field(min_length=1, max_length=1000)
    statement: Text | None = Field(None, description="The words; by default the value.")
    event_id: Id | None = Field(None, description="The event that has them.")
    reason: Reason = ""


class GovernedGiven(_Answer):
    """A decision, which is a line of the truth."""

    id: str
    citation: str
    accepted: bool = True


@personal.post("/api/v1/memory.facts/{id}/override", response_model=GovernedGiven)
@serves("write")
def override_fact(fact_id: FactId, asked: OverrideAsked, call: Call) -> GovernedGiven:
    """Say that another value has taken the place of a fact's."""
    statement = asked.statement or asked.value
    event_id = asked.event_id
    if event_id is None:
        said = EventAsked.model_validate({"content": statement, "event_type": "feedback"})
        [(event_id, _)] = _written([said], call, None)
    made = call.memory.supersede_fact(
        fact_id,
        asked.value,
        quote=statement,
        event_id=event_id,
        reason=asked.reason,
        **call.ids,
        **call.by,
    )
    return _governed(made)


class RevokeAsked(_OfMe):
    """Why a fact is not so."""

    reason: Reason = ""


@personal.post("/api/v1/memory.facts/{id}/revoke", response_model=GovernedGiven)
@serves("write")
def revoke_fact(fact_id: FactId, asked: RevokeAsked, call: Call) -> GovernedGiven:
    """Say that a fact is not so and never was."""
    return _governed(call.memory.reject_fact(fact_id, asked.reason, **call.ids, **call.by))


class RecallDeleteAsked(FactsOfMeAsked):
    """Why an event is taken back."""

    scope: None = Field(None, exclude=True)
    reason: Reason = ""


@personal.delete("/api/v1/memory.recalls/{id}", response_model=GovernedGiven)
@serves("write")
def delete_recall(
    event_id: Annotated[str, Path(alias="id", min_length=1, max_length=200)],
    asked: Annotated[RecallDeleteAsked, Query()],
    call: Call,
) -> GovernedGiven:
    """Take an event back: it is not found any more, and can be restored."""
    made = call.memory.delete(event_id, reason=asked.reason, **call.ids, **call.by)
    return GovernedGiven(id=event_id, citation=made.citation)


class ActionGiven(Given):
    """What was done to what, by whom and why."""

    model_config = _SNAKE
    action: str
    target_id: str
    reason: str
    operator: str
    ts: int
    citation: str


class AuditOfMeGiven(_Answer):
    """What was done under a trace id, the oldest first."""

    actions: list[ActionGiven]


@personal.get("/api/v1/memory.audit/{trace_id}", response_model=AuditOfMeGiven)
@serves("audit")
def audit_of_me(
    traced: Annotated[str, Path(alias="trace_id", min_length=1, max_length=200)],
    asked: Annotated[FactsOfMeAsked, Query()],
    call: Call,
) -> AuditOfMeGiven:
    """What was done under a trace id."""
    ids = call.ids
    found = call.memory.audit(trace_id=traced, tenant_id=ids["tenant_id"], user_id=ids["user_id"])
    return AuditOfMeGiven(
        actions=[
            ActionGiven(
                action=one.action,
                target_id=one.target,
                reason=one.reason,
                operator=one.operator,
                ts=one.timestamp,
                citation=one.citation,
            )
            for one in found
        ]
    )


def _written(events: Sequence[EventAsked], call: Call, key: str | None) -> list[tuple[str, str]]:
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
            idempotency_key=key and f"{key}:{number}",
            agent_id=one.agent,
            request_id=call.request_id,
            meta={**(one.meta or {}), "event_type": one.event_type},
        )
        for number, one in enumerate(events)
    ]
    call.memory.append_many(drafts)
    return [(str(draft.event_id), draft.session_id) for draft in drafts]


def _governed(made: Decided) -> GovernedGiven:
    return GovernedGiven(id=made.atomic_id, citation=made.citation)
