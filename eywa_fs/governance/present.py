"""The records of a user as they are now: one by one for listings and exports, and file by file for
forgetting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from eywa_fs.errors import TruthReadError
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.governance.replay import Standing
from eywa_fs.model.listing import Listed
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import Line

CITED: Final = "cited"
"""Key of an answer's ``meta``: the event ids of the records that it rests on."""


@dataclass(frozen=True, slots=True)
class Present:
    """A record as it is now.

    Attributes:
        record: with its current text.
        target: its own line.
        decided: somebody decided about it, or its own line says when it expires.
        decided_at: when somebody last did (epoch ms); 0: nobody.
        has_end: it was said when it expires, or that it never does.
    """

    record: Record
    target: Target
    standing: Standing
    decided: bool = False
    decided_at: int = 0
    has_end: bool = False


def present_in(layout: Layout, ledger: Ledger, truth: TruthPath) -> list[Present]:
    """The records of a session file in the order of its lines; those left out whose text is not
    what was decided. A file that is gone has none.

    Args:
        ledger: the decisions about the user's records.

    Raises:
        TruthReadError: the file cannot be read.
    """
    found = []
    with suppress(FileNotFoundError):
        for line, record in records_in(layout, truth):
            if record is not None:
                with suppress(TruthReadError):
                    found.append(_present(ledger, Target(record, line.anchor(truth.rel))))
    return found


def _present(ledger: Ledger, target: Target) -> Present:
    changes, standing = ledger.of(target), ledger.standing(target)
    return Present(
        ledger.text(target, standing.text)[0],
        target,
        standing,
        bool(changes),
        max((change.at for change in changes if change.op != "add"), default=0),
        any(change.op in ("add", "expire") for change in changes),
    )


def last_cited(layout: Layout, files: Iterable[TruthPath]) -> dict[str, int]:
    """When an answer in some session files last rested on a record, by its event id (epoch ms).
    ``TruthReadError`` where a file cannot be read."""
    found: dict[str, int] = {}
    for truth in files:
        with suppress(FileNotFoundError):
            for _, record in records_in(layout, truth, marked=f'"{CITED}"'.encode()):
                names = (record.meta or {}).get(CITED) if record is not None else None
                for name in names if isinstance(names, list) else ():
                    if record is not None and isinstance(name, str):
                        found[name] = max(found.get(name, 0), record.timestamp)
    return found


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

    def __call__(self, record: Record, line: Line, path: str) -> Listed | None:
        """The record with its current text; ``None`` where it is not seen, or its text is not what
        was decided (``verify`` names it)."""
        cited = f"{path}:{line.number}"
        if not self._ledger.is_decided(record.event_id):
            expired = record.expires_at is not None and record.expires_at <= self._now_ms
            if not expired:
                return Listed(self._shown(record), cited)
            return Listed(self._shown(record), cited, state="expired") if self._hidden else None
        target = Target(record, line.anchor(path))
        standing = self._ledger.standing(target)
        if not self._hidden and not standing.is_shown(self._now_ms):
            return None
        state: str = standing.state
        if state == "active" and not standing.is_shown(self._now_ms):
            state = "expired"
        with suppress(TruthReadError):
            text, _ = self._ledger.text(target, standing.text)
            return Listed(self._shown(text), cited, standing.version, state)
        return None
