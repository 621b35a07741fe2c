"""Status: what is there, how far behind the index is, and how each part does. Reads only."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.catalog import docs, outbox
from eywa_fs.catalog import files as catalog_files
from eywa_fs.catalog.files import FileRow
from eywa_fs.clock import Clock
from eywa_fs.config import BackupSettings
from eywa_fs.errors import (
    DependencyTimeout,
    DependencyUnavailable,
    EywaError,
    Hindered,
    TruthReadError,
)
from eywa_fs.generations.generation import Generation
from eywa_fs.ingest.filepass import bytes_behind
from eywa_fs.ingest.lease import Lease
from eywa_fs.model.plain import AsDict
from eywa_fs.model.records import Scope
from eywa_fs.truth import erasures
from eywa_fs.truth.auditlog import AuditEntry, newest_entry
from eywa_fs.truth.index_folder import last_written
from eywa_fs.truth.layout import Layout, StrayPath
from eywa_fs.truth.owners import refused_files
from eywa_fs.truth.reader import UNSEEN, FileState, file_state

if TYPE_CHECKING:
    from eywa_fs.llm.background import ReaderStatus

_SLACK_S = 60.0
SILENT_S = 600.0
"""How long who holds the indexer may write nothing while work waits: twice the interval at which
it looks at all files, and twice what an erasure waits for it."""
_NO_ROOM: Final = 64 << 10
"""A disk with fewer bytes left is full: a record, and what is kept beside it, need more."""
_HELP: Final = {
    "gone": "the folder of the memory is not where it was, or another one is there: put it back",
    "unreadable": "a file or folder of the truth cannot be read: 'eywa verify' names all such",
    "unwritable": "the disk takes no records: make room there, or let it be written; what was "
    "acknowledged is on it",
    "damaged": "a part is damaged: 'eywa repair --apply' derives it anew",
    "refused": "files belong to another user: 'eywa doctor' says whose, and what to do",
    "stopped": "who holds the indexer was stopped: end it, then 'eywa index'",
    "silent": "who holds the indexer does nothing: end it, then 'eywa index'",
    "unavailable": "a part cannot be used now: 'eywa doctor' says what it needs",
    "differ": "the index was made with other settings: set them back, or 'eywa rebuild'",
}
"""What helps where the state of a part begins with a word."""


@dataclass(frozen=True, slots=True)
class LastBackup(AsDict):
    """The last backup; ``None`` where none was made yet. One of a time to come (the clock was
    fast) counts only where there is no other.

    Attributes:
        to: where it is.
        at: when it began, epoch milliseconds.
        age_s: seconds since.
        scheduled: where ``eywa watch`` makes backups; ``None``: nowhere.
        stale: there is a schedule, and more than two of its intervals passed without a backup, or
            none is of a time that passed.
    """

    id: str | None
    to: str | None
    at: int | None
    age_s: float | None
    files: int | None
    bytes: int | None
    scheduled: str | None
    stale: bool


@dataclass(frozen=True, slots=True)
class Status(AsDict):
    """Health of a data root at one moment.

    Attributes:
        truth: number of tenants, users, sessions, files and bytes, told from names and sizes.
        index: documents by state, vectors, generation, embedder.
        lag: bytes that are not indexed, and seconds since the oldest of them was written.
        outbox: events by state.
        parts: ``ok``, or what is wrong, for each part: in a word or two, and after a colon more.
        indexer: who holds the lease, or ``None``.
        erasures: finished, and ``unfinished``: decided, and not certified yet.
        episodes: files about episodes, and of this process how many wait to be written and how many
            were not.
        jobs: what each job of ``eywa watch`` did last, in words; see :meth:`EywaMemory.jobs`.
        model: how far a language model is with reading; ``None`` where none is configured.
        backup: the last backup that was made, and whether it is too old for the schedule; ``None``
            where the audit trail cannot be read.
    """

    root: str
    truth: Mapping[str, int]
    index: Mapping[str, Any]
    lag: Mapping[str, float]
    outbox: Mapping[str, int]
    parts: Mapping[str, str]
    indexer: str | None
    last_error: str | None
    erasures: Mapping[str, int]
    episodes: Mapping[str, int] = field(default_factory=dict)
    jobs: Mapping[str, str] = field(default_factory=dict)
    model: ReaderStatus | None = None
    backup: LastBackup | None = None
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        return all(state == "ok" for state in self.parts.values()) and not self.outbox.get(
            "dead_letter"
        )

    def what_next(self) -> list[str]:
        """What is not well, and the command that helps; no line names a path."""
        lines = []
        if self.outbox.get("dead_letter"):
            lines.append(
                "work failed 8 times: 'eywa outbox list' says why, 'eywa outbox retry' tries"
            )
        states = {state.partition(":")[0] for state in self.parts.values()}
        lines += [line for state, line in _HELP.items() if state in states]
        if self.last_error is not None:
            lines.append("the indexer waits, or work failed and is tried again: its log says why")
        if self.lag["bytes"] and self.indexer is None:
            lines.append("bytes wait and no indexer runs: 'eywa watch', or 'eywa index' once")
        if self.erasures.get("unfinished"):
            who = "'eywa index'" if self.indexer is None else "who holds the indexer"
            lines.append(f"an erasure is not finished: {who} finishes it")
        if self.backup is not None and self.backup.stale:
            lines.append(
                "the last backup is too old for its schedule: 'eywa watch', or 'eywa backup'"
            )
        if self.model is not None and self.model.unread and self.indexer is None:
            lines.append(
                "messages wait for the model and no indexer runs: 'eywa watch', 'eywa enrich'"
            )
        return lines


def status(
    layout: Layout,
    generation: Generation | None,
    lease: Lease,
    clock: Clock,
    last_error: str | None,
    model: ReaderStatus | None,
    backups: BackupSettings,
    refused: str,
    unwritten: tuple[int, int, str],
    mismatch: str,
) -> Status:
    """See :meth:`EywaMemory.status`; ``refused`` says why the last append is not on disk, if it is
    not; ``unwritten`` are the episodes that wait to be written, those that were not, and what is
    still wrong about that; ``mismatch`` says why the index does not go with the settings."""
    known: Mapping[str, FileRow] = {}
    parts: dict[str, str] = {}
    found, episodes = _states(layout, parts)
    scopes, files = _scopes(layout, parts), [t for path in found if (t := Layout.parse(path))]
    if unwritten[2]:
        parts["episodes"] = f"{unwritten[1]} were not written: {unwritten[2]}"
    index: dict[str, Any] = {}
    waiting: dict[str, int] = {}
    if generation is None:
        missing = "missing: run 'eywa rebuild', or any command that indexes"
        parts["index"] = missing if found else "ok"
    else:
        bound = generation.binding
        index["generation"] = generation.number
        index["read_only"] = generation.read_only
        index["embedder"] = f"{bound.embedder}/{bound.model}"
        generation.look()
        damaged = generation.damage
        for part in ("catalog", "words", "vectors"):
            parts[part] = f"damaged: {damaged[part].reason}" if part in damaged else "ok"
        if parts["vectors"] == "ok" and generation.server is not None:
            parts["vectors"] = _on_server(generation)
        if parts["catalog"] == "ok":
            try:
                with generation.catalog().read() as connection:
                    index |= docs.counts(connection)
                    waiting = outbox.counts(connection)
                    known = catalog_files.every(connection)
            except DependencyTimeout as error:
                parts["catalog"] = f"busy: {error}"
            except Hindered as error:
                parts["catalog"] = f"unavailable: {error}"
            except EywaError as error:
                parts["catalog"] = f"damaged: {error}"
    if mismatch:
        parts["settings"] = f"differ: {mismatch}"
    logged, erased_at = _erasures(layout, parts)
    if any(state != "ok" for state in parts.values()):
        _lay_at_owner(layout, parts)
    backup = None
    with suppress(TruthReadError):
        backup = last_backup(layout, backups, clock())
    behind = bytes_behind(found, known)
    oldest = min((found[path].mtime_ns for path in behind), default=None)
    waits = [at for at in (oldest, erased_at) if at is not None]
    if waits and (silent := _silence(layout, lease, min(waits), clock())):
        parts["indexer"] = silent
    seconds = 0.0 if oldest is None else max(0.0, clock() / 1000 - oldest / 1e9)
    if problem := layout.lost():
        parts["truth"] = f"gone: {problem}"
    elif refused := refused or _full(layout):
        parts.setdefault("truth", f"unwritable: {refused}")
    return Status(
        root=str(layout.root),
        truth={
            "tenants": len({scope.tenant_id for scope in scopes}),
            "users": len(scopes),
            "sessions": len({(t.scope, t.session_id) for t in files if t.session_id is not None}),
            "files": len(found) + len(episodes),
            "bytes": sum(state.size for state in (*found.values(), *episodes.values())),
        },
        index=index,
        lag={"bytes": sum(behind.values()), "seconds": round(seconds, 3)},
        outbox=waiting,
        parts=parts,
        indexer=lease.running_owner(),
        last_error=last_error,
        erasures=logged,
        episodes={"files": len(episodes), "waiting": unwritten[0], "failed": unwritten[1]},
        model=model,
        backup=backup,
    )


def _silence(layout: Layout, lease: Lease, waits_ns: int, now_ms: int) -> str:
    """What is wrong with another process that holds the indexer while work waits, since some
    moment; empty where nothing is, or nobody has it."""
    owner = None if lease.held else lease.running_owner()
    if owner is None:
        return ""
    if lease.stopped():
        return f"stopped: {owner} holds the indexer and was stopped: have it go on, or end it"
    quiet = now_ms / 1000 - max(waits_ns, last_written(layout)) / 1e9
    if quiet < SILENT_S:
        return ""
    return (
        f"silent: {owner} holds the indexer, and has written nothing for {quiet:.0f} s though work "
        "waits: end it if it hangs"
    )


def _lay_at_owner(layout: Layout, parts: dict[str, str]) -> None:
    """Where files are another user's, say so, and not that what cannot be read is damaged."""
    if found := refused_files(layout):
        for part, state in parts.items():
            if state.startswith("damaged: "):
                parts[part] = state.replace("damaged: ", "unreadable: ", 1)
        parts["access"] = f"refused: {found}: {found.advice}"


