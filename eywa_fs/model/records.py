"""What the truth holds: scopes, records and the anchors that point at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from eywa_fs.model.plain import own_fields, wire_name

SCHEMA_VERSION = 1
"""Version of the record format; written into every record."""

Role = Literal["user", "assistant", "system", "tool"]
ROLES: frozenset[str] = frozenset(get_args(Role))

CITATION_BEGINS = "tenants/"

SourceType = Literal["conversation", "longterm"]
SOURCE_TYPES: tuple[SourceType, ...] = get_args(SourceType)

Seal = Literal["sealed", "broken", "none"]


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """Whose memory: every storage call names a tenant and a user, so that none can leak."""

    tenant_id: str
    user_id: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a text stands in the truth, and the hash that proves it.

    Attributes:
        file_path: path below the data root, ``/``-separated.
        fs_version: XXH3-128 of the file up to ``byte_end`` when the anchor was made, or ``""``
            when unknown. Informative; ``content_hash`` is the proof.
        line_start, line_end: first and last line, counted from 1, inclusive.
        byte_start, byte_end: half-open byte range, without the line's ``\\n``.
        content_hash: ``sha256:`` + hex of exactly the bytes in that range.
    """

    file_path: str
    fs_version: str
    line_start: int
    line_end: int
    byte_start: int
    byte_end: int
    content_hash: str

    @property
    def citation(self) -> str:
        """``path:line``, or ``path:first-last`` for several lines."""
        if self.line_end == self.line_start:
            return f"{self.file_path}:{self.line_start}"
        return f"{self.file_path}:{self.line_start}-{self.line_end}"

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready values with the field names of the disk format."""
        return {wire_name(name): value for name, value in own_fields(self).items()}


NOWHERE = Anchor("", "", 1, 1, 0, 0, "")
"""Of a line that is not written yet."""


def is_citation(name: str) -> bool:
    """Whether a name is a citation ``path:line`` by its beginning; anything else is an event id."""
    return name.strip().startswith(CITATION_BEGINS)


@dataclass(frozen=True, slots=True)
class Record:
    """One message as the truth holds it.

    ``seal`` is ``sealed`` where the line carries its own ids and a ``contentHash`` that fits its
    content; ``broken`` where that does not fit: somebody changed the text; ``none`` where foreign
    writers left them out. From ``expires_at`` (epoch milliseconds) on it is not found any more.
    ``part_of`` is the idempotency key of the request that wrote it among several, and how many.
    ``extra`` keeps the keys we do not know.
    """

    event_id: str
    tenant_id: str
    user_id: str
    session_id: str
    role: str
    content: str
    timestamp: int
    speaker: str | None = None
    agent_id: str | None = None
    request_id: str | None = None
    idempotency_key: str | None = None
    tags: tuple[str, ...] = ()
    meta: Mapping[str, Any] | None = None
    seal: Seal = "sealed"
    expires_at: int | None = None
    part_of: tuple[str, int] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def scope(self) -> Scope:
        return Scope(self.tenant_id, self.user_id)

    @property
    def sealed(self) -> bool:
        return self.seal == "sealed"

    def as_dict(self) -> dict[str, Any]:
        """What a caller is shown of it, as JSON-ready values."""
        return {
            "event_id": self.event_id,
            "text": self.content,
            "session_id": self.session_id,
            "role": self.role,
            "speaker": self.speaker,
            "timestamp": self.timestamp,
            "tags": list(self.tags),
            "sealed": self.sealed,
            "seal": self.seal,
        }


NO_SESSION: Final = "default"
"""The session of what is written without one: it may hold many talks."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A record on its way into the truth: what :meth:`EywaMemory.append_many` takes.

    Args:
        content: the text; any Unicode without lone surrogates.
        role: ``user``, ``assistant``, ``system`` or ``tool``.
        timestamp: epoch milliseconds; ``None`` means now.
        event_id: unique name of the record, which does not begin like a citation; ``None`` means a
            new one.
        idempotency_key: the same key in a scope (tenant and user) writes once and returns the
            first anchor ever after; with another record it is refused.
        expires_at: epoch milliseconds from which on it is not found any more; ``None``: never.
    """

    content: str
    role: str = "user"
    tenant_id: str = "default"
    user_id: str = "me"
    session_id: str = NO_SESSION
    timestamp: int | None = None
    event_id: str | None = None
    idempotency_key: str | None = None
    speaker: str | None = None
    agent_id: str | None = None
    request_id: str | None = None
    tags: Sequence[str] = ()
    meta: Mapping[str, Any] | None = None
    expires_at: int | None = None


def with_trace(meta: Mapping[str, Any] | None, trace_id: str | None) -> dict[str, Any] | None:
    """``meta`` of a record with the trace id of the request as which it came, unless it has one."""
    given = {} if trace_id is None else {"trace_id": trace_id}
    return {**given, **(meta or {})} or None
