"""What a user's records are at a moment, for what reads the files: listings and exports."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from eywa_fs.errors import TruthReadError
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.model.listing import Seen
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import Line


class Sight:
    """Tells of a record in its own line what it is now; reads the user's decisions once.

    Args:
        now_ms: what has expired by then is not seen.
        shown: gives a record as a caller may see it.
        hidden: archived, deleted and expired records are seen as well.

    Raises:
        TruthReadError: a decisions file cannot be read.
    """

    def __init__(
        self,
        layout: Layout,
        scope: Scope,
        now_ms: int,
        shown: Callable[[Record], Record],
        *,
        hidden: bool = False,
    ) -> None:
        self._ledger = Ledger(layout, scope)
        self._now_ms = now_ms
        self._shown = shown
        self._hidden = hidden

    def __call__(self, record: Record, line: Line, path: str) -> Seen | None:
        """The record with its current text; ``None`` where it is not seen, or its text is not what
        was decided (``verify`` names it)."""
        if not self._ledger.is_decided(record.event_id):
            expired = record.expires_at is not None and record.expires_at <= self._now_ms
            if not expired:
                return Seen(self._shown(record))
            return Seen(self._shown(record), state="expired") if self._hidden else None
        target = Target(record, line.anchor(path))
        standing = self._ledger.standing(target)
        if not self._hidden and not standing.is_shown(self._now_ms):
            return None
        state: str = standing.state
        if state == "active" and not standing.is_shown(self._now_ms):
            state = "expired"
        with suppress(TruthReadError):
            text, _ = self._ledger.text(target, standing.text)
            return Seen(self._shown(text), standing.version, state)
        return None
