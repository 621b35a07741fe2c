"""What was read by other rules, or for another time zone, is read again."""

from __future__ import annotations

from eywa_fs.catalog import files, outbox
from eywa_fs.catalog.store import Catalog, note_meta

_NAME = "reading_rules"


def rules_name(version: int, timezone: str) -> str:
    """What a message is read by; another name means reading it again. Arguments as below."""
    return f"{version} {timezone}"


def reread_if_changed(catalog: Catalog, version: int, timezone: str, *, now_ms: int) -> int:
    """Queue every indexed file if its facts were read by other rules than these; how many were
    queued.

    The note of the rules is written together with the queue, so that a crash loses neither. Until a
    file's turn comes, answers use what was read before.

    Args:
        version: of the rules, see ``facts/readings.py``.
        timezone: where "today" in a message is resolved.
    """
    rules = rules_name(version, timezone)
    known = catalog.meta(_NAME)
    if known == rules:
        return 0
    with catalog.write() as connection:
        paths = sorted(files.every(connection))
        note_meta(connection, _NAME, rules)
        return outbox.add_files(
            connection, "INDEX_REPAIR", paths, reason="rules_changed", now_ms=now_ms
        )
