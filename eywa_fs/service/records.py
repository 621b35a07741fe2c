"""Parts of answers that several routes give: anchors, memories, versions, facts."""

from __future__ import annotations

from pydantic import Field

from eywa_fs.model.facts import Fact
from eywa_fs.model.records import Anchor, Seal
from eywa_fs.model.versions import Version
from eywa_fs.service.wire import Answer, Given, has_fields_of


@has_fields_of(Anchor)
class AnchorGiven(Given):
    """Where a record stands in the truth, and the hash that proves it."""

    citation: str


class LagGiven(Given):
    """How far the index is behind; what it lacks was read from the files."""

    bytes: int
    seconds: float


class RecordGiven(Given):
    """What a record says, and who said it when."""

    event_id: str
    text: str
    session_id: str
    role: str
    speaker: str | None
    timestamp: int
    tags: list[str]
    sealed: bool
    seal: Seal


class MemoryGiven(RecordGiven):
    """A record as it is now."""

    citation: str
    version: int
    state: str


@has_fields_of(Version)
class VersionGiven(Given):
    """One version of a record: number 1 is its own line, each decision about it makes the next."""


class VersionsGiven(Answer):
    """Versions, in their order."""

    versions: list[VersionGiven]


@has_fields_of(Fact, "anchor")
class FactGiven(Given):
    """One assertion, and the record it was read from, proved when it was served."""


class RetrievalTrace(Given):
    """How an answer came about.

    Attributes:
        strategy, intent, time_intent: how the query was understood; empty where it was not asked.
        stages_ms: milliseconds by stage.
        verified: hits whose bytes were proved.
        dropped: candidates that were refused because their bytes no longer fit, by reason.
    """

    strategy: str = ""
    intent: str = ""
    time_intent: str = ""
    stages_ms: dict[str, float] = Field(default={})
    verified: int = 0
    dropped: dict[str, int] = Field(default={})
    lag: LagGiven = LagGiven(bytes=0, seconds=0.0)
