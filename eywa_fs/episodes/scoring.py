"""Which episodes come first, and which have to go. Pure: the time is an argument.

Recency, importance and relevance are added with equal weights, and recency falls by 0.995 an hour
since an episode was used last: both as in Park et al., Generative Agents (2023, arXiv:2304.03442,
section 4.1). They bring all three to 0 … 1 among the candidates; here only relevance is, as the
cosines of a model lie close together: two episodes of the same minute are equally recent. Feedback,
which they do not have, is a fourth part of half the weight.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from eywa_fs.clock import DAY_MS
from eywa_fs.episodes.episode import Op, State

if TYPE_CHECKING:
    from eywa_fs.config.episodes import EpisodeSettings

HOURLY: Final = 0.995
RELEVANCE, RECENCY, IMPORTANCE, FEEDBACK = 1.0, 1.0, 1.0, 0.5
CANDIDATES: Final = 20
"""Of the episodes of a scene so many that are nearest in meaning are weighed by the other parts."""
FEWEST, MOST = 3, 5
"""How many episodes a query gives; where a scene has fewer than the first, others fill up."""
HOUR_MS = 3_600_000


class Sketch(NamedTuple):
    """As much of an episode as decides its place; fields as of
    :class:`~eywa_fs.episodes.episode.Episode`, and the fingerprint of its text."""

    id: str
    session_id: str
    scene_type: str
    state: State
    weight: float
    importance: float
    recall_count: int
    confirmed: bool
    used_at: int
    text_hash: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """An episode's id with its score, and the parts of that before they are weighted."""

    id: str
    score: float
    parts: Mapping[str, float]


def heat(episode: Sketch, now_ms: int) -> float:
    """How warm an episode is: (1 + times recalled) · 0.995 ^ hours since its use."""
    return (1 + episode.recall_count) * math.pow(HOURLY, _hours(episode, now_ms))


def _log_heat(episode: Sketch, now_ms: int) -> float:
    """The logarithm of :func:`heat`, which also orders what is so cold that its heat rounds to 0:
    the least recently used one of those recalled equally often is the coldest."""
    return math.log1p(episode.recall_count) + _hours(episode, now_ms) * math.log(HOURLY)


def _hours(episode: Sketch, now_ms: int) -> float:
    """How long ago it was used."""
    return max(0, now_ms - episode.used_at) / HOUR_MS


def ranked(
    found: Sequence[Sketch], similar: Mapping[str, float], scene: str | None, now_ms: int
) -> list[Ranked]:
    """Episodes, best first: those of the scene, then, where they are fewer than :data:`FEWEST`,
    those of others; in both by the mixed score among the :data:`CANDIDATES` nearest in meaning.

    Args:
        similar: cosine of each episode's text and the query, by id; one without a vector has none.
        scene: the scene asked for; ``None``: any.
    """
    own = [episode for episode in found if scene in (None, episode.scene_type)]
    others = [episode for episode in found if scene not in (None, episode.scene_type)]
    first = _mixed(own, similar, now_ms)
    if len(first) >= FEWEST:
        return first
    return first + _mixed(others, similar, now_ms)[: FEWEST - len(first)]


def to_evict(
    found: Sequence[Sketch], limit: int, ttl_days: float, now_ms: int, room: int = 0
) -> list[Sketch]:
    """Which episodes leave so that at most ``limit`` minus ``room`` stay: first all whose time ran
    out, then the coldest. Confirmed ones stay, so more may stay than that.

    Args:
        ttl_days: days after its last use from which on an episode is out of time.
        room: how many are about to come.
    """
    free = sorted((e for e in found if not e.confirmed), key=lambda e: (_log_heat(e, now_ms), e.id))
    gone = [episode for episode in free if now_ms - episode.used_at >= ttl_days * DAY_MS]
    names = {episode.id for episode in gone}
    stay = [episode for episode in free if episode.id not in names]
    surplus = len(found) - len(gone) - (limit - room)
    return gone + stay[: max(0, surplus)]


def older_than(found: Iterable[Sketch], days: float, now_ms: int) -> list[Sketch]:
    """Those that nobody confirmed and that were used last so many days ago."""
    return [e for e in found if not e.confirmed and now_ms - e.used_at >= days * DAY_MS]


def _mixed(found: Sequence[Sketch], similar: Mapping[str, float], now_ms: int) -> list[Ranked]:
    near = sorted(found, key=lambda e: (-similar.get(e.id, -1.0), -e.used_at, e.id))[:CANDIDATES]
    relevance = _spread([similar.get(episode.id, 0.0) for episode in near])
    recency = [HOURLY ** _hours(e, now_ms) for e in near]
    scored = []
    for episode, near_by, recent in zip(near, relevance, recency, strict=True):
        parts = {
            "relevance": near_by,
            "recency": recent,
            "importance": episode.importance,
            "feedback": episode.weight,
        }
        score = (
            RELEVANCE * near_by + RECENCY * recent
            + IMPORTANCE * episode.importance + FEEDBACK * episode.weight
        )  # fmt: skip
        scored.append(Ranked(episode.id, score, parts))
    return sorted(scored, key=lambda one: (-one.score, one.id))


def _spread(values: Sequence[float]) -> list[float]:
    """Values brought to 0 … 1; all 0 where they are the same."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


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
