"""When the last backup was made, read from the audit trail, and whether that is too long ago."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eywa_fs.config import BackupSettings
from eywa_fs.model.plain import AsDict
from eywa_fs.truth.auditlog import AuditEntry, newest_entry
from eywa_fs.truth.layout import Layout

_SLACK_S = 60.0


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
