"""What working memory holds, which of it goes first, and the blocks it is shown as. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from eywa_fs.model.plain import AsDict, AsWire

BAND: Final = 0.1
"""Items whose importance lies in one band of this width count as equally important: within it the
one that has least to do with the focus goes first."""


@dataclass(frozen=True, slots=True)
class WorkingItem(AsWire):
    """Something a running session needs at hand.

    Attributes:
        kind: what it is, as the host names it: ``focus``, ``preference``, ``note`` …
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
