"""What the service answers to questions about a memory, as frozen classes: the service makes its
answers of them, and the clients decode them. Their names and fields are those of the API, the
fields in snake_case; what it answers about itself is in :mod:`state_answers`."""

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
    """An answer that parts of the index help with, and that says which of them failed.

    ``degradeMode`` is ``none``; ``files``: answered from the files alone; ``partial``: a part of
    the index, or a file, was missing.
    """

    degrade_mode: Literal["none", "files", "partial"]
    degraded: tuple[part.DegradedReason, ...]


class AccessGiven(Answer):
    """What the caller may do, and whose memory is asked.

    Attributes:
        role: of the key; ``admin`` where there are no keys.
        may: what the role may do: ``read``, ``write``, ``remove``, ``list_users``, ``audit``, ...
        user_id: whose memory is asked; where none was named, the usual one.
        exists: anything was ever written there.
        users: that the key is for, in its tenant; none: it is for all of them.
        tenants: that there are, by id, for who asks for every tenant; else none.
    """

    role: str
    may: tuple[str, ...]
    user_id: str
    exists: bool
    users: tuple[str, ...]
    tenants: tuple[str, ...]


class AuditGiven(Answer):
    """Entries of the audit trail, the oldest first.

    Attributes:
        whole: what was done to the whole memory, and to no tenant, is among them.
    """

    entries: tuple[part.AuditEntryGiven, ...]
    whole: bool


class BatchGiven(Answer):
    """Where the records stand, in the order in which they were sent."""

    anchors: tuple[part.AnchorGiven, ...]


class BegunGiven(Answer):
    """A transaction. It lives in the process: a restart leaves nothing of it."""

    tx_id: str


class ComparisonGiven(Answer):
    """What differs: a unified difference of the texts, other fields with both values, and which of
    ``text`` and ``speaker`` differ in what is masked.

    Attributes:
        unread: versions whose line was changed, so that their texts are not compared.
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
    """Episodes; where reading failed, ``rules`` are the default ones and ``memoryDegraded`` is
    true."""

    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...] = ()
    memory_degraded: bool = False
    dropped: Mapping[str, int]


class ErasureGiven(Answer):
    """What an erasure did, or would do; ``ok``: nothing was found of it afterwards. Applied and
    without a certificate: it is not finished, :meth:`erasure` says when it is."""

    ok: bool
    applied: bool
    erasure_id: str | None
    plan: part.ErasurePlanGiven
    certificate: part.ErasureCertificateGiven | None


class ErasureStateGiven(Answer):
    """How far an erasure is: ``counts`` lines are overwritten, by kind; ``derived``: what was
    derived is made anew; ``certificate``: it is finished, and ``ok`` if nothing was found."""

    ok: bool
    erasure_id: str
    at: int
    counts: Mapping[str, int]
    derived: bool
    certificate: part.ErasureCertificateGiven | None


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
    """What a run of forgetting did, would do, or what its undoing did.

    Attributes:
        run: its name, for its undoing; empty where nothing was decided.
        left: of an undoing: records that somebody decided about since; they stay as they are.
        problems: why the user was left out; without the place of the memory on the machine.
    """

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


class ImportGiven(Answer):
    """What became of an import.

    Attributes:
        records, new: how many stand in the truth now (or, of a dry run, would), and how many of
            these are new.
        skipped: what was left out by choice, by reason.
        refused: how many lines were refused; problems has the first of them.
    """

    format: str
    records: int
    new: int
    undated: int
    skipped: Mapping[str, int]
    refused: int
    problems: tuple[str, ...]


class LayersGiven(DegradableAnswer):
    """The session at hand, episodes that fit, and rules of the project."""

    immediate: tuple[part.BlockGiven, ...]
    episodes: tuple[part.EpisodeGiven, ...]
    rules: tuple[part.RuleGiven, ...]
    semantic: tuple[part.RuleGiven, ...]
    memory_degraded: bool
    dropped: Mapping[str, int]


class ListGiven(Answer):
    """A page of records; ``nextCursor`` goes on behind it."""

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
    """Whether the record still stands there: ``ok``; ``mismatch``, with other bytes; ``missing``,
    there is none."""

    status: Literal["ok", "mismatch", "missing"]


class PutGiven(Answer):
    """The item, and how many tokens the session has."""

    item: part.ItemGiven
    tokens: int


class RecordedGiven(Answer):
    """An episode that is being written; once ``done`` it is on disk, or ``code`` says why not."""

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


class SessionsGiven(Answer):
    """The sessions of a user, the one with the newest file first."""

    sessions: tuple[part.SessionGiven, ...]


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
    """A verdict, which is a record of the truth; one that would change nothing, or was only for an
    open conflict, has no citation, and it is said who had settled the conflict, and when."""

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
