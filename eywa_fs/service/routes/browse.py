"""What there is: users, sessions, the audit trail of a trace; taking records out and in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, ClassVar, Final, Literal

from fastapi import Path, Query
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from eywa_fs.access.policy import PERMITTED
from eywa_fs.errors import BadRequest
from eywa_fs.model.listing import SessionEntry, UserEntry
from eywa_fs.model.records import Scope
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Upload
from eywa_fs.service.routing import Routes
from eywa_fs.service.wire import Answer, Given, Id, Millis, OfTenant, OfUserQuery, has_fields_of
from eywa_fs.truth.auditlog import AuditEntry

browse = Routes("browse")
_CHUNK: Final = 64 << 10
"""Characters of an export that are sent at a time."""
_SHOWN: Final = 100
"""Problems of an import that are told; their number is told as well."""


class AccessAsked(OfUserQuery):
    """Whose memory is asked."""

    any_of_several: ClassVar[bool] = True


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
    may: list[str]
    user_id: str
    exists: bool
    users: list[str]
    tenants: list[str]


@browse.serve("GET", "/v1/access", "trace")
def access(asked: Annotated[AccessAsked, Query()], call: Call) -> AccessGiven:
    """What the caller may do, and whether there is the memory that is asked."""
    who, layout = call.principal, call.memory.layout
    return AccessGiven(
        role=who.role,
        may=sorted(PERMITTED[who.role]),
        user_id=call.ids["user_id"],
        exists=layout.has_scope(Scope(**call.ids)),
        users=list(who.users),
        tenants=layout.tenants() if who.tenant_id is None else [],
    )


@has_fields_of(UserEntry)
class UserGiven(Given):
    """A user, and how much the memory holds of them."""


class UsersGiven(Answer):
    """The users of a tenant, by id."""

    users: list[UserGiven]


@browse.serve("GET", "/v1/users", "list_users")
def users(asked: Annotated[OfTenant, Query()], call: Call) -> UsersGiven:
    """The users of a tenant, with how much each has."""
    found = call.memory.users(tenant_id=call.tenant_id)
    return UsersGiven(users=[UserGiven.model_validate(one) for one in found])


@has_fields_of(SessionEntry)
class SessionGiven(Given):
    """A session, and how much the memory holds of it."""


class SessionsGiven(Answer):
    """The sessions of a user, the one with the newest file first."""

    sessions: list[SessionGiven]


@browse.serve("GET", "/v1/sessions", "read")
def sessions(asked: Annotated[OfUserQuery, Query()], call: Call) -> SessionsGiven:
    """The sessions of a user."""
    found = call.memory.sessions(**call.ids)
    return SessionsGiven(sessions=[SessionGiven.model_validate(one) for one in found])


@has_fields_of(AuditEntry, "tenant_id")
class AuditEntryGiven(Given):
    """What was done to what, when, by whom and why."""


class AuditGiven(Answer):
    """Entries of the audit trail, the oldest first.

    Attributes:
        whole: what was done to the whole memory, and to no tenant, is among them.
    """

    entries: list[AuditEntryGiven]
    whole: bool


class TrailAsked(OfTenant):
    """Which entries."""

    limit: int = Field(100, ge=1, le=1000)
    since: Millis | None = None
    until: Millis | None = None
    action: str | None = Field(None, min_length=1, max_length=200)


@browse.serve("GET", "/v1/audit", "audit")
def trail(asked: Annotated[TrailAsked, Query()], call: Call) -> AuditGiven:
    """What was done in a tenant: the newest entries, the oldest of them first. For who asks for
    every tenant, also what was done to the whole memory."""
    return _trail(call, call.memory.audit(**asked.given("limit")), asked.limit)


@browse.serve("GET", "/v1/audit/{traceId}", "audit")
def audit(
    traced: Annotated[str, Path(alias="traceId", min_length=1, max_length=200)],
    asked: Annotated[OfTenant, Query()],
    call: Call,
) -> AuditGiven:
    """What was done under one trace id; of which entries, as of ``/v1/audit``."""
    return _trail(call, call.memory.audit(trace_id=traced))


def _trail(call: Call, found: list[AuditEntry], limit: int = 0) -> AuditGiven:
    """The newest of the entries that the caller may see: a key of one tenant sees that alone."""
    whole = call.principal.tenant_id is None
    seen = {call.tenant_id, None} if whole else {call.tenant_id}
    newest = [one for one in found if one.tenant_id in seen][-limit:]
    entries = [AuditEntryGiven.model_validate(one) for one in newest]
    return AuditGiven(entries=entries, whole=whole)


class ExportAsked(OfUserQuery):
    """What is taken out."""

    format: Literal["jsonl", "openai", "markdown"] = Field(
        "jsonl", description="jsonl loses nothing and can be imported."
    )
    since: Millis | None = None
    until: Millis | None = None
    session_id: list[Id] = Field(default=[], max_length=100)


@browse.serve(
    "GET",
    "/v1/export",
    "read",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def export(asked: Annotated[ExportAsked, Query()], call: Call) -> Response:
    """The records of a user as lines, sent while they are read. An answer that breaks off without
    its end is not whole: a file could not be read."""
    lines = call.memory.export(
        **asked.given("session_id"), **call.ids, session_ids=asked.session_id
    )
    begun = [*islice(lines, 2)]  # a head and a record: what fails here still gets a status
    return StreamingResponse(_chunks(chain(begun, lines)), media_type="text/plain; charset=utf-8")


class ImportAsked(OfUserQuery):
    """How the body is read."""

    format: str = Field("auto", max_length=40)
    session_id: Id | None = Field(None, description="For records that name none.")
    system: bool = Field(False, description="System prompts too.")
    me: str | None = Field(None, max_length=200, description="In a chat, whose memory it is.")
    day_first: bool | None = None
    replace: bool = Field(False, description="Replace notes that are there with other text.")
    dry_run: bool = Field(False, description="Write nothing.")


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
    skipped: dict[str, int]
    refused: int
    problems: list[str]


@browse.serve(
    "POST",
    "/v1/import",
    "write",
    timed=False,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def bring_in(asked: Annotated[ImportAsked, Query()], body: Upload, call: Call) -> ImportGiven:
    """Bring in what another program, or an export, wrote: the body is the file. What is malformed,
    and what names another tenant or user, is refused line by line. Again, or after an interruption,
    it adds only what is new."""
    try:
        report = call.memory.import_file(body.path, **asked.given(), **call.ids, others=False)
    except BadRequest as error:
        raise BadRequest(str(error).replace(str(body.path), "the body")) from None
    shown = [one.replace(report.path, "body") for one in report.problems[:_SHOWN]]
    return ImportGiven.model_validate(report.as_dict() | {"problems": shown})


def _chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Lines with their ends, some at a time."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line + "\n")
        size += len(line)
        if size >= _CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()
