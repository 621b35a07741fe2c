"""What each tool gives as structured content: camelCase, times in epoch milliseconds."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Degraded = Annotated[
    list[str],
    Field(description="Why this answer may be worse than usual; empty when all parts work."),
]
Dropped = Annotated[
    dict[str, int],
    Field(description="What was refused because its file no longer proves it, by reason."),
]


class Answer(BaseModel):
    """An answer of a tool, made of what the façade gives, by its names."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, extra="ignore")

    def wire(self) -> dict[str, Any]:
        """JSON-ready values; fields that are not known are left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Said(Answer):
    """A record: who said what when, and where it stands."""

    text: str
    citation: Annotated[str, Field(description="Where it stands, path:line: name it as source.")]
    event_id: str
    role: str
    session_id: str
    timestamp: int
    speaker: str | None = None
    tags: list[str] = []
    version: int = 1


class Hit(Said):
    score: float
    certain: Annotated[bool, Field(description="It fits better than records fit by chance.")]
    why: str = ""
    outdated: Annotated[str, Field(description="Why it is no longer so; empty if it is.")] = ""
    partly: Annotated[list[str], Field(description="Values in it that hold no more.")] = []
    newer: Annotated[str, Field(description="Citation of a newer record of the same.")] = ""


class Fact(Answer):
    """Something that a record says, and how it stands now."""

    atomic_id: str
    text: str
    subject: str
    predicate: str
    object: str
    negated: bool = False
    status: Annotated[str, Field(description="active, superseded or retracted.")]
    at_time: Annotated[str, Field(description="Now, or at as_of: holds, ahead, over, unsure.")]
    sure: bool = True
    in_conflict: bool = False
    said: Annotated[str, Field(description="The words of the record that say it.")]
    observed_at: int
    valid_from: int | None = None
    valid_to: int | None = None
    superseded_by: str | None = None
    ended_by: Annotated[str | None, Field(description="The record that ended it.")] = None
    citation: str
    event_id: str


class Remembered(Answer):
    """Where a record stands; it is on disk, and the very next search finds it, unless it has
    expired."""

    citation: str
    event_id: str | None = None
    expired: Annotated[
        bool | None, Field(description="It expires at a time that is over: nothing finds it.")
    ] = None


class Recalled(Answer):
    hits: list[Hit]
    facts: Annotated[list[Fact], Field(description="Facts that answer the query.")] = []
    newer: Annotated[list[Hit], Field(description="Newer records that hits name.")] = []
    nothing_certain: bool = False
    degraded: Degraded
    dropped: Dropped
    trace_id: str


class Source(Answer):
    number: int
    citation: str
    event_id: str


class Context(Answer):
    context: Annotated[str, Field(description="The block; empty where nothing is known.")]
    citations: list[Source]
    tokens: int
    degraded: Degraded
    dropped: Dropped
    trace_id: str


class Facts(Answer):
    facts: list[Fact]
    left_out: Annotated[int, Field(description="How many more there are above the limit.")] = 0
    time_intent: str
    degraded: Degraded
    dropped: Dropped


class Profile(Answer):
    profile: Annotated[dict[str, list[Fact]], Field(description="Facts of the user, by predicate.")]
    degraded: Degraded
    dropped: Dropped


class Decided(Answer):
    """A decision about a fact, and the record in which it stands."""

    atomic_id: str
    citation: str


class Noted(Answer):
    """What was said about the use of a record, and where it stands."""

    useful: bool
    event_ids: list[str]
    citations: list[str]


class Listed(Said):
    state: str = "active"


class Page(Answer):
    records: list[Listed]
    next_cursor: str | None = None


class Standing(Answer):
    """What a record is after a decision about it."""

    event_id: str
    state: Annotated[str, Field(description="active, archived or soft_deleted.")]
    version: int
    citation: Annotated[str, Field(description="Where the decision stands.")]


class Forgotten(Answer):
    records: list[Standing]


class Explained(Answer):
    event_id: str
    rank: Annotated[int | None, Field(description="From 1; absent where it was not ranked.")] = None
    of: int
    score: float | None = None
    sources: dict[str, float]
    best: Annotated[dict[str, float], Field(description="What the first record's score is of.")]
    reason: str
    citation: str | None = None
    degraded: Degraded


class EpisodeRecorded(Answer):
    """An episode, and the line in which it stands."""

    id: str
    citation: str


class Episode(Answer):
    id: str
    text: str
    scene_type: str
    skill_used: str
    implicit_signal: Annotated[str | None, Field(description="How it was taken.")] = None
    weight: Annotated[float, Field(description="Of the signal: 1 taken as it was, -1 undone.")]
    user_confirmed: bool
    created_at: int
    citation: str
    score: float


class Rule(Answer):
    text: str


class Episodes(Answer):
    episodes: list[Episode]
    rules: Annotated[list[Rule], Field(description="What to go by where reading failed.")] = []
    memory_degraded: bool
    dropped: Dropped
    degraded: Degraded


class Status(Answer):
    ok: bool
    version: str
    user_id: str
    tenant_id: str
    records: Annotated[int, Field(description="Lines of the user's conversations.")]
    sessions: int
    users: Annotated[int | None, Field(description="Of all tenants, where all are served.")] = None
    parts: dict[str, str]
    lag_bytes: Annotated[int, Field(description="Bytes not indexed yet; they are searched too.")]
    indexes_here: Annotated[bool, Field(description="This server indexes what comes.")]
    degraded: Degraded
