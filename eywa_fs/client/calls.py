"""Every call of the service, once: a function from arguments to the request that they are.

Both clients have these as methods. The names of the arguments are those of the API in snake_case.
Times are epoch milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, Unpack

from eywa_fs.client import answers as ans
from eywa_fs.client import state_answers as state
from eywa_fs.client.request import Deciding, Of, Request, Writing, camel, request

Role = Literal["user", "assistant", "system", "tool"]
_RECORD: Final = "/v1/memories/{event_id}"
Strategy = Literal["auto", "exact", "semantic", "temporal", "hybrid"]


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


def after_llm(
    user_message: str, assistant_message: str = "", *, session_id: str = "default",
    timestamp: int | None = None, cited: Sequence[str] = (), **of: Unpack[Writing],
) -> Request[ans.TurnGiven]:  # fmt: skip
    """Remember one exchange: both messages are on disk when this returns."""
    return request("POST", "/v1/turns", locals(), ans.TurnGiven, keyed=True)


def before_llm(
    message: str, *, session_id: str | None = None, token_budget: int | None = None,
    as_of: int | None = None, **of: Unpack[Of],
) -> Request[ans.ContextGiven]:  # fmt: skip
    """What to tell the model about this user before it answers a message."""
    return request("POST", "/v1/context", locals(), ans.ContextGiven, reads=True)


def retrieve(
    query: str, *, limit: int | None = None, offset: int = 0, strategy: Strategy | None = None,
    filters: Filters | None = None, as_of: int | None = None, archived: bool = False,
    **of: Unpack[Of],
) -> Request[ans.RetrieveGiven]:  # fmt: skip
    """Find the records of a user that answer a query, each proved against its file."""
    given = locals() | {"filters": filters and camel(filters)}
    return request("POST", "/v1/retrieve", given, ans.RetrieveGiven, reads=True)


def explain(
    query: str, event_id: str, *, as_of: int | None = None, **of: Unpack[Of]
) -> Request[ans.ExplainGiven]:
    """Where a record (by event id or citation) is ranked for a query, and why not higher."""
    return request("POST", "/v1/explain", locals(), ans.ExplainGiven, reads=True)


def prove(citation: str, content_hash: str, **of: Unpack[Of]) -> Request[ans.ProofGiven]:
    """Whether a record still stands where a hit said: it is read from its file now."""
    return request("POST", "/v1/prove", locals(), ans.ProofGiven, reads=True)


def append(
    content: str, role: Role = "user", *, session_id: str = "default",
    timestamp: int | None = None, speaker: str | None = None, tags: Sequence[str] = (),
    meta: Mapping[str, Any] | None = None, expires_at: int | None = None, **of: Unpack[Writing],
) -> Request[ans.MemoryAnswer]:  # fmt: skip
    """Write a record. When this returns, it is on disk."""
    return request("POST", "/v1/memories", locals(), ans.MemoryAnswer, keyed=True)


def append_many(records: Sequence[Draft], **of: Unpack[Writing]) -> Request[ans.BatchGiven]:
    """Write several records, in order. When this returns, all are on disk; after an error some may
    be, and the same call with the same idempotency key writes what is missing."""
    given = {"records": [camel(one) for one in records], "of": of}
    return request("POST", "/v1/memories/batch", given, ans.BatchGiven, keyed=True)


def list(
    *, limit: int = 20, cursor: str | None = None, oldest: bool = False, since: int | None = None,
    until: int | None = None, session_ids: Sequence[str] = (), roles: Sequence[Role] = (),
    tags: Sequence[str] = (), text: str = "", hidden: bool = False, **of: Unpack[Of],
) -> Request[ans.ListGiven]:  # fmt: skip
    """A page of a user's records, the newest first; ``cursor`` is ``next_cursor`` of the page
    before."""
    given = {**locals()}
    for name in ("session_id", "role", "tag"):
        given[name] = given.pop(f"{name}s")
    return request("GET", "/v1/memories", given, ans.ListGiven, reads=True)


def get(event_id: str, **of: Unpack[Of]) -> Request[ans.MemoryAnswer]:
    """A record as it is now, also one that is deleted: its state says so."""
    return request("GET", _RECORD, locals(), ans.MemoryAnswer, reads=True)


def upsert(
    event_id: str, content: str, *, role: Role = "user", session_id: str = "default",
    timestamp: int | None = None, speaker: str | None = None, tags: Sequence[str] | None = None,
    reason: str = "", expected_version: int | None = None, **of: Unpack[Writing],
) -> Request[ans.DecidedGiven]:  # fmt: skip
    """Update the record of this id, or write it where there is none (with ``expected_version``:
    only update)."""
    return request("PUT", _RECORD, locals(), ans.DecidedGiven, keyed=True)


def update(
    event_id: str, content: str, *, speaker: str | None = None, tags: Sequence[str] | None = None,
    **of: Unpack[Deciding],
) -> Request[ans.DecidedGiven]:  # fmt: skip
    """Give a record another text; the old one stays as a version."""
    return request("PATCH", _RECORD, locals(), ans.DecidedGiven, keyed=True)


def delete(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Take a record back: it is not found until it is restored. Its bytes stay in the truth."""
    return request("DELETE", _RECORD, locals(), ans.DecidedGiven, keyed=True)


