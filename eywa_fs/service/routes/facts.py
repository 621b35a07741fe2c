"""What is known of a user: facts, the profile, conflicts; and decisions about them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field

from eywa_fs.client import answers as ans
from eywa_fs.model.degraded import refuse_unread
from eywa_fs.retrieval.search import MAX_QUERY_CHARS
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.wire import Millis, OfUser, OfUserQuery, Reason, Text, answer

facts = Routes("facts")

AtomicId = Annotated[str, Path(alias="atomicId", min_length=1, max_length=200)]
Day = Annotated[str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="YYYY-MM-DD.")]
Words = Annotated[str, Field(min_length=1, max_length=1000)]


class FactsAsked(OfUserQuery):
    """Which facts. A question leaves the filters out of account."""

    question: str | None = Field(None, min_length=1, max_length=MAX_QUERY_CHARS)
    subject: Words | None = Field(None, description="user, a name, or a role.")
    predicate: Words | None = None
    every: bool = Field(False, description="Superseded and retracted facts too.")
    candidates: bool = Field(False, description="Instead, what was not said outright.")
    as_of: Millis | None = Field(None, description="As things stood then.")


@facts.serve("GET", "/v1/facts", "read")
def ask(asked: FactsAsked, call: Call) -> ans.FactsGiven:
    """Facts that answer a question, or fit a filter, or all current ones."""
    return answer(ans.FactsGiven, call.memory.facts(**asked.given(), **call.ids))


class CourseAsked(OfUserQuery):
    """One thing in the course of time."""

    subject: Words
    predicate: Words
    as_of: Millis | None = None


@facts.serve("GET", "/v1/facts/history", "read")
def course(asked: CourseAsked, call: Call) -> ans.FactsGiven:
    """Every value that one thing once had, the oldest first."""
    return answer(ans.FactsGiven, call.memory.history(**asked.given(), **call.ids))


class ProfileAsked(OfUserQuery):
    """At which time."""

    as_of: Millis | None = None


@facts.serve("GET", "/v1/profile", "read")
def profile(asked: ProfileAsked, call: Call) -> ans.ProfileGiven:
    """What holds of the user."""
    found = call.memory.facts(**asked.given(), **call.ids, subject="user")
    refuse_unread(found.degraded)  # as of ``EywaMemory.profile``
    return answer(ans.ProfileGiven, found, profile=found.by_predicate())


class _Quoted(OfUser):
    object: Words
    quote: Text = Field(description="A passage of the record, letter by letter.")
    event_id: str | None = Field(None, min_length=1, max_length=200)
    citation: str | None = Field(None, min_length=1, max_length=2000)
    negated: bool = False
    valid_from: Day = None
    valid_to: Day = None
    reason: Reason = ""


class AssertAsked(_Quoted):
    """That something is so, with the words of a record that say it: of ``eventId`` or
    ``citation``."""

    subject: Words
    predicate: Words


@facts.serve("POST", "/v1/facts", "write", status_code=201)
def assert_fact(asked: AssertAsked, call: Call) -> ans.FactDecidedGiven:
    """Say that something is so."""
    made = call.memory.assert_fact(**asked.given(), **call.ids, **call.by)
    return answer(ans.FactDecidedGiven, made)


class SupersedeAsked(_Quoted):
    """What has taken the place of a fact's value."""

    predicate: Words | None = Field(None, description="Another one than the fact's.")


@facts.serve("POST", "/v1/facts/{atomicId}/supersede", "write")
def supersede(atomic_id: AtomicId, asked: SupersedeAsked, call: Call) -> ans.FactDecidedGiven:
    """Say that another value has taken the place of a fact's."""
    made = call.memory.supersede_fact(atomic_id, **asked.given(), **call.ids, **call.by)
    return answer(ans.FactDecidedGiven, made)


class RejectAsked(OfUser):
    """Why a fact is so, or is not."""

    reason: Reason = ""


@facts.serve("POST", "/v1/facts/{atomicId}/reject", "write")
def reject(atomic_id: AtomicId, asked: RejectAsked, call: Call) -> ans.FactDecidedGiven:
    """Say that a fact is not so and never was."""
    made = call.memory.reject_fact(atomic_id, **asked.given(), **call.ids, **call.by)
    return answer(ans.FactDecidedGiven, made)


class VerdictsAsked(OfUserQuery):
    """Of which layer."""

    layer: Literal["truth", "candidate", "clue"] = "truth"
    every: bool = Field(False, description="Also what is over, revoked, expired or rejected.")
    as_of: Millis | None = None


@facts.serve("GET", "/v1/verdicts", "read")
def verdicts(asked: VerdictsAsked, call: Call) -> ans.VerdictsGiven:
    """What the arbiter says of facts."""
    found = call.memory.verdicts(**asked.given(), **call.ids)
    return answer(ans.VerdictsGiven, found)


@facts.serve("POST", "/v1/facts/{atomicId}/confirm", "write")
def confirm(atomic_id: AtomicId, asked: RejectAsked, call: Call) -> ans.FactDecidedGiven:
    """Say that a fact is so."""
    made = call.memory.confirm_fact(atomic_id, **asked.given(), **call.ids, **call.by)
    return answer(ans.FactDecidedGiven, made)


class GraphAsked(OfUserQuery):
    """Around what, and how far."""

    name: Words | None = Field(None, description="By any of its names; all there is by default.")
    hops: int = Field(1, ge=1, le=2)
    as_of: Millis | None = None


@facts.serve("GET", "/v1/graph", "read")
def graph(asked: GraphAsked, call: Call) -> ans.GraphGiven:
    """How people, places, organisations and things are related."""
    found = call.memory.graph(**asked.given(), **call.ids)
    return answer(ans.GraphGiven, found, edges=found.relations)


@facts.serve("GET", "/v1/conflicts", "read")
def conflicts(asked: OfUserQuery, call: Call) -> ans.ConflictsGiven:
    """Facts that cannot both stand and that nobody has settled."""
    return answer(ans.ConflictsGiven, conflicts=call.memory.conflicts(**call.ids))


class ResolveAsked(OfUser):
    """Atomic ids of the fact that stands and of the one that gives way, or one of them."""

    kept: str | None = Field(None, min_length=1, max_length=200)
    dropped: str | None = Field(None, min_length=1, max_length=200)
    only_open: bool = Field(False, description="Not where the conflict is settled already.")
    reason: Reason = ""


@facts.serve("POST", "/v1/conflicts/resolve", "write")
def resolve(asked: ResolveAsked, call: Call) -> ans.VerdictGiven:
    """Settle a conflict."""
    made = call.memory.resolve_conflict(**asked.given(), **call.ids, **call.by)
    return answer(ans.VerdictGiven, made)
