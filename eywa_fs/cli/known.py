"""Roots, tenants and users that a command names: what is not there is said, with near names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from shlex import quote

from eywa_fs.errors import NotFound
from eywa_fs.model.records import Scope
from eywa_fs.near import did_you_mean
from eywa_fs.truth.dataroot import unlisted
from eywa_fs.truth.layout import Layout

_NAMES_SHOWN = 5
_PARTS_OF_A_ROOT = ("tenants", ".index", "config.yaml")


def require_root(root: Path, *, writing: bool) -> None:
    """Refuse a data root that is not there, naming near ones beside it.

    With ``writing`` also a folder that holds other things than a memory; whoever made an empty one
    meant it.
    """
    problem = f"there is no memory at {root}"
    try:
        if root.is_dir():
            holds = any((root / name).exists() for name in _PARTS_OF_A_ROOT)
            if not writing or holds or not any(root.iterdir()):
                return
            problem = f"{root} holds other things and no memory"
    except OSError as error:
        raise unlisted(str(root), error) from None
    advice = "'eywa init' makes one there" + (", and so does --create" if writing else "")
    raise NotFound(f"{problem}: {advice}{_meant(root.name, _roots_beside(root), '--root ')}")


def require_user(layout: Layout, tenant: str, user: str) -> None:
    """Refuse a tenant or user that has no folder in the truth; names those that are near, or the
    first."""
    if layout.has_scope(Scope(tenant, user)):
        return
    scopes = require_tenant(layout, tenant)
    users = [scope.user_id for scope in scopes if scope.tenant_id == tenant]
    elsewhere = [scope.tenant_id for scope in scopes if scope.user_id == user][:_NAMES_SHOWN]
    raise NotFound(
        f"there is no user {user!r} in tenant {tenant!r}{_known(user, users, '--user ')}"
        + (f"; tenants with such a user: {', '.join(elsewhere)}" if elsewhere else "")
    )


def new_beside(layout: Layout, tenant: str, user: str) -> list[str]:
    """A remark about a user who has no folder yet where others have nearly this name."""
    if layout.has_scope(Scope(tenant, user)):
        return []
    users = [scope.user_id for scope in layout.scopes() if scope.tenant_id == tenant]
    near = _meant(user, users, "--user ")
    return [f"this is the first record of a new user {user!r}{near}"] if near else []


def options_for(tenant: str, user: str) -> str:
    """The options that name a user in a command to be typed next; empty for the usual one."""
    said = {"--tenant": (tenant, "default"), "--user": (user, "me")}
    return "".join(
        f" {option} {quote(given)}" for option, (given, usual) in said.items() if given != usual
    )


def require_tenant(layout: Layout, tenant: str) -> list[Scope]:
    """Refuse a tenant that has no folder in the truth, as :func:`require_user`; all scopes."""
    scopes = layout.scopes()
    if tenant not in {scope.tenant_id for scope in scopes}:
        layout.refuse_linked(tenant)
    if not scopes:
        raise NotFound("this memory holds no records yet: 'eywa add' writes one")
    tenants = sorted({scope.tenant_id for scope in scopes})
    if tenant not in tenants:
        raise NotFound(f"there is no tenant {tenant!r}{_known(tenant, tenants, '--tenant ')}")
    return scopes


def require_sessions(
    layout: Layout, tenant: str, user: str, asked: Sequence[str] | None
) -> Sequence[str]:
    """The sessions that a filter names; refuses one that the user has not, as
    :func:`require_user`."""
    from eywa_fs.truth.listing import session_names

    if not asked:
        return ()
    known = session_names(layout, Scope(tenant, user))
    for name in asked:
        if name not in known:
            near = _known(name, known, "--session ", "eywa sessions")
            raise NotFound(f"the user has no session {name!r}{near}")
    return asked


def _known(name: str, known: list[str], option: str, listing: str = "eywa users") -> str:
    """The near names; without any, the first ones."""
    if near := _meant(name, known, option):
        return near
    more = f" and {len(known) - _NAMES_SHOWN} more, '{listing}' names them"
    left_out = more if len(known) > _NAMES_SHOWN else ""
    return f"; there are {', '.join(known[:_NAMES_SHOWN])}{left_out}"


def _meant(name: str, known: Iterable[str], option: str) -> str:
    """The near names behind a semicolon, if any."""
    near = did_you_mean(name, known, option)
    return f"; {near}" if near else ""


def _roots_beside(root: Path) -> list[str]:
    try:
        return [one.name for one in root.absolute().parent.iterdir() if (one / "tenants").is_dir()]
    except OSError:
        return []
