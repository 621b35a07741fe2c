"""Commands on the audit trail: audit list, accept, checkpoint, keygen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eywa_fs.cli.groups import FirstByDefault, command, group
from eywa_fs.cli.opening import open_memory, when
from eywa_fs.cli.options import Since, Until
from eywa_fs.cli.output import emit, shown, table
from eywa_fs.model.plain import fields_of

audit_group = group(
    "audit",
    "What was done to the memory ('eywa audit'), and accepting breaks of the logs. Options of "
    "the list, such as --trace and --since: 'eywa audit list --help'.",
    FirstByDefault,
)
_COLUMNS = ("when", "action", "of", "operator", "reason", "trace")


@command(audit_group, "list", "eywa audit list --limit 20")
def list_entries(
    since: Since = None,
    until: Until = None,
    action: Annotated[str | None, typer.Option(help="Only this action.")] = None,
    target: Annotated[str | None, typer.Option(help="Only what was done to this.")] = None,
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant.")] = None,
    user: Annotated[str | None, typer.Option(help="Only of this user.")] = None,
    request: Annotated[str | None, typer.Option(help="Only of this request id.")] = None,
    trace: Annotated[str | None, typer.Option(help="Only of this trace id.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="The newest so many; 0 for all.")] = 50,
) -> None:
    """What was done to the memory, when, by whom and why; the newest last."""
    with open_memory(migrating=True) as memory:
        found = memory.audit(
            since=when(since, "--since"),
            until=when(until, "--until"),
            action=action,
            target=target,
            tenant_id=tenant,
            user_id=user,
            request_id=request,
            trace_id=trace,
        )
        entries = found[-limit:] if limit > 0 else found
        cells = [
            (shown(e.timestamp), e.action, e.target, e.operator, e.reason, e.trace_id or "")
            for e in entries
        ]
        left = len(found) - len(entries)
        remarks = [f"{left} older entries; --limit 0 shows all"] if left else []
        text = table(_COLUMNS, cells) or "no such entries"
        emit({"entries": [e.as_dict() for e in entries], "found": len(found)}, text, remarks)


@command(audit_group, "accept", 'eywa audit accept PATH:1 --reason "edited by hand"')
def accept(
    citation: Annotated[str, typer.Argument(metavar="PATH:LINE", help="As verify says it.")],
    reason: Annotated[str, typer.Option(help="Why; goes into the audit trail.")],
) -> None:
    """Say that a broken place of a log is understood, which verify then names as a notice, or an
    entry that tells of lost records, which it then leaves out."""
    with open_memory(migrating=True) as memory:
        memory.accept_break(citation, reason)
        emit({"accepted": citation}, f"accepted: {citation}")


@command(audit_group, "checkpoint", "eywa audit checkpoint")
def checkpoint(
    key: Annotated[
        str | None, typer.Option(help="A private key of 'eywa audit keygen' to sign it with.")
    ] = None,
) -> None:
    """Note where every log ends, so that lines cut off an end show from then on."""
    with open_memory(migrating=True) as memory:
        made = memory.checkpoint(key)
        signed = f"signed by {made.signer}" if made.signer else "not signed"
        emit(fields_of(made), f"{made.citation}: the ends of {made.logs} logs, {signed}")


@command(audit_group, "keygen", "eywa audit keygen checkpoints.pem")
def keygen(
    file: Annotated[Path, typer.Argument(help="The new file, of mode 0600.")],
) -> None:
    """Make a key that signs checkpoints; prints the public key for the settings."""
    from eywa_fs.truth.checkpoints import make_key

    public = make_key(file)
    text = (
        f"{file}: keep it away from this machine's backups of the memory\n"
        f"public key, for maintenance.checkpoint_signer: {public}"
    )
    emit({"file": str(file), "public_key": public}, text)
