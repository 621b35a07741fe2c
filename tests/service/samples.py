"""One request for each route that is as the API wants it, for tests that try all routes: made of
what a route is declared to take, so that a new one has its own."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.alias_generators import to_snake

from eywa_fs.service.app import ROUTERS
from eywa_fs.service.gate import GatedRoute
from eywa_fs.service.ui.files import ui

TEXT = "I live in Turku."
EVENT = "evt-of-ana"

VALUES: dict[str, Any] = {
    "userMessage": TEXT, "message": "Turku", "query": "Turku", "query_text": "Turku",
    "about": EVENT, "useful": True, "eventId": EVENT, "contentHash": "sha256:0",
    "citation": "tenants/acme/users/ana/sessions/default/2025-06-16.jsonl:1",
    "content": TEXT, "records": [{"content": TEXT}], "events": [{"content": TEXT}],
    "op": "confirm", "a": 1, "b": 1, "run": "forget_0", "txId": "tx_0",
    "subject": "user", "predicate": "lives_in", "object": "Turku", "quote": TEXT, "value": "Turku",
    "atomicId": "af_0", "id": EVENT, "traceId": "tr_0", "trace_id": "tr_0", "name": "page.css",
    "episodeId": "evt_0", "text": TEXT, "sceneType": "review", "skillUsed": "suggest",
    "trigger": "weekly_compress", "erasureId": "er_0",
}  # fmt: skip
"""What stands in a path, and in a field that is needed."""
MORE: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/v1/erasures"): {"text": TEXT, "dryRun": True},
    ("POST", "/v1/forget"): {"compact": "light"},
    ("POST", "/v1/facts"): {"eventId": EVENT},
    ("POST", "/v1/facts/{atomicId}/supersede"): {"eventId": EVENT},
    ("POST", "/v1/conflicts/resolve"): {"kept": "af_0"},
    ("GET", "/v1/verdicts"): {"layer": "candidate"},
    ("POST", "/api/v1/memory.query"): {"hops": 2},
}
"""Fields of routes that say something only with these."""
ROUTES = {
    (method, route.path): route
    for router in (*ROUTERS, ui)
    for route in router.routes
    if isinstance(route, GatedRoute)
    for method in route.methods or ()
}
"""All routes there are, by method and path."""


def routes_of(app: FastAPI) -> dict[tuple[str, str], GatedRoute]:
    """Every route of an application by method and path; each is one that the gate guards."""
    found: dict[tuple[str, str], GatedRoute] = {}
    for route in app.routes:
        assert isinstance(route, GatedRoute), route
        found |= {(method, route.path): route for method in route.methods or ()}
    return found


def request_of(name: tuple[str, str], **scope: str) -> dict[str, Any]:
    """Arguments of ``client.request`` for a route, about a tenant and user if these are named."""
    method, path = name
    if path.startswith("/api/"):
        scope = {to_snake(key): value for key, value in scope.items()}
    route = ROUTES[name]
    arguments: dict[str, Any] = {"method": method, "url": path.format(**VALUES)}
    if route.body_field is not None:
        return arguments | {"json": {**_needed(route.body_field), **MORE.get(name, {}), **scope}}
    if route.rule.uploads:
        arguments |= {"content": b'{"content": "I live in Pori."}\n'}
    asked: dict[str, Any] = {}
    for one in route.dependant.query_params:
        asked |= _needed(one)
    return arguments | {"params": {**asked, **MORE.get(name, {}), **scope}}


def _needed(field: Any) -> dict[str, Any]:
    """The fields that a query string or a body must have."""
    model: type[BaseModel] = field.field_info.annotation
    needed = {name: one for name, one in model.model_fields.items() if one.is_required()}
    return {key: VALUES[key] for name, one in needed.items() for key in [one.alias or name]}
