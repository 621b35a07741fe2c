"""Calls about the episodes of a project and the working memory of a session; as :mod:`calls`."""

from __future__ import annotations

from typing import Literal, Unpack

from eywa_fs.client import answers as ans
from eywa_fs.client.methods import Asks
from eywa_fs.client.request import Of

Trigger = Literal["realtime_eviction", "daily_decay_recompute", "weekly_compress", "monthly_purge"]


class EpisodeCalls:
    """These calls as methods of a client."""

    @Asks("POST", "/v1/episodes", ans.RecordedGiven)
    def record_episode(
        self, text: str, scene_type: str, skill_used: str, *, project_id: str = "default",
        session_id: str = "default", chapter_id: str = "", selected_index: int | None = None,
        edit_distance: float | None = None, importance: float = 0.5, wait: bool = False,
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Record what was done in a situation, and how it was taken. It is written in the
        background, or is on disk when this returns if it is to ``wait``."""

    @Asks("POST", "/v1/episodes/query", ans.EpisodesGiven, reads=True)
    def query_episodes(
        self, query: str, *, project_id: str = "default", scene_type: str | None = None,
        limit: int = 5, **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Episodes that fit a situation: of the scene first, then by meaning, best first."""

    @Asks("GET", "/v1/episodes", ans.EpisodesGiven, reads=True)
    def episodes(self, *, project_id: str = "default", **of: Unpack[Of]) -> None:
        """All episodes of a project, oldest first, evicted ones too."""

    @Asks("POST", "/v1/episodes/{episode_id}/undo", ans.UndoneGiven)
    def undo_episode(
        self, episode_id: str, *, project_id: str = "default", at: int | None = None,
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Say that what an episode proposed was undone; counts within 30 seconds of it."""

    @Asks("POST", "/v1/episodes/{episode_id}/confirm", ans.ConfirmedGiven)
    def confirm_episode(
        self, episode_id: str, *, project_id: str = "default", confirmed: bool = True,
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Keep an episode: it is neither evicted nor compressed; or let go of it."""

    @Asks("POST", "/v1/episodes/triggers", ans.TriggeredGiven)
    def episode_trigger(
        self, trigger: Trigger, *, project_id: str = "default", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Evict, compress or purge episodes of a project now."""

    @Asks("POST", "/v1/working", ans.PutGiven)
    def put_working(
        self, text: str, *, kind: str = "note", importance: float = 0.5, item_id: str | None = None,
        focus: str | None = None, project_id: str = "default", session_id: str = "default",
        **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Hold an item in the working memory of a session. It is never written."""

    @Asks("POST", "/v1/working/end", ans.EndedGiven)
    def end_working(
        self, *, project_id: str = "default", session_id: str = "default", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """End a session: what is important enough becomes episodes, the rest is let go."""

    @Asks("POST", "/v1/layers", ans.LayersGiven, reads=True)
    def layers(
        self, query: str, *, project_id: str = "default", scene_type: str | None = None,
        limit: int = 5, session_id: str = "default", **of: Unpack[Of],
    ) -> None:  # fmt: skip
        """Everything for a host's context: the session at hand, episodes that fit, rules."""
