"""How a module of routes begins, and what all of them may answer besides what they return."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fastapi import APIRouter

from eywa_fs.access.policy import Action
from eywa_fs.service.gate import Endpoint, Function, GatedRoute, endpoint_of
from eywa_fs.service.problems import MEDIA_TYPE

_PROBLEM: Final[dict[str, Any]] = {
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"description": "The request was refused; the code says why.", **_PROBLEM},
    "5XX": {"description": "It could not be done now; nothing is lost.", **_PROBLEM},
}


class Routes(APIRouter):
    """Routes about one subject, all of which go through the gate."""

    def __init__(self, tag: str) -> None:
        super().__init__(
            route_class=GatedRoute,
            tags=[tag],
            responses=PROBLEMS,
            generate_unique_id_function=lambda route: route.name,
        )

    def serve(
        self, method: str, path: str, action: Action, *, timed: bool = True, **options: Any
    ) -> Callable[[Function], Endpoint]:
        """Make a route of a function, which answers what it is annotated to return.

        Args:
            action, timed: as of :func:`~eywa_fs.service.gate.endpoint_of`.
            options: more that the framework is told of the route.
        """

        def add(function: Function) -> Endpoint:
            endpoint = endpoint_of(function, action, timed=timed)
            self.add_api_route(path, endpoint, methods=[method], **options)
            return endpoint

        return add
