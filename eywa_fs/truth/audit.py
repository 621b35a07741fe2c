"""The audit trail: who did what, when and why. Truth side, append-only, one JSON line an entry.

An entry never repeats the text of a record; it names it by path, line and hash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from eywa_fs.clock import Clock, system_clock
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout


class AuditTrail:
    """Writes ``audit/YYYY-MM-DD.log.jsonl``."""

    def __init__(self, journal: Journal, *, clock: Clock = system_clock) -> None:
        self._journal = journal
        self._clock = clock

    def write(
        self,
        action: str,
        target: str,
        *,
        reason: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Append one entry durably.

        Args:
            action: what was done, e.g. ``file_rewritten`` or ``generation_switched``.
            target: the file, record or generation it was done to.

        Raises:
            TruthWriteError: the entry could not be written; the caller decides what that means.
        """
        now = self._clock()
        entry: dict[str, Any] = {
            "timestamp": now,
            "action": action,
            "target": target,
            "operator": "system",
            "reason": reason,
        }
        optional = {"before": before, "after": after}
        entry |= {key: value for key, value in optional.items() if value is not None}
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._journal.append_lines(Layout.audit_file(now), [line])
