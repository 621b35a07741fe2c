"""The one way in: every route says what is asked for, and this asks the policy before it runs.

A route is a plain function of its request and the :class:`Call`. :func:`endpoint_of` makes an
endpoint of it: who asks, whose memory, may they, is there room; then it runs in a thread, and what
it returns is sent with the names of the request. A function that is none cannot be added as a
route.
"""

from __future__ import annotations

import logging
import re
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints
from urllib.parse import unquote_to_bytes

from fastapi import APIRouter, Request
from fastapi import Query as InQuery
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message, Receive, Scope

from eywa_fs.access.entrance import Caller, identify
from eywa_fs.access.policy import Action, Principal, judge, may_ever
from eywa_fs.client.decoding import Given
from eywa_fs.errors import (
    BadRequest,
    EywaError,
    RoleForbidden,
    ScopeForbidden,
    ScopeUnknown,
    TooMany,
)
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER
from eywa_fs.service.call import Call
from eywa_fs.service.problems import MEDIA_TYPE
from eywa_fs.service.service import Service
from eywa_fs.service.strict import StrictRequest, Taken
from eywa_fs.service.wire import Answer, DegradableAnswer, Query, Scoped, model_of
from eywa_fs.service.work import Later
from eywa_fs.truth.folder_names import encode_id

_LOG = logging.getLogger(__name__)
CALL: Final = "eywa.call"
"""Where the scope of a request has its :class:`Call`."""
FOREIGN: Final = "foreign_scope_refused"
"""The action of an audit entry: a key was used for a tenant or user that it is not for."""

Function = Callable[..., Any]
Endpoint = Callable[..., Coroutine[Any, Any, Response]]


@dataclass(frozen=True, slots=True)
class Upload:
    """An argument of a route: a file with the body of the request, there while the route runs."""

    path: Path


@dataclass(frozen=True, slots=True)
class Rule:
    """What a route says of itself: what the policy is asked for, and whether its body is a file."""

    action: Action
    uploads: bool


RULES: Final[dict[Callable[..., Any], Rule]] = {}
"""The rule of each endpoint that :func:`endpoint_of` made."""


def endpoint_of(function: Function, action: Action, *, timed: bool = True) -> Endpoint:
    """Make an endpoint of a function.

    Args:
        action: what the policy is asked for.
        timed: stop waiting for it after the time limit of the service.
    """
    hints = get_type_hints(function, include_extras=True)
    given = {name: hints[name] for name in signature(function).parameters}
    passed = {name: kind for name, kind in given.items() if kind in (Call, Upload)}

    async def endpoint(request: Request, **arguments: Any) -> Response:
        call = call_of(request)
        workers = call.service.workers
        try:
            _aim(call, action, arguments)
            async with _bodies(request, passed) as files:
                for name, kind in passed.items():
                    arguments[name] = call if kind is Call else files[name]
                work = partial(_run, function, call, arguments)
                if action == "probe":  # answered also where every thread has work
                    found = work()
                else:
                    found = await workers.run(work, timed=timed)
            if isinstance(found, Later):
                found = await _later(found, call)
        except ScopeForbidden as error:
            if not isinstance(error, RoleForbidden):
                await _note_foreign(call)
            raise
        return _sent(found, call, request)

    endpoint.__name__, endpoint.__doc__ = function.__name__, function.__doc__
    endpoint.__signature__ = _shown(function, hints, passed)  # type: ignore[attr-defined]
    RULES[endpoint] = Rule(action, Upload in passed.values())
    return endpoint


