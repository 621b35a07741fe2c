"""The outermost layer: names each request, tells of it, and answers what nobody caught."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eywa_fs.errors import EywaError, TooMany
from eywa_fs.service.call import METHODS, Call, Served, named
from eywa_fs.service.gate import CALL
from eywa_fs.service.problems import problem_of
from eywa_fs.service.service import Service

_LOG = logging.getLogger(__name__)
_TRACE_CONTEXT = ("traceparent", "tracestate")
_RETRY_AFTER_S = 5.0
_ALWAYS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


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
