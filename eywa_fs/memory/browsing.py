"""What there is: the part of the façade that lists users, sessions and records of the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eywa_fs.arguments import check_filters, check_time
from eywa_fs.assembly import DEFAULT_TENANT, DEFAULT_USER, Assembly
from eywa_fs.deciding import scope_of
from eywa_fs.errors import BadRequest

if TYPE_CHECKING:
    from eywa_fs.model.listing import Listed, SessionEntry, UserEntry


class Browsing(Assembly):
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

        self._refuse_closed()
        return list_sessions(self.layout, scope_of(tenant_id, user_id))

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
        """The messages of a user, newest first, read from the files.

        Their order is that of the days of their files, then of their times, then of their lines.

        Args:
            limit: messages at most, 1 or more.
            since, until: epoch milliseconds, half-open: at or after ``since``, before ``until``.
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
        return newest_records(
            self.layout,
            scope_of(tenant_id, user_id),
            limit=limit,
            since=since,
            until=until,
            session_ids=narrowed.session_ids,
            roles=narrowed.roles,
            max_record_bytes=self.settings.limits.max_record_bytes,
        )

    def unindexed(self) -> int:
        """About how many records :meth:`index` has to index: lines behind what is indexed."""
        from eywa_fs.catalog import files
        from eywa_fs.truth.listing import lines_behind

        generation = self._generation_or_none()
        if generation is None or generation.damage:
            return lines_behind(self.layout, {})
        with generation.catalog().read() as connection:
            rows = files.every(connection)
        return lines_behind(self.layout, {path: r.committed_offset for path, r in rows.items()})

    async def ausers(self, **arguments: Any) -> list[UserEntry]:
        """:meth:`users` without blocking the event loop."""
        return await asyncio.to_thread(self.users, **arguments)

    async def asessions(self, **arguments: Any) -> list[SessionEntry]:
        """:meth:`sessions` without blocking the event loop."""
        return await asyncio.to_thread(self.sessions, **arguments)

    async def anewest(self, **arguments: Any) -> list[Listed]:
        """:meth:`newest` without blocking the event loop."""
        return await asyncio.to_thread(self.newest, **arguments)
