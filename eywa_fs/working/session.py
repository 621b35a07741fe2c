"""The working memory of one session. Nothing of it is ever written but what its end archives."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from eywa_fs.config.episodes import WorkingSettings
from eywa_fs.errors import BadRequest, CapacityExceeded, DependencyUnavailable, NotFound
from eywa_fs.model.plain import AsDict, AsWire

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BAND: Final = 0.1
"""Items whose importance lies in one band of this width count as equally important: within it the
one that has least to do with the focus goes first."""


@dataclass(frozen=True, slots=True)
class WorkingItem(AsWire):
    """Something a running session needs at hand.

    Attributes:
        kind: what it is, as the host names it: ``focus``, ``preference``, ``note`` …
        text: as it is shown: with what a redaction policy masks masked.
        token_count: tokens of :attr:`text`.
        importance: 0 to 1.
        created_at, updated_at: epoch milliseconds.
        scene_type, skill_used: of the episode that it may become; ``""``: its kind, ``session``.
        scope: always ``session``.
        version: 1, and one more for each time that it was put again.
    """

    id: str
    project_id: str
    session_id: str
    kind: str
    text: str
    token_count: int
    importance: float
    created_at: int
    updated_at: int
    scene_type: str = ""
    skill_used: str = ""
    scope: str = "session"
    version: int = 1
    _hidden = ("scene_type", "skill_used")


@dataclass(frozen=True, slots=True)
class Block(AsDict):
    """A labelled text for a model's context, in the shape of Letta's memory blocks. ``limit``: the
    most tokens that it may have."""

    label: str
    value: str
    limit: int
    description: str = ""
    read_only: bool = True
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


def to_drop(
    items: Sequence[WorkingItem], surplus: int, related: Callable[[WorkingItem], float]
) -> list[WorkingItem]:
    """Which items go so that at least ``surplus`` tokens are free: those of least importance first,
    in bands of :data:`BAND`; within a band those least related to the focus, then the oldest.

    Args:
        related: cosine of an item and the focus; asked only of items in a band that is looked at.
    """
    gone: list[WorkingItem] = []
    bands = sorted({_band(item) for item in items})
    for band in bands:
        if surplus <= 0:
            break
        mine = [item for item in items if _band(item) == band]
        close = {item.id: related(item) for item in mine} if len(mine) > 1 else {}
        for item in sorted(mine, key=lambda i: (close.get(i.id, 0.0), i.updated_at, i.id)):
            if surplus > 0:
                gone.append(item)
                surplus -= item.token_count
    return gone


def blocks_of(items: Sequence[WorkingItem], limit: int) -> list[Block]:
    """A block for each kind, in the order in which the kinds came, items oldest first. ``limit``:
    the most tokens that all of them may have together."""
    found = []
    for kind in dict.fromkeys(item.kind for item in items):
        mine = [item for item in items if item.kind == kind]
        metadata = {
            "projectId": mine[0].project_id,
            "sessionId": mine[0].session_id,
            "items": [item.id for item in mine],
            "tokenCount": sum(item.token_count for item in mine),
        }
        words = f"{len(mine)} of this session, newest last"
        text = "\n".join(item.text for item in mine)
        found.append(Block(kind, text, limit, words, tags=("working",), metadata=metadata))
    return found


def _band(item: WorkingItem) -> int:
    return int(item.importance / BAND + 1e-9)


Embed = Callable[[str], "NDArray[np.float32]"]
Archive = Callable[[Sequence[WorkingItem]], list[str]]


@dataclass(frozen=True, slots=True)
class SessionEnd(AsDict):
    """What became of a session's items.

    Attributes:
        archived: ids of the episodes that were made of items; all of them are on disk.
        dropped: how many items were let go.
    """

    archived: tuple[str, ...]
    dropped: int


class WorkingMemory:
    """Items of one session. Threads may share it. As a context it ends the session at its end.

    Args:
        shown: a text as callers and models get it.
        count: counts the tokens of a text.
        embed: turns a text into a vector of unit parts; keeps nothing on disk.
        archive: makes episodes of items and returns their ids once they are on disk.
    """

    def __init__(
        self,
        project_id: str,
        session_id: str,
        settings: WorkingSettings,
        *,
        shown: Callable[[str], str],
        count: Callable[[str], int],
        embed: Embed,
        archive: Archive,
        clock: Callable[[], int],
    ) -> None:
        self.project_id = project_id
        self.session_id = session_id
        self._settings = settings
        self._shown = shown
        self._count = count
        self._embed = embed
        self._archive = archive
        self._clock = clock
        self._items: dict[str, WorkingItem] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._focus: NDArray[np.float32] | None = None
        self._mutex = threading.RLock()

    @property
    def tokens(self) -> int:
        """Tokens of all items together; never more than ``working.tokens``."""
        with self._mutex:
            return sum(item.token_count for item in self._items.values())

    @property
    def items(self) -> list[WorkingItem]:
        """The items, the one that was put last at the end."""
        with self._mutex:
            return [self._given(item) for item in self._items.values()]

    def focus(self, text: str) -> None:
        """Say what the session is about now: what has little to do with it is let go first. Where
        there is no embedder, age decides."""
        with self._mutex:
            self._focus = None
            if text.strip():
                try:
                    self._focus = self._embed(text)
                except DependencyUnavailable:
                    return

    def put(
        self,
        text: str,
        *,
        kind: str = "note",
        importance: float = 0.5,
        item_id: str | None = None,
        scene_type: str = "",
        skill_used: str = "",
    ) -> WorkingItem:
        """Hold an item, or another text for one there is; others are let go where there is no room.

        Args:
            importance: 0 to 1; from ``working.archive_from`` on it becomes an episode at the end.
            item_id: of the item; another one is made without it.

        Raises:
            BadRequest: the text is empty, or the importance is out of range.
            CapacityExceeded: the text alone has more tokens than there may be; nothing has changed.
            DependencyUnavailable: there is no tokenizer.
        """
        if not text.strip() or not 0 <= importance <= 1:
            raise BadRequest("an item needs a text, and an importance from 0 to 1")
        tokens, limit = self._count(self._shown(text)), self._settings.tokens
        if tokens > limit:
            raise CapacityExceeded(
                f"the item has {tokens} tokens and a session {limit} (working.tokens): shorten it"
            )
        with self._mutex:
            name, now = item_id or f"wm_{os.urandom(8).hex()}", self._clock()
            known = self._items.get(name)
            made = WorkingItem(
                name, self.project_id, self.session_id, kind, text, tokens, importance,
                known.created_at if known else now, now, scene_type, skill_used,
                version=known.version + 1 if known else 1,
            )  # fmt: skip
            others = [item for item in self._items.values() if item.id != name]
            surplus = sum(item.token_count for item in others) + tokens - limit
            for item in to_drop(others, surplus, self._related):
                self._forget(item.id)
            self._forget(name)
            self._items[name] = made
            return self._given(made)

    def drop(self, item_id: str) -> None:
        """Let an item go; ``NotFound`` where there is none."""
        with self._mutex:
            if item_id not in self._items:
                raise NotFound(f"the session {self.session_id} has no item {item_id}")
            self._forget(item_id)

    def blocks(self) -> list[Block]:
        """The items as blocks for a model's context, one for each kind."""
        return blocks_of(self.items, self._settings.tokens)

    def end_session(self) -> SessionEnd:
        """Make episodes of the items that are important enough, let go of the others, and be empty.

        Killed in between, the episodes are there or they are not; nothing is said to be archived
        that is not on disk. ``EpisodeWriteFailed`` or ``CapacityExceeded`` where no episode was
        made; the items are still there."""
        with self._mutex:
            kept = [i for i in self._items.values() if i.importance >= self._settings.archive_from]
            archived = self._archive(kept) if kept else []
            ended = SessionEnd(tuple(archived), len(self._items) - len(kept))
            self._items.clear()
            self._vectors.clear()
            self._focus = None
            return ended

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, at: TracebackType | None
    ) -> None:
        self.end_session()

    def _given(self, item: WorkingItem) -> WorkingItem:
        """An item as it is handed out; the one that is held has the text that it may be archived
        with."""
        return replace(item, text=self._shown(item.text))

    def _forget(self, name: str) -> None:
        self._items.pop(name, None)
        self._vectors.pop(name, None)

    def _related(self, item: WorkingItem) -> float:
        """The cosine of an item and the focus; 0 where either has no vector."""
        if self._focus is None:
            return 0.0
        vector = self._vectors.get(item.id)
        if vector is None:
            try:
                vector = self._vectors[item.id] = self._embed(item.text)
            except DependencyUnavailable:
                return 0.0
        return float(vector @ self._focus)
