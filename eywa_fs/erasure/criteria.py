"""Which records are to be erased."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from eywa_fs.clock import DAY_MS
from eywa_fs.errors import BadRequest
from eywa_fs.model.records import Record, Scope
from eywa_fs.truth.erasures import whose
from eywa_fs.truth.layout import TruthPath, day_start_ms


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a record must fulfil, all of it, to be erased: arguments of :meth:`EywaMemory.erase`.
    ``BadRequest`` where none is given, or others beside ``everything``, or an empty one."""

    tenant_id: str
    user_id: str | None
    text: str | None = None
    event_ids: Collection[str] = ()
    session_id: str | None = None
    since: int | None = None
    until: int | None = None
    everything: bool = False
    project_id: str | None = None

    def __post_init__(self) -> None:
        if self.text is not None and not self.text.strip():
            raise BadRequest("text is empty: every record would say it")
        if self.everything == bool(self.by[:-1] if self.everything else self.by):
            raise BadRequest(
                "say what is to be erased: a text, event ids, a session, a project, a time, or "
                "everything (alone)"
            )
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise BadRequest("since is not before until: no record is of that time")

    @property
    def by(self) -> tuple[str, ...]:
        """Names of the criteria."""
        given = {
            "text": self.text is not None,
            "event": bool(self.event_ids),
            "session": self.session_id is not None,
            "project": self.project_id is not None,
            "time": self.since is not None or self.until is not None,
            "everything": self.everything,
        }
        return tuple(name for name, there in given.items() if there)

    @property
    def scope(self) -> dict[str, str]:
        """Whose records, with the keys of the disk format."""
        return whose(self.tenant_id, self.user_id)

    def covers(self, scope: Scope) -> bool:
        """Whether a user's records are looked at."""
        return scope.tenant_id == self.tenant_id and self.user_id in (None, scope.user_id)

    def concerns(self, truth: TruthPath) -> bool:
        """Whether lines of a file may fulfil the criteria."""
        if truth.kind == "episodes":
            return self.project_id in (None, truth.project_id)
        if self.project_id is not None:
            return False
        if truth.kind != "session":
            return self.session_id is None and self.since is None and self.until is None
        return self.session_id in (None, truth.session_id)

    def takes(self, truth: TruthPath, record: Record | None) -> bool:
        """Whether a line fulfils all but :attr:`text`; one that is no record has no id, and is of
        a time if its file's whole day is."""
        if self.event_ids and (record is None or record.event_id not in self.event_ids):
            return False
        if truth.kind == "episodes" and self.session_id not in (None, record and record.session_id):
            return False
        if truth.kind not in ("session", "episodes") or (self.since is None and self.until is None):
            return True
        if record is not None:
            return self._is_of_time(record.timestamp, record.timestamp + 1)
        day = day_start_ms(truth.day) if truth.day is not None else 0
        return self._is_of_time(day, day + DAY_MS)

    def _is_of_time(self, first: int, end: int) -> bool:
        return (self.since is None or first >= self.since) and (
            self.until is None or end <= self.until
        )
