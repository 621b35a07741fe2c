"""A request that was answered, as the log, the measurements and the spans tell of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from eywa_fs.access.policy import NOBODY
from eywa_fs.service.call import Call

METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


@dataclass(frozen=True, slots=True)
class Served:
    """How a request was answered.

    Attributes:
        method: of HTTP; ``other`` where HTTP does not know it.
        route: the path as the API names it, without ids; ``none`` where there is no such route.
        status: of the answer; 0 where the client left before there was one.
        seconds: from its first byte to the last one of the answer.
        headers: those of W3C Trace Context.
    """

    method: str
    route: str
    status: int
    seconds: float
    headers: Mapping[str, str]


Observer = Callable[[Call, Served], object]
"""What is told of each request once it is answered. It raises nothing and does not wait."""


def line_of(call: Call, served: Served) -> dict[str, Any]:
    """What the log says of a request: nothing that was asked or answered, and no user. The tenant
    is that of the key or token, so that a name which was only tried does not stand there."""
    who = call.principal
    known = who is not NOBODY
    line: dict[str, Any] = {
        "trace_id": call.trace_id,
        "request_id": call.request_id,
        "method": served.method,
        "route": served.route,
        "status": served.status,
        "ms": round(served.seconds * 1000, 3),
        "role": who.role if known else None,
        "tenant": (who.tenant_id or call.tenant_id) if known else None,
    }
    return line | ({"degraded": list(call.degraded)} if call.degraded else {})
