"""What each tool takes: names, limits and explanations for a model that has never seen them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    create_model,
)
from pydantic.alias_generators import to_camel

from eywa_fs.model.records import Role
from eywa_fs.model.results import Strategy

MAX_CONTENT: Final = 200_000
"""Characters of one record; what is longer is a document, and no message."""
MAX_TEXT: Final = 20_000
"""Characters of a question or a message that is asked about."""
_MAX_NAME: Final = 1_000


def _listed(value: Any) -> Any:
    """A list that a host sent as the JSON of it, which some do."""
    if isinstance(value, str) and value.startswith("["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _as_text(value: Any) -> Any:
    """A time in epoch milliseconds that came as a number."""
    return str(value) if type(value) is int else value


Time = Annotated[
    str,
    Field(max_length=40),
    BeforeValidator(_as_text),
    WithJsonSchema({"anyOf": [{"type": "string", "maxLength": 40}, {"type": "integer"}]}),
]
"""A date, an ISO time (without an offset in the memory's time zone), or epoch milliseconds."""
Name = Annotated[str, Field(min_length=1, max_length=_MAX_NAME)]
Id = Annotated[str, Field(min_length=1, max_length=200)]
"""A name of what is written, as long as the memory takes one."""
Names = Annotated[list[Name], Field(max_length=50), BeforeValidator(_listed)]
RecordName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=_MAX_NAME,
        description="A record: its eventId, or its citation (path:line), as an answer gave it.",
    ),
]
AsOf = Annotated[
    Time | None, Field(description="Answer as if it were this time: nothing said later exists.")
]
Reason = Annotated[str, Field(max_length=2_000, description="Why, in a few words; it is kept.")]


