"""What an agent calls at each turn: context before, the turn after; searching and explaining."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from eywa_fs.client import answers as ans
from eywa_fs.client import parts as part
from eywa_fs.memory.surface import DEFAULT_SESSION
from eywa_fs.model.records import Role, SourceType
from eywa_fs.model.results import Context, RetrievalResult, Strategy
from eywa_fs.retrieval.search import MAX_LIMIT, MAX_OFFSET, MAX_QUERY_CHARS
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.wire import Asked, Id, IdempotencyKey, Millis, OfUser, Reason, answer

agent = Routes("agent")

Question = Annotated[str, Field(min_length=1, max_length=MAX_QUERY_CHARS)]


class TurnAsked(OfUser):
    """One exchange that took place."""

    session_id: Id = DEFAULT_SESSION
    user_message: str
    assistant_message: str = ""
    timestamp: Millis | None = None
    cited: list[Id] = Field(
        default=[], max_length=1000, description="Event ids the answer rests on."
    )
    tags: list[str] = Field(default=[], max_length=1000)


@agent.serve("POST", "/v1/turns", "write")
def after_llm(
    asked: TurnAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> ans.TurnGiven:
    """Remember one exchange. When this answers, both messages are on disk."""
    done = call.memory.after_llm(
        **asked.given(), **call.ids, idempotency_key=idempotency_key, trace_id=call.trace_id
    )
    return answer(ans.TurnGiven, done)


class FiltersAsked(Asked):
    """What a hit must satisfy; what is left out asks nothing."""

    session_ids: list[Id] = Field(default=[], max_length=1000)
    roles: list[Role] = Field(default=[])
    tags: list[str] = Field(default=[], max_length=1000)
    source_types: list[SourceType] = Field(default=[])
    time_from: Millis | None = None
    time_to: Millis | None = None


class ContextAsked(OfUser):
    """The message that is about to be answered."""

    message: str = Field(
        min_length=1, description=f"Of more than {MAX_QUERY_CHARS} characters the first count."
    )
    session_id: Id | None = Field(None, description="The running session, if any.")
    token_budget: int | None = Field(None, ge=1, le=1_000_000)
    filters: FiltersAsked | None = None
    as_of: Millis | None = None


@agent.serve("POST", "/v1/context", "read")
def before_llm(asked: ContextAsked, call: Call) -> ans.ContextGiven:
    """What to tell the model about this user before it answers a message."""
    found = call.memory.before_llm(
        **asked.given(), **call.ids, request_id=call.request_id, trace_id=call.trace_id
    )
    return answer(ans.ContextGiven, found, retrieval_trace=_trace(found))


class FeedbackAsked(OfUser):
    """Whether what was found was of use."""

    about: str = Field(
        min_length=1, max_length=2000,
        description="A record's eventId or citation, or the traceId of an answer of this process.",
    )  # fmt: skip
    useful: bool
    reason: Reason = ""


@agent.serve("POST", "/v1/feedback", "write")
def feedback(asked: FeedbackAsked, call: Call) -> ans.FeedbackGiven:
    """Say that records were of use in an answer, or were not: it is noted for later searches."""
    done = call.memory.feedback(**asked.given(), **call.ids, **call.by)
    return answer(ans.FeedbackGiven, done)


class RetrieveAsked(OfUser):
    """A search."""

    query: Question
    limit: int | None = Field(None, ge=1, le=MAX_LIMIT)
    offset: int = Field(0, ge=0, le=MAX_OFFSET)
    strategy: Strategy | None = None
    filters: FiltersAsked | None = None
    as_of: Millis | None = Field(None, description="Later records do not exist for this search.")
    archived: bool = Field(False, description="Also records that were put aside.")


@agent.serve("POST", "/v1/retrieve", "read")
def retrieve(asked: RetrieveAsked, call: Call) -> ans.RetrieveGiven:
    """Find the records of a user that answer a query."""
    found = call.memory.retrieve(
        **asked.given(), **call.ids, request_id=call.request_id, trace_id=call.trace_id
    )
    hits = [hit.as_dict() | {"anchor": hit.anchor} for hit in found.hits]
    return answer(ans.RetrieveGiven, found, hits=hits, retrieval_trace=_trace(found))


def _trace(found: Context | RetrievalResult) -> part.RetrievalTrace:
    stages = {name: round(ms, 3) for name, ms in found.latency_ms.items()}
    return answer(part.RetrievalTrace, found, stages_ms=stages)


class ExplainAsked(OfUser):
    """A record and a query."""

    query: Question
    event_id: str = Field(min_length=1, max_length=1000, description="Or a citation path:line.")
    as_of: Millis | None = None


@agent.serve("POST", "/v1/explain", "read")
def explain(asked: ExplainAsked, call: Call) -> ans.ExplainGiven:
    """Say where a record is ranked for a query, and why not higher."""
    return answer(ans.ExplainGiven, call.memory.explain(**asked.given(), **call.ids))


class ProveAsked(OfUser):
    """What a hit's anchor says: where its record stands, and the hash of the bytes there."""

    citation: str = Field(min_length=1, max_length=2000, description="path:line.")
    content_hash: str = Field(min_length=1, max_length=100)


@agent.serve("POST", "/v1/prove", "read")
def prove(asked: ProveAsked, call: Call) -> ans.ProofGiven:
    """Read a record from its file now, and compare the hash of its bytes."""
    return answer(ans.ProofGiven, status=call.memory.prove(**asked.given(), **call.ids))