def _full(layout: Layout) -> str:
    """That there is no room on the disk of the truth; empty where there is."""
    try:
        free = shutil.disk_usage(layout.root).free
    except OSError:
        return ""  # there is no root yet
    return f"the disk is full, {free} bytes are left" if free < _NO_ROOM else ""


def _on_server(generation: Generation) -> str:
    """How the vectors on a server are."""
    try:
        lacking = generation.server_lacks()
    except DependencyUnavailable as error:
        return f"unavailable: {error}"
    return f"damaged: {lacking}: run 'eywa repair --apply'" if lacking else "ok"


def _states(
    layout: Layout, parts: dict[str, str]
) -> tuple[dict[str, FileState], dict[str, FileState]]:
    """The states of the truth files that are indexed, and of those about episodes; what cannot be
    looked at is noted in ``parts``."""
    found: dict[str, FileState] = {}
    episodes: dict[str, FileState] = {}
    for item in layout.walk():
        state = None
        if isinstance(item, StrayPath):
            unseen = item.reason in ("unreadable", "symlink")
        else:
            state = file_state(layout, item.rel)
            unseen = state == UNSEEN
            if state is not None:
                (found if item.indexed else episodes)[item.rel] = state
        if unseen:
            parts["truth"] = (
                f"unreadable: {item.rel} cannot be looked at: 'eywa verify' names all such"
            )
    return found, episodes


