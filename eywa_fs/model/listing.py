"""What a listing of the truth gives: users, sessions, records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eywa_fs.model.plain import fields_of
from eywa_fs.model.records import Record


@dataclass(frozen=True, slots=True)
class UserEntry:
    """One user of a tenant, told from names and sizes of files alone.

    ``files`` and ``bytes`` are of every kind; ``first_day`` and ``last_day`` are the UTC days of
    the oldest and newest session file, ``None`` without one.
    """

    tenant_id: str
    user_id: str
    sessions: int
    files: int
    bytes: int
    first_day: str | None
    last_day: str | None

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self)


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """One session of a user; attributes as in :class:`UserEntry`."""

    session_id: str
    files: int
    bytes: int
    first_day: str
    last_day: str

    def as_dict(self) -> dict[str, Any]:
        return fields_of(self)


@dataclass(frozen=True, slots=True)
class Listed:
    """One record as its file holds it now, and where it stands."""

    record: Record
    citation: str

    def as_dict(self) -> dict[str, Any]:
        return self.record.as_dict() | {"citation": self.citation}
