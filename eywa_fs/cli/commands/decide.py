"""Commands that decide about facts: assert, supersede, reject. Each writes a decision record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.commands.facts import whole_id
from eywa_fs.cli.groups import command, facts_group
from eywa_fs.cli.opening import index_now, open_user
from eywa_fs.cli.options import Json, Tenant, User
from eywa_fs.cli.output import edge, emit
from eywa_fs.cli.text import safe_line

if TYPE_CHECKING:
    from eywa_fs.factbase.decisions import Decided
    from eywa_fs.memory import EywaMemory

_OPERATOR = "human"

Id = Annotated[str, typer.Argument(help="Id of the fact, or how it begins.")]
Value = Annotated[str, typer.Argument(metavar="OBJECT", help="The value, as the record says it.")]
Quote = Annotated[str, typer.Option(help="Words of the record that say it, letter by letter.")]
Cited = Annotated[str | None, typer.Option("--citation", help="The record, as path:line.")]
Event = Annotated[str | None, typer.Option("--event", help="The record, by its event id.")]
Negated = Annotated[bool, typer.Option("--not", help="The record denies the value.")]
First = Annotated[
    str | None, typer.Option("--since", "--from", help="First day it holds, YYYY-MM-DD.")
]
Last = Annotated[str | None, typer.Option("--until", "--to", help="Last day it holds, YYYY-MM-DD.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the decision.")]


@command(facts_group, "assert")
def assert_fact(
    subject: Annotated[str, typer.Argument(help="user, a name, or a role (user's sister).")],
    predicate: Annotated[str, typer.Argument(help="A predicate, as lives_in.")],
    value: Value,
    quote: Quote,
    citation: Cited = None,
    event: Event = None,
    negated: Negated = False,
    first: First = None,
    last: Last = None,
    reason: Reason = "",
    tenant: Tenant = "default",
    user: User = "me",
    as_json: Json = False,
) -> None:
    """Say that something is so, with the words of a record that say it."""
    with edge(as_json), open_user(tenant, user) as memory:
        found = memory.assert_fact(
            subject,
            predicate,
            value,
            quote=quote,
            citation=citation,
            event_id=event,
            negated=negated,
            valid_from=first,
            valid_to=last,
            tenant_id=tenant,
            user_id=user,
            operator=_OPERATOR,
            reason=reason,
        )
        _say(memory, found, as_json)


@command(facts_group, "supersede")
def supersede_fact(
    name: Id,
    value: Value,
    quote: Quote,
    citation: Cited = None,
    event: Event = None,
    predicate: Annotated[str | None, typer.Option(help="Another one than the fact's.")] = None,
    negated: Negated = False,
    first: First = None,
    last: Last = None,
    reason: Reason = "",
    tenant: Tenant = "default",
    user: User = "me",
    as_json: Json = False,
) -> None:
    """Put another value in the place of a fact's, with the words of a record that say it."""
    with edge(as_json, "'eywa facts' shows the ids"), open_user(tenant, user) as memory:
        found = memory.supersede_fact(
            whole_id(memory, name, tenant, user) or name,
            value,
            quote=quote,
            citation=citation,
            event_id=event,
            predicate=predicate,
            negated=negated,
            valid_from=first,
            valid_to=last,
            tenant_id=tenant,
            user_id=user,
            operator=_OPERATOR,
            reason=reason,
        )
        _say(memory, found, as_json)


@command(facts_group, "reject")
def reject_fact(
    name: Id,
    reason: Reason = "",
    tenant: Tenant = "default",
    user: User = "me",
    as_json: Json = False,
) -> None:
    """Say that a fact is not so and never was; it does not come back from the same record."""
    with edge(as_json, "'eywa facts' shows the ids"), open_user(tenant, user) as memory:
        found = memory.reject_fact(
            whole_id(memory, name, tenant, user) or name,
            reason,
            tenant_id=tenant,
            user_id=user,
            operator=_OPERATOR,
        )
        _say(memory, found, as_json)


def _say(memory: EywaMemory, found: Decided, as_json: bool) -> None:
    index_now(memory, as_json)
    value = {"atomic_id": found.atomic_id, "citation": found.citation}
    emit(as_json, value, f"decided in {safe_line(found.citation)}: {found.atomic_id}")