class Arguments(BaseModel):
    """Arguments of a tool: camelCase, and none that is not known."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)


class OfAnyone(Arguments):
    """What every tool takes besides where a server serves all users."""

    user_id: Id | None = Field(None, description="The user; the server's own by default.")
    tenant_id: Id | None = Field(None, description="The tenant; the server's own by default.")


class Narrowed(Arguments):
    """What narrows a search or a listing."""

    since: Time | None = Field(None, description="Only at or after this time (2025-03-01).")
    until: Time | None = Field(None, description="Only before this time (2025-03-01T18:30Z).")
    session_ids: Names = Field(default=[], description="Only records of these sessions.")
    roles: Annotated[list[Role], Field(max_length=4), BeforeValidator(_listed)] = Field(
        default=[], description="Only what these said."
    )
    tags: Names = Field(default=[], description="Only records with one of these tags.")


class Remember(Arguments):
    content: str = Field(
        min_length=1,
        max_length=MAX_CONTENT,
        description="The text. What the user said goes in as the user said it, in the first person "
        "and the user's language ('I moved to Porto in May'): facts are read from such sentences.",
    )
    role: Role = Field(
        "user",
        description="Who said it. Only what the user said (user) is read into facts; your own "
        "conclusions are 'assistant', what a program gave is 'tool'.",
    )
    session_id: Id | None = Field(None, description="The conversation it belongs to.")
    speaker: Id | None = Field(None, description="The name of who said it, if there is one.")
    tags: Names = Field(default=[], description="Words to find it by later.")
    timestamp: Time | None = Field(None, description="When it was said, if not now.")
    expires_at: Time | None = Field(None, description="From when on it is not found any more.")
    idempotency_key: Id | None = Field(
        None, description="The same key writes once: give one if you may have to repeat the call."
    )


class Queried(Arguments):
    query: str = Field(
        min_length=1,
        max_length=MAX_TEXT,
        description="A question or words, in English or Chinese, in the user's own terms.",
    )


class Recall(Narrowed, Queried):
    limit: int = Field(8, ge=1, le=50, description="Records at most.")
    strategy: Strategy = Field(
        "auto", description="'exact' looks for the words only, 'semantic' for the meaning only."
    )
    archived: bool = Field(False, description="Also records that were put aside.")
    as_of: AsOf = None


class Context(Arguments):
    message: str = Field(
        min_length=1, max_length=MAX_CONTENT, description="What the user just said, as it is."
    )
    token_budget: int | None = Field(
        None, ge=16, le=32_000, description="Tokens of the block at most."
    )
    session_id: Id | None = Field(
        None, description="The running conversation, if the message is remembered in it already."
    )
    as_of: AsOf = None


class AskFacts(Arguments):
    question: str | None = Field(
        None,
        min_length=1,
        max_length=MAX_TEXT,
        description="Asks in words ('where does my sister live?'). Without it: all current facts.",
    )
    subject: Name | None = Field(None, description="Only facts about this: 'user' or a name.")
    predicate: Name | None = Field(None, description="Only facts of this kind, as 'lives_in'.")
    every: bool = Field(False, description="Also facts that hold no more.")
    candidates: bool = Field(
        False, description="Instead, what was not said outright: may be wrong."
    )
    truths: bool = Field(False, description="Only what is well enough confirmed to rely on.")
    limit: int = Field(50, ge=1, le=500, description="Facts at most.")
    as_of: AsOf = None


class Profile(Arguments):
    as_of: AsOf = None


class History(Arguments):
    subject: Name = Field(description="'user', a name, or a role such as \"user's sister\".")
    predicate: Name = Field(description="The kind of fact, as facts name it: 'lives_in'.")
    as_of: AsOf = None


class AssertFact(Arguments):
    subject: Name = Field(description="'user', a name, or a role such as \"user's sister\".")
    predicate: Name = Field(description="The kind of fact, one that facts name: 'lives_in'.")
    object: str = Field(min_length=1, max_length=2_000, description="The value: 'Porto'.")
    quote: str = Field(
        min_length=1, max_length=MAX_TEXT, description="Words of the record, letter by letter."
    )
    record: RecordName
    negated: bool = Field(False, description="The record says that it is not so.")
    valid_from: str | None = Field(None, max_length=10, description="First day (2025-03-01).")
    valid_to: str | None = Field(None, max_length=10, description="Last day (2025-03-31).")
    reason: Reason = ""


class RejectFact(Arguments):
    atomic_id: Name = Field(description="The fact's atomicId, as facts gives it.")
    reason: Reason = ""


class List(Narrowed):
    limit: int = Field(20, ge=1, le=100, description="Records of a page.")
    cursor: Name | None = Field(None, description="nextCursor of the page before, to go on.")
    oldest: bool = Field(False, description="The oldest first.")
    text: str = Field(
        "", max_length=MAX_TEXT, description="Only records that contain all of these words."
    )
    hidden: bool = Field(False, description="Forgotten, archived and expired records too.")


class Forget(Arguments):
    records: Annotated[list[RecordName], BeforeValidator(_listed)] = Field(
        min_length=1, max_length=50, description="Which records, all of them or none."
    )
    undo: bool = Field(False, description="Bring back records that were forgotten.")
    reason: Reason = ""


class Explain(Queried):
    record: RecordName
    as_of: AsOf = None


class Feedback(Arguments):
    record: RecordName
    useful: bool = Field(description="Whether it helped to answer.")
    reason: Reason = ""


class RecordEpisode(Arguments):
    text: str = Field(
        min_length=1, max_length=MAX_TEXT, description="What it was about, so that it is found."
    )
    scene_type: Name = Field(description="In what kind of situation: 'code review', 'dialogue'.")
    skill_used: Name = Field(description="What you did: 'refactor', 'continue', 'answer'.")
    project_id: Id = Field("default", description="Of which project.")
    selected_index: int | None = Field(
        None, ge=-1, le=1_000_000, description="Which of your proposals was taken; -1: none."
    )
    edit_distance: float | None = Field(
        None, ge=0, le=1, description="What share of it the user changed: 0 nothing, 1 all."
    )
    importance: float = Field(0.5, ge=0, le=1, description="How much it matters, 0 to 1.")


class RecallEpisodes(Arguments):
    query: str = Field(max_length=MAX_TEXT, description="What you are about to do, in words.")
    project_id: Id = Field("default", description="Of which project.")
    scene_type: Name | None = Field(None, description="The situation, as it was recorded.")
    limit: int = Field(5, ge=3, le=5, description="Episodes at most.")


class Status(Arguments):
    pass


def of_anyone(arguments: type[Arguments]) -> type[Arguments]:
    """The same arguments, and whose memory it is about."""
    return create_model(arguments.__name__, __base__=(arguments, OfAnyone))
