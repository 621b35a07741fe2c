"""Commands that put records aside by age, or because others say the same: forget, forget undo."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import FirstByDefault, command, group
from eywa_fs.cli.known import require_user
from eywa_fs.cli.opening import OfUser, index_now, open_memory
from eywa_fs.cli.options import AllUsers, Reason, refuse_user
from eywa_fs.cli.output import emit, many, table
from eywa_fs.cli.progress import bar
from eywa_fs.model.safetext import safe_line

if TYPE_CHECKING:
    from eywa_fs.model.forgetting import ForgetReport

forget_group = group(
    "forget",
    "Put records aside by age, or what old sessions can do without ('eywa forget'), and take "
    "that back. Options of the run, such as --dry-run and --compact: 'eywa forget run --help'.",
    FirstByDefault,
)
_SHOWN = 20
"""Records that are named; --json names all."""


@command(forget_group, "run", "eywa forget run --compact light --user ana --dry-run")
def run(
    typed: typer.Context,
    of: OfUser,
    policy: Annotated[
        str | None, typer.Option(help="By this policy of the settings alone.")
    ] = None,
    compact: Annotated[
        str | None,
        typer.Option(
            help="Instead of the policies: light or medium, what old days can do without."
        ),
    ] = None,
    all_users: AllUsers = False,
    reason: Reason = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would go, and which answers with it.")
    ] = False,
) -> int:
    """Put records aside by the policies of the settings, or compact old sessions. Nothing is
    deleted; 'eywa forget undo' takes it back. Ends with 1 where a user had to be left out."""
    if all_users:
        refuse_user(typed, "--all-users")
    with open_memory() as memory:
        if not all_users:
            require_user(memory.layout, of.tenant, of.user)
        with bar("looking", "files") as progress:
            report = memory.forget(
                tenant_id=of.tenant,
                user_id=None if all_users else of.user,
                policy=policy,
                compact=compact,
                dry_run=dry_run,
                reason=reason,
                progress=progress,
            )
        if report.run:
            index_now(memory)
        emit(report.as_dict(), _told(report), report.problems)
        return 1 if report.problems else 0


@command(forget_group, "undo", "eywa forget undo RUN", again="the same command goes on")
def undo(
    run: Annotated[str, typer.Argument(metavar="RUN", help="As 'eywa forget' named it.")],
    reason: Reason = "",
    operator: Annotated[str, typer.Option(help="Who decides; for the audit.")] = "human",
) -> None:
    """Take back what a run put aside, of all users; what somebody decided about since stays."""
    with open_memory() as memory:
        report = memory.undo(run, operator=operator, reason=reason)
        if report.run:
            index_now(memory)
        text = f"{many(len(report.records), 'records')} back"
        text += f" (run {report.run})" if report.run else ""
        changed = [f"decided about since, left as it is: {name}" for name in report.left]
        emit(report.as_dict(), "\n".join([text, *map(safe_line, changed)]))


def _told(report: ForgetReport) -> str:
    """A report in words."""
    would = "would be put aside" if report.dry_run else "are put aside"
    lines = [f"{len(report.records)} of {report.looked_at} records {would}"]
    for who, number in sorted(Counter((one.by, one.op) for one in report.records).items()):
        lines.append(f"  {number} by {who[0]} ({who[1]})")
    for one in report.records[:_SHOWN]:
        score = "" if one.score is None else f", {one.score:.3f} is left of it"
        gone = "; nothing that stays says it" if one.answered is False else ""
        lines.append(safe_line(f"  {one.citation}  {one.why}{score}{gone}"))
    if len(report.records) > _SHOWN:
        lines.append(f"  and {len(report.records) - _SHOWN} more: --json names them")
    lines += [f"fact that would be gone: {safe_line(line)}" for line in report.facts_lost]
    lines += [f"fact that would hold again: {safe_line(line)}" for line in report.facts_back]
    if report.days:
        rows = [(d.session_id, d.day, d.records, d.going, d.quality) for d in report.days[:_SHOWN]]
        lines.append(table(("session", "day", "records", "go", "quality"), rows))
    if report.searched:
        lines.append(
            f"searches for {report.searched} of them: {len(report.unanswered)} find nothing else "
            "that says most of it"
        )
    if report.run:
        lines.append(f"run {report.run}: 'eywa forget undo {report.run}' takes it back")
    return "\n".join(lines)
