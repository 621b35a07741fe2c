"""What queries and triggers give: values, rendered by whoever shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from eywa_fs.episodes.episode import Episode
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.plain import AsDict, AsWire, fields_of


@dataclass(frozen=True, slots=True)
class Rule(AsWire):
    """One rule for a host's instructions: semantic memory holds such, the defaults are such."""

    id: str
    text: str
    project_id: str = ""
    scope: str = "global"
    version: int = 1


DEFAULT_RULES: Final = (
    Rule("default-ask", "What the user asks for now comes before what was taken well earlier."),
    Rule("default-keep", "Keep the tone, the terms and the form of what is there already."),
    Rule("default-little", "Change no more than was asked for."),
    Rule("default-choice", "Where it is open what is wanted, offer alternatives."),
)
"""What holds where nothing can be remembered."""


@dataclass(frozen=True, slots=True)
class Scored:
    """An episode with its score, and the parts of that before they are weighted."""

    episode: Episode
    score: float
    parts: Mapping[str, float]

    def as_dict(self) -> dict[str, Any]:
        return self.episode.as_dict() | fields_of(self, "episode")


@dataclass(frozen=True, slots=True)
class EpisodesFound(AsWire):
    """Episodes that answer a query, each proved against its lines.

    Attributes:
        episodes: best first.
        rules: the default rules, where reading failed.
        degraded: why the answer may be worse than usual.
        dropped: what was refused, as its lines are not what they were, by reason.
    """

    episodes: tuple[Scored, ...] = ()
    rules: tuple[Rule, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    _properties = ("memory_degraded",)

    @property
    def memory_degraded(self) -> bool:
        """Whether reading failed, so that the default rules stand in."""
        return bool(self.rules)


@dataclass(frozen=True, slots=True)
class Listing(AsDict):
    """The episodes of a project, oldest first; the rest as of :class:`EpisodesFound`."""

    episodes: tuple[Episode, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TriggerReport(AsWire):
    """What a trigger did in a project.

    Attributes:
        looked_at: episodes that it looked at.
        changed: ids of those that it evicted, compressed or purged, by what was done.
        heat: of the episodes that stay the least, the middle and the greatest
            :func:`~eywa_fs.episodes.scoring.heat`; empty where it does not matter.
    """

    trigger: str
    project_id: str
    looked_at: int
    changed: Mapping[str, tuple[str, ...]]
    heat: tuple[float, ...] = ()
