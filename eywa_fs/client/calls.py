"""Every call of the service, once: its method and path, its arguments, and its answer.

Both clients have these as methods. The names of the arguments are those of the API in snake_case.
Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, Unpack

from eywa_fs.client import answers as ans
from eywa_fs.client import state_answers as state
from eywa_fs.client.episode_calls import EpisodeCalls
from eywa_fs.client.methods import Asks, Fields, Streams, walks
from eywa_fs.client.request import Deciding, Of, Writing, camel

Role = Literal["user", "assistant", "system", "tool"]
Strategy = Literal["auto", "exact", "semantic", "temporal", "hybrid"]
_RECORD: Final = "/v1/memories/{event_id}"
_SEVERAL: Final = ("session_ids", "roles", "tags")
"""Arguments that stand in a query string one by one, under the name of one of them."""


class _Optional(TypedDict, total=False):
    role: Role
    session_id: str
    timestamp: int
    speaker: str
    tags: Sequence[str]
    meta: Mapping[str, Any]
    expires_at: int


class Draft(_Optional):
    """One of several records to be written."""

    content: str


class Filters(TypedDict, total=False):
    """What a hit must satisfy."""

    session_ids: Sequence[str]
    roles: Sequence[Role]
    tags: Sequence[str]
    source_types: Sequence[Literal["conversation", "longterm"]]
    time_from: int
    time_to: int


def _stands(op: str) -> Asks[ans.DecidedGiven]:
    """The call of everything that says how a record is to be treated from now on."""
    fixed = {"op": op, "expires_at": None}
    return Asks("POST", f"{_RECORD}/standing", ans.DecidedGiven, keyed=True, fixed=fixed)


class Calls(EpisodeCalls):
    """The calls of the service as methods of a client."""

    @Asks("POST", "/v1/turns", ans.TurnGiven, keyed=True)
    def after_llm(
        self, user_message: str, assistant_message: str = "", *, session_id: str = "default",
        timestamp: int | None = None, cited: Sequence[str] = (), tags: Sequence[str] = (),
        **of: Unpack[Writing],
    ) -> None:  # fmt: skip
        """Remember one exchange: both messages are on disk when this returns."""

    @Asks("POST", "/v1/context", ans.ContextGiven, reads=True)
    def before_llm(
        self, message: str, *, session_id: str | None = None, token_budget: int | None = None,
        filters: Filters | None = None, as_of: int | None = None, **of: Unpack[Of],
    ) -> Fields:  # fmt: skip
        """What to tell the model about this user before it answers a message."""
        return {"filters": filters and camel(filters)}

    @Asks("POST", "/v1/retrieve", ans.RetrieveGiven, reads=True)
    def retrieve(
        self, query: str, *, limit: int | None = None, offset: int = 0,
        strategy: Strategy | None = None, filters: Filters | None = None, as_of: int | None = None,
        archived: bool = False, **of: Unpack[Of],
    ) -> Fields:  # fmt: skip
        """Find the records of a user that answer a query, each proved against its file."""
        return {"filters": filters and camel(filters)}

    @Asks("POST", "/v1/explain", ans.ExplainGiven, reads=True)
    def explain(
        self, query: str, event_id: str, *, as_of: int | None = None, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Where a record (by event id or citation) is ranked for a query, and why not higher."""

    @Asks("POST", "/v1/prove", ans.ProofGiven, reads=True)
    def prove(self, citation: str, content_hash: str, **of: Unpack[Of]) -> None:
        """Whether a record still stands where a hit said: it is read from its file now."""

    @Asks("POST", "/v1/memories", ans.MemoryAnswer, keyed=True)
    def append(
        self, content: str, role: Role = "user", *, session_id: str = "default",
        timestamp: int | None = None, speaker: str | None = None, tags: Sequence[str] = (),
        meta: Mapping[str, Any] | None = None, expires_at: int | None = None, **of: Unpack[Writing],
    ) -> None:  # fmt: skip
        """Write a record. When this returns, it is on disk."""

    @Asks("POST", "/v1/memories/batch", ans.BatchGiven, keyed=True)
    def append_many(self, records: Sequence[Draft], **of: Unpack[Writing]) -> Fields:
        """Write several records, in order. When this returns, all are on disk; after an error some
        may be, and the same call with the same idempotency key writes what is missing."""
        return {"records": [camel(one) for one in records]}

    @Asks("GET", "/v1/memories", ans.ListGiven, reads=True, singular=_SEVERAL)
    def list(
        self, *, limit: int = 20, cursor: str | None = None, oldest: bool = False,
        since: int | None = None, until: int | None = None, session_ids: Sequence[str] = (),
        roles: Sequence[Role] = (), tags: Sequence[str] = (), text: str = "", hidden: bool = False,
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """A page of a user's records, the newest first; ``cursor`` is ``next_cursor`` of the page
        before."""

    list_all = walks(list)

    @Asks("GET", _RECORD, ans.MemoryAnswer, reads=True)
    def get(self, event_id: str, **of: Unpack[Of]) -> None:
        """A record as it is now, also one that is deleted: its state says so."""

    @Asks("PUT", _RECORD, ans.DecidedGiven, keyed=True)
    def upsert(
        self, event_id: str, content: str, *, role: Role = "user", session_id: str = "default",
        timestamp: int | None = None, speaker: str | None = None, tags: Sequence[str] | None = None,
        reason: str = "", expected_version: int | None = None, **of: Unpack[Writing],
    ) -> None:  # fmt: skip
        """Update the record of this id, or write it where there is none (with ``expected_version``:
        only update)."""

    @Asks("PATCH", _RECORD, ans.DecidedGiven, keyed=True)
    def update(
        self, event_id: str, content: str, *, speaker: str | None = None,
        tags: Sequence[str] | None = None, **of: Unpack[Deciding],
    ) -> None:  # fmt: skip
        """Give a record another text; the old one stays as a version."""

    @Asks("DELETE", _RECORD, ans.DecidedGiven, keyed=True)
    def delete(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Take a record back: it is not found until it is restored. Its bytes stay in the truth."""

    @Asks("POST", f"{_RECORD}/restore", ans.DecidedGiven, keyed=True)
    def restore(self, event_id: str, version: int | None = None, **of: Unpack[Deciding]) -> None:
        """Undo a deletion, or bring back the text of a version, as a new version."""

    @_stands("archive")
    def archive(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Put a record aside: it is found only by searches that ask for archived ones."""

    @_stands("unarchive")
    def unarchive(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Undo ``archive``."""

    @_stands("pin")
    def pin(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Have a record stand in every block of ``before_llm``, up to a share of it."""

    @_stands("unpin")
    def unpin(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Undo ``pin``."""

    @_stands("confirm")
    def confirm(self, event_id: str, **of: Unpack[Deciding]) -> None:
        """Say that a record is still right; ``get`` tells when that was."""

    @_stands("expire")
    def expire(self, event_id: str, expires_at: int | None, **of: Unpack[Deciding]) -> None:
        """Set the time (epoch milliseconds) from which on a record is not found; ``None``:
        never."""

    @Asks("GET", f"{_RECORD}/history", ans.VersionsGiven, reads=True)
    def versions(self, event_id: str, **of: Unpack[Of]) -> None:
        """All versions of a record."""

    @Asks("GET", f"{_RECORD}/compare", ans.ComparisonGiven, reads=True)
    def compare(self, event_id: str, a: int, b: int, **of: Unpack[Of]) -> None:
        """What differs between two versions of a record."""

    @Asks("POST", "/v1/transactions", ans.BegunGiven, keyed=True)
    def begin(self, *, timeout_s: float = 60.0, reason: str = "", **of: Unpack[Writing]) -> None:
        """Begin a transaction, for the ``transaction`` of decisions. It is rolled back after
        ``timeout_s`` seconds, and when the service ends."""

    @Asks("POST", "/v1/transactions/{tx_id}/commit", ans.VersionsGiven)
    def commit(self, transaction: str, **of: Unpack[Of]) -> None:
        """Make all decisions of a transaction. It is not repeated by itself: after an error look at
        the records."""

    @Asks("POST", "/v1/transactions/{tx_id}/rollback", ans.Answer)
    def rollback(self, transaction: str, **of: Unpack[Of]) -> None:
        """Forget a transaction."""

    @Asks("GET", "/v1/facts", ans.FactsGiven, reads=True)
    def facts(
        self, question: str | None = None, *, subject: str | None = None,
        predicate: str | None = None, every: bool = False, candidates: bool = False,
        as_of: int | None = None, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Facts that answer a question, or fit a filter, or all current ones."""

    @Asks("GET", "/v1/facts/history", ans.FactsGiven, reads=True)
    def history(
        self, subject: str, predicate: str, *, as_of: int | None = None, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Every value that one thing once had, the oldest first."""

    @Asks("GET", "/v1/profile", ans.ProfileGiven, reads=True)
    def profile(self, *, as_of: int | None = None, **of: Unpack[Of]) -> None:
        """What holds of the user, by predicate, the newest first."""

    @Asks("POST", "/v1/facts", ans.FactDecidedGiven)
    def assert_fact(
        self, subject: str, predicate: str, object: str, *, quote: str, event_id: str | None = None,
        citation: str | None = None, negated: bool = False, valid_from: str | None = None,
        valid_to: str | None = None, reason: str = "", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Say that something is so, with the words of a record that say it. Days are YYYY-MM-DD."""

    @Asks("POST", "/v1/facts/{atomic_id}/supersede", ans.FactDecidedGiven)
    def supersede_fact(
        self, atomic_id: str, object: str, *, quote: str, event_id: str | None = None,
        citation: str | None = None, predicate: str | None = None, negated: bool = False,
        valid_from: str | None = None, valid_to: str | None = None, reason: str = "",
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Say that another value has taken the place of a fact's."""

    @Asks("POST", "/v1/facts/{atomic_id}/reject", ans.FactDecidedGiven)
    def reject_fact(self, atomic_id: str, reason: str = "", **of: Unpack[Of]) -> None:
        """Say that a fact is not so and never was."""

    @Asks("POST", "/v1/facts/{atomic_id}/confirm", ans.FactDecidedGiven)
    def confirm_fact(self, atomic_id: str, reason: str = "", **of: Unpack[Of]) -> None:
        """Say that a fact is so."""

    @Asks("POST", "/v1/feedback", ans.FeedbackGiven)
    def feedback(self, about: str, *, useful: bool, reason: str = "", **of: Unpack[Of]) -> None:
        """Say that a record (event id, citation), or all that an answer gave (its trace id), was of
        use, or was not."""

    @Asks("GET", "/v1/verdicts", ans.VerdictsGiven, reads=True)
    def verdicts(
        self, layer: str = "truth", *, every: bool = False, as_of: int | None = None,
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """What the arbiter takes for a ``truth``, a ``candidate`` or a ``clue``."""

    @Asks("GET", "/v1/graph", ans.GraphGiven, reads=True)
    def graph(
        self, name: str | None = None, *, hops: int = 1, as_of: int | None = None, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """How people, places, organisations and things are related, around one or all."""

    @Asks("GET", "/v1/conflicts", ans.ConflictsGiven, reads=True)
    def conflicts(self, **of: Unpack[Of]) -> None:
        """Facts that cannot both stand and that nobody has settled."""

    @Asks("POST", "/v1/conflicts/resolve", ans.VerdictGiven)
    def resolve_conflict(
        self, *, kept: str | None = None, dropped: str | None = None, only_open: bool = False,
        reason: str = "", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Settle a conflict: atomic ids of the fact that stands, of the one that gives way, or
        both."""

    @Asks("GET", "/v1/users", ans.UsersGiven, reads=True)
    def users(self, *, tenant_id: str | None = None) -> None:
        """The users of a tenant, with how much each has."""

    @Asks("GET", "/v1/access", ans.AccessGiven, reads=True)
    def access(self, **of: Unpack[Of]) -> None:
        """What the key may do, and whether there is the memory that is asked."""

    @Asks("GET", "/v1/sessions", ans.SessionsGiven, reads=True)
    def sessions(self, **of: Unpack[Of]) -> None:
        """The sessions of a user, the one with the newest file first."""

    @Asks("GET", "/v1/audit", ans.AuditGiven, reads=True)
    def audit(
        self, *, limit: int = 100, since: int | None = None, until: int | None = None,
        action: str | None = None, tenant_id: str | None = None,
    ) -> None:  # fmt: skip
        """What was done in a tenant: the newest entries, the oldest of them first. With a key of
        every tenant also what was done to the whole memory."""

    @Asks("GET", "/v1/audit/{trace}", ans.AuditGiven, reads=True)
    def audit_of(self, trace: str, *, tenant_id: str | None = None) -> None:
        """What was done in a tenant under one trace id."""

    @Streams("GET", "/v1/export", str, reads=True, singular=_SEVERAL)
    def export(
        self, *, format: Literal["jsonl", "openai", "markdown"] = "jsonl", since: int | None = None,
        until: int | None = None, session_ids: Sequence[str] = (), **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """The records of a user as lines, given while they are read. An error in the middle says
        that the lines are not whole."""

    @Asks("POST", "/v1/import", ans.ImportGiven, body="file")
    def import_file(
        self, file: bytes | Path, *, format: str = "auto", session_id: str | None = None,
        system: bool = False, me: str | None = None, day_first: bool | None = None,
        replace: bool = False, dry_run: bool = False, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Bring in what another program, or an export, wrote: a file, or its bytes. What is
        malformed is refused line by line. Again, or after an interruption, it adds only what is
        new. It is held in memory, and its answer is waited for without a limit."""

    @Asks("GET", "/v1/status", state.StatusGiven, reads=True)
    def status(self) -> None:
        """How the memory does: parts, counts, and how far the index is behind."""

    @Asks("GET", "/v1/jobs", state.JobsGiven, reads=True)
    def jobs(self) -> None:
        """The jobs that look after the memory, and what each did last."""

    @Asks("GET", "/v1/slo", state.SloGiven, reads=True)
    def slo(self) -> None:
        """Whether the service keeps its objectives, by what it measured since it was started."""

    @Asks("GET", "/v1/evaluations", state.EvaluationsGiven, reads=True)
    def evaluations(self) -> None:
        """The figures of evaluations that were kept, the oldest first."""

    @Asks("GET", "/v1/health", state.HealthGiven, reads=True)
    def health(self) -> None:
        """Whether the service is alive."""

    @Asks("GET", "/v1/ready", state.ReadyGiven, reads=True, also=503)
    def ready(self) -> None:
        """Whether requests can be answered; ``parts`` say what is in the way."""

    @Asks("GET", "/v1/version", state.ServiceVersionGiven, reads=True)
    def version(self) -> None:
        """The version of the program, and what its API can do."""

    @Asks("GET", "/v1/metrics", str, reads=True)
    def metrics(self) -> None:
        """What the service counted, in the text format of Prometheus."""

    @Asks("POST", "/v1/erasures", ans.ErasureGiven)
    def erase(
        self, *, text: str | None = None, event_ids: Sequence[str] = (),
        session_id: str | None = None, project_id: str | None = None, since: int | None = None,
        until: int | None = None, everything: bool = False, dry_run: bool = False, reason: str = "",
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Erase the records of a user that fulfil all of this, for good, and all that was derived
        from them. Sent once: after an error look at what is there. Without a certificate in the
        answer it is not finished: ``erasure`` tells when it is."""

    @Asks("GET", "/v1/erasures/{erasure_id}", ans.ErasureStateGiven, reads=True)
    def erasure(self, erasure_id: str, **of: Unpack[Of]) -> None:
        """How far an erasure of a user's records is."""

    @Asks("POST", "/v1/forget", ans.ForgetGiven)
    def forget(
        self, *, policy: str | None = None, compact: Literal["light", "medium"] | None = None,
        dry_run: bool = False, reason: str = "", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Put records of a user aside by the policies of the service, or compact old days."""

    @Asks("POST", "/v1/forget/{run}/undo", ans.ForgetGiven)
    def undo(self, run: str, *, reason: str = "", **of: Unpack[Of]) -> None:
        """Take back what a run of ``forget`` decided about a user's records."""
