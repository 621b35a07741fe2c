"""What a section of the settings is: values that do not change, and no unknown keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic_core import ErrorDetails

from eywa_fs.near import did_you_mean


class Section(BaseModel):
    """The base of every section."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def problem_of(error: ErrorDetails, settings: type[BaseModel]) -> str:
    """What is wrong with one setting of a section; of an unknown one the near names."""
    section, *names = map(str, error["loc"])
    where = ".".join([section, *names])
    if error["type"] != "extra_forbidden" or not names:
        return f"{where}: {error['msg']}"
    known = sorted(getattr(settings.model_fields[section].annotation, "model_fields", ()))
    told = did_you_mean(names[-1], known) or f"known are {', '.join(known)}"
    return f"{where}: there is no such setting; {told}"
