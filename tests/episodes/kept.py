"""What the tests of episodes share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eywa_fs.episodes.writer import EpisodeHandle
from eywa_fs.memory import EywaMemory


def record(memory: EywaMemory, text: str = "Took a proposal", **fields: Any) -> EpisodeHandle:
    """Record an episode and wait for it."""
    given: dict[str, Any] = {"scene_type": "review", "skill_used": "suggest", **fields}
    handle = memory.record_episode(text, **given)
    handle.wait()
    return handle


def file_of(memory: EywaMemory, project: str = "default", user: str = "me") -> Path:
    """The only episodes file of a project."""
    folder = memory.layout.root / f"tenants/default/users/{user}/episodes/{project}"
    [path] = folder.glob("*.jsonl")
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def texts(memory: EywaMemory, query: str = "proposal", **fields: Any) -> list[str]:
    """Texts of the episodes that a query gives."""
    return [one.episode.text for one in memory.query_episodes(query, **fields).episodes]