class GatedRoute(APIRoute):
    """A route that looks who asks before it reads what is asked, and refuses what it would not
    read."""

    @property
    def rule(self) -> Rule:
        """What was said of its endpoint; ``KeyError`` where nothing was."""
        return RULES[self.endpoint]

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether it is the route of a path, in whose names a ``/`` stands as ``%2F``."""
        if b"%" not in (scope.get("raw_path") or b""):  # as nearly always, for every route
            return super().matches(scope)
        match, child = super().matches({**scope, "path": _with_names(scope)})
        if match is not Match.NONE:
            for name, value in child["path_params"].items():
                child["path_params"][name] = value.replace(_SLASH, "/")
        return match, child

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle, rule = super().get_route_handler(), self.rule
        taken = Taken.by(self, uploads=rule.uploads)

        async def gated(request: Request) -> Response:
            await _admit(request, rule.action)
            settings = call_of(request).service.settings
            most = settings.max_import_bytes if rule.uploads else settings.max_body_bytes
            bounded = StrictRequest(request.scope, _limited(request, most))
            if rule.action != "probe":  # to these a program may add a name, as against caches
                await taken.check(bounded)
            return await handle(bounded)

        return gated


_SLASH: Final = "\udc2f"
"""In a path while it is matched: a slash that is part of a name. No decoded path has it."""


def _with_names(scope: Scope) -> str:
    """The path of a request; a server decodes it so far that a slash in a name parts it."""
    raw: bytes = scope["raw_path"]
    parts = re.split(b"%2f", raw.partition(b"?")[0], flags=re.IGNORECASE)
    return _SLASH.join(unquote_to_bytes(one).decode("utf-8", "replace") for one in parts)


def call_of(request: Request) -> Call:
    """The call that a request is."""
    call: Call = request.scope[CALL]
    return call


async def _admit(request: Request, action: Action) -> None:
    """Tell who asks; refuse whose role can't be allowed what the route does, whatever it says."""
    if action == "probe":
        return
    call = call_of(request)
    service = call.service
    address = request.client.host if request.client else ""
    try:
        caller = Caller(address, request.headers, request.scope.get("http_version", ""))
        if service.issuer is not None and caller.token:
            await service.issuer.prepare(caller.token)
        keys = service.keys
        call.principal = identify(caller, keys.ring(), keys.now(), service.issuer)
        if not may_ever(call.principal, action):
            raise RoleForbidden(f"a key of the role {call.principal.role!r} may not {action}")
    except ScopeForbidden as error:
        service.metrics.refused(error.code)
        raise


def _aim(call: Call, action: Action, arguments: Mapping[str, Any]) -> None:
    """Set whose memory a request is about, and ask the policy."""
    service = call.service
    asked = next((value for value in arguments.values() if isinstance(value, Scoped)), None)
    who = call.principal
    call.asked = asked
    if asked is not None:
        call.tenant_id = asked.tenant_id or who.tenant_id or DEFAULT_TENANT
        encode_id(call.tenant_id, "tenantId")
        if hasattr(asked, "user_id"):
            call.user_id = asked.user_id or _own_user(who, asked.any_of_several)
            encode_id(call.user_id, "userId")
    verdict = judge(who, action, call.tenant_id, call.user_id)
    if verdict == "allowed":
        if call.tenant_id is not None:
            _count(service, call.tenant_id)
        return
    service.metrics.refused(verdict)
    _count(service, who.name)
    if verdict == "foreign":
        raise ScopeUnknown(f"{who.name} is not for {call.tenant_id}/{call.user_id}")
    raise RoleForbidden(f"a key of the role {who.role!r} for one tenant or user may not {action}")


def _count(service: Service, name: str) -> None:
    """Count a request of a tenant or caller; ``TooMany`` where it sent too many."""
    try:
        service.rates.take(name)
    except TooMany as error:
        service.metrics.refused(error.code)
        raise


def _own_user(who: Principal, any_of_several: bool) -> str:
    """Whose memory a request is about that names no user. ``BadRequest``: the caller is for several
    users, none of them is the default one, and the request is not about any of them."""
    if len(who.users) > 1 and DEFAULT_USER not in who.users and not any_of_several:
        raise BadRequest(
            f"this key is for {len(who.users)} users: say with userId (user_id) whose memory is "
            "meant"
        )
    return who.users[0] if who.users and DEFAULT_USER not in who.users else DEFAULT_USER


async def _note_foreign(call: Call) -> None:
    """Say in the audit trail that a key was used for what it is not for. Where that can't be said,
    the log has it: another answer would tell that there is something."""
    note = partial(
        call.memory.audit_note,
        FOREIGN,
        call.tenant_id or DEFAULT_TENANT,
        reason="a key was used for a tenant, user or record that it is not for",
        operator=call.by["operator"],
        tenant_id=call.tenant_id,
        user_id=call.user_id,
        request_id=call.request_id,
        trace_id=call.trace_id,
    )
    try:
        await call.service.workers.run(note, timed=False)
    except EywaError as error:
        _LOG.error("%s: %s, not audited: %s", call.trace_id, FOREIGN, type(error).__name__)


