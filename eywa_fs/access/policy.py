"""The policy: which role may do what, and whose memory a caller may ask for. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

Role = Literal["admin", "service", "user", "auditor", "reader"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

Action = Literal["probe", "read", "write", "remove", "list_users", "audit", "trace", "watch"]
"""What can be asked for.

``probe``: whether the service is alive, ready, and of which version. ``read``: what a user's memory
answers, lists, exports. ``write``: records, facts, decisions, imports. ``remove``: erasing for
good, and putting aside by rules. ``list_users``: which users a tenant has. ``audit``: the audit
trail of a tenant. ``trace``: what was done to a user's memory under one trace, or by one
erasure; what facts say is told only to who may ``read``. ``watch``: measurements of the whole
service.
"""

CHANGES: Final[frozenset[Action]] = frozenset(("write", "remove"))
"""Actions after which a memory is another one."""

Verdict = Literal["allowed", "forbidden", "foreign"]
"""``forbidden``: the role may not do it. ``foreign``: the caller may not even know whether there is
such a tenant or user."""

PERMITTED: Final[Mapping[Role, frozenset[Action]]] = {
    "admin": frozenset(get_args(Action)),
    "service": frozenset(("probe", "read", "write", "list_users", "trace")),
    "user": frozenset(("probe", "read", "write", "trace")),
    "auditor": frozenset(("probe", "list_users", "audit", "trace", "watch")),
    "reader": frozenset(("probe", "read", "trace")),
}
"""What each role may do within its tenant and users."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks.

    Attributes:
        name: for the audit trail: ``local``, ``key:`` and the id of the key, or ``token:`` and
            the subject of the token.
        role: what it may do.
        tenant_id: the one tenant it may ask for; ``None``: every tenant.
        users: the users of it; empty: every user.
    """

    name: str
    role: Role
    tenant_id: str | None = None
    users: tuple[str, ...] = ()


LOCAL: Final = Principal("local", "admin")
"""Whoever asks from this machine while there is no key."""

NOBODY: Final = Principal("nobody", "reader", "")
"""Who asks before it was told: of no tenant that can be."""


def may_ever(principal: Principal, action: Action) -> bool:
    """Whether the role may do this at all, for whichever tenant and user."""
    return action in PERMITTED[principal.role]


def judge(
    principal: Principal, action: Action, tenant_id: str | None, user_id: str | None
) -> Verdict:
    """Whether a caller may do something.

    Args:
        tenant_id, user_id: whose memory it is about. Without a user it is about a whole tenant,
            without a tenant about the whole service: a key that is bound to users or to a tenant is
            not enough for these.
    """
    if tenant_id is not None and principal.tenant_id not in (None, tenant_id):
        return "foreign"
    if user_id is not None and principal.users and user_id not in principal.users:
        return "foreign"
    if action == "probe":
        return "allowed"
    wide = tenant_id is None and principal.tenant_id is not None
    if wide or (user_id is None and principal.users):
        return "forbidden"
    return "allowed" if may_ever(principal, action) else "forbidden"
