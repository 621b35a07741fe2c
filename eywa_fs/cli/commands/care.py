"""Commands that look after a memory: status, verify, repair, rebuild, outbox, doctor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from eywa_fs.cli.groups import app, command, outbox_group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import Json
from eywa_fs.cli.output import edge, emit, note
from eywa_fs.cli.progress import counting, measured
from eywa_fs.cli.tables import show_table

SHOWN_FINDINGS = 50

AGAIN = "run the same command again"


@command(app)
def status(as_json: Json = False) -> None:
    """Counts, lag, dead letters and the health of each part."""
    with edge(as_json), open_memory(migrating=True) as memory:
        found = memory.status().as_dict()
        if as_json:
            emit(True, found, "")
        else:
            show_table("", ("what", "value"), list(_flat(found)))
            for line in _what_next(found):
                note(line)
        raise typer.Exit(0 if found["ok"] else 1)


def _flat(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for name, value in found.items():
        if isinstance(value, Mapping):
            rows += [(f"{name}.{key}", str(item)) for key, item in value.items()]
        elif value is not None:
            rows.append((name, {True: "yes", False: "no"}.get(value, str(value))))
    return rows


def _what_next(found: Mapping[str, Any]) -> list[str]:
    lines = []
    if found["outbox"].get("dead_letter"):
        lines.append("work was given up: 'eywa outbox list' says why, 'eywa outbox retry' retries")
    parts = [state for state in found["parts"].values() if state != "ok"]
    if any(state.startswith("damaged") for state in parts):
        lines.append("a part is damaged: 'eywa repair --apply' derives it anew")
    if found["lag"]["bytes"] and found["indexer"] is None:
        lines.append("bytes wait and no indexer runs: 'eywa watch', or 'eywa index' once")
    model = found["model"]
    if model is not None and model["unread"] and found["indexer"] is None:
        lines.append("messages wait for the model and no indexer runs: 'eywa watch', 'eywa enrich'")
    return lines


@command(app)
def verify(
    deep: Annotated[
        bool, typer.Option(help="Check each line and document, not only fingerprints.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compare the truth with everything derived from it; writes nothing."""
    with edge(as_json, AGAIN), open_memory(migrating=True) as memory:
        with measured("verifying", as_json) as progress:
            report = memory.verify(deep=deep, progress=progress)
        if as_json:
            emit(True, report.as_dict(), "")
        else:
            rows = [(f.severity, f.kind, f.target, f.detail) for f in report.findings]
            _show_findings(("severity", "kind", "where", "what"), rows)
            emit(False, None, f"checked {_counted(report.checked)}: {_verdict(report.counts)}")
            if not report.ok:
                note("next: 'eywa repair' shows what it would do, 'eywa repair --apply' does it")
        raise typer.Exit(0 if report.ok else 1)


def _verdict(counts: Mapping[str, int]) -> str:
    return "all is well" if not counts else _counted(counts)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items()) or "nothing"


def _show_findings(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        show_table("", columns, rows[:SHOWN_FINDINGS])
    if len(rows) > SHOWN_FINDINGS:
        note(f"and {len(rows) - SHOWN_FINDINGS} more; --json lists all")


@command(app)
def repair(
    apply: Annotated[bool, typer.Option(help="Do it; without, only say what.")] = False,
    as_json: Json = False,
) -> None:
    """Make the derived state fit the truth again; a dry run unless --apply."""
    with edge(as_json, AGAIN), open_memory(migrating=True) as memory:
        with counting("repairing", "documents", as_json) as progress:
            report = memory.repair(apply=apply, progress=progress)
        if as_json:
            emit(True, report.as_dict(), "")
        else:
            verb = "did" if report.applied else "would"
            rows = [(f"{verb} {a.kind}", a.target, a.reason) for a in report.actions]
            _show_findings(("step", "where", "why"), rows)
            if not rows:
                emit(False, None, "nothing to repair")
            if report.applied:
                emit(False, None, f"{report.written} documents written, {report.removed} removed")
                if report.after is not None and not report.ok:
                    note(f"left: {_counted(report.after.counts)}; see 'eywa verify --deep'")
            elif rows:
                note("next: 'eywa repair --apply' does it")
        raise typer.Exit(0 if report.ok else 1)


@command(app)
def rebuild(
    prove: Annotated[bool, typer.Option(help="Compare with the old state.")] = False,
    as_json: Json = False,
) -> None:
    """Derive everything anew beside the old state, then switch."""
    again = "the old index stays in use; run the command again"
    with edge(as_json, again), open_memory(migrating=True) as memory:
        with counting("rebuilding", "documents", as_json) as progress:
            report = memory.rebuild(prove=prove, progress=progress)
        text = f"generation {report.generation}: {report.documents} documents, {report.digest}"
        if report.equal is not None:
            text += "\nthe same as before" if report.equal else "\nNOT the same as before"
            text += "".join(f"\n  {place}" for place in report.differences)
        emit(as_json, report.as_dict(), text)
        raise typer.Exit(1 if prove and report.equal is False else 0)


@command(outbox_group, "list")
def outbox_list(as_json: Json = False) -> None:
    """Events that wait, run or were given up."""
    with edge(as_json), open_memory(migrating=True) as memory:
        events = memory.outbox()
        if as_json:
            value = [{name: getattr(e, name) for name in e.__slots__} for e in events]
            emit(True, {"events": value}, "")
        elif events:
            rows = [(e.id, e.status, e.event_type, e.target, e.attempts, e.error) for e in events]
            show_table("", ("id", "status", "event", "target", "tries", "last error"), rows)
        else:
            emit(False, None, "nothing waits")


@command(outbox_group, "retry")
def outbox_retry(as_json: Json = False) -> None:
    """Give dead letters another eight attempts, and work them off."""
    with edge(as_json, AGAIN), open_memory() as memory:
        number = memory.retry_dead_letters()
        emit(as_json, {"retried": number}, f"{number} retried")


@command(app)
def doctor(as_json: Json = False) -> None:
    """Check what the memory needs: packages, folders, embedder, Chroma, index."""
    with edge(as_json), open_memory(migrating=True) as memory:
        with counting("checking", "checks", as_json) as progress:
            report = memory.doctor(progress)
        if as_json:
            emit(True, report.as_dict(), "")
        else:
            show_table("", ("check", "state", "what"), [(c.name, c.state, c.detail)
                                                         for c in report.checks])  # fmt: skip
            for check in report.checks:
                if check.advice:
                    note(f"{check.name}: {check.advice}")
        raise typer.Exit(0 if report.ok else 1)
