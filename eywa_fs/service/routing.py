"""How a module of routes begins, and what all of them may answer besides what they return."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter

from eywa_fs.service.gate import GatedRoute
from eywa_fs.service.problems import MEDIA_TYPE

_PROBLEM: Final[dict[str, Any]] = {
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"description": "The request was refused; the code says why.", **_PROBLEM},
    "5XX": {"description": "It could not be done now; nothing is lost.", **_PROBLEM},
}


def router(tag: str) -> APIRouter:
    """An empty router whose routes all go through the gate."""
    return APIRouter(
        route_class=GatedRoute,
        tags=[tag],
        responses=PROBLEMS,
        generate_unique_id_function=lambda route: route.name,
    )
