"""Commands that look after a memory: status, verify, repair, rebuild, outbox, doctor, job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from eywa_fs.cli.groups import app, command, group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import counted, emit, many, shown, table
from eywa_fs.cli.progress import bar
from eywa_fs.model.plain import own_fields
from eywa_fs.model.reports import MENDED, Finding

job_group = group("job", "Jobs that are due again and again.")
outbox_group = group("outbox", "Work that waits or failed eight times.")

SHOWN_ROWS = 50
EXAMPLES = 3
"""Notices of one kind that are shown one by one."""


def _listed(columns: Sequence[str], rows: Sequence[Sequence[object]], *more: str) -> str:
    """The first rows as a table, how many were left out, and more lines."""
    left = len(rows) - SHOWN_ROWS
    cut = f"and {left} more; --json lists all" if left > 0 else ""
    return "\n".join(filter(None, [table(columns, rows[:SHOWN_ROWS]), cut, *more]))


@command(app, "status", "eywa status")
def status() -> int:
    """Counts, lag, dead letters and the health of each part."""
    with open_memory(migrating=True) as memory:
        found = memory.status()
        value = found.as_dict()
        emit(value, _listed(("what", "value"), _flat(value)), found.what_next())
        return 0 if found.ok else 1


def _flat(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for name, value in found.items():
        inner = value if isinstance(value, Mapping) else {"": value}
        for key, one in inner.items():
            word = shown(one) if key == "at" and one is not None else _word(one)
            rows.append((f"{name}.{key}" if key else name, word))
    return [(name, word) for name, word in rows if word]


def _word(value: object) -> str:
    """A value in a table; empty for what there is not."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


@command(app, "verify", "eywa verify --deep")
def verify(
    deep: Annotated[
        bool, typer.Option(help="Check each line and document, not only fingerprints.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Each notice in a line of its own.")
    ] = False,
) -> int:
    """Compare the truth with everything derived from it; writes nothing."""
    with open_memory(migrating=True) as memory:
        with bar("verifying") as progress:
            report = memory.verify(deep=deep, progress=progress)
        found = counted(report.counts) if report.counts else "all is well"
        text = _listed(
            ("severity", "kind", "where", "what"),
            _rows(report.findings, verbose),
            f"checked {counted(report.checked)}: {found}",
        )
        mendable = any(f.kind in MENDED for f in report.errors)
        told = ["next: 'eywa repair' shows what it would do; --apply does it"] if mendable else []
        odd = {f"{f.kind}: {f.action}": None for f in report.findings if f.kind not in MENDED}
        told += odd
        emit(report.as_dict(), text, told)
        return 0 if report.ok else 1


def _rows(findings: Sequence[Finding], verbose: bool) -> list[tuple[str, ...]]:
    """A row a finding; of many notices of one kind one row, with examples, unless ``verbose``."""
    by_kind: dict[str, list[Finding]] = {}
    for finding in findings:
        by_kind.setdefault(finding.kind, []).append(finding)
    rows: list[tuple[str, ...]] = []
    for kind, same in by_kind.items():
        if verbose or same[0].severity == "error" or len(same) <= EXAMPLES:
            rows += [(f.severity, kind, f.target, f.detail) for f in same]
        else:
            examples = ", ".join(finding.target for finding in same[:EXAMPLES])
            told = f"{len(same)} of these, {same[0].action}; --verbose names all"
            rows.append((same[0].severity, kind, f"{examples}, …", told))
    return rows


@command(app, "repair", "eywa repair --apply")
def repair(
    apply: Annotated[bool, typer.Option(help="Do it; without, only say what.")] = False,
) -> int:
    """Make the derived state fit the truth again; a dry run unless --apply."""
    with open_memory(migrating=True) as memory:
        with bar("repairing", "documents") as progress:
            report = memory.repair(apply=apply, progress=progress)
        verb = "did" if report.applied else "would"
        rows = [(f"{verb} {a.kind}", a.target, a.reason) for a in report.actions]
        text = "" if rows else f"nothing {'to repair' if report.ok else 'that a repair can mend'}"
        told: list[str] = []
        if not report.ok and not report.applied:
            told = [
                f"{f.kind} in {f.target}: {f.action}" for f in report.left if f.severity == "error"
            ]
        if report.applied:
            text = f"{many(report.written, 'documents')} written, {report.removed} removed"
            if report.after is not None and not report.ok:
                told = [f"left: {counted(report.after.counts)}; see 'eywa verify --deep'"]
        elif rows:
            told.append("next: 'eywa repair --apply' does it")
        emit(report.as_dict(), _listed(("step", "where", "why"), rows, text), told)
        return 0 if report.ok else 1


@command(
    app,
    "rebuild",
    "eywa rebuild --prove",
    again="the old index stays in use; run the command again",
)
def rebuild(
    prove: Annotated[bool, typer.Option(help="Compare with the old state.")] = False,
) -> int:
    """Derive everything anew beside the old state, then switch."""
    with open_memory(migrating=True) as memory:
        with bar("rebuilding", "documents") as progress:
            report = memory.rebuild(prove=prove, progress=progress)
        size = many(report.documents, "documents")
        text = f"generation {report.generation}: {size}, {report.digest}"
        if report.equal is not None:
            text += "\nthe same as before" if report.equal else "\nNOT the same as before"
            text += "".join(f"\n  {place}" for place in report.differences)
        emit(report.as_dict(), text)
        return 1 if prove and report.equal is False else 0


@command(outbox_group, "list", "eywa outbox list")
def outbox_list() -> None:
    """Events that wait, run or failed eight times."""
    with open_memory(migrating=True) as memory:
        events = memory.outbox()
        value = {"events": [own_fields(one) for one in events]}
        rows = [(e.id, e.status, e.event_type, e.target, e.attempts, e.error) for e in events]
        columns = ("id", "status", "event", "target", "tries", "last error")
        emit(value, _listed(columns, rows) or "nothing waits")


@command(outbox_group, "retry", "eywa outbox retry")
def outbox_retry() -> None:
    """Give dead letters another eight attempts, and work them off."""
    with open_memory() as memory:
        number = memory.retry_dead_letters()
        emit({"retried": number}, f"{number} retried")


@command(app, "doctor", "eywa doctor")
def doctor() -> int:
    """Check what the memory needs: packages, folders, embedder, Chroma, index."""
    with open_memory(migrating=True) as memory:
        with bar("checking", "checks") as progress:
            report = memory.doctor(progress)
        rows = [(check.name, check.state, check.detail) for check in report.checks]
        told = [f"{check.name}: {check.advice}" for check in report.checks if check.advice]
        emit(report.as_dict(), _listed(("check", "state", "what"), rows), told)
        return 0 if report.ok else 1


@command(job_group, "list", "eywa job list")
def list_jobs() -> None:
    """The jobs there are, and what each did last."""
    with open_memory(migrating=True) as memory:
        found = memory.jobs()
        rows = [
            (name, last.in_words(chosen.zone) if last else "not known")
            for name, last in found.items()
        ]
        value = {name: last and last.as_dict() for name, last in found.items()}
        emit({"jobs": value}, table(("job", "last"), rows))


@command(job_group, "run", "eywa job run verify")
def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As 'eywa job list' names it.")],
) -> int:
    """Do a job now, as 'eywa watch' does it on schedule; for cron. Ends with 1 where it found or
    left something wrong."""
    with open_memory(migrating=True) as memory:
        with bar(name) as progress:
            done = memory.run_job(name, progress=progress)
        emit(done.as_dict(), f"{done.job}: {done.in_words(chosen.zone)}")
        return 0 if done.ok else 1
