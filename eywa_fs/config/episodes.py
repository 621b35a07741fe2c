"""The limits of episodes and of working memory; docs/episodes.md says what each one does."""

from __future__ import annotations

from pydantic import Field

from eywa_fs.config.section import Section


class EpisodeSettings(Section):
    """How much is kept of what agents did in a project."""

    active: int = Field(default=1000, ge=1)
    compressed: int = Field(default=5000, ge=0)
    semantic: int = Field(default=200, ge=0)
    ttl_days: float = Field(default=180.0, gt=0, le=1e6)
    compress_after_days: float = Field(default=30.0, gt=0, le=1e6)
    purge_after_days: float = Field(default=365.0, gt=0, le=1e6)


class WorkingSettings(Section):
    """What a running session has at hand, in memory only."""

    tokens: int = Field(default=8000, ge=1)
    archive_from: float = Field(default=0.7, ge=0, le=1)
