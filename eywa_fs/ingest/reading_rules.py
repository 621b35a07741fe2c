"""What was read by other rules, or for another time zone, is read again."""

from __future__ import annotations

from eywa_fs.catalog import files, outbox
from eywa_fs.catalog.store import Catalog, note_meta

_NAME = "reading_rules"


def reread_if_changed(catalog: Catalog, rules: str, *, now_ms: int) -> None:
    """Queue every indexed file if its facts were read by other rules than these.

    The note of the rules is written together with the queue, so that a crash loses neither. Until a
    file's turn comes, answers use what was read before. ``rules`` as of :class:`Workshop`.
    """
    if catalog.meta(_NAME) == rules:
        return
    with catalog.write() as connection:
        paths = sorted(files.every(connection))
        note_meta(connection, _NAME, rules)
        outbox.add_files(connection, "INDEX_REPAIR", paths, reason="rules_changed", now_ms=now_ms)
