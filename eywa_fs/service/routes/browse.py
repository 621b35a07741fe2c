"""What there is: users, sessions, the audit trail of a trace; taking records out and in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, ClassVar, Final, Literal

from fastapi import Path
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from eywa_fs.access.policy import PERMITTED
from eywa_fs.client import answers as ans
from eywa_fs.errors import BadRequest
from eywa_fs.model.records import Scope
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes, Upload
from eywa_fs.service.wire import Id, Millis, OfTenant, OfUserQuery, answer
from eywa_fs.truth.auditlog import AuditEntry

browse = Routes("browse")
_CHUNK: Final = 64 << 10
"""Characters of an export that are sent at a time."""
_SHOWN: Final = 100
"""Problems of an import that are told; their number is told as well."""


class AccessAsked(OfUserQuery):
    """Whose memory is asked."""

    any_of_several: ClassVar[bool] = True


@browse.serve("GET", "/v1/access", "trace")
def access(asked: AccessAsked, call: Call) -> ans.AccessGiven:
    """What the caller may do, and whether there is the memory that is asked."""
    who, layout = call.principal, call.memory.layout
    return answer(
        ans.AccessGiven,
        role=who.role,
        may=sorted(PERMITTED[who.role]),
        user_id=call.ids["user_id"],
        exists=layout.has_scope(Scope(**call.ids)),
        users=list(who.users),
        tenants=layout.tenants() if who.tenant_id is None else [],
    )


@browse.serve("GET", "/v1/users", "list_users")
def users(asked: OfTenant, call: Call) -> ans.UsersGiven:
    """The users of a tenant, with how much each has."""
    return answer(ans.UsersGiven, users=call.memory.users(tenant_id=call.tenant_id))


@browse.serve("GET", "/v1/sessions", "read")
def sessions(asked: OfUserQuery, call: Call) -> ans.SessionsGiven:
    """The sessions of a user."""
    return answer(ans.SessionsGiven, sessions=call.memory.sessions(**call.ids))


class TrailAsked(OfTenant):
    """Which entries."""

    limit: int = Field(100, ge=1, le=1000)
    since: Millis | None = None
    until: Millis | None = None
    action: str | None = Field(None, min_length=1, max_length=200)


@browse.serve("GET", "/v1/audit", "audit")
def trail(asked: TrailAsked, call: Call) -> ans.AuditGiven:
    """What was done in a tenant: the newest entries, the oldest of them first. For who asks for
    every tenant, also what was done to the whole memory."""
    return _trail(call, call.memory.audit(**asked.given("limit")), asked.limit)


@browse.serve("GET", "/v1/audit/{traceId}", "audit")
def audit(
    traced: Annotated[str, Path(alias="traceId", min_length=1, max_length=200)],
    asked: OfTenant,
    call: Call,
) -> ans.AuditGiven:
    """What was done under one trace id; of which entries, as of ``/v1/audit``."""
    return _trail(call, call.memory.audit(trace_id=traced))


def _trail(call: Call, found: list[AuditEntry], limit: int = 0) -> ans.AuditGiven:
    """The newest of the entries that the caller may see: a key of one tenant sees that alone."""
    whole = call.principal.tenant_id is None
    seen = {call.tenant_id, None} if whole else {call.tenant_id}
    newest = [one for one in found if one.tenant_id in seen][-limit:]
    return answer(ans.AuditGiven, entries=newest, whole=whole)


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
def export(asked: ExportAsked, call: Call) -> Response:
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
def bring_in(asked: ImportAsked, body: Upload, call: Call) -> ans.ImportGiven:
    """Bring in what another program, or an export, wrote: the body is the file. What is malformed,
    and what names another tenant or user, is refused line by line. Again, or after an interruption,
    it adds only what is new."""
    try:
        report = call.memory.import_file(body.path, **asked.given(), **call.ids, others=False)
    except BadRequest as error:
        raise BadRequest(str(error).replace(str(body.path), "the body")) from None
    shown = [one.replace(report.path, "body") for one in report.problems[:_SHOWN]]
    return answer(ans.ImportGiven, report.as_dict(), problems=shown)


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
