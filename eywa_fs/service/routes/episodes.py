"""Episodes of a project, the working memory of a session, and both as layers of a context."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field

from eywa_fs.access.policy import may_ever
from eywa_fs.client import answers as ans
from eywa_fs.memory.episodes import DEFAULT_PROJECT
from eywa_fs.memory.surface import DEFAULT_SESSION
from eywa_fs.retrieval.search import MAX_QUERY_CHARS
from eywa_fs.service.call import Call
from eywa_fs.service.gate import Routes
from eywa_fs.service.wire import Id, Millis, OfUser, OfUserQuery, Text, answer

episodes = Routes("episodes")

EpisodeId = Annotated[str, Path(alias="episodeId", min_length=1, max_length=200)]
Share = Annotated[float, Field(ge=0, le=1)]
Trigger = Literal["realtime_eviction", "daily_decay_recompute", "weekly_compress", "monthly_purge"]


class RecordAsked(OfUser):
    """What was done in a situation, and how it was taken."""

    text: Text
    scene_type: Id
    skill_used: Id
    project_id: Id = DEFAULT_PROJECT
    session_id: Id = DEFAULT_SESSION
    chapter_id: str = Field("", max_length=200)
    selected_index: int | None = Field(None, ge=-1, le=1_000_000, description="-1: none of them.")
    edit_distance: Share | None = None
    importance: Share = 0.5
    wait: bool = Field(False, description="Answer when it is on disk.")


@episodes.serve("POST", "/v1/episodes", "write", status_code=202)
def record_episode(asked: RecordAsked, call: Call) -> ans.RecordedGiven:
    """Record an episode. It is written in the background."""
    handle = call.memory.record_episode(**asked.given("wait"), **call.ids)
    if asked.wait:
        handle.wait()
    return answer(ans.RecordedGiven, handle.as_dict())


class QueryAsked(OfUser):
    """A situation."""

    query: str = Field(max_length=MAX_QUERY_CHARS)
    project_id: Id = DEFAULT_PROJECT
    scene_type: Id | None = None
    limit: int = Field(5, ge=3, le=5)


@episodes.serve("POST", "/v1/episodes/query", "read")
def query_episodes(asked: QueryAsked, call: Call) -> ans.EpisodesGiven:
    """Episodes that fit a situation: of the scene first, then by meaning, best first."""
    found = call.memory.query_episodes(
        asked.query, **asked.given("query"), **call.ids, recall=may_ever(call.principal, "write")
    )
    return answer(ans.EpisodesGiven, found, episodes=[one.as_dict() for one in found.episodes])


class ProjectAsked(OfUserQuery):
    """A project."""

    project_id: Id = DEFAULT_PROJECT


@episodes.serve("GET", "/v1/episodes", "read")
def list_episodes(asked: ProjectAsked, call: Call) -> ans.EpisodesGiven:
    """All episodes of a project, oldest first, evicted ones too."""
    found = call.memory.episodes(**asked.given(), **call.ids)
    return answer(ans.EpisodesGiven, found, episodes=[one.as_dict() for one in found.episodes])


class UndoAsked(OfUser):
    """When what an episode proposed was undone; now by default."""

    project_id: Id = DEFAULT_PROJECT
    at: Millis | None = None


@episodes.serve("POST", "/v1/episodes/{episodeId}/undo", "write")
def undo_episode(episode_id: EpisodeId, asked: UndoAsked, call: Call) -> ans.UndoneGiven:
    """Say that what an episode proposed was undone; counts within 30 seconds of it."""
    changed = call.memory.undo_episode(episode_id, **asked.given(), **call.ids)
    return answer(ans.UndoneGiven, changed=changed)


class ConfirmAsked(OfUser):
    """Whether an episode is kept."""

    project_id: Id = DEFAULT_PROJECT
    confirmed: bool = True


@episodes.serve("POST", "/v1/episodes/{episodeId}/confirm", "write")
def confirm_episode(episode_id: EpisodeId, asked: ConfirmAsked, call: Call) -> ans.ConfirmedGiven:
    """Keep an episode: it is neither evicted nor compressed; or let go of it."""
    found = call.memory.confirm_episode(episode_id, **asked.given(), **call.ids)
    return answer(ans.ConfirmedGiven, episode=found.as_dict())


class TriggerAsked(OfUser):
    """Which trigger, on which project."""

    trigger: Trigger
    project_id: Id = DEFAULT_PROJECT


@episodes.serve("POST", "/v1/episodes/triggers", "write")
def episode_trigger(asked: TriggerAsked, call: Call) -> ans.TriggeredGiven:
    """Evict, compress or purge episodes of a project now."""
    done = call.memory.episode_trigger(**asked.given(), **call.ids)
    return answer(ans.TriggeredGiven, done.as_dict())


class PutAsked(OfUser):
    """An item that a session needs at hand."""

    text: Text
    kind: Id = "note"
    importance: Share = 0.5
    item_id: Id | None = None
    focus: str | None = Field(None, max_length=MAX_QUERY_CHARS, description="What it is about.")
    project_id: Id = DEFAULT_PROJECT
    session_id: Id = DEFAULT_SESSION


@episodes.serve("POST", "/v1/working", "write")
def put_working(asked: PutAsked, call: Call) -> ans.PutGiven:
    """Hold an item in the working memory of a session. It is never written."""
    session = call.memory.working(
        project_id=asked.project_id, session_id=asked.session_id, **call.ids
    )
    if asked.focus is not None:
        session.focus(asked.focus)
    item = session.put(
        asked.text, kind=asked.kind, importance=asked.importance, item_id=asked.item_id
    )
    return answer(ans.PutGiven, item=item, tokens=session.tokens)


class EndAsked(OfUser):
    """Which session ends."""

    project_id: Id = DEFAULT_PROJECT
    session_id: Id = DEFAULT_SESSION


@episodes.serve("POST", "/v1/working/end", "write")
def end_working(asked: EndAsked, call: Call) -> ans.EndedGiven:
    """End a session: what is important enough becomes episodes, the rest is let go."""
    session = call.memory.working(**asked.given(), **call.ids)
    return answer(ans.EndedGiven, session.end_session().as_dict())


class LayersAsked(QueryAsked):
    """A situation in a session."""

    session_id: Id = DEFAULT_SESSION


@episodes.serve("POST", "/v1/layers", "read")
def layers(asked: LayersAsked, call: Call) -> ans.LayersGiven:
    """Everything for a host's context, in three layers."""
    found = call.memory.layers(
        asked.query, **asked.given("query"), **call.ids, recall=may_ever(call.principal, "write")
    )
    return answer(
        ans.LayersGiven,
        found.episodes,
        immediate=found.immediate,
        episodes=[one.as_dict() for one in found.episodes.episodes],
        semantic=found.semantic,
    )
