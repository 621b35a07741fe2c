"""Whether the service is alive, ready, of which version, and what it counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from starlette.responses import HTMLResponse, JSONResponse, Response

from eywa_fs import __version__
from eywa_fs.client import state_answers as ans
from eywa_fs.errors import EywaError, RootLost
from eywa_fs.model.records import SCHEMA_VERSION
from eywa_fs.service import metrics
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.page import PAGE, POLICY
from eywa_fs.service.wire import answer, model_of

probes = Routes("service")

CAPABILITIES: Final = (
    *("turns", "context", "retrieve", "explain", "memories", "batch", "transactions"),
    *("facts", "profile", "conflicts", "users", "sessions", "audit", "export", "import"),
    *("prove", "status", "jobs", "slo", "evaluations"),
)
"""What a client may ask whether there is; names are added, never taken away."""


@probes.serve("GET", "/v1/health", "probe")
def health() -> ans.HealthGiven:
    """Whether the service is alive. It says nothing about the memory: see ``/v1/ready``."""
    return answer(ans.HealthGiven)


@probes.serve("GET", "/v1/ready", "probe", responses={503: {"model": model_of(ans.ReadyGiven)}})
def ready(call: Call) -> ans.ReadyGiven:
    """Whether requests can be answered: the memory is open, its root is the folder it was and can
    be read, the keys can be, and the service was not told to stop. Otherwise the status is 503."""
    service, memory = call.service, call.memory
    parts = {
        "service": "stopping" if service.draining else "ok",
        "truth": "closed" if memory.closed else _readable(memory.layout.refuse_closed),
        "keys": _readable(service.keys.ring),
    }
    well = set(parts.values()) == {"ok"}
    call.status = 200 if well else 503
    index: Literal["ok", "behind", "waits"] = "behind" if memory.indexer_behind else "ok"
    return answer(
        ans.ReadyGiven,
        ready=well,
        parts=parts,
        index="waits" if memory.indexer_problem is not None else index,
        writes="fail" if memory.write_problem or parts["truth"] != "ok" else "ok",
    )


def _readable(look: Callable[[], object]) -> str:
    try:
        look()
    except RootLost:
        return "gone"
    except EywaError:
        return "unreadable"
    return "ok"


@probes.serve("GET", "/v1/version", "probe")
def version() -> ans.ServiceVersionGiven:
    """The version of the program, and what its API can do."""
    return answer(
        ans.ServiceVersionGiven,
        version=__version__,
        api="v1",
        record_format=SCHEMA_VERSION,
        capabilities=list(CAPABILITIES),
    )


@probes.serve(
    "GET",
    "/v1/metrics",
    "watch",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def measurements(call: Call) -> Response:
    """What the service counted, in the text format of Prometheus. No label names a tenant or
    user."""
    text = call.service.metrics.text(call.service.gauges())
    return Response(text, media_type=metrics.MEDIA_TYPE)


@probes.serve("GET", "/openapi.json", "probe", response_class=Response, include_in_schema=False)
def document(call: Call) -> Response:
    """The OpenAPI document of this service."""
    return JSONResponse(call.service.document())


@probes.serve("GET", "/docs", "probe", response_class=HTMLResponse, include_in_schema=False)
def page() -> Response:
    """The page that lists the API; it needs nothing from elsewhere."""
    return HTMLResponse(PAGE, headers={"Content-Security-Policy": POLICY})
