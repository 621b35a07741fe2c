"""Calls about the episodes of a project and the working memory of a session; as :mod:`calls`."""

from __future__ import annotations

from typing import Literal, Unpack

from eywa_fs.client import answers as ans
from eywa_fs.client.request import Of, Request, request

Trigger = Literal["realtime_eviction", "daily_decay_recompute", "weekly_compress", "monthly_purge"]


def record_episode(
    text: str, scene_type: str, skill_used: str, *, project_id: str = "default",
    session_id: str = "default", chapter_id: str = "", selected_index: int | None = None,
    edit_distance: float | None = None, importance: float = 0.5, wait: bool = False,
    **of: Unpack[Of],
) -> Request[ans.RecordedGiven]:  # fmt: skip
    """Record what was done in a situation, and how it was taken. It is written in the background,
    or is on disk when this returns if it is to ``wait``."""
    return request("POST", "/v1/episodes", locals(), ans.RecordedGiven)


def query_episodes(
    query: str, *, project_id: str = "default", scene_type: str | None = None, limit: int = 5,
    **of: Unpack[Of],
) -> Request[ans.EpisodesGiven]:  # fmt: skip
    """Episodes that fit a situation: of the scene first, then by meaning, best first."""
    return request("POST", "/v1/episodes/query", locals(), ans.EpisodesGiven, reads=True)


def episodes(*, project_id: str = "default", **of: Unpack[Of]) -> Request[ans.EpisodesGiven]:
    """All episodes of a project, oldest first, evicted ones too."""
    return request("GET", "/v1/episodes", locals(), ans.EpisodesGiven, reads=True)


def undo_episode(
    episode_id: str, *, project_id: str = "default", at: int | None = None, **of: Unpack[Of]
) -> Request[ans.UndoneGiven]:
    """Say that what an episode proposed was undone; counts within 30 seconds of it."""
    return request("POST", "/v1/episodes/{episode_id}/undo", locals(), ans.UndoneGiven)


def confirm_episode(
    episode_id: str, *, project_id: str = "default", confirmed: bool = True, **of: Unpack[Of]
) -> Request[ans.ConfirmedGiven]:
    """Keep an episode: it is neither evicted nor compressed; or let go of it."""
    return request("POST", "/v1/episodes/{episode_id}/confirm", locals(), ans.ConfirmedGiven)


def episode_trigger(
    trigger: Trigger, *, project_id: str = "default", **of: Unpack[Of]
) -> Request[ans.TriggeredGiven]:
    """Evict, compress or purge episodes of a project now."""
    return request("POST", "/v1/episodes/triggers", locals(), ans.TriggeredGiven)


def put_working(
    text: str, *, kind: str = "note", importance: float = 0.5, item_id: str | None = None,
    focus: str | None = None, project_id: str = "default", session_id: str = "default",
    **of: Unpack[Of],
) -> Request[ans.PutGiven]:  # fmt: skip
    """Hold an item in the working memory of a session. It is never written."""
    return request("POST", "/v1/working", locals(), ans.PutGiven)


def end_working(
    *, project_id: str = "default", session_id: str = "default", **of: Unpack[Of]
) -> Request[ans.EndedGiven]:
    """End a session: what is important enough becomes episodes, the rest is let go."""
    return request("POST", "/v1/working/end", locals(), ans.EndedGiven)


def layers(
    query: str, *, project_id: str = "default", scene_type: str | None = None, limit: int = 5,
    session_id: str = "default", **of: Unpack[Of],
) -> Request[ans.LayersGiven]:  # fmt: skip
    """Everything for a host's context: the session at hand, episodes that fit, rules."""
    return request("POST", "/v1/layers", locals(), ans.LayersGiven, reads=True)
