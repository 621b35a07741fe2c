"""What the service answers. Made by scripts/make_clients.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from eywa_fs.client import parts as part


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer says besides its own fields; filled in when it is sent."""

    trace_id: str
    request_id: str
    tenant_id: str | None
    latency_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DegradableAnswer(Answer):
    """An answer that says which parts of the index failed."""

    degrade_mode: Literal["none", "files", "partial"]
    degraded: tuple[part.DegradedReason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditGiven(Answer):
    """Entries of the audit trail, the oldest first."""

    entries: tuple[part.AuditEntryGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchGiven(Answer):
    """Where the records stand, in the order in which they were sent."""

    anchors: tuple[part.AnchorGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunGiven(Answer):
    """A transaction. It lives in the process: a restart leaves nothing of it."""

    tx_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonGiven(Answer):
    """What differs: a unified difference of the texts, and other fields with both values."""

    event_id: str
    a: int
    b: int
    diff: str
    changed: Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedGiven(Answer):
    """The episode now."""

    episode: part.EpisodeGiven


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictsGiven(Answer):
    """What no rule could settle."""

    conflicts: tuple[part.ConflictGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextGiven(DegradableAnswer):
    """Text for a system prompt, and its sources."""

    context: str
    citations: tuple[part.CitationGiven, ...]
    tokens: int
    retrieval_trace: part.RetrievalTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedGiven(Answer):
    """The version that a decision made, or would make when its transaction is committed."""

    version: part.VersionGiven


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedGiven(Answer):
    """Ids of the episodes that were made, all on disk, and how many items were let go."""

    archived: tuple[str, ...]
    dropped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodesGiven(DegradableAnswer):
    """Episodes; where reading failed, rules are the default ones and memoryDegraded is true."""

    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...]
    memory_degraded: bool
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureGiven(Answer):
    """What an erasure did, or would do; ok: nothing was found of it afterwards."""

    ok: bool
    applied: bool
    erasure_id: str | None
    plan: part.ErasurePlanGiven
    certificate: part.ErasureCertificateGiven | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationsGiven(Answer):
    """The evaluations that were kept, the oldest first."""

    evaluations: tuple[part.EvaluationGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainGiven(DegradableAnswer):
    """Where a record is ranked for a query, and why not higher."""

    event_id: str
    rank: int | None
    of: int
    score: float | None
    sources: Mapping[str, float]
    best: Mapping[str, float]
    behind: str | None
    reason: str
    citation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDecidedGiven(Answer):
    """A decision, which is a record of the truth."""

    atomic_id: str
    citation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsGiven(DegradableAnswer):
    """Facts, each proved against its record."""

    facts: tuple[part.FactGiven, ...]
    time_intent: Literal["current_state", "history_trace", "time_slice"]
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackGiven(Answer):
    """It is on disk."""

    useful: bool
    event_ids: tuple[str, ...]
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetGiven(Answer):
    """What a run of forgetting did, would do, or what its undoing did."""

    run: str
    looked_at: int
    records: tuple[part.ForgottenGiven, ...]
    facts_lost: tuple[str, ...]
    facts_back: tuple[str, ...]
    left: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphGiven(DegradableAnswer):
    """Entities and relations, each relation proved."""

    nodes: tuple[part.NodeGiven, ...]
    edges: tuple[part.EdgeGiven, ...]
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthGiven(Answer):
    """The process answers."""

    status: Literal["ok"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportGiven(Answer):
    """What became of an import."""

    format: str
    records: int
    new: int
    undated: int
    skipped: Mapping[str, int]
    refused: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsGiven(Answer):
    """Every job there is; None where it is not known what it did last."""

    jobs: Mapping[str, part.JobGiven | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayersGiven(DegradableAnswer):
    """The session at hand, episodes that fit, and rules of the project."""

    immediate: tuple[part.BlockGiven, ...]
    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...]
    semantic: tuple[part.RuleGiven, ...]
    memory_degraded: bool
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGiven(Answer):
    """A page of records; nextCursor goes on behind it."""

    memories: tuple[part.MemoryGiven, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAnswer(Answer):
    """A record as it is now; its version is the ETag."""

    memory: part.MemoryGiven
    pinned: bool
    expired: bool
    expires_at: int | None
    confirmed_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileGiven(Answer):
    """What holds of the user, by predicate, the newest first."""

    profile: Mapping[str, tuple[part.FactGiven, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofGiven(Answer):
    """Whether the record still stands there: ok; mismatch, with other bytes; missing, there is
    none.
    """

    status: Literal["ok", "mismatch", "missing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PutGiven(Answer):
    """The item, and how many tokens the session has."""

    item: part.ItemGiven
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyGiven(Answer):
    """Whether requests can be answered, and what is in the way, by part."""

    ready: bool
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGiven(Answer):
    """An episode that is being written; once done it is on disk, or code says why not."""

    id: str
    project_id: str
    done: bool
    code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieveGiven(DegradableAnswer):
    """A ranking of records, every one of them proved, and the facts that answer."""

    hits: tuple[part.HitGiven, ...]
    facts: tuple[part.FactGiven, ...]
    nothing_certain: bool
    retrieval_trace: part.RetrievalTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceVersionGiven(Answer):
    """What a client can count on."""

    version: str
    api: str
    record_format: int
    capabilities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionsGiven(Answer):
    """The sessions of a user, the one with the newest file first."""

    sessions: tuple[part.SessionGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SloGiven(Answer):
    """The objectives of the service; met is whether none is missed."""

    met: bool
    objectives: tuple[part.ObjectiveGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusGiven(Answer):
    """How the memory does."""

    ok: bool
    parts: Mapping[str, str]
    truth: Mapping[str, int]
    documents: Mapping[str, int]
    generation: int | None
    embedder: str
    lag: part.LagGiven
    outbox: Mapping[str, int]
    indexing: bool
    indexer_well: bool
    erasures: Mapping[str, int]
    backup_stale: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredGiven(Answer):
    """What a trigger did: ids of episodes by what was done."""

    trigger: str
    project_id: str
    looked_at: int
    changed: Mapping[str, tuple[str, ...]]
    heat: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGiven(Answer):
    """Both messages are on disk."""

    accepted: bool
    mode: Literal["async", "sync"]
    anchors: tuple[part.AnchorGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneGiven(Answer):
    """Whether the signal of the episode has changed."""

    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UsersGiven(Answer):
    """The users of a tenant, by id."""

    users: tuple[part.UserGiven, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictGiven(Answer):
    """A verdict, which is a record of the truth."""

    citation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictsGiven(DegradableAnswer):
    """Facts of one layer, each with its verdict."""

    facts: tuple[part.JudgedFactGiven, ...]
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsGiven(Answer):
    """Versions, in their order."""

    versions: tuple[part.VersionGiven, ...]
