"""What the service answers. Made by scripts/make_clients.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from eywa_fs.client import parts as part
from eywa_fs.client.decoding import Given


class Answer(Given):
    """What every answer says besides its own fields; filled in when it is sent."""

    trace_id: str
    request_id: str
    tenant_id: str | None
    latency_ms: float


class DegradableAnswer(Answer):
    """An answer that says which parts of the index failed."""

    degrade_mode: Literal["none", "files", "partial"]
    degraded: tuple[part.DegradedReason, ...]


class AccessGiven(Answer):
    """What the caller may do, and whose memory is asked."""

    role: str
    may: tuple[str, ...]
    user_id: str
    exists: bool
    users: tuple[str, ...]
    tenants: tuple[str, ...]


class AuditGiven(Answer):
    """Entries of the audit trail, the oldest first."""

    entries: tuple[part.AuditEntryGiven, ...]
    whole: bool


class BatchGiven(Answer):
    """Where the records stand, in the order in which they were sent."""

    anchors: tuple[part.AnchorGiven, ...]


class BegunGiven(Answer):
    """A transaction. It lives in the process: a restart leaves nothing of it."""

    tx_id: str


class ComparisonGiven(Answer):
    """What differs: a unified difference of the texts, other fields with both values, and which
    of text and speaker differ in what is masked.
    """

    event_id: str
    a: int
    b: int
    diff: str
    changed: Mapping[str, tuple[Any, ...]]
    masked: tuple[str, ...]
    unread: tuple[int, ...]


class ConfirmedGiven(Answer):
    """The episode now."""

    episode: part.EpisodeGiven


class ConflictsGiven(Answer):
    """What no rule could settle."""

    conflicts: tuple[part.ConflictGiven, ...]


class ContextGiven(DegradableAnswer):
    """Text for a system prompt, and its sources."""

    context: str
    citations: tuple[part.CitationGiven, ...]
    tokens: int
    retrieval_trace: part.RetrievalTrace


class DecidedGiven(Answer):
    """The version that a decision made, or would make when its transaction is committed."""

    version: part.VersionGiven


class EndedGiven(Answer):
    """Ids of the episodes that were made, all on disk, and how many items were let go."""

    archived: tuple[str, ...]
    dropped: int


class EpisodesGiven(DegradableAnswer):
    """Episodes; where reading failed, rules are the default ones and memoryDegraded is true."""

    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...]
    memory_degraded: bool
    dropped: Mapping[str, int]


class ErasureGiven(Answer):
    """What an erasure did, or would do; ok: nothing was found of it afterwards."""

    ok: bool
    applied: bool
    erasure_id: str | None
    plan: part.ErasurePlanGiven
    certificate: part.ErasureCertificateGiven | None


class EvaluationsGiven(Answer):
    """The evaluations that were kept, the oldest first."""

    evaluations: tuple[part.EvaluationGiven, ...]


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


class FactDecidedGiven(Answer):
    """A decision, which is a record of the truth."""

    atomic_id: str
    citation: str


class FactsGiven(DegradableAnswer):
    """Facts, each proved against its record."""

    facts: tuple[part.FactGiven, ...]
    time_intent: Literal["current_state", "history_trace", "time_slice"]
    dropped: Mapping[str, int]


class FeedbackGiven(Answer):
    """It is on disk."""

    useful: bool
    event_ids: tuple[str, ...]
    citations: tuple[str, ...]


class ForgetGiven(Answer):
    """What a run of forgetting did, would do, or what its undoing did."""

    records: tuple[part.ForgottenGiven, ...]
    problems: tuple[str, ...]
    run: str
    looked_at: int
    facts_lost: tuple[str, ...]
    facts_back: tuple[str, ...]
    left: tuple[str, ...]


class GraphGiven(DegradableAnswer):
    """Entities and relations, each relation proved."""

    nodes: tuple[part.NodeGiven, ...]
    edges: tuple[part.EdgeGiven, ...]
    dropped: Mapping[str, int]


class HealthGiven(Answer):
    """The process answers."""

    status: Literal["ok"]


class ImportGiven(Answer):
    """What became of an import."""

    format: str
    records: int
    new: int
    undated: int
    skipped: Mapping[str, int]
    refused: int
    problems: tuple[str, ...]


class JobsGiven(Answer):
    """Every job there is; None where it is not known what it did last."""

    jobs: Mapping[str, part.JobGiven | None]


class LayersGiven(DegradableAnswer):
    """The session at hand, episodes that fit, and rules of the project."""

    immediate: tuple[part.BlockGiven, ...]
    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...]
    semantic: tuple[part.RuleGiven, ...]
    memory_degraded: bool
    dropped: Mapping[str, int]


class ListGiven(Answer):
    """A page of records; nextCursor goes on behind it."""

    memories: tuple[part.MemoryGiven, ...]
    next_cursor: str | None


class MemoryAnswer(Answer):
    """A record as it is now; its version is the ETag."""

    memory: part.MemoryGiven
    pinned: bool
    expired: bool
    expires_at: int | None
    confirmed_at: int | None


class ProfileGiven(DegradableAnswer):
    """What holds of the user, by predicate, the newest first; each fact is proved."""

    profile: Mapping[str, tuple[part.FactGiven, ...]]
    dropped: Mapping[str, int]


class ProofGiven(Answer):
    """Whether the record still stands there: ok; mismatch, with other bytes; missing, there is
    none.
    """

    status: Literal["ok", "mismatch", "missing"]


class PutGiven(Answer):
    """The item, and how many tokens the session has."""

    item: part.ItemGiven
    tokens: int


class ReadyGiven(Answer):
    """Whether requests can be answered, what is in the way, by part, and how the index does,
    which is in nobody's way: what it lacks is searched in the files.
    """

    ready: bool
    parts: Mapping[str, str]
    index: Literal["ok", "behind", "waits"]
    writes: Literal["ok", "fail"]


class RecordedGiven(Answer):
    """An episode that is being written; once done it is on disk, or code says why not."""

    id: str
    project_id: str
    done: bool
    code: str | None


class RetrieveGiven(DegradableAnswer):
    """A ranking of records, every one of them proved, and the facts that answer."""

    hits: tuple[part.HitGiven, ...]
    facts: tuple[part.FactGiven, ...]
    nothing_certain: bool
    retrieval_trace: part.RetrievalTrace


class ServiceVersionGiven(Answer):
    """What a client can count on."""

    version: str
    api: str
    record_format: int
    capabilities: tuple[str, ...]


class SessionsGiven(Answer):
    """The sessions of a user, the one with the newest file first."""

    sessions: tuple[part.SessionGiven, ...]


class SloGiven(Answer):
    """The objectives of the service; met is whether none is missed, None where nothing was
    measured yet.
    """

    met: bool | None
    objectives: tuple[part.ObjectiveGiven, ...]


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
    next: tuple[str, ...]


class TriggeredGiven(Answer):
    """What a trigger did: ids of episodes by what was done."""

    trigger: str
    project_id: str
    looked_at: int
    changed: Mapping[str, tuple[str, ...]]
    heat: tuple[float, ...]


class TurnGiven(Answer):
    """Both messages are on disk."""

    accepted: bool
    mode: Literal["async", "sync"]
    anchors: tuple[part.AnchorGiven, ...]


class UndoneGiven(Answer):
    """Whether the signal of the episode has changed."""

    changed: bool


class UsersGiven(Answer):
    """The users of a tenant, by id."""

    users: tuple[part.UserGiven, ...]


class VerdictGiven(Answer):
    """A verdict, which is a record of the truth; one that would change nothing, or was only for
    an open conflict, has no citation, and it is said who had settled the conflict, and when.
    """

    citation: str | None
    settled_by: str | None
    settled_at: int | None


class VerdictsGiven(DegradableAnswer):
    """Facts of one layer, each with its verdict."""

    facts: tuple[part.JudgedFactGiven, ...]
    dropped: Mapping[str, int]


class VersionsGiven(Answer):
    """Versions, in their order."""

    versions: tuple[part.VersionGiven, ...]
