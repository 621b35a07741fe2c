"""Commands on the keys of the HTTP service: keys create, list, revoke."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated, cast

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import open_memory, when
from eywa_fs.cli.options import WHEN, among
from eywa_fs.cli.output import emit, shown, table
from eywa_fs.errors import BadRequest
from eywa_fs.model.safetext import safe_name

if TYPE_CHECKING:
    from eywa_fs.access.keys import Key, KeyFile
    from eywa_fs.memory import EywaMemory

keys_group = group("keys", "Keys that let clients into the HTTP service.")
_COLUMNS = ("key", "name", "role", "of", "made", "expires", "state")


@contextmanager
def _opened(*, writing: bool = False) -> Iterator[tuple[EywaMemory, KeyFile]]:
    from eywa_fs.access.keys import KeyFile

    with (
        open_memory(writing=writing, migrating=True) as memory,
        closing(KeyFile(memory.layout)) as keys,
    ):
        yield memory, keys


@command(keys_group, "create", "eywa keys create laptop --role service --tenant default")
def create(
    name: Annotated[str, typer.Argument(help="What to call it, for people.")],
    role: Annotated[str, typer.Option(help="admin, service, user, auditor or reader.")] = "service",
    tenant: Annotated[str | None, typer.Option(help="The one tenant it is for.")] = None,
    every_tenant: Annotated[
        bool, typer.Option("--every-tenant", help="It is for every tenant.")
    ] = False,
    user: Annotated[
        list[str] | None, typer.Option(help="Only this user of the tenant; repeatable.")
    ] = None,
    expires: Annotated[
        str | None, typer.Option("--expires", help=f"From when on it opens nothing: {WHEN}.")
    ] = None,
) -> None:
    """Make a key and print it, once: it is stored as a hash. From the first key on nobody is let in
    without one."""
    from eywa_fs.access.policy import ROLES, Role

    if tenant is not None and every_tenant:
        raise BadRequest("--tenant and --every-tenant exclude each other: give one of them")
    if tenant is None and not every_tenant:
        raise BadRequest("say for whom the key is: --tenant NAME, or --every-tenant")
    [known] = among("--role", [role], ROLES)
    with _opened(writing=True) as (memory, keys):
        key, token = keys.create(
            name,
            cast(Role, known),
            tenant_id=tenant,
            users=tuple(user or ()),
            expires_at=when(expires, "--expires"),
        )
        memory.audit_note(
            "key_made", key.key_id, reason=f"{key.role} for {_whose(key)}", operator="operator"
        )
        told = ["keep it: it is stored nowhere and cannot be shown again"]
        emit(key.as_dict() | {"token": token}, token, told)


@command(keys_group, "list", "eywa keys list")
def list_keys() -> None:
    """The keys there are, without their secrets."""
    with _opened() as (_, keys):
        now = keys.now()
        found = list(keys.ring().keys.values())
        rows = [
            [
                key.key_id,
                key.name,
                key.role,
                _whose(key),
                shown(key.made_at),
                "never" if key.expires_at is None else shown(key.expires_at),
                _state(key, now),
            ]
            for key in found
        ]
        empty = "no keys: the service answers programs on this machine only"
        value = [key.as_dict() | {"in_force": key.is_in_force(now)} for key in found]
        emit({"keys": value}, table(_COLUMNS, rows) or empty)


@command(keys_group, "revoke", "eywa keys revoke KEY_ID --reason 'the laptop was lost'")
def revoke(
    key_id: Annotated[str, typer.Argument(help="As 'eywa keys list' shows it.")],
    reason: Annotated[str, typer.Option(help="Why; kept with the revocation.")] = "",
) -> None:
    """Take a key out of force for good, at once, also in a service that runs."""
    with _opened(writing=True) as (memory, keys):
        key = keys.revoke(key_id, reason)
        memory.audit_note("key_revoked", key_id, reason=reason, operator="operator")
        emit(key.as_dict(), f"{key_id} ({key.name}) is revoked")


def _whose(key: Key) -> str:
    if key.tenant_id is None:
        return "every tenant"
    users = ", ".join(map(safe_name, key.users))
    return f"{safe_name(key.tenant_id)}: {users or 'every user'}"


def _state(key: Key, now: int) -> str:
    if key.revoked_at is not None:
        return f"revoked {shown(key.revoked_at)}"
    return "in force" if key.is_in_force(now) else "expired"
