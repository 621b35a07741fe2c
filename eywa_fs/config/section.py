"""What a section of the settings is: values that do not change, and no unknown keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """The base of every section."""

    model_config = ConfigDict(extra="forbid", frozen=True)
