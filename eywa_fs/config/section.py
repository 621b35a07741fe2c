"""What a section of the settings is: values that do not change, and no unknown keys."""

from __future__ import annotations

import os
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import ErrorDetails

from eywa_fs.near import did_you_mean


class _IsPath:
    """Marks a setting that names a file or folder of this machine."""


LocalPath = Annotated[str, _IsPath()]
"""A file or folder, or (of a backup) a URL; see :meth:`Section.placed`."""


class Section(BaseModel):
    """The base of every section."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def placed(self, root: str) -> Self:
        """With every relative path taken as one of ``root``, whatever folder a process runs in."""
        moved = {
            name: found
            for name, field in type(self).model_fields.items()
            if any(isinstance(mark, _IsPath) for mark in field.metadata)
            and (found := placed(getattr(self, name), root)) != getattr(self, name)
        }
        return self.model_copy(update=moved) if moved else self


def placed(path: str, root: str) -> str:
    """A path that is relative, as one of a folder (``""``: the current one, which may be gone where
    the path is not relative); a URL, an absolute path or none as it is."""
    if not path or "://" in path:
        return path
    path = os.path.expanduser(path)
    return path if os.path.isabs(path) else os.path.abspath(os.path.join(root, path))


def problem_of(error: ErrorDetails, settings: type[BaseModel]) -> str:
    """What is wrong with one setting of a section; of an unknown one the near names."""
    section, *names = map(str, error["loc"])
    where = ".".join([section, *names])
    if error["type"] != "extra_forbidden" or not names:
        return f"{where}: {error['msg']}"
    known = sorted(getattr(settings.model_fields[section].annotation, "model_fields", ()))
    told = did_you_mean(names[-1], known) or f"known are {', '.join(known)}"
    return f"{where}: there is no such setting; {told}"
