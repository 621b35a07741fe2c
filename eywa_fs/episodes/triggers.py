"""What each trigger does with the episodes of a project. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from eywa_fs.episodes.episode import Op, State
from eywa_fs.episodes.scoring import Sketch, older_than, to_evict

if TYPE_CHECKING:
    from eywa_fs.config.episodes import EpisodeSettings

Sketches = Sequence[Sketch]
Changes = Mapping[Op, Sketches]
_Plan = Callable[[Sketches, Sketches, "EpisodeSettings", int], Changes]


def _evict(active: Sketches, compressed: Sketches, keep: EpisodeSettings, now_ms: int) -> Changes:
    """Those beyond what may be kept of either kind."""
    return {
        "evict": to_evict(active, keep.active, keep.ttl_days, now_ms)
        + to_evict(compressed, keep.compressed, keep.ttl_days, now_ms)
    }


def _decay(active: Sketches, compressed: Sketches, keep: EpisodeSettings, now_ms: int) -> Changes:
    """Those whose time ran out. Heat is a function of the time and stored nowhere."""
    every = [*active, *compressed]
    return {"evict": to_evict(every, len(every), keep.ttl_days, now_ms)}


def _compress(
    active: Sketches, compressed: Sketches, keep: EpisodeSettings, now_ms: int
) -> Changes:
    """Those that were not used for long are compressed, as many as there is room for."""
    old = older_than(active, keep.compress_after_days, now_ms)
    gone = to_evict([*compressed, *old], keep.compressed, keep.ttl_days, now_ms)
    names = {episode.id for episode in gone}
    return {"compress": [one for one in old if one.id not in names], "evict": gone}


def _purge(evicted: Sketches, _: Sketches, keep: EpisodeSettings, now_ms: int) -> Changes:
    """Those that were evicted and not used for very long."""
    return {"purge": older_than(evicted, keep.purge_after_days, now_ms)}


PLANS: Final[Mapping[str, tuple[tuple[State, State], _Plan]]] = {
    "realtime_eviction": (("active", "compressed"), _evict),
    "daily_decay_recompute": (("active", "compressed"), _decay),
    "weekly_compress": (("active", "compressed"), _compress),
    "monthly_purge": (("evicted", "evicted"), _purge),
}
"""Of each trigger the states of the episodes it looks at, and what it does with them."""
TRIGGERS: Final = tuple(PLANS)