def _scopes(layout: Layout, parts: dict[str, str]) -> list[Scope]:
    try:
        return layout.scopes()
    except TruthReadError as error:
        parts["truth"] = f"unreadable: {error}"
        return []


def _erasures(layout: Layout, parts: dict[str, str]) -> tuple[dict[str, int], int | None]:
    """How many erasures are finished, and how many are not; when the first of these was decided, in
    ns."""
    try:
        log = erasures.read(layout)
    except EywaError as error:
        parts["truth"] = f"unreadable: {error}"
        return {}, None
    waiting = [one.at * 1_000_000 for one in log.pending]
    counts = {"finished": len(log.erasures) - len(waiting), "unfinished": len(waiting)}
    return counts, min(waiting, default=None)


def last_backup(layout: Layout, settings: BackupSettings, now_ms: int) -> LastBackup:
    """What the audit trail says of the last backup; ``TruthReadError`` where it cannot be read."""
    newest = newest_entry(layout, "backup_made", until=int(now_ms + _SLACK_S * 1000))
    entry = newest or newest_entry(layout, "backup_made")
    said = _after(entry)
    at = said.get("at")
    age_s = None if at is None else max(0.0, (now_ms - at) / 1000)
    limit = 2 * settings.interval_s + _SLACK_S
    return LastBackup(
        id=said.get("id"),
        to=entry.target if entry is not None else None,
        at=at,
        age_s=age_s,
        files=said.get("files"),
        bytes=said.get("bytes"),
        scheduled=settings.to or None,
        stale=bool(settings.to) and (newest is None or age_s is None or age_s > limit),
    )


def _after(entry: AuditEntry | None) -> Mapping[str, Any]:
    """What an entry says of the backup, as far as it is what a backup writes."""
    found = entry.after if entry is not None and isinstance(entry.after, dict) else {}
    kinds = {"id": str, "at": int, "files": int, "bytes": int}
    return {name: found[name] for name, kind in kinds.items() if type(found.get(name)) is kind}