def _run(function: Function, call: Call, arguments: Mapping[str, Any]) -> Any:
    """Call the route's function. What is no error of ours is a defect: its class and place go into
    the log, and not its words, which may repeat a record."""
    try:
        return function(**arguments)
    except EywaError:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        kind = type(error).__name__
        _LOG.error("%s: %s at %s:%s", call.trace_id, kind, at.filename, at.lineno)
        raise EywaError("a defect of the service") from error


async def _later(found: Later[Any], call: Call) -> Any:
    """The answer that comes later, or, where it is not there within the time limit or the service
    is told to stop, what is said meanwhile, as 202."""
    service = call.service
    until = call.began + service.settings.timeout_s
    answer = await found.wait(lambda: time.perf_counter() < until and not service.draining)
    if answer is not None:
        return answer
    call.status = 202
    return found.meanwhile


def _sent(found: Any, call: Call, request: Request) -> Response:
    """What a route returned, as a response."""
    if isinstance(found, Response):
        return found
    status = call.status or request.scope["route"].status_code or 200
    if isinstance(found, Answer):
        found.request_id, found.trace_id = call.request_id, call.trace_id
        found.tenant_id, found.latency_ms = call.tenant_id, call.latency_ms
    if isinstance(found, DegradableAnswer):
        call.degraded = tuple(one.reason for one in found.degraded)
        for reason in call.degraded:
            call.service.metrics.degraded(reason)
    if (trace := getattr(found, "retrieval_trace", None)) is not None:
        call.stages = trace.stages_ms
    text = found.model_dump_json()
    return Response(text, status, call.headers, "application/json")


def _shown(function: Function, hints: Mapping[str, Any], passed: Mapping[str, Any]) -> Signature:
    """The parameters that the framework fills in, and what it documents as the answer."""
    parameters = [Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request)]
    for name, one in signature(function).parameters.items():
        if name not in passed:
            kind = hints[name]
            if isinstance(kind, type) and issubclass(kind, Query):
                kind = Annotated[kind, InQuery()]
            parameters.append(one.replace(kind=Parameter.KEYWORD_ONLY, annotation=kind))
    gives = hints["return"]
    if get_origin(gives) is Later:
        [gives] = get_args(gives)
    return Signature(
        parameters, return_annotation=model_of(gives) if issubclass(gives, Given) else gives
    )


def _limited(request: Request, most: int) -> Receive:
    """What receives the body of a request, up to a number of bytes; 413 for more."""
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and int(stated) > most:
        raise HTTPException(413, f"the body has {stated} bytes; at most {most} are taken")
    came = 0

    async def receive() -> Message:
        nonlocal came
        message = await request.receive()
        came += len(message.get("body", b""))
        if came > most:
            raise HTTPException(413, f"the body has more than the {most} bytes that are taken")
        return message

    return receive


@asynccontextmanager
async def _bodies(
    request: Request, passed: Mapping[str, Any]
) -> AsyncIterator[Mapping[str, Upload]]:
    """The body of a request as a file, for a route that takes one; removed afterwards."""
    names = [name for name, kind in passed.items() if kind is Upload]
    if not names:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="eywa-import-") as folder:
        path = Path(folder, "body")  # what has no name of its own is named by it, each time alike
        with path.open("wb") as file:
            try:
                async for chunk in request.stream():
                    file.write(chunk)
            except ClientDisconnect:
                raise HTTPException(400, "the body broke off: nothing of it was taken") from None
        yield {names[0]: Upload(path)}


_PROBLEM: Final[dict[str, Any]] = {
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"description": "The request was refused; the code says why.", **_PROBLEM},
    "5XX": {"description": "It could not be done now; nothing is lost.", **_PROBLEM},
}


class Routes(APIRouter):
    """Routes about one subject, all of which go through the gate."""

    def __init__(self, tag: str) -> None:
        super().__init__(
            route_class=GatedRoute,
            tags=[tag],
            responses=PROBLEMS,
            generate_unique_id_function=lambda route: route.name,
        )

    def serve(
        self, method: str, path: str, action: Action, *, timed: bool = True, **options: Any
    ) -> Callable[[Function], Endpoint]:
        """Make a route of a function, which answers what it is annotated to return.

        Args:
            action, timed: as of :func:`~eywa_fs.service.gate.endpoint_of`.
            options: more that the framework is told of the route.
        """

        def add(function: Function) -> Endpoint:
            endpoint = endpoint_of(function, action, timed=timed)
            self.add_api_route(path, endpoint, methods=[method], **options)
            return endpoint

        return add
