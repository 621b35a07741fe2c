"""What an episode is, and the fold that makes it of the lines about it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from eywa_fs.episodes.feedback import WEIGHTS, Signal
from eywa_fs.model.plain import AsWire, wire_name
from eywa_fs.model.records import Anchor, Scope

State = Literal["active", "compressed", "evicted"]
Op = Literal["record", "signal", "confirm", "unconfirm", "recall", "compress", "evict", "purge"]
OPS: Final[tuple[Op, ...]] = get_args(Op)

RECORDED: Final = {
    name: wire_name(name)
    for name in (
        "chapter_id", "scene_type", "skill_used", "selected_index", "edit_distance",
        "implicit_signal", "weight", "importance",
    )
}  # fmt: skip
"""The fields of an episode that the ``meta`` of its ``record`` has, and their names there."""

BRIEF_CHARS: Final = 240
"""How much of its text a compressed episode keeps in answers; its line keeps all."""


class Project(NamedTuple):
    """A project of a user."""

    scope: Scope
    id: str


@dataclass(frozen=True, slots=True)
class Episode(AsWire):
    """One interaction, and what became of it.

    Attributes:
        scope: always ``project``: nothing is shared between projects.
        version: 1, and one more for each line that changed it.
        scene_type, skill_used: in which kind of situation the agent did what.
        selected_index, edit_distance: which proposal was taken, and what share of it was changed;
            see :mod:`eywa_fs.episodes.feedback`.
        weight: of :attr:`implicit_signal`, -1 to 1.
        importance: 0 to 1, as the host gave it.
        recall_count, last_recalled_at: how often queries gave it, and when last (epoch
            milliseconds, 0: never).
        state: ``active``; ``compressed``: given with a short text; ``evicted``: not given.
        created_at: epoch milliseconds.
        text: what the interaction was about; ``""`` where it was not read from the file.
        citation: of the line that recorded it.
    """

    id: str
    tenant_id: str
    user_id: str
    project_id: str
    session_id: str
    chapter_id: str
    scene_type: str
    skill_used: str
    selected_index: int | None
    edit_distance: float | None
    implicit_signal: Signal | None
    weight: float
    importance: float
    created_at: int
    citation: str
    scope: str = "project"
    version: int = 1
    recall_count: int = 0
    last_recalled_at: int = 0
    confirmed: bool = False
    state: State = "active"
    text: str = ""
    _properties = ("compressed",)

    @property
    def compressed(self) -> bool:
        """Whether only a short text of it is given."""
        return self.state == "compressed"

    @property
    def used_at(self) -> int:
        """When it was made or given last, epoch milliseconds."""
        return max(self.created_at, self.last_recalled_at)

    def as_dict(self) -> dict[str, Any]:
        named = AsWire.as_dict(self)
        named["userConfirmed"] = named.pop("confirmed")
        return named


@dataclass(frozen=True, slots=True)
class Change:
    """One line about an episode.

    Attributes:
        meta: its ``meta``: the fields of the episode for ``record``, else what changes.
        text: of a ``record`` what the episode was about.
        anchor: where it stands.
        event_id: its own; of a ``record`` also the episode's.
    """

    op: Op
    episode_id: str
    event_id: str
    at: int
    session_id: str
    tenant_id: str
    user_id: str
    meta: Mapping[str, Any]
    text: str
    anchor: Anchor

    @property
    def place(self) -> tuple[str, str, int]:
        """What orders the lines of a project: by day, and in a file by place."""
        folder, _, day = self.anchor.file_path.rpartition("/")
        return day, folder, self.anchor.byte_start


def fold(changes: Iterable[Change]) -> Episode | None:
    """The episode that a set of lines about it makes; ``None`` without its ``record``, or once it
    was purged.

    The order in which they are given, and lines that are given twice, change nothing.
    """
    known = {change.event_id: change for change in sorted(changes, key=lambda c: c.place)[::-1]}
    ordered = sorted(known.values(), key=lambda change: change.place)
    first = next((change for change in ordered if change.op == "record"), None)
    episode = None if first is None else _recorded(first)
    for change in ordered:
        if episode is not None and change.op != "record":
            episode = _changed(episode, change)
    return episode


def _recorded(change: Change) -> Episode:
    meta = change.meta
    return Episode(
        id=change.episode_id,
        tenant_id=change.tenant_id,
        user_id=change.user_id,
        project_id=meta["projectId"],
        session_id=change.session_id,
        **{name: meta[there] for name, there in RECORDED.items()},
        created_at=change.at,
        citation=change.anchor.citation,
        text=change.text,
    )


def _changed(episode: Episode, change: Change) -> Episode | None:
    """What a line makes of an episode; eviction and compression leave a confirmed one as it is."""
    kept = episode.confirmed
    made = replace(episode, version=episode.version + 1)
    match change.op:
        case "signal":
            signal = change.meta["implicitSignal"]
            return replace(made, implicit_signal=signal, weight=WEIGHTS[signal])
        case "confirm" | "unconfirm":
            return replace(made, confirmed=change.op == "confirm")
        case "recall":
            last = max(made.last_recalled_at, change.at)
            return replace(made, recall_count=made.recall_count + 1, last_recalled_at=last)
        case "compress" if not kept and episode.state == "active":
            return replace(made, state="compressed")
        case "evict" if not kept:
            return replace(made, state="evicted")
        case "purge" if not kept:
            return None
        case _:
            return episode


def brief(text: str) -> str:
    """The beginning of a text in at most :data:`BRIEF_CHARS` characters."""
    words = " ".join(text.split())
    return words if len(words) <= BRIEF_CHARS else words[: BRIEF_CHARS - 1] + "…"
