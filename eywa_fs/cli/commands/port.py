"""Commands that bring records in from other programs, and take them out: import, export."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eywa_fs.cli.commands.write import what_next
from eywa_fs.cli.groups import app, command
from eywa_fs.cli.known import require_sessions
from eywa_fs.cli.opening import OfUser, index_now, open_memory, when
from eywa_fs.cli.options import Create, Sessions, Since, Until, chosen, refuse_user
from eywa_fs.cli.output import emit, many, note
from eywa_fs.cli.progress import bar
from eywa_fs.errors import BadRequest
from eywa_fs.model.safetext import safe_json, safe_line

if TYPE_CHECKING:
    from eywa_fs.importing.importer import ImportReport

SHOWN_PROBLEMS = 20
SHOWN_PLACES = 10


@command(
    app,
    "import",
    "eywa import conversations.json --user ana",
    again="run the same command again: what is there already is not added twice",
)
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Exports of eywa, ChatGPT, Claude, WhatsApp or Slack (.zip or unpacked), JSON "
            "lines, OpenAI-style messages, folders of Markdown notes."
        ),
    ],
    of: OfUser,
    session: Annotated[
        str | None,
        typer.Option(help="Session id; by default the record's own, or the conversation's."),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            help="auto, eywa, jsonl, messages, chatgpt, claude, whatsapp, slack or markdown.",
        ),
    ] = "auto",
    me: Annotated[
        str | None,
        typer.Option(
            help="Your name in a chat of several people: only what you say is read into facts."
        ),
    ] = None,
    day_first: Annotated[
        bool | None,
        typer.Option("--day-first/--month-first", help="How a chat writes 03/04, if it's unclear."),
    ] = None,
    system: Annotated[
        bool, typer.Option(help="Also take system prompts of messages and exports.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace notes that are there with other text.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be put where, and write nothing.")
    ] = False,
    index: Annotated[bool, typer.Option(help="Index afterwards.")] = True,
    create: Create = False,
) -> int:
    """Import conversations and notes; running it again, or after Ctrl-C, adds nothing twice."""
    with open_memory(writing=True, make=create, migrating=dry_run) as memory:
        reports = []
        for path in files:
            with bar(f"reading {path.name}") as progress:
                reports.append(
                    memory.import_file(
                        path,
                        **of.ids,
                        session_id=session,
                        format=file_format,
                        system=system,
                        me=me,
                        day_first=day_first,
                        replace=replace,
                        dry_run=dry_run,
                        progress=progress,
                    )
                )
        if index and not dry_run:
            index_now(memory)
        bad = [problem for report in reports for problem in report.problems]
        told = bad[:SHOWN_PROBLEMS]
        if len(bad) > SHOWN_PROBLEMS:
            told.append(f"and {len(bad) - SHOWN_PROBLEMS} more; --json lists all")
        value = _value(reports, bad, dry_run)
        emit(value, "\n".join(_said(reports, value)), told)
        return 1 if bad else 0


def _value(reports: Sequence[ImportReport], bad: Sequence[str], dry_run: bool) -> dict[str, Any]:
    skipped: Counter[str] = Counter()
    for report in reports:
        skipped.update(report.skipped)
    return {
        "records": sum(report.records for report in reports),
        "new": sum(report.new for report in reports),
        "undated": sum(report.undated for report in reports),
        "users": [asdict(scope) for scope in _scopes(reports)],
        "skipped": dict(skipped),
        "bad_lines": bad,
        "dry_run": dry_run,
        "files": [report.as_dict() for report in reports],
    }


def _said(reports: Sequence[ImportReport], value: Mapping[str, Any]) -> list[str]:
    """What became of each file, what went where, what was left out, and what to type next."""
    dry_run = value["dry_run"]
    lines = [f"{safe_line(r.path)}: {r.format}, {many(r.records, 'records')}" for r in reports]
    done = "would be imported" if dry_run else "imported"
    refused = len(value["bad_lines"])
    lines.append(
        f"{many(value['records'], 'records')} {done}, {value['new']} of them new; {refused} refused"
    )
    if value["undated"]:
        lines.append(f"{value['undated']} without a time: new ones get that of the import")
    places = [(place, put) for report in reports for place, put in report.places.items()]
    for place, put in places[:SHOWN_PLACES]:
        days = f", {put.first_day} to {put.last_day}" if put.first_day else ""
        where = f" in session {safe_line(place.session_id)}" if place.session_id else ""
        user = f"{safe_line(place.scope.user_id)} (tenant {safe_line(place.scope.tenant_id)})"
        lines.append(f"{user}: {put.records} {place.kind}{where}, {put.new} new{days}")
    if len(places) > SHOWN_PLACES:
        lines.append(f"and {len(places) - SHOWN_PLACES} more places; --json lists all")
    lines += [f"skipped {number}: {reason}" for reason, number in value["skipped"].items()]
    return lines if dry_run else lines + what_next(_scopes(reports))


def _scopes(reports: Sequence[ImportReport]) -> list[Any]:
    return sorted({scope for report in reports for scope in report.scopes})


@command(
    app,
    "export",
    "eywa export ana.jsonl --user ana",
    again="run the same command again: what was begun left nothing behind",
)
def export(
    typed: typer.Context,
    of: OfUser,
    to: Annotated[
        Path | None,
        typer.Argument(help="A file, or of markdown a folder; - or nothing: standard output."),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            help="jsonl (all of it, for 'eywa import'), openai (messages) or markdown (to read).",
        ),
    ] = "jsonl",
    every: Annotated[bool, typer.Option("--all", help="All users of all tenants.")] = False,
    since: Since = None,
    until: Until = None,
    session: Sessions = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
) -> None:
    """Write the records of a user, or of all, for another program or for reading."""
    if every:
        refuse_user(typed, "--all")
    to = None if str(to) == "-" and file_format != "markdown" else to
    if str(to) == "-":
        raise BadRequest("markdown is a folder of pages: give its name; '-' is standard output")
    opened = open_memory(migrating=True) if every else of.opened(migrating=True)
    with opened as memory, bar("exporting") as progress:
        layout = memory.layout
        if to is not None and to.resolve().is_relative_to(layout.root):
            raise BadRequest(f"{to} lies in the data root: give a place outside it")
        found = memory.export_parts(
            **of.ids,
            every=every,
            format=file_format,
            since=when(since, "--since"),
            until=when(until, "--until"),
            session_ids=session or ()
            if every
            else require_sessions(layout, of.tenant, of.user, session),
            progress=progress,
        )
        if to is None:
            _print(line for part in found for line in part.lines)
            return
        from eywa_fs.exporting.target import write_file, write_folder

        files, lines = 1, 0
        if file_format == "markdown":
            files, lines = write_folder(found, to, force=force)
        else:
            lines = write_file(found, to, force=force)
        value = {"to": str(to), "format": file_format, "files": files, "lines": lines}
        told = f"{many(lines, 'lines')} in {many(files, 'files')}, as {file_format}"
        emit(value, f"{safe_line(str(to))}: {told}")


def _print(lines: Iterable[str]) -> None:
    """Lines as they are, in UTF-8 whatever the locale; on a terminal made safe for it."""
    watched = sys.stdout.isatty()
    for line in lines:
        text = safe_json(line) if watched else line
        sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.flush()
    if watched and not chosen.json:
        note("standard output got the export; give a file's name to keep it")
