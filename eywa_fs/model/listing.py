"""What a listing of the truth gives: tenants, users, sessions, pages of records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eywa_fs.hashing import short_key
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Record, Scope
from eywa_fs.normalform import normal


@dataclass(frozen=True, slots=True)
class TenantEntry(AsDict):
    """One tenant: the sum of its users, see :class:`UserEntry`."""

    tenant_id: str
    users: int
    sessions: int
    records: int
    files: int
    bytes: int
    first_day: str | None
    last_day: str | None


@dataclass(frozen=True, slots=True)
class UserEntry(AsDict):
    """One user of a tenant, told from the names and sizes of files and the lines in them.

    ``records`` counts lines of session files that begin a JSON object and were not erased; they are
    not parsed, so a malformed one counts. ``files`` and ``bytes`` are of every kind; ``first_day``
    and ``last_day`` are the UTC days of the oldest and newest session file, ``None`` without one.
    """

    tenant_id: str
    user_id: str
    sessions: int
    records: int
    files: int
    bytes: int
    first_day: str | None
    last_day: str | None


@dataclass(frozen=True, slots=True)
class SessionEntry(AsDict):
    """One session of a user; attributes as in :class:`UserEntry`."""

    session_id: str
    records: int
    files: int
    bytes: int
    first_day: str
    last_day: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One record as it is now: its current text, where its own line stands, the number of its
    version, and ``active``, ``archived``, ``soft_deleted`` or ``expired``."""

    record: Record
    citation: str
    version: int = 1
    state: str = "active"

    def as_dict(self) -> dict[str, Any]:
        more = {"citation": self.citation, "version": self.version, "state": self.state}
        return self.record.as_dict() | more


@dataclass(frozen=True)
class Wanted:
    """Which records of a user are listed, and in which order.

    Args:
        oldest: the oldest first, else the newest.
        since, until: epoch milliseconds, half-open; also bounds the days of the files.
        session_ids, roles, tags: any of these; empty means all.
        text: words that the text of a record must contain, all of them, wherever they stand, upper
            and lower case and full and half width alike.
        hidden: archived, deleted and expired records too.
    """

    scope: Scope
    oldest: bool = False
    since: int | None = None
    until: int | None = None
    session_ids: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""
    hidden: bool = False

    def takes(self, record: Record) -> bool:
        """Whether a record is one of them."""
        if self.since is not None and record.timestamp < self.since:
            return False
        if self.until is not None and record.timestamp >= self.until:
            return False
        if self.session_ids and record.session_id not in self.session_ids:
            return False
        if self.roles and record.role not in self.roles:
            return False
        if self.tags and not any(tag in self.tags for tag in record.tags):
            return False
        if not self._words:
            return True
        content = folded(record.content)
        return all(word in content for word in self._words)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(folded(self.text).split())

    @cached_property
    def key(self) -> str:
        """A fingerprint of the whole question: a cursor is good for this one only."""
        groups = (self.session_ids, self.roles, self.tags, self._words)
        asked: list[object] = [self.oldest, self.since, self.until, self.hidden]
        asked += [sorted(set(group)) for group in groups]
        return short_key(self.scope.tenant_id, self.scope.user_id, repr(asked))


@dataclass(frozen=True, slots=True)
class Page:
    """Some records of a listing, in order; ``next_cursor`` goes on behind them, ``None`` where
    there are no more."""

    items: tuple[Listed, ...]
    next_cursor: str | None

    def as_dict(self) -> dict[str, Any]:
        return {"records": [one.as_dict() for one in self.items], "next_cursor": self.next_cursor}


def folded(text: str) -> str:
    """``text`` as words of it are looked for: case-folded, in normal form NFKC."""
    return normal("NFKC", normal("NFKC", text).casefold())
