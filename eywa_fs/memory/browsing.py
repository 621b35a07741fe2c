"""Listing users, sessions and records of the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from eywa_fs.errors import BadRequest
from eywa_fs.memory.arguments import check_filters, check_time
from eywa_fs.memory.surface import DEFAULT_TENANT, DEFAULT_USER, Surface, scope_of
from eywa_fs.model.records import Record

if TYPE_CHECKING:
    from eywa_fs.model.listing import Listed, SessionEntry, UserEntry


class Browsing(Surface):
    """Listings, read from the files: they need no index, and make none."""

    def users(self, *, tenant_id: str | None = None) -> list[UserEntry]:
        """The users of a tenant, or of all tenants, by tenant and id."""
        from eywa_fs.truth.listing import list_users

        self._refuse_closed()
        return [*list_users(self.layout, tenant_id)]

    def sessions(
        self, *, tenant_id: str = DEFAULT_TENANT, user_id: str = DEFAULT_USER
    ) -> list[SessionEntry]:
        """The sessions of a user, the one with the newest file first."""
        from eywa_fs.truth.listing import list_sessions

        return list_sessions(self.layout, self._scope(tenant_id, user_id))

    def newest(
        self,
        *,
        tenant_id: str = DEFAULT_TENANT,
        user_id: str = DEFAULT_USER,
        limit: int = 20,
        since: int | None = None,
        until: int | None = None,
        session_ids: Sequence[str] = (),
        roles: Sequence[str] = (),
    ) -> list[Listed]:
        """The messages of a user, read from the files, newest first: by the day of their file, then
        their time, then their line.

        Args:
            limit: messages at most, 1 or more.
            since, until: epoch milliseconds, half-open: at or after ``since``, before
                ``until``.
            session_ids, roles: any of these; empty means all.

        Raises:
            BadRequest: an argument is out of range, or no role.
            TruthReadError: a file cannot be read.
        """
        from eywa_fs.truth.listing import newest_records

        self._refuse_closed()
        if limit < 1:
            raise BadRequest(f"limit is {limit}: give at least 1")
        for name, value in (("since", since), ("until", until)):
            if value is not None:
                check_time(name, value)
        narrowed = check_filters({"session_ids": session_ids, "roles": roles})
        found = newest_records(
            self.layout,
            scope_of(tenant_id, user_id),
            limit=limit,
            since=since,
            until=until,
            session_ids=narrowed.session_ids,
            roles=narrowed.roles,
        )
        return [replace(one, record=self._parts.redaction.shown(one.record)) for one in found]

    def show(self, citation: str, *, tenant_id: str, user_id: str, full: bool = False) -> Record:
        """The record a citation ``path:line`` points at, or an event id names, read from the truth.

        Args:
            full: with what the tenant's redaction policy masks.

        Raises:
            NotFound: no such line or id, or no record in the line.
            ScopeForbidden: the path is not this user's.
        """
        from eywa_fs.truth.citations import read_named

        record = read_named(self.layout, scope_of(tenant_id, user_id), citation)
        return record if full else self._parts.redaction.shown(record)