def restore(
    event_id: str, version: int | None = None, **of: Unpack[Deciding]
) -> Request[ans.DecidedGiven]:
    """Undo a deletion, or bring back the text of a version, as a new version."""
    return request("POST", f"{_RECORD}/restore", locals(), ans.DecidedGiven, keyed=True)


def archive(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Put a record aside: it is found only by searches that ask for archived ones."""
    return _standing("archive", locals())


def unarchive(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Undo ``archive``."""
    return _standing("unarchive", locals())


def pin(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Have a record stand in every block of ``before_llm``, up to a share of it."""
    return _standing("pin", locals())


def unpin(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Undo ``pin``."""
    return _standing("unpin", locals())


def confirm(event_id: str, **of: Unpack[Deciding]) -> Request[ans.DecidedGiven]:
    """Say that a record is still right; ``get`` tells when that was."""
    return _standing("confirm", locals())


def expire(
    event_id: str, expires_at: int | None, **of: Unpack[Deciding]
) -> Request[ans.DecidedGiven]:
    """Set the time (epoch milliseconds) from which on a record is not found; ``None``: never."""
    return _standing("expire", locals())


def _standing(op: str, given: dict[str, Any]) -> Request[ans.DecidedGiven]:
    """The call that all of these make, from their arguments."""
    given = {"expires_at": None, **given, "op": op}
    return request("POST", f"{_RECORD}/standing", given, ans.DecidedGiven, keyed=True)


def versions(event_id: str, **of: Unpack[Of]) -> Request[ans.VersionsGiven]:
    """All versions of a record."""
    return request("GET", f"{_RECORD}/history", locals(), ans.VersionsGiven, reads=True)


def compare(event_id: str, a: int, b: int, **of: Unpack[Of]) -> Request[ans.ComparisonGiven]:
    """What differs between two versions of a record."""
    return request("GET", f"{_RECORD}/compare", locals(), ans.ComparisonGiven, reads=True)


def begin(
    *, timeout_s: float = 60.0, reason: str = "", **of: Unpack[Writing]
) -> Request[ans.BegunGiven]:
    """Begin a transaction, for the ``transaction`` of decisions. It is rolled back after
    ``timeout_s`` seconds, and when the service ends."""
    return request("POST", "/v1/transactions", locals(), ans.BegunGiven, keyed=True)


def commit(transaction: str, **of: Unpack[Of]) -> Request[ans.VersionsGiven]:
    """Make all decisions of a transaction. It is not repeated by itself: after an error look at
    the records."""
    return request("POST", "/v1/transactions/{tx_id}/commit", locals(), ans.VersionsGiven)


def rollback(transaction: str, **of: Unpack[Of]) -> Request[ans.Answer]:
    """Forget a transaction."""
    return request("POST", "/v1/transactions/{tx_id}/rollback", locals(), ans.Answer)


def facts(
    question: str | None = None, *, subject: str | None = None, predicate: str | None = None,
    every: bool = False, candidates: bool = False, as_of: int | None = None, **of: Unpack[Of],
) -> Request[ans.FactsGiven]:  # fmt: skip
    """Facts that answer a question, or fit a filter, or all current ones."""
    return request("GET", "/v1/facts", locals(), ans.FactsGiven, reads=True)


def history(
    subject: str, predicate: str, *, as_of: int | None = None, **of: Unpack[Of]
) -> Request[ans.FactsGiven]:
    """Every value that one thing once had, the oldest first."""
    return request("GET", "/v1/facts/history", locals(), ans.FactsGiven, reads=True)


def profile(*, as_of: int | None = None, **of: Unpack[Of]) -> Request[ans.ProfileGiven]:
    """What holds of the user, by predicate, the newest first."""
    return request("GET", "/v1/profile", locals(), ans.ProfileGiven, reads=True)


def assert_fact(
    subject: str, predicate: str, object: str, *, quote: str, event_id: str | None = None,
    citation: str | None = None, negated: bool = False, valid_from: str | None = None,
    valid_to: str | None = None, reason: str = "", **of: Unpack[Of],
) -> Request[ans.FactDecidedGiven]:  # fmt: skip
    """Say that something is so, with the words of a record that say it. Days are YYYY-MM-DD."""
    return request("POST", "/v1/facts", locals(), ans.FactDecidedGiven)


def supersede_fact(
    atomic_id: str, object: str, *, quote: str, event_id: str | None = None,
    citation: str | None = None, predicate: str | None = None, negated: bool = False,
    valid_from: str | None = None, valid_to: str | None = None, reason: str = "",
    **of: Unpack[Of],
) -> Request[ans.FactDecidedGiven]:  # fmt: skip
    """Say that another value has taken the place of a fact's."""
    return request("POST", "/v1/facts/{atomic_id}/supersede", locals(), ans.FactDecidedGiven)


def reject_fact(
    atomic_id: str, reason: str = "", **of: Unpack[Of]
) -> Request[ans.FactDecidedGiven]:
    """Say that a fact is not so and never was."""
    return request("POST", "/v1/facts/{atomic_id}/reject", locals(), ans.FactDecidedGiven)


def confirm_fact(
    atomic_id: str, reason: str = "", **of: Unpack[Of]
) -> Request[ans.FactDecidedGiven]:
    """Say that a fact is so."""
    return request("POST", "/v1/facts/{atomic_id}/confirm", locals(), ans.FactDecidedGiven)


def feedback(
    about: str, *, useful: bool, reason: str = "", **of: Unpack[Of]
) -> Request[ans.FeedbackGiven]:
    """Say that a record (event id, citation), or all that an answer gave (its trace id), was of
    use, or was not."""
    return request("POST", "/v1/feedback", locals(), ans.FeedbackGiven)


def verdicts(
    layer: str = "truth", *, every: bool = False, as_of: int | None = None, **of: Unpack[Of]
) -> Request[ans.VerdictsGiven]:
    """What the arbiter takes for a ``truth``, a ``candidate`` or a ``clue``."""
    return request("GET", "/v1/verdicts", locals(), ans.VerdictsGiven, reads=True)


def graph(
    name: str | None = None, *, hops: int = 1, as_of: int | None = None, **of: Unpack[Of]
) -> Request[ans.GraphGiven]:
    """How people, places, organisations and things are related, around one or all."""
    return request("GET", "/v1/graph", locals(), ans.GraphGiven, reads=True)


def conflicts(**of: Unpack[Of]) -> Request[ans.ConflictsGiven]:
    """Facts that cannot both stand and that nobody has settled."""
    return request("GET", "/v1/conflicts", locals(), ans.ConflictsGiven, reads=True)


def resolve_conflict(
    *, kept: str | None = None, dropped: str | None = None, only_open: bool = False,
    reason: str = "", **of: Unpack[Of],
) -> Request[ans.VerdictGiven]:  # fmt: skip
    """Settle a conflict: atomic ids of the fact that stands, of the one that gives way, or both."""
    return request("POST", "/v1/conflicts/resolve", locals(), ans.VerdictGiven)


def users(*, tenant_id: str | None = None) -> Request[ans.UsersGiven]:
    """The users of a tenant, with how much each has."""
    return request("GET", "/v1/users", locals(), ans.UsersGiven, reads=True)


def access(**of: Unpack[Of]) -> Request[ans.AccessGiven]:
    """What the key may do, and whether there is the memory that is asked."""
    return request("GET", "/v1/access", locals(), ans.AccessGiven, reads=True)


def sessions(**of: Unpack[Of]) -> Request[ans.SessionsGiven]:
    """The sessions of a user, the one with the newest file first."""
    return request("GET", "/v1/sessions", locals(), ans.SessionsGiven, reads=True)


def audit(
    *, limit: int = 100, since: int | None = None, until: int | None = None,
    action: str | None = None, tenant_id: str | None = None,
) -> Request[ans.AuditGiven]:  # fmt: skip
    """What was done in a tenant: the newest entries, the oldest of them first. With a key of every
    tenant also what was done to the whole memory."""
    return request("GET", "/v1/audit", locals(), ans.AuditGiven, reads=True)


def audit_of(trace: str, *, tenant_id: str | None = None) -> Request[ans.AuditGiven]:
    """What was done in a tenant under one trace id."""
    return request("GET", "/v1/audit/{trace}", locals(), ans.AuditGiven, reads=True)


def export(
    *, format: Literal["jsonl", "openai", "markdown"] = "jsonl", since: int | None = None,
    until: int | None = None, session_ids: Sequence[str] = (), **of: Unpack[Of],
) -> Request[str]:  # fmt: skip
    """The records of a user as lines, given while they are read. An error in the middle says that
    the lines are not whole."""
    given = {**locals()}
    given["session_id"] = given.pop("session_ids")
    return request("GET", "/v1/export", given, str, reads=True)


def import_file(
    file: bytes | Path, *, format: str = "auto", session_id: str | None = None,
    system: bool = False, me: str | None = None, day_first: bool | None = None,
    replace: bool = False, dry_run: bool = False, **of: Unpack[Of],
) -> Request[ans.ImportGiven]:  # fmt: skip
    """Bring in what another program, or an export, wrote: a file, or its bytes. What is malformed
    is refused line by line. Again, or after an interruption, it adds only what is new.
    It is held in memory, and its answer is waited for without a limit."""
    given = {**locals()}
    del given["file"]
    content = file if isinstance(file, bytes) else file.read_bytes()
    return request("POST", "/v1/import", given, ans.ImportGiven, content=content)


def status() -> Request[state.StatusGiven]:
    """How the memory does: parts, counts, and how far the index is behind."""
    return request("GET", "/v1/status", {}, state.StatusGiven, reads=True)


def jobs() -> Request[state.JobsGiven]:
    """The jobs that look after the memory, and what each did last."""
    return request("GET", "/v1/jobs", {}, state.JobsGiven, reads=True)


def slo() -> Request[state.SloGiven]:
    """Whether the service keeps its objectives, by what it measured since it was started."""
    return request("GET", "/v1/slo", {}, state.SloGiven, reads=True)


def evaluations() -> Request[state.EvaluationsGiven]:
    """The figures of evaluations that were kept, the oldest first."""
    return request("GET", "/v1/evaluations", {}, state.EvaluationsGiven, reads=True)


def health() -> Request[state.HealthGiven]:
    """Whether the service is alive."""
    return request("GET", "/v1/health", {}, state.HealthGiven, reads=True)


def ready() -> Request[state.ReadyGiven]:
    """Whether requests can be answered; ``parts`` say what is in the way."""
    return request("GET", "/v1/ready", {}, state.ReadyGiven, reads=True, also=503)


def version() -> Request[state.ServiceVersionGiven]:
    """The version of the program, and what its API can do."""
    return request("GET", "/v1/version", {}, state.ServiceVersionGiven, reads=True)


def metrics() -> Request[str]:
    """What the service counted, in the text format of Prometheus."""
    return request("GET", "/v1/metrics", {}, str, reads=True)
