"""Parts of what the service answers; as :mod:`answers`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from eywa_fs.client.decoding import Given


class AnchorGiven(Given):
    """Where a record stands in the truth, and the hash that proves it."""

    citation: str
    file_path: str
    fs_version: str
    line_start: int
    line_end: int
    byte_start: int
    byte_end: int
    content_hash: str


class AuditEntryGiven(Given):
    """What was done to what, when, by whom and why."""

    timestamp: int
    action: str
    target: str
    operator: str
    reason: str
    citation: str
    user_id: str | None
    request_id: str | None
    trace_id: str | None
    before: Any
    after: Any


class BlockGiven(Given):
    """A labelled text for a model's context."""

    label: str
    value: str
    limit: int
    description: str
    read_only: bool
    tags: tuple[str, ...]
    metadata: Mapping[str, Any]


class CitationGiven(Given):
    """A numbered source of a context."""

    number: int
    citation: str
    event_id: str


class ConflictGiven(Given):
    """Two facts that cannot both stand."""

    left: FactGiven
    right: FactGiven


class DegradedReason(Given):
    """Why an answer may be worse than usual."""

    reason: str
    meaning: str


class EdgeGiven(Given):
    """A fact that relates two of them, by their keys; with a ``role`` the fact says something else
    of the target, whose being the source's ("mother") is the relation."""

    source: str
    target: str
    fact: FactGiven
    role: str = ""


class EpisodeGiven(Given):
    """An episode, proved against its lines."""

    implicit_signal: str | None
    state: str
    compressed: bool
    user_confirmed: bool
    score: float | None = None
    parts: Mapping[str, float] = field(default_factory=dict)
    id: str
    project_id: str
    session_id: str
    chapter_id: str
    scene_type: str
    skill_used: str
    selected_index: int | None
    edit_distance: float | None
    weight: float
    importance: float
    created_at: int
    citation: str
    scope: str
    version: int
    recall_count: int
    last_recalled_at: int
    text: str


class ErasureCertificateGiven(Given):
    """How an erasure ended.

    Attributes:
        hashes: SHA-256 of what stands in each place now; null where the file was gone.
        scan: figures of the search for the texts in all files; null where it was not made.
        backups: how many backups were made before: they hold what was erased.
        left: how many files of others still say it.
    """

    at: int
    hashes: tuple[str | None, ...]
    generation: int | None
    digest: str | None
    scan: Mapping[str, int] | None
    backups: int
    left: int


class ErasurePlanGiven(Given):
    """What goes: lines by kind, in how many files, the first citations, how many facts."""

    counts: Mapping[str, int]
    files: int
    citations: tuple[str, ...]
    facts: int


class FactGiven(Given):
    """One assertion, and the record it was read from, proved when it was served."""

    atomic_id: str
    type: str
    subject: str
    predicate: str
    object: str
    negated: bool
    rule: str
    said: str
    sure: bool
    status: Literal["active", "superseded", "retracted"]
    superseded_by: str | None
    at_time: Literal["holds", "ahead", "over", "unsure"]
    observed_at: int
    valid_from: int | None
    valid_to: int | None
    citation: str
    event_id: str
    text: str
    seal: Literal["sealed", "broken", "none"]
    ended_by: str | None
    restated_by: tuple[str, ...]
    in_conflict: bool


class ForgottenGiven(Given):
    """A record that was put aside, or taken back; ``answered`` of a dry run: whether a search still
    finds what it says in another record."""

    event_id: str
    citation: str
    session_id: str
    op: Literal["archive", "unarchive", "expire"]
    by: str
    why: str
    answered: bool | None


class HitGiven(Given):
    """One record that answers, proved against its file when it was returned."""

    event_id: str
    text: str
    session_id: str
    role: str
    speaker: str | None
    timestamp: int
    tags: tuple[str, ...]
    sealed: bool
    seal: Literal["sealed", "broken", "none"]
    anchor: AnchorGiven
    score: float
    citation: str
    sources: Mapping[str, float]
    why: str
    source_type: Literal["conversation", "longterm"]
    outdated: str
    partly: tuple[str, ...]
    newer: str
    certain: bool
    version: int


class ItemGiven(Given):
    """An item of working memory."""

    id: str
    project_id: str
    session_id: str
    kind: str
    text: str
    token_count: int
    importance: float
    created_at: int
    updated_at: int
    scope: str
    version: int


class JudgedFactGiven(Given):
    """A fact, and where the arbiter puts it."""

    fact: FactGiven
    layer: str
    version: int
    status: str
    score: int
    rule: str
    source_trace: str
    expires_at: int | None
    evidence: tuple[str, ...]


class LagGiven(Given):
    """How far the index is behind; what it lacks was read from the files."""

    bytes: int
    seconds: float


class MemoryGiven(Given):
    """A record as it is now."""

    event_id: str
    text: str
    session_id: str
    role: str
    speaker: str | None
    timestamp: int
    tags: tuple[str, ...]
    sealed: bool
    seal: Literal["sealed", "broken", "none"]
    citation: str
    version: int
    state: str


class NodeGiven(Given):
    """A person, place, organisation or thing."""

    key: str
    names: tuple[str, ...]
    kind: str
    hops: int
    merged_by: tuple[str, ...]


class RetrievalTrace(Given):
    """How an answer came about.

    Attributes:
        strategy, intent, time_intent: how the query was understood; empty where it was not asked.
        stages_ms: milliseconds by stage.
        verified: hits whose bytes were proved.
        dropped: candidates that were refused because their bytes no longer fit, by reason.
    """

    strategy: str
    intent: str
    time_intent: str
    stages_ms: Mapping[str, float]
    verified: int
    dropped: Mapping[str, int]
    lag: LagGiven


class RuleGiven(Given):
    """A rule for a host's instructions."""

    id: str
    text: str
    project_id: str
    scope: str
    version: int


class SessionGiven(Given):
    """A session, and how much the memory holds of it."""

    session_id: str
    records: int
    files: int
    bytes: int
    first_day: str
    last_day: str


class UserGiven(Given):
    """A user, and how much the memory holds of them."""

    tenant_id: str
    user_id: str
    sessions: int
    records: int
    files: int
    bytes: int
    first_day: str | None
    last_day: str | None


class VersionGiven(Given):
    """One version of a record: number 1 is its own line, each decision about it makes the next."""

    event_id: str
    number: int
    op: str
    state: str
    before: str
    operator: str
    at: int
    reason: str
    request_id: str
    text: str | None
    tags: tuple[str, ...]
    speaker: str | None
    citation: str
    pinned: bool
    expires_at: int | None
    transaction: str
