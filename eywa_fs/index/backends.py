"""The stores that can hold the vectors: their processes, and what tells that one has content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

BackendName = Literal["chroma", "surrealdb"]
CHROMA_DATABASE: Final = "chroma.sqlite3"


@dataclass(frozen=True, slots=True)
class Backend:
    """A store: the module that its process runs, and a file or folder that is in its folder from
    the first opening on."""

    module: str
    database: str


BACKENDS: Final[dict[str, Backend]] = {
    "chroma": Backend("eywa_fs.index.chroma_host", CHROMA_DATABASE),
    "surrealdb": Backend("eywa_fs.index.surreal_host", "manifest"),
}
