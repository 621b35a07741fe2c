"""One request on its way: its names, who sent it, for whom, what goes along with its answer; and
how it was answered, as the log, the measurements and the spans tell of it."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypedDict

from eywa_fs.access.policy import NOBODY, Principal
from eywa_fs.memory.surface import Ids

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.service.service import Service
    from eywa_fs.service.wire import Scoped

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*")


class By(TypedDict):
    """How methods of the memory that decide are told who decides, and in answer to what."""

    operator: str
    request_id: str
    trace_id: str


@dataclass(slots=True)
class Call:
    """One request.

    Attributes:
        service: what it came to.
        request_id, trace_id: the caller's names for it, or new ones.
        began: ``time.perf_counter()`` when it came in.
        principal: who asks.
        tenant_id, user_id: whose memory it is about; ``None`` where it is about more.
        status: of the answer, where it is not the usual one of the route.
        headers: more headers of the answer.
        asked: the arguments that name whose memory it is about.
        stages: milliseconds by stage, in their order, where the answer tells them.
        degraded: what the answer lacked.
    """

    service: Service
    request_id: str
    trace_id: str
    began: float = field(default_factory=time.perf_counter)
    principal: Principal = NOBODY
    tenant_id: str | None = None
    user_id: str | None = None
    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    asked: Scoped | None = None
    stages: Mapping[str, float] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()

    @property
    def memory(self) -> EywaMemory:
        """What answers it."""
        return self.service.memory

    @property
    def ids(self) -> Ids:
        """The tenant and user of a request that is about one user."""
        if self.tenant_id is None or self.user_id is None:
            raise RuntimeError("the request is not about one user")
        return {"tenant_id": self.tenant_id, "user_id": self.user_id}

    @property
    def by(self) -> By:
        """Who decides."""
        return {
            "operator": self.principal.name,
            "request_id": self.request_id,
            "trace_id": self.trace_id,
        }

    @property
    def latency_ms(self) -> float:
        """Milliseconds since it came in."""
        return round((time.perf_counter() - self.began) * 1000, 3)


def named(headers: Mapping[str, str]) -> tuple[str, str]:
    """Request id and trace id of a request: those its headers give, where they are short plain
    names, else new ones. The trace id may also stand in a ``traceparent`` of W3C Trace Context."""
    request_id = headers.get("x-request-id", "")
    if not _NAME.fullmatch(request_id):
        request_id = f"rq_{secrets.token_hex(8)}"
    trace_id = headers.get("x-trace-id", "")
    if not _NAME.fullmatch(trace_id):
        parent = _TRACEPARENT.fullmatch(headers.get("traceparent", ""))
        trace_id = parent[1] if parent else f"tr_{secrets.token_hex(8)}"
    return request_id, trace_id


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
