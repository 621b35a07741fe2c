"""The command that erases for good: erase."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import require_user
from eywa_fs.cli.opening import OfUser, open_memory, when
from eywa_fs.cli.options import (
    AllUsers,
    Reason,
    RequestId,
    Since,
    TraceId,
    Until,
    chosen,
    refuse_user,
)
from eywa_fs.cli.output import counted, emit, many, note
from eywa_fs.cli.progress import bar
from eywa_fs.errors import BadRequest

if TYPE_CHECKING:
    from eywa_fs.erasure.report import ErasurePlan, ErasureReport


@command(
    app,
    "erase",
    'eywa erase --text "Porto" --user ana --yes',
    again="an erasure that was decided is finished by the next 'eywa index' or 'eywa watch'",
)
def erase(
    typed: typer.Context,
    of: OfUser,
    text: Annotated[
        str | None, typer.Option(help="What they say, in any case, wherever it stands.")
    ] = None,
    event: Annotated[
        list[str] | None,
        typer.Option("--event", help="With this event id, or its citation; repeatable."),
    ] = None,
    session: Annotated[str | None, typer.Option(help="Of this session.")] = None,
    project: Annotated[str | None, typer.Option(help="Episodes of this project.")] = None,
    since: Since = None,
    until: Until = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="All records, notes and decisions.")
    ] = False,
    all_users: AllUsers = False,
    reason: Reason = "",
    request_id: RequestId = None,
    trace_id: TraceId = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
) -> int:
    """Overwrite records, remove all that was derived from them, and certify it.

    What fulfils all the options that are given goes, and decisions that follow from it. It cannot
    be taken back. Backups that were made before still hold it; the certificate names them.
    """
    if all_users:
        refuse_user(typed, "--all-users")
    if text is None and not (event or session or project or since or until or everything):
        raise BadRequest(
            "say what is to be erased: --text, --event, --session, --project, --since or --until, "
            "or --everything alone"
        )
    if not (yes or dry_run or (sys.stdin.isatty() and not chosen.json)):
        raise BadRequest("this cannot be taken back: add --yes, or see first with --dry-run")
    with open_memory() as memory, ExitStack() as shown:
        if not all_users:
            require_user(memory.layout, of.tenant, of.user)
        say = [shown.enter_context(bar(""))]
        told: set[str] = set()

        def progress(stage: str, done: int, total: int) -> None:
            if not done and not total and stage not in told and not chosen.json:
                told.add(stage)
                note(stage)
            say[0](done, total, stage)

        def confirm(plan: ErasurePlan) -> bool:
            shown.close()
            note(_plan(plan))
            agreed = yes or typer.confirm("erase this? It cannot be taken back", err=True)
            say[0] = shown.enter_context(bar(""))
            return agreed

        report = memory.erase(
            tenant_id=of.tenant,
            user_id=None if all_users else of.user,
            text=text,
            event_ids=event or (),
            session_id=session,
            project_id=project,
            since=when(since, "--since"),
            until=when(until, "--until"),
            everything=everything,
            reason=reason,
            request_id=request_id,
            trace_id=trace_id,
            dry_run=dry_run,
            confirm=None if chosen.json else confirm,
            progress=progress,
        )
        shown.close()
        emit(report.as_dict(), _plan(report.plan) if dry_run else _done(report), _left(report))
        return 0 if report.ok else 1


def _plan(plan: ErasurePlan) -> str:
    lines = [f"to be erased: {counted(plan.counts)} in {many(plan.files, 'files')}"]
    lines += [f"  {citation}" for citation in plan.citations]
    left = sum(plan.counts.values()) - len(plan.citations)
    lines += [f"  and {left} more"] if left > 0 else []
    if plan.facts:
        lines.append(f"with them {many(plan.facts, 'facts')}: {'; '.join(plan.told)}")
    return "\n".join(lines)


def _done(report: ErasureReport) -> str:
    found = report.certificate
    if found is None:
        return "nothing was erased"
    index = "derived anew" if found.generation is not None else "no index is left, it was removed"
    lines = [f"{found.id}: erased {counted(found.counts)}; {index} by {report.derived_by}"]
    if found.scan is None:
        lines.append("another process finished it: no byte scan, the certificate says so")
    else:
        scan = found.scan
        lines.append(
            f"{many(scan['files'], 'files')} with {scan['bytes']:,} bytes were scanned for "
            f"{scan['pieces']} pieces of text: {scan['found']} found; {scan['repeated']} stand in "
            f"other records too, {scan['short']} more are too short to tell"
        )
    return "\n".join(lines)


def _left(report: ErasureReport) -> list[str]:
    found = report.certificate
    if found is None:
        return []
    lines = [
        f"a backup made before still holds it: {place}; {_beside(place, report)}"
        for place in found.backups
    ]
    lines += [f"the text still stands in {path}: look into it, remove it" for path in found.left]
    lines += [f"its vector may still be in {place}" for place in report.on_servers]
    if None in found.hashes:
        lines.append("some lines were changed meanwhile and still stand: erase again")
    return lines


def _beside(place: str, report: ErasureReport) -> str:
    """Whether a restore from a place knows of the erasure, and what it needs where it does not."""
    if place not in report.unreached:
        return "the log of erasures was put beside it, so that a restore leaves it out"
    if "://" in place:
        why = "nothing was tried there, since the log of erasures is put into folders only"
    else:
        why = "it could not be reached"
    return (
        f"{why}: until the next backup there, a restore from there brings it back, unless it is "
        "given a copy of audit/erasures.jsonl with --erasures"
    )
