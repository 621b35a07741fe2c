"""Commands that keep the truth safe: backup, restore, drill."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.opening import index_now, open_memory, when
from eywa_fs.cli.options import WHEN, chosen
from eywa_fs.cli.output import emit, many, note, shown, table
from eywa_fs.cli.progress import bar
from eywa_fs.errors import BadRequest

if TYPE_CHECKING:
    from eywa_fs.backup.vault import Vault

SHOWN_PROBLEMS = 20

KeyFile = Annotated[
    str | None,
    typer.Option(help="Encrypt and decrypt with this file of at least 32 random bytes."),
]
To = Annotated[
    str | None, typer.Argument(help="A folder outside the root, or a URL; backup.to by default.")
]


@command(
    app,
    "backup",
    "eywa backup ../safe/memory --keep 30",
    again="earlier backups are whole; run the command again: it goes on from what is stored",
)
def backup(
    to: To = None,
    key_file: KeyFile = None,
    keep: Annotated[
        int | None, typer.Option(help="Afterwards take all but so many newest backups away.")
    ] = None,
    begin: Annotated[
        bool,
        typer.Option(
            "--begin",
            help="Begin where there are none any more, or not even the bucket yet.",
        ),
    ] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="Make none; name the backups that are there.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Make none; read and prove every chunk.")
    ] = False,
) -> int:
    """Make a backup of the truth, while others write; only what is new is stored."""
    if sum((listing, verify, keep is not None)) > 1:
        raise BadRequest("--list, --verify and --keep do not go together: give one of them")
    if listing:
        return _list(to, key_file)
    if verify:
        return _verify(to, key_file)
    with open_memory(migrating=True) as memory:
        with bar("backing up") as progress:
            report = memory.backup(to, key_file=key_file, keep=keep, begin=begin, progress=progress)
        lines = [
            f"{report.id}: {many(report.files, 'files')}, {report.bytes} bytes at {report.to}",
            f"{report.new_bytes} bytes added in {report.new_chunks} chunks, {report.seconds:.1f} s",
        ]
        if report.pruned is not None:
            gone = report.pruned
            chunks = many(gone.chunks, "chunks")
            lines.append(f"{many(len(gone.backups), 'backups')} and {chunks} taken away")
        told = [f"not in it: {one.path} ({one.why})" for one in report.skipped[:SHOWN_PROBLEMS]]
        told += report.problems
        emit(report.as_dict(), "\n".join(lines), told)
        return 0


def _vault(to: str | None, key_file: str | None) -> Vault:
    """The backups, for which no memory need be left."""
    from eywa_fs.backup.opening import named, open_vault
    from eywa_fs.config import load_settings

    settings = load_settings(chosen.root, chosen.config)
    chosen.zone = settings.retrieval.timezone
    return open_vault(*named(settings.backup, to, key_file))


def _list(to: str | None, key_file: str | None) -> int:
    found = _vault(to, key_file).listing()
    rows = [
        (one.id, "" if one.at is None else shown(one.at), one.files, one.bytes, one.problem or "")
        for one in found
    ]
    text = table(("backup", "when", "files", "bytes", "problem"), rows)
    emit({"backups": [one.as_dict() for one in found]}, text or "no backups yet")
    return 1 if any(one.problem for one in found) else 0


def _verify(to: str | None, key_file: str | None) -> int:
    with bar("verifying backups") as progress:
        found = _vault(to, key_file).verify(progress)
    looked_at = f"{many(found.backups, 'backups')}, {many(found.chunks, 'chunks')}"
    text = f"{looked_at}, {found.bytes} bytes: " + (
        "all is well" if found.ok else many(len(found.problems), "problems")
    )
    emit(found.as_dict(), "\n".join([text, *found.problems]))
    return 0 if found.ok else 1


@command(
    app,
    "restore",
    "eywa restore ../safe/memory --root new_root",
    again="there is no root yet; run the command again",
)
def restore(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Where the backups are.")],
    key_file: KeyFile = None,
    backup: Annotated[
        str | None, typer.Option(help="The id of a backup; the newest by default.")
    ] = None,
    at: Annotated[
        str | None, typer.Option(help=f"The newest that had begun by this time ({WHEN}).")
    ] = None,
    erasures: Annotated[
        Path | None, typer.Option(help="A further log of erasures (erasures.jsonl) to apply.")
    ] = None,
    index: Annotated[bool, typer.Option("--index", help="Build the index afterwards.")] = False,
) -> int:
    """Restore a backup into --root, which must be new or empty; what was erased stays erased."""
    from eywa_fs.backup.opening import named
    from eywa_fs.backup.restoring import restore as restored
    from eywa_fs.config import load_settings

    settings = load_settings(chosen.root, chosen.config)
    chosen.zone = settings.retrieval.timezone
    place, key = named(settings.backup, source, key_file)
    with bar("restoring") as progress:
        report = restored(
            chosen.root,
            place,
            key_file=key,
            backup=backup,
            at=when(at, "--at"),
            erasures=erasures,
            progress=progress,
        )
    if index:
        with open_memory() as memory:
            index_now(memory)
    lines = [
        f"{report.id} restored to {report.root}: {many(report.files, 'files')}, "
        f"{report.bytes} bytes",
        f"checked: {many(report.records, 'records')}, {many(report.other_lines, 'other lines')}, "
        f"{many(report.erasures, 'erasures')} applied",
        "next:",
        f"  eywa --root {chosen.root} verify --deep"
        if index
        else f"  eywa --root {chosen.root} index",
    ]
    told = [f"left out: {path}: something in it was erased later" for path in report.withheld]
    told += [
        f"{one} is damaged: erasures only it knows of are not applied" for one in report.unread
    ]
    told += [f"not as it was written: {where}" for where in report.broken]
    emit(report.as_dict(), "\n".join(lines), told)
    return 0 if report.ok else 1


@command(app, "drill", "eywa drill", again="nothing of the drill is left; run the command again")
def drill(
    to: Annotated[
        str | None,
        typer.Argument(help="Take the newest backup there; by default one is made for the drill."),
    ] = None,
    key_file: KeyFile = None,
    index: Annotated[
        bool, typer.Option(help="Build the index and verify; without, only restore and search.")
    ] = True,
    searches: Annotated[int, typer.Option(help="Records that are searched for.")] = 10,
) -> int:
    """Restore a backup elsewhere for real, try it out and measure; leaves nothing behind."""
    with open_memory(migrating=True) as memory:
        report = memory.drill(to, key_file=key_file, index=index, searches=searches, step=_say)
        found = report.as_dict()
        rows = [
            ("backup", f"{report.id}, {report.files} files, {report.records} records"),
            ("lost (RPO)", f"{report.lost_records} records, {report.rpo_s:.0f} s"),
            ("on the schedule", _seconds(report.scheduled_rpo_s)),
            ("backup made in", _seconds(report.backup_s)),
            ("restored in", _seconds(report.restore_s)),
            ("first answer after (RTO)", _seconds(report.first_answer_s)),
            ("all indexed after", _seconds(report.indexed_s)),
            ("searches that found", f"{report.found} of {report.searches}"),
            ("verify --deep", _yes(report.verified, "all is well", "findings, see --json")),
            ("index", _yes(report.same_index, "the same as the source's", "NOT the source's")),
            ("loss of at most 5 min", _yes(report.targets["rpo"], "met", "MISSED")),
            ("a million in 30 min", _yes(report.targets["rto"], "met", "MISSED")),
        ]
        told = [f"not found: {where}" for where in report.missed]
        if report.at_million is None:
            told.append("too few records to say anything about a million")
        else:
            times = ", ".join(f"{k} {v:.0f} s" for k, v in report.at_million.items())
            told.append(f"a million records, by the same rate each (not measured): {times}")
        emit(found, table(("what", "found"), rows), told)
        return 0 if report.ok else 1


def _say(what: str) -> None:
    if not chosen.json:
        note(f"{what} …")


def _seconds(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.1f} s"


def _yes(value: bool | None, yes: str, no: str) -> str:
    return "not known" if value is None else yes if value else no
