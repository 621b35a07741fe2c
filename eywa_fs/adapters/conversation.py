"""The messages of one session of a memory, in order, for frameworks that keep histories.

A message of a framework is a record: its words are the text, and the whole of it stands in ``meta``
under the framework's name, so that it can be given back exactly. Where one of its strings is just
these words, ``meta`` has its place instead, and the words stand once.
"""

from __future__ import annotations

import builtins
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.clock import DAY_MS, Clock, system_clock
from eywa_fs.errors import InvalidRecord, VersionConflict
from eywa_fs.memory.surface import Ids, scope_of
from eywa_fs.model.listing import Listed
from eywa_fs.model.records import Draft
from eywa_fs.model.safetext import without_halves
from eywa_fs.truth.folder_names import encode_id

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory

_ALL: Final = 1_000_000_000
_NO_WORDS: Final = "…"
"""Text of the record of a message without words: a record has some, and this is not searched."""
_WORDS_AT: Final = "wordsAt"
"""Key of ``meta``: the keys and numbers that lead to the words in a whole message."""
_AT_ONCE: Final = 500
"""Records taken back in one transaction: each of them is looked for in the user's files."""


class Conversation:
    """One session of one user.

    Args:
        framework: key of ``meta`` under which whole messages stand, and operator of what is taken
            back.
        clock: gives epoch milliseconds; the same as the memory's.

    The order is that of lines, day by day, and not that of times: a clock may be set back.
    ``InvalidId``, when it is made, for what can name nobody and no session.
    """

    def __init__(
        self, memory: EywaMemory, framework: str, tenant_id: str, user_id: str, session_id: str,
        *, clock: Clock = system_clock,
    ) -> None:  # fmt: skip
        scope_of(tenant_id, user_id)
        encode_id(session_id, "session_id")
        self._memory = memory
        self._framework = framework
        self._ids = Ids(tenant_id=tenant_id, user_id=user_id)
        self._session_id = session_id
        self._clock = clock
        self._taking = threading.Lock()  # who take the newest at once would undo each other's tries

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
                content=without_halves(words if words.strip() else _NO_WORDS),
                role=role,
                **self._ids,
                session_id=self._session_id,
                timestamp=timestamp,
                meta=self._meta(whole, words),
            )
            for role, words, whole in messages
        )

    def _meta(self, whole: Mapping[str, Any], words: str) -> dict[str, Any]:
        """A message without its words; one with half a character, which no file can hold, as JSON
        that spells it."""
        try:
            _json(whole).encode()
        except UnicodeEncodeError:
            return {self._framework: json.dumps(whole)}
        at = _place_of(words, whole) if words.strip() else None
        if at is None:
            return {self._framework: dict(whole)}
        return {self._framework: _put(whole, at, ""), _WORDS_AT: at}

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
        meta = listed.record.meta or {}
        found, at = meta.get(self._framework), meta.get(_WORDS_AT)
        if isinstance(found, str):
            with suppress(ValueError, RecursionError):  # somebody changed it
                found = json.loads(found)
        if isinstance(at, builtins.list):
            found = _put(found, at, listed.record.content)
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
        with self._taking:
            while newest := self.list(1):
                if self.take_back(newest):
                    return newest[0]
            return None


def _json(whole: Mapping[str, Any]) -> str:
    try:
        return json.dumps(whole, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRecord(f"the message is not JSON: {error}") from None


def _place_of(words: str, value: Any) -> list[str | int] | None:
    """What leads to the first string in a value that is just these words."""
    if isinstance(value, str):
        return [] if value == words else None
    steps: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, list | tuple):
        steps = enumerate(value)
    elif isinstance(value, Mapping):
        steps = ((key, item) for key, item in value.items() if isinstance(key, str))
    for step, item in steps:
        if (rest := _place_of(words, item)) is not None:
            return [step, *rest]
    return None


def _put(value: Any, at: Sequence[str | int], words: str) -> Any:
    """A value with the words at a place; as it is where there is no such place."""
    if not at:
        return words
    step, *rest = at
    if isinstance(value, list | tuple):
        return [_put(one, rest, words) if n == step else one for n, one in enumerate(value)]
    if isinstance(value, Mapping):
        return {key: _put(one, rest, words) if key == step else one for key, one in value.items()}
    return value


def _place(listed: Listed) -> tuple[str, str, int]:
    """Day, file and line of a record."""
    path, _, line = listed.citation.rpartition(":")
    return path.rpartition("/")[2], path, int(line)
