"""The messages of one session of a memory, in order, for frameworks that keep histories.

A message of a framework is a record: its words are the text, and the whole of it stands in ``meta``
under the framework's name, so that it can be given back exactly.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.clock import DAY_MS, Clock, system_clock
from eywa_fs.errors import VersionConflict
from eywa_fs.memory.surface import Ids, scope_of
from eywa_fs.model.listing import Listed
from eywa_fs.model.records import Draft

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory

_ALL: Final = 1_000_000_000
_AT_ONCE: Final = 500
"""Records taken back in one transaction: each of them is looked for in the user's files."""


class Conversation:
    """One session of one user.

    Args:
        framework: key of ``meta`` under which whole messages stand, and operator of what is taken
            back.
        clock: gives epoch milliseconds; the same as the memory's.

    The order is that of lines, day by day, and not that of times: a clock may be set back.
    """

    def __init__(
        self, memory: EywaMemory, framework: str, tenant_id: str, user_id: str, session_id: str,
        *, clock: Clock = system_clock,
    ) -> None:  # fmt: skip
        self._memory = memory
        self._framework = framework
        self._ids = Ids(tenant_id=tenant_id, user_id=user_id)
        self._session_id = session_id
        self._clock = clock

    def add(self, messages: Sequence[tuple[str, str, Mapping[str, Any]]]) -> None:
        """Write messages in one append; all are on disk when this returns.

        Args:
            messages: of each the role (of a record), its words and the whole of it, of values that
                are JSON. One without words is written as its JSON: a record has some text.

        Raises:
            InvalidRecord: a message is not JSON, or too large; nothing was written.
            TruthWriteError: nothing was acknowledged.
        """
        timestamp = self._tomorrow()
        self._memory.append_many(
            Draft(
                content=words if words.strip() else json.dumps(whole, ensure_ascii=False),
                role=role,
                **self._ids,
                session_id=self._session_id,
                timestamp=timestamp,
                meta={self._framework: dict(whole)},
            )
            for role, words, whole in messages
        )

    def _tomorrow(self) -> int | None:
        """When tomorrow begins, if the session has a file of that day: the clock was set back over
        midnight, and what is added today would stand before what is there."""
        begins = (self._clock() // DAY_MS + 1) * DAY_MS
        layout, scope = self._memory.layout, scope_of(**self._ids)
        file = layout.root / layout.session_file(scope, self._session_id, begins)
        return begins if file.exists() else None

    def list(self, limit: int | None = None) -> builtins.list[Listed]:
        """The last messages of the session, at most ``limit``, in order; none that was taken
        back."""
        if limit is not None and limit < 1:
            return []
        page = self._memory.list(**self._ids, session_ids=[self._session_id], limit=_ALL)
        items = sorted(page.items, key=_place)
        return items if limit is None else items[max(len(items) - limit, 0) :]

    def whole(self, listed: Listed) -> dict[str, Any] | None:
        """The message that a record was written for; ``None`` where it is of another writer, or has
        another text since: an update leaves no ``meta``."""
        found = (listed.record.meta or {}).get(self._framework)
        return found if isinstance(found, dict) else None

    def take_back(self, messages: Sequence[Listed]) -> bool:
        """Delete records, as :meth:`EywaMemory.delete`: they are found no more, and stand in the
        files until they are erased.

        Returns:
            False where somebody decided about one of them since it was listed.
        """
        for start in range(0, len(messages), _AT_ONCE):
            some = messages[start : start + _AT_ONCE]
            try:
                with self._memory.transaction(**self._ids, operator=self._framework) as changes:
                    for one in some:
                        changes.delete(one.record.event_id, expected_version=one.version)
            except VersionConflict:
                return False
        return True

    def clear(self) -> None:
        """Take every message back, also those that others write meanwhile."""
        while found := self.list():
            self.take_back(found)

    def pop(self) -> Listed | None:
        """Take the newest message back, and give it; ``None`` where there is none."""
        while newest := self.list(1):
            if self.take_back(newest):
                return newest[0]
        return None


def _place(listed: Listed) -> tuple[str, str, int]:
    """Day, file and line of a record."""
    path, _, line = listed.citation.rpartition(":")
    return path.rpartition("/")[2], path, int(line)
