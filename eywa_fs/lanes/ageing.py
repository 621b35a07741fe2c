"""When raw text leaves the vector index, and for which users."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from eywa_fs.model.documents import scope_key

if TYPE_CHECKING:
    from datetime import date

    from eywa_fs.model.records import Scope

Mode = Literal["on", "shadow", "off"]


@dataclass(frozen=True, slots=True)
class Ageing:
    """The rule: a session-day file is old when its day ended ``recent_days`` ago or earlier.

    ``mode``: ``on`` lets summaries stand in for the vectors of old records, ``shadow`` only builds
    them, ``off`` has none. ``rollout_percent`` of the users, by a stable hash, are ``on``; the
    others are then as in shadow mode. ``recent_days`` 0 keeps every vector: nothing is ever old.
    """

    mode: Mode = "off"
    recent_days: int = 7
    rollout_percent: int = 100

    def first_recent_day(self, now_ms: int) -> date | None:
        """The oldest day that keeps its vectors; ``None`` when every day does."""
        if self.mode == "off" or not self.recent_days:
            return None
        today = datetime.fromtimestamp(now_ms / 1000, UTC).date()
        return today - timedelta(days=self.recent_days)

    def of_file(self, scope: Scope, day: date | None, recent: date | None) -> Mode:
        """What holds for a file of a day (``None``: it never grows old), ``recent`` being what
        :meth:`first_recent_day` says."""
        if day is None or recent is None or day >= recent:
            return "off"
        included = int(scope_key(scope)[:8], 16) % 100 < self.rollout_percent
        return "on" if self.mode == "on" and included else "shadow"
