"""The application: every route over one memory, errors as problems, and the outermost layer, which
names each request and tells of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.telemetry import TelemetryConfig
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eywa_fs import __version__
from eywa_fs.errors import EywaError, TooMany
from eywa_fs.memory import EywaMemory
from eywa_fs.service.call import METHODS, Call, Served, named
from eywa_fs.service.gate import CALL, GatedRoute, Rule, call_of
from eywa_fs.service.problems import Problem, problem_of, problem_of_http, problem_of_input
from eywa_fs.service.routes.agent import agent
from eywa_fs.service.routes.browse import browse
from eywa_fs.service.routes.episodes import episodes
from eywa_fs.service.routes.facts import facts
from eywa_fs.service.routes.memories import memories
from eywa_fs.service.routes.personal import personal
from eywa_fs.service.routes.personal_governance import personal_governance
from eywa_fs.service.routes.probes import probes
from eywa_fs.service.routes.removal import removal
from eywa_fs.service.routes.state import state
from eywa_fs.service.service import Service
from eywa_fs.service.ui.files import ui

ROUTERS: Final = (
    agent,
    memories,
    removal,
    facts,
    episodes,
    browse,
    personal,
    personal_governance,
    state,
    probes,
)
_NO_TELEMETRY: Final[TelemetryConfig] = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "auto_configure": False,
}
"""The framework's own telemetry would have paths, query strings and the words of errors."""
_ProblemOf = Callable[[Any, Call], Response]
_PROBLEMS: Final[dict[type[Exception], _ProblemOf]] = {
    EywaError: problem_of,
    RequestValidationError: problem_of_input,
    HTTPException: problem_of_http,
}
"""What makes an answer of an error, by its class."""
_TRACE_CONTEXT = ("traceparent", "tracestate")
_RETRY_AFTER_S = 5.0
_ALWAYS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
_LOG = logging.getLogger(__name__)
_TITLE: Final = "eywa-fs"
_ABOUT: Final = (
    "Long-term memory for agents that can be proved. Send a key of `eywa keys create`, or a token "
    "of the issuer that is set, as `Authorization: Bearer ...`; while there is neither, it answers "
    "programs on its own machine and nobody else. Errors are problem+json (RFC 9457) with a "
    "code. Times are epoch milliseconds."
)


def create_app(memory: EywaMemory) -> FastAPI:
    """The service over an open memory, which stays the caller's to close, after the application
    was shut down."""
    service = Service.over(memory)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(service.close)

    app = FastAPI(
        title=_TITLE,
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry=_NO_TELEMETRY,
    )
    app.state.service = service
    page = memory.settings.service.ui
    app.router.routes.extend(_routes(page))  # as they are, so that the app can say what it has
    service.writes = frozenset(
        (method, route.path)
        for route in app.routes
        if isinstance(route, GatedRoute) and route.rule == Rule("write", uploads=False)
        for method in route.methods or ()
    )
    app.add_middleware(Traced, service=service)
    for kind, problem in _PROBLEMS.items():
        app.add_exception_handler(kind, partial(_refused, problem))
    app.openapi = service.document = lambda: _document(page)  # type: ignore[method-assign]
    return app


def _routes(page: bool) -> list[BaseRoute]:
    return [route for one in (*ROUTERS, *([ui] if page else [])) for route in one.routes]


async def _refused(problem: _ProblemOf, request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException) and error.status_code == 405:
        error.headers = {"Allow": ", ".join(_methods(request))}
    return problem(error, call_of(request))


def _methods(request: Request) -> list[str]:
    """The methods that a path takes; the framework names those of the first route that has it."""
    scope = {**request.scope}
    found = [one for one in request.app.routes if one.matches(scope)[0] is not Match.NONE]
    return sorted({method for one in found for method in getattr(one, "methods", None) or ()})


@cache
def _document(page: bool) -> dict[str, Any]:
    """The OpenAPI document: with the form of problems, and how a key is sent."""
    routes = _routes(page)
    document = get_openapi(title=_TITLE, version=__version__, description=_ABOUT, routes=routes)
    parts = document.setdefault("components", {})
    whole = Problem.model_json_schema(
        mode="serialization", ref_template="#/components/schemas/{model}"
    )
    schemas = parts.setdefault("schemas", {})
    schemas |= whole.pop("$defs", {})
    schemas["Problem"] = whole
    parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"key": []}]
    for route in routes:
        if isinstance(route, GatedRoute) and route.rule.action == "probe":
            for operation in document["paths"].get(route.path, {}).values():
                operation["security"] = []
    return document


class Traced:
    """An ASGI application around another one. ``service``: what the requests come to."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        call = Call(self._service, *named(Headers(scope=scope)))
        scope[CALL] = call
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"], headers["X-Trace-Id"] = call.request_id, call.trace_id
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except asyncio.CancelledError:  # the time to finish is over
            if status or not self._service.draining:
                raise
            late = TooMany("the service is stopping", _RETRY_AFTER_S, of_caller=False)
            await problem_of(late, call)(scope, receive, sent)
        except Exception as error:  # the edge of a request: nobody above could answer it
            _LOG.error("%s: %s while answering", call.trace_id, type(error).__name__)
            if status:
                raise  # half of an answer is out: only an aborted connection says so
            defect = EywaError("a defect of the service")
            await problem_of(defect, call)(scope, receive, sent)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = getattr(scope.get("route"), "path", "none")
            seconds = time.perf_counter() - call.began
            headers = Headers(scope=scope)
            traced = {name: headers[name] for name in _TRACE_CONTEXT if name in headers}
            self._service.metrics.request(method, route, status, seconds)
            for observer in self._service.observers:
                observer(call, Served(method, route, status, seconds, traced))
