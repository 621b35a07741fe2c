"""Reading the audit trail, and telling where it and the decisions are not as they were written.

Whatever reads raises ``TruthReadError`` where a file cannot be read or a folder not be listed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from eywa_fs.model.plain import AsDict, wire_name
from eywa_fs.truth.chain import Break, breaks, is_linked
from eywa_fs.truth.layout import MAX_TIMESTAMP, Layout, day_within
from eywa_fs.truth.reader import read_lines, reading
from eywa_fs.truth.strict import exactly, number, time_ms

ACCEPTED = "break_accepted"
"""The action of an entry that says: this break of a log is known."""


@dataclass(frozen=True, slots=True)
class AuditEntry(AsDict):
    """One entry of the audit trail: what was done to what, when, by whom and why; with the user it
    was done to and the caller's names for it, where there are any."""

    timestamp: int
    action: str = ""
    target: str = ""
    operator: str = ""
    reason: str = ""
    citation: str = ""
    tenant_id: str | None = None
    user_id: str | None = None
    request_id: str | None = None
    trace_id: str | None = None
    before: Any = None
    after: Any = None


_TEXTS = set(AuditEntry.__slots__) - {"timestamp", "citation", "before", "after"}
"""What an entry says in words."""


def audit_entries(
    layout: Layout,
    since: int | None = None,
    until: int | None = None,
    action: str | None = None,
) -> Iterator[AuditEntry]:
    """The entries of the audit trail, oldest file first, in the order of their lines.

    Args:
        since, until: epoch milliseconds, half-open.
        action: those of one action only.
    """
    first = "" if since is None else day_within(since).isoformat()
    last = "~" if until is None else day_within(until).isoformat()
    for rel in _trail(layout):
        if first <= rel.removeprefix("audit/").partition(".")[0] <= last:
            for entry in _entries(layout, rel, action):
                if (since is None or entry.timestamp >= since) and (
                    until is None or entry.timestamp < until
                ):
                    yield entry


def logs(layout: Layout) -> Iterator[list[str]]:
    """The linked logs: of each its files, oldest first."""
    audit = log_files(layout, "audit")
    yield from ([rel] for rel in audit if not rel.endswith(".log.jsonl"))
    yield [rel for rel in audit if rel.endswith(".log.jsonl")]
    for scope in layout.scopes():
        for folder in layout.scope_folders(scope):
            yield log_files(layout, f"{folder}/decisions")
            for project in layout.folders(f"{folder}/episodes"):
                yield log_files(layout, f"{folder}/episodes/{project}")


def newest_entry(
    layout: Layout, action: str, target: str | None = None, *, until: int = MAX_TIMESTAMP
) -> AuditEntry | None:
    """The newest entry of an action (on a target, if one is named), of a time before ``until``
    (epoch milliseconds); ``None`` where there is none. Reads no further back.
    """
    for rel in reversed(_trail(layout)):
        of_action = (e for e in _entries(layout, rel, action) if e.timestamp < until)
        of_file = [e for e in of_action if target in (None, e.target)]
        if of_file:
            return of_file[-1]
    return None


def broken_links(layout: Layout) -> Iterator[Break]:
    """Where the audit trail, the erasures or a user's decisions or episodes are not as they were
    written.
    """
    for files in logs(layout):
        yield from breaks((rel, log_lines(layout, rel)) for rel in files)


def accepted_breaks(layout: Layout) -> set[tuple[str, str]]:
    """Breaks that somebody accepted: ``path:line`` and the SHA-256 of that line."""
    return {
        (entry.target, str(entry.after.get("sha256")))
        for entry in audit_entries(layout, action=ACCEPTED)
        if isinstance(entry.after, dict)
    }


def losses(layout: Layout) -> Iterator[Break]:
    """Entries that tell of records which stood in a file when it was indexed, and later did not, or
    not as they were; each with its own place and SHA-256.
    """
    for rel in _trail(layout):
        for at, data in log_lines(layout, rel):
            entry = _entry(data, f"{rel}:{at}") if b'"lost"' in data else None
            why = _lost(entry) if entry is not None else None
            if why is not None:
                yield Break(rel, at, why, hashlib.sha256(data).hexdigest())


def _lost(entry: AuditEntry) -> str | None:
    """What an entry tells of lost records; ``None`` where it tells of none."""
    with suppress(ValueError, TypeError, KeyError):
        lost = exactly(dict, entry.before)["lost"]
        count, lines = number(lost["records"], 1), exactly(list, lost["lines"])
        named = ", ".join(str(number(line, 1)) for line in lines)
        records = "1 record, in line" if count == 1 else f"{count} records, in lines"
        more = ", …" if count > len(lines) else ""
        return f"{entry.target}: {records} {named}{more}, went or changed after indexing"
    return None


def _trail(layout: Layout) -> list[str]:
    """The files of the audit trail, oldest first; the other logs beside it left out."""
    return [rel for rel in log_files(layout, "audit") if rel.endswith(".log.jsonl")]


def log_files(layout: Layout, folder: str) -> list[str]:
    """The files of linked logs in a folder, by name."""
    try:
        with os.scandir(layout.root / folder) as entries:
            names = [f"{folder}/{e.name}" for e in entries if e.is_file(follow_symlinks=False)]
    except OSError as error:  # also where a file stands in its place
        if isinstance(error, FileNotFoundError) and layout.is_absence(error):
            return []
        raise layout.unlisted(folder, error) from None
    return sorted(name for name in names if is_linked(name))


def log_lines(layout: Layout, rel: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a log's file with their numbers; none where there is no such file."""
    with suppress(FileNotFoundError), reading(layout, rel) as fd:
        for line in read_lines(fd, 0, 1):
            yield line.number, line.data


def _entries(layout: Layout, rel: str, action: str | None) -> Iterator[AuditEntry]:
    """The entries of a file, those of one action if one is given."""
    marked = (
        b"" if action is None else json.dumps(action, ensure_ascii=False).encode("utf-8", "replace")
    )
    for at, data in log_lines(layout, rel):
        entry = _entry(data, f"{rel}:{at}") if marked in data else None
        if entry is not None and action in (None, entry.action):
            yield entry


def _entry(data: bytes, citation: str) -> AuditEntry | None:
    """The entry in a line; ``None`` where it is none, or was erased."""
    with suppress(ValueError, TypeError, RecursionError):
        value = json.loads(data)
        if isinstance(value, dict):
            said = {name: value.get(wire_name(name)) for name in _TEXTS}
            return AuditEntry(
                timestamp=time_ms(value.get("timestamp")),
                citation=citation,
                before=value.get("before"),
                after=value.get("after"),
                **{name: item for name, item in said.items() if isinstance(item, str)},
            )
    return None
