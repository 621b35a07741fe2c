"""The users' messages that no model has read yet, found in the truth itself: a message as it was
said, or with the text that an update gave it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from eywa_fs.errors import TruthReadError
from eywa_fs.facts.journal import MODEL_FACTS
from eywa_fs.governance.changes import Change, is_about_record, revision
from eywa_fs.governance.decided import change_in
from eywa_fs.governance.memories import memories_of
from eywa_fs.llm.reader import MAX_TEXT, Message
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.truth.codec import record_at, records_in
from eywa_fs.truth.layout import Layout, TruthPath, day_of
from eywa_fs.truth.reader import FileState, file_state

VERSION = 2
"""``meta.version`` of the records that count: with facts and decisions."""
_BEFORE = 2
"""Messages of the session that are shown before one, so that a pronoun has somebody to mean."""

Place = tuple[int, str]
"""Time and event id: the order in which messages are read."""
Key = tuple[Scope, str, str]
"""Whose, event id and hash of the bytes: a changed message is another one."""


Masked = Callable[[Record], Record]
"""A record without what may not be seen."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A user's message: where its text stands and when it was said; ``home``: the file of its own
    line, which is another one where an update gave it its text."""

    scope: Scope
    session_id: str
    event_id: str
    timestamp: int
    anchor: Anchor
    home: str

    @property
    def key(self) -> Key:
        return self.scope, self.event_id, self.anchor.content_hash

    @property
    def place(self) -> Place:
        """Where it comes in the order of time."""
        return self.timestamp, self.event_id


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one file held when it was read."""

    state: FileState
    messages: tuple[Waiting, ...] = ()
    journaled: tuple[tuple[Key, int], ...] = ()
    """What a model read, and when that was written."""
    changes: tuple[tuple[Scope, Change], ...] = ()
    """What is decided about records, and when messages expire."""


class Unread:
    """Keeps what each file holds, so that only changed files are read again. For one thread."""

    def __init__(self, layout: Layout, masked: Masked) -> None:
        """``masked`` gives a record as the model may see it."""
        self._layout = layout
        self._masked = masked
        self._files: dict[str, _Seen] = {}
        self._said: Mapping[str, Sequence[Waiting]] = {}

    def look(self, scope: Scope | None = None, *, now_ms: int = 0) -> list[Waiting]:
        """Messages without a journaled reading, of one user or of all, oldest first; without those
        that were deleted, put aside or given another text, or are expired at a time."""
        found = self._read(scope)
        known = {key for seen in found for key, _ in seen.journaled}
        shown = _shown(found, now_ms)
        said: dict[str, list[Waiting]] = defaultdict(list)
        for message in shown:
            said[message.home].append(message)
        self._said = said
        return [message for message in shown if message.key not in known]

    def read_on(self, now_ms: int) -> int:
        """Messages of all users journaled on the UTC day of ``now_ms``."""
        today = day_of(now_ms)
        return sum(day_of(at) == today for seen in self._read(None) for _, at in seen.journaled)

    def message(self, waiting: Waiting) -> Message | None:
        """The message itself, proved, of those that the last look saw; ``None`` if its bytes are
        not what they were."""
        record = self.record_at(waiting.scope, waiting.anchor)
        if record is None:
            return None
        folder = waiting.home.rpartition("/")[0]
        days = sorted(p for p in self._said if p.rpartition("/")[0] == folder and p <= waiting.home)
        near = [m for path in days[-3:] for m in self._said[path] if m.place < waiting.place]
        said = sorted(near, key=lambda m: m.place)[-_BEFORE:]
        texts = [self.record_at(m.scope, m.anchor) for m in said]
        before = tuple(text.content[:MAX_TEXT] for text in texts if text is not None)
        return Message(record, waiting.anchor, before)

    def record_at(self, scope: Scope, anchor: Anchor) -> Record | None:
        """The record an anchor points at, masked, if its bytes are what they were; at the line of
        an update the updated one."""
        found = record_at(self._layout, scope, anchor)
        if found is not None and is_about_record(found):
            found = revision(found)
        return None if found is None else self._masked(found)

    def _read(self, scope: Scope | None) -> list[_Seen]:
        paths: Iterable[object] = (
            self._layout.walk() if scope is None else self._layout.scope_files(scope)
        )
        found: dict[str, _Seen] = {}
        for truth in paths:
            if isinstance(truth, TruthPath) and truth.kind in ("session", "decisions"):
                seen = self._file(truth)
                if seen is not None:
                    found[truth.rel] = seen
        if scope is None:
            self._files = found
        else:
            self._files |= found
        return list(found.values())

    def _file(self, truth: TruthPath) -> _Seen | None:
        state = file_state(self._layout, truth.rel)
        known = self._files.get(truth.rel)
        if state is None or (known is not None and known.state == state):
            return known if state is not None else None
        messages: list[Waiting] = []
        journaled, changes = [], []
        try:
            for line, record in records_in(self._layout, truth):
                change = change_in(line, record, truth)
                changes += [(truth.scope, change)] if change else []
                if record is None:
                    continue
                said, home = record, truth.rel
                if truth.kind == "decisions":
                    key = _journaled(record)
                    journaled += [(key, record.timestamp)] if key is not None else []
                    revised = revision(record)
                    if revised is None or change is None:
                        continue
                    said, home = revised, change.of.file_path
                if said.role == "user":
                    place = said.session_id, said.event_id, said.timestamp
                    messages.append(Waiting(truth.scope, *place, line.anchor(truth.rel), home))
        except (FileNotFoundError, TruthReadError):
            return None
        return _Seen(state, tuple(messages), tuple(journaled), tuple(changes))


def _shown(found: Sequence[_Seen], now_ms: int) -> list[Waiting]:
    """The messages whose text is to be shown (still), oldest first."""
    changes: dict[Scope, list[Change]] = defaultdict(list)
    for seen in found:
        for scope, change in seen.changes:
            changes[scope].append(change)
    memories = {scope: memories_of(own) for scope, own in changes.items()}
    shown = [
        m
        for seen in found
        for m in seen.messages
        if m.scope not in memories or not memories[m.scope].hides(m.event_id, m.anchor, now_ms)
    ]
    return sorted(shown, key=lambda m: m.place)


def _journaled(record: Record) -> Key | None:
    """Which message a decision record is a model's reading of; ``None`` for other decisions."""
    meta = record.meta or {}
    source = meta.get("source")
    if meta.get("kind") != MODEL_FACTS or meta.get("version") != VERSION:
        return None
    hashed = source.get("content_hash") if isinstance(source, dict) else None
    return record.scope, str(meta.get("event_id")), str(hashed)
