"""Commands on episodes: episode list, record, query, undo, confirm, trigger."""

from __future__ import annotations

from typing import Annotated

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import OfUser, open_memory
from eywa_fs.cli.output import emit, table
from eywa_fs.episodes.scoring import TRIGGERS

episode_group = group(
    "episode", "What agents did in a project, with which skill, and how it was taken."
)

Project = Annotated[str, typer.Option(help="Project id.")]
Name = Annotated[str, typer.Argument(metavar="EPISODE_ID", help="As 'eywa episode list' names it.")]
Scene = Annotated[str | None, typer.Option(help="In what kind of situation.")]


@command(
    episode_group, "record",
    "eywa episode record 'Made the loop shorter' --scene review --skill refactor --user ana",
)  # fmt: skip
def record(
    text: Annotated[str, typer.Argument(help="What it was about.")],
    of: OfUser,
    scene: Annotated[str, typer.Option(help="In what kind of situation.")],
    skill: Annotated[str, typer.Option(help="Which skill was used.")],
    project: Project = "default",
    selected: Annotated[
        int | None, typer.Option(help="Which proposal was taken, from 0; -1: none of them.")
    ] = None,
    edit_distance: Annotated[
        float | None, typer.Option(help="Share of it that was changed, 0 to 1.")
    ] = None,
    importance: Annotated[float, typer.Option(help="0 to 1.")] = 0.5,
) -> None:
    """Record an episode, and wait until it is on disk."""
    with open_memory(writing=True) as memory:
        handle = memory.record_episode(
            text, scene_type=scene, skill_used=skill, project_id=project, selected_index=selected,
            edit_distance=edit_distance, importance=importance, **of.ids,
        )  # fmt: skip
        citation = handle.wait()
        emit(handle.as_dict() | {"citation": citation}, f"{handle.id}  {citation}")


@command(episode_group, "query", "eywa episode query 'a loop that is too long' --user ana")
def query(
    text: Annotated[str, typer.Argument(help="What is about to be done.")],
    of: OfUser,
    project: Project = "default",
    scene: Scene = None,
    limit: Annotated[int, typer.Option(min=3, max=5, help="How many at most.")] = 5,
) -> None:
    """The episodes that fit, best first: of the scene first, then by meaning."""
    with of.opened(migrating=True) as memory:
        found = memory.query_episodes(
            text, project_id=project, scene_type=scene, limit=limit, **of.ids
        )
        rows = [
            (one.score, one.episode.scene_type, one.episode.skill_used,
             one.episode.implicit_signal, one.episode.text)
            for one in found.episodes
        ]  # fmt: skip
        told = [table(("score", "scene", "skill", "signal", "text"), rows)]
        told += [f"rule: {rule.text}" for rule in found.rules]
        dropped = [f"refused: {number} ({why})" for why, number in found.dropped.items()]
        emit(found.as_dict(), "\n".join(filter(None, told)), (*found.degraded, *dropped))


@command(episode_group, "list", "eywa episode list --user ana")
def list_episodes(of: OfUser, project: Project = "default") -> None:
    """All episodes of a project, oldest first."""
    with of.opened(migrating=True) as memory:
        found = memory.episodes(project_id=project, **of.ids)
        rows = [
            (one.id, one.state, one.scene_type, one.skill_used, one.implicit_signal,
             one.recall_count, "yes" if one.confirmed else "", one.text)
            for one in found.episodes
        ]  # fmt: skip
        names = ("id", "state", "scene", "skill", "signal", "recalled", "confirmed", "text")
        projects = memory.episode_projects(**of.ids)
        others = [f"projects: {', '.join(projects)}"] if len(projects) > 1 else []
        emit(
            found.as_dict() | {"projects": projects},
            table(names, rows) or "no episodes",
            (*others, *found.degraded),
        )


@command(episode_group, "undo", "eywa episode undo EPISODE_ID --user ana")
def undo(episode_id: Name, of: OfUser, project: Project = "default") -> None:
    """Say that what an episode proposed was undone; counts within 30 seconds of it."""
    with open_memory(migrating=True) as memory:
        changed = memory.undo_episode(episode_id, project_id=project, **of.ids)
        told = "its signal is UNDO_AFTER_ACCEPT" if changed else "nothing has changed: too late"
        emit({"id": episode_id, "changed": changed}, told)


@command(episode_group, "confirm", "eywa episode confirm EPISODE_ID --user ana")
def confirm(
    episode_id: Name,
    of: OfUser,
    project: Project = "default",
    off: Annotated[bool, typer.Option("--off", help="Take the confirmation back.")] = False,
) -> None:
    """Keep an episode: it is neither evicted nor compressed."""
    with open_memory(migrating=True) as memory:
        found = memory.confirm_episode(episode_id, project_id=project, confirmed=not off, **of.ids)
        emit(found.as_dict(), "confirmed" if found.confirmed else "not confirmed")


@command(episode_group, "trigger", "eywa episode trigger weekly_compress --user ana")
def trigger(
    name: Annotated[str, typer.Argument(metavar="NAME", help=", ".join(TRIGGERS))],
    of: OfUser,
    project: Project = "default",
) -> None:
    """Evict, compress or purge episodes of a project now; 'eywa job run NAME' does all projects."""
    with open_memory(migrating=True) as memory:
        done = memory.episode_trigger(name, project_id=project, **of.ids)
        changed = ", ".join(f"{op}: {len(ids)}" for op, ids in done.changed.items())
        emit(done.as_dict(), f"{done.looked_at} looked at; {changed}")
