"""What the façade hands out of lower layers: its methods check their arguments as the façade's."""

from __future__ import annotations

from eywa_fs.episodes.writer import EpisodeHandle
from eywa_fs.memory.arguments import checked
from eywa_fs.working.session import WorkingMemory


@checked
class Session(WorkingMemory):
    """The working memory of a session."""


@checked
class Handle(EpisodeHandle):
    """An episode that is being written."""
