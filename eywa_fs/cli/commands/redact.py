"""Commands that show redaction policies at work: redaction test, redaction count."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import OfUser, open_memory
from eywa_fs.cli.options import Tenant
from eywa_fs.cli.output import emit, table
from eywa_fs.model.safetext import safe_line

redaction_group = group(
    "redaction", "What would be masked by the redaction policies of the settings."
)

EveryKind = Annotated[
    bool, typer.Option("--all", help="With every kind that is known, whatever the policy says.")
]


@command(redaction_group, "test", 'eywa redaction test "mail ana@example.org" --all')
def test(
    text: Annotated[str, typer.Argument(help="A text; - reads standard input.")],
    tenant: Tenant = "default",
    every_kind: EveryKind = False,
) -> None:
    """What a tenant's policy masks in a text."""
    with open_memory(migrating=True) as memory:
        said = sys.stdin.read() if text == "-" else text
        found = memory.redaction_test(said, tenant_id=tenant, every_kind=every_kind)
        about = [f"{safe_line(f.kind)}: characters {f.start} to {f.end}" for f in found.found]
        emit(found.as_dict(), found.text, about or ["nothing is masked"])


@command(redaction_group, "count", "eywa redaction count --all --user ana")
def count(of: OfUser, every_kind: EveryKind = False) -> None:
    """How many records of a user hold what a policy masks; no text is shown."""
    with of.opened(migrating=True) as memory:
        found = memory.redaction_counts(**of.ids, every_kind=every_kind)
        rows = table(("kind", "records"), [[*item] for item in found.kinds.items()])
        told = f"{found.holding} of {found.records} records hold something that is masked"
        emit(found.as_dict(), rows or "nothing is masked", [told])
