"""Whose memory a server serves."""

from __future__ import annotations

from dataclasses import dataclass

from eywa_fs.errors import NotFound
from eywa_fs.memory.surface import DEFAULT_SESSION, DEFAULT_TENANT, DEFAULT_USER, Ids


@dataclass(frozen=True, slots=True)
class Bound:
    """The user of every call, and the session of records that name none. ``all_users``: calls may
    name another tenant and user."""

    tenant: str = DEFAULT_TENANT
    user: str = DEFAULT_USER
    session: str = DEFAULT_SESSION
    all_users: bool = False

    def ids(self, tenant: str | None = None, user: str | None = None) -> Ids:
        """Whom a call is about. ``NotFound``: it names another tenant or user, and may not; said
        alike whether there is one."""
        asked = Ids(tenant_id=tenant or self.tenant, user_id=user or self.user)
        if not self.all_users and asked != Ids(tenant_id=self.tenant, user_id=self.user):
            raise NotFound(
                "this server serves one user and knows no other; started with --all-users it does"
            )
        return asked
