"""Records one by one: written, listed, corrected, taken back, with versions; several decisions that
take effect together, or not at all."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Path
from pydantic import Field

from eywa_fs.client import answers as ans
from eywa_fs.errors import BadRequest
from eywa_fs.memory.decisions import Deciding
from eywa_fs.memory.surface import DEFAULT_SESSION
from eywa_fs.model.records import Draft, Role, with_trace
from eywa_fs.model.versions import Remembered, Version
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.wire import (
    Asked,
    Id,
    IdempotencyKey,
    Millis,
    OfUser,
    OfUserQuery,
    Reason,
    When,
    answer,
    etag,
)

memories = Routes("memories")

EventId = Annotated[str, Path(alias="eventId", min_length=1, max_length=200)]
TxId = Annotated[
    str | None, Field(max_length=200, description="A transaction: it takes effect with that.")
]
_HAS_ETAG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"headers": {"ETag": {"schema": {"type": "string"}}}}
}


class _Record(Asked):
    content: str = Field(min_length=1)
    role: Role = "user"
    session_id: Id = DEFAULT_SESSION
    timestamp: Millis | None = None
    speaker: Id | None = None
    tags: list[str] = Field(default=[], max_length=1000)
    meta: dict[str, Any] | None = None
    expires_at: Millis | None = Field(None, ge=1, description="When it is not found any more.")


class CreateAsked(OfUser, _Record):
    """A new record."""


@memories.serve("POST", "/v1/memories", "write", status_code=201)
def create(
    asked: CreateAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> ans.MemoryAnswer:
    """Write a record. When this answers, it is on disk."""
    draft = _draft(asked, idempotency_key, call)
    [anchor] = call.memory.append_many([draft])
    return _remembered(call.memory.get(anchor.citation, as_written=True, **call.ids), call)


class RecordAsked(_Record):
    """One of several new records."""


class BatchAsked(OfUser):
    """Several new records of one user."""

    records: list[RecordAsked] = Field(min_length=1)


@memories.serve("POST", "/v1/memories/batch", "write", status_code=201)
def create_many(
    asked: BatchAsked, call: Call, idempotency_key: IdempotencyKey = None
) -> ans.BatchGiven:
    """Write several records, in order. When this answers, all are on disk. After an error some may
    be: the same request with the same ``Idempotency-Key`` writes what is missing."""
    most = call.service.settings.max_batch
    if len(asked.records) > most:
        raise BadRequest(f"there are {len(asked.records)} records; at most {most} are taken")
    drafts = [_draft(one, None, call) for one in asked.records]
    anchors = call.memory.append_many(drafts, idempotency_key=idempotency_key)
    return answer(ans.BatchGiven, anchors=anchors)


class ListAsked(OfUserQuery):
    """Which records are listed."""

    limit: int = Field(20, ge=1, le=1000)
    cursor: str | None = Field(None, max_length=2000, description="nextCursor of the page before.")
    oldest: bool = Field(False, description="The oldest first.")
    since: Millis | None = None
    until: Millis | None = None
    session_id: list[Id] = Field(default=[], max_length=100)
    role: list[Role] = Field(default=[], max_length=4)
    tag: list[str] = Field(default=[], max_length=100)
    text: str = Field("", max_length=1000, description="Words it contains, all of them.")
    hidden: bool = Field(False, description="Archived, deleted and expired records too.")


@memories.serve("GET", "/v1/memories", "read")
def list_memories(asked: ListAsked, call: Call) -> ans.ListGiven:
    """A page of a user's records, the newest first. A walk from page to page gives each record
    once, also while others write."""
    page = call.memory.list(
        **asked.given("session_id", "role", "tag"),
        **call.ids,
        session_ids=asked.session_id,
        roles=asked.role,
        tags=asked.tag,
    )
    shown = page.as_dict()
    return answer(ans.ListGiven, shown, memories=shown["records"])


@memories.serve("GET", "/v1/memories/{eventId}", "read", responses=_HAS_ETAG)
def get_memory(event_id: EventId, asked: OfUserQuery, call: Call) -> ans.MemoryAnswer:
    """A record as it is now, also one that is deleted: its state says so."""
    return _remembered(call.memory.get(event_id, **call.ids), call)


class UpsertAsked(OfUser):
    """What a record is to say."""

    content: str = Field(min_length=1)
    role: Role = Field("user", description="Of a new record; that of an old one stays.")
    session_id: Id = Field(DEFAULT_SESSION, description="Likewise.")
    timestamp: Millis | None = Field(None, description="Likewise.")
    speaker: Id | None = None
    tags: list[str] | None = Field(None, max_length=1000)
    reason: Reason = ""


@memories.serve("PUT", "/v1/memories/{eventId}", "write", responses=_HAS_ETAG)
def upsert(event_id: EventId, asked: UpsertAsked, call: Call, when: When) -> ans.DecidedGiven:
    """Update the record of this id, or write it where there is none (with ``If-Match``: only
    update)."""
    if "expected_version" in when:
        of = _deciding(call, when, asked.reason)
        made = call.memory.update(
            event_id, asked.content, speaker=asked.speaker, tags=asked.tags, **of
        )
    else:
        key = when.get("idempotency_key")
        made = call.memory.upsert(
            event_id, **asked.given(), **call.ids, **call.by, idempotency_key=key
        )
    return _decided(made, call)


class UpdateAsked(OfUser):
    """Another text for a record."""

    content: str = Field(min_length=1)
    speaker: Id | None = None
    tags: list[str] | None = Field(None, max_length=1000)
    reason: Reason = ""
    tx_id: TxId = None


@memories.serve("PATCH", "/v1/memories/{eventId}", "write", responses=_HAS_ETAG)
def update(event_id: EventId, asked: UpdateAsked, call: Call, when: When) -> ans.DecidedGiven:
    """Give a record another text; the old one stays as a version."""
    of = _deciding(call, when, asked.reason, asked.tx_id)
    made = call.memory.update(event_id, asked.content, speaker=asked.speaker, tags=asked.tags, **of)
    return _decided(made, call)


class DeleteAsked(OfUserQuery):
    """Why a record is taken back."""

    reason: Reason = ""
    tx_id: TxId = None


@memories.serve("DELETE", "/v1/memories/{eventId}", "write", responses=_HAS_ETAG)
def delete(event_id: EventId, asked: DeleteAsked, call: Call, when: When) -> ans.DecidedGiven:
    """Take a record back: it is not found until it is restored. Its bytes stay in the truth."""
    of = _deciding(call, when, asked.reason, asked.tx_id)
    return _decided(call.memory.delete(event_id, **of), call)


class RestoreAsked(OfUser):
    """What to bring back."""

    version: int | None = Field(
        None, ge=1, le=1_000_000_000, description="By default the deletion is undone."
    )
    reason: Reason = ""
    tx_id: TxId = None


@memories.serve("POST", "/v1/memories/{eventId}/restore", "write", responses=_HAS_ETAG)
def restore(event_id: EventId, asked: RestoreAsked, call: Call, when: When) -> ans.DecidedGiven:
    """Undo a deletion, or bring back the text of a version, as a new version."""
    of = _deciding(call, when, asked.reason, asked.tx_id)
    return _decided(call.memory.restore(event_id, asked.version, **of), call)


class StandingAsked(OfUser):
    """How a record is to be treated from now on."""

    op: Literal["archive", "unarchive", "pin", "unpin", "confirm", "expire"]
    expires_at: Millis | None = Field(
        None, ge=1, description="With expire: when it is not found any more; null: never."
    )
    reason: Reason = ""
    tx_id: TxId = None


@memories.serve("POST", "/v1/memories/{eventId}/standing", "write", responses=_HAS_ETAG)
def standing(event_id: EventId, asked: StandingAsked, call: Call, when: When) -> ans.DecidedGiven:
    """Put a record aside, have it in every context, say that it is still right, set its end."""
    of = _deciding(call, when, asked.reason, asked.tx_id)
    if asked.op == "expire":
        return _decided(call.memory.expire(event_id, asked.expires_at, **of), call)
    if asked.expires_at is not None:
        raise BadRequest(f"expiresAt goes with the op expire, not with {asked.op}")
    return _decided(getattr(call.memory, asked.op)(event_id, **of), call)


@memories.serve("GET", "/v1/memories/{eventId}/history", "read")
def history(event_id: EventId, asked: OfUserQuery, call: Call) -> ans.VersionsGiven:
    """All versions of a record."""
    return answer(ans.VersionsGiven, versions=call.memory.versions(event_id, **call.ids))


class CompareAsked(OfUserQuery):
    """Two versions."""

    a: int = Field(ge=1, le=1_000_000_000)
    b: int = Field(ge=1, le=1_000_000_000)


@memories.serve("GET", "/v1/memories/{eventId}/compare", "read")
def compare(event_id: EventId, asked: CompareAsked, call: Call) -> ans.ComparisonGiven:
    """What differs between two versions of a record."""
    found = call.memory.compare(event_id, **asked.given(), **call.ids)
    return answer(ans.ComparisonGiven, found.as_dict())


class BeginAsked(OfUser):
    """Several decisions that take effect together, or not at all."""

    timeout_s: float = Field(60.0, gt=0, le=3600, description="Rolled back after as many seconds.")
    reason: Reason = ""


@memories.serve("POST", "/v1/transactions", "write", status_code=201)
def begin(asked: BeginAsked, call: Call, idempotency_key: IdempotencyKey = None) -> ans.BegunGiven:
    """Begin a transaction; decisions name it as ``txId``."""
    name = call.memory.begin(
        **asked.given(), **call.ids, **call.by, idempotency_key=idempotency_key
    )
    return answer(ans.BegunGiven, tx_id=name)


TxPath = Annotated[str, Path(alias="txId", min_length=1, max_length=200)]


@memories.serve("POST", "/v1/transactions/{txId}/commit", "write")
def commit(tx_id: TxPath, asked: OfUser, call: Call) -> ans.VersionsGiven:
    """Make all decisions of a transaction; the versions they made."""
    return answer(ans.VersionsGiven, versions=call.memory.commit(tx_id, **call.ids))


@memories.serve("POST", "/v1/transactions/{txId}/rollback", "write")
def rollback(tx_id: TxPath, asked: OfUser, call: Call) -> ans.Answer:
    """Forget a transaction."""
    call.memory.rollback(tx_id, **call.ids)
    return answer(ans.Answer)


def _draft(asked: _Record, key: str | None, call: Call) -> Draft:
    """A record as the memory takes it."""
    given = {**asked.given(), "meta": with_trace(asked.meta, call.trace_id)}
    return Draft(**given, **call.ids, idempotency_key=key, request_id=call.request_id)


def _deciding(call: Call, when: Deciding, reason: str, tx_id: str | None = None) -> Deciding:
    """Whose record, who decides, and under which conditions."""
    return {**call.ids, **call.by, **when, "reason": reason, "transaction": tx_id}


def _remembered(one: Remembered, call: Call) -> ans.MemoryAnswer:
    call.headers["ETag"] = etag(one.version)
    shown = one.as_dict()
    return answer(ans.MemoryAnswer, shown, memory=shown)


def _decided(made: Version, call: Call) -> ans.DecidedGiven:
    if made.citation:  # else it is of an open transaction, and not the record's version yet
        call.headers["ETag"] = etag(made.number)
    return answer(ans.DecidedGiven, version=made)
