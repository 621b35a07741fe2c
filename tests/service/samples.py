"""One request for each route that is as the API wants it, for tests that try all routes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI
from pydantic.alias_generators import to_snake

from eywa_fs.service.gate import GatedRoute

TEXT = "I live in Turku."
EVENT = "evt-of-ana"


@dataclass(frozen=True)
class Sample:
    """What is sent: names for the path, the query string, JSON, or a body as it is."""

    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    json: dict[str, Any] | None = None
    body: bytes | None = None


_EVENT = {"eventId": EVENT}
_CITED = "tenants/acme/users/ana/sessions/default/2025-06-16.jsonl:1"
_FACT = {"atomicId": "af_0"}
_ID = {"id": "af_0"}
_TX = {"txId": "tx_0"}
_QUOTED = {"object": "Turku", "quote": TEXT, "eventId": EVENT}

SAMPLES: dict[tuple[str, str], Sample] = {
    ("POST", "/v1/turns"): Sample(json={"userMessage": TEXT}),
    ("POST", "/v1/context"): Sample(json={"message": "Turku"}),
    ("POST", "/v1/retrieve"): Sample(json={"query": "Turku"}),
    ("POST", "/v1/feedback"): Sample(json={"about": EVENT, "useful": True}),
    ("POST", "/v1/prove"): Sample(json={"citation": _CITED, "contentHash": "sha256:0"}),
    ("POST", "/v1/explain"): Sample(json={"query": "Turku", "eventId": EVENT}),
    ("POST", "/v1/memories"): Sample(json={"content": TEXT}),
    ("POST", "/v1/memories/batch"): Sample(json={"records": [{"content": TEXT}]}),
    ("GET", "/v1/memories"): Sample(),
    ("GET", "/v1/memories/{eventId}"): Sample(_EVENT),
    ("PUT", "/v1/memories/{eventId}"): Sample(_EVENT, json={"content": "I live in Oulu."}),
    ("PATCH", "/v1/memories/{eventId}"): Sample(_EVENT, json={"content": "I live in Vaasa."}),
    ("DELETE", "/v1/memories/{eventId}"): Sample(_EVENT),
    ("POST", "/v1/memories/{eventId}/restore"): Sample(_EVENT, json={}),
    ("POST", "/v1/memories/{eventId}/standing"): Sample(_EVENT, json={"op": "confirm"}),
    ("GET", "/v1/memories/{eventId}/history"): Sample(_EVENT),
    ("GET", "/v1/memories/{eventId}/compare"): Sample(_EVENT, {"a": 1, "b": 1}),
    ("POST", "/v1/erasures"): Sample(json={"text": TEXT, "dryRun": True}),
    ("POST", "/v1/forget"): Sample(json={"compact": "light"}),
    ("POST", "/v1/forget/{run}/undo"): Sample({"run": "forget_0"}, json={}),
    ("POST", "/v1/transactions"): Sample(json={}),
    ("POST", "/v1/transactions/{txId}/commit"): Sample(_TX, json={}),
    ("POST", "/v1/transactions/{txId}/rollback"): Sample(_TX, json={}),
    ("GET", "/v1/facts"): Sample(),
    ("GET", "/v1/facts/history"): Sample(query={"subject": "user", "predicate": "lives_in"}),
    ("POST", "/v1/facts"): Sample(json={"subject": "user", "predicate": "lives_in", **_QUOTED}),
    ("POST", "/v1/facts/{atomicId}/supersede"): Sample(_FACT, json=_QUOTED),
    ("POST", "/v1/facts/{atomicId}/reject"): Sample(_FACT, json={}),
    ("POST", "/v1/facts/{atomicId}/confirm"): Sample(_FACT, json={}),
    ("GET", "/v1/verdicts"): Sample(query={"layer": "candidate"}),
    ("GET", "/v1/graph"): Sample(),
    ("GET", "/v1/profile"): Sample(),
    ("GET", "/v1/conflicts"): Sample(),
    ("POST", "/v1/conflicts/resolve"): Sample(json={"kept": "af_0"}),
    ("POST", "/v1/episodes"): Sample(
        json={"text": TEXT, "sceneType": "review", "skillUsed": "suggest"}
    ),
    ("GET", "/v1/episodes"): Sample(),
    ("POST", "/v1/episodes/query"): Sample(json={"query": "Turku"}),
    ("POST", "/v1/episodes/{episodeId}/undo"): Sample({"episodeId": "evt_0"}, json={}),
    ("POST", "/v1/episodes/{episodeId}/confirm"): Sample({"episodeId": "evt_0"}, json={}),
    ("POST", "/v1/episodes/triggers"): Sample(json={"trigger": "weekly_compress"}),
    ("POST", "/v1/working"): Sample(json={"text": TEXT}),
    ("POST", "/v1/working/end"): Sample(json={}),
    ("POST", "/v1/layers"): Sample(json={"query": "Turku"}),
    ("GET", "/v1/access"): Sample(),
    ("GET", "/v1/users"): Sample(),
    ("GET", "/v1/sessions"): Sample(),
    ("GET", "/v1/audit"): Sample(),
    ("GET", "/v1/audit/{traceId}"): Sample({"traceId": "tr_0"}),
    ("GET", "/v1/export"): Sample(),
    ("POST", "/v1/import"): Sample(body=b'{"content": "I live in Pori."}\n'),
    ("POST", "/api/v1/events.append"): Sample(json={"content": TEXT}),
    ("POST", "/api/v1/events.batch_append"): Sample(json={"events": [{"content": TEXT}]}),
    ("POST", "/api/v1/memory.query"): Sample(json={"query_text": "Turku", "hops": 2}),
    ("GET", "/api/v1/memory.facts"): Sample(),
    ("POST", "/api/v1/memory.facts/{id}/override"): Sample(_ID, json={"value": "Turku"}),
    ("POST", "/api/v1/memory.facts/{id}/revoke"): Sample(_ID, json={}),
    ("POST", "/api/v1/memory.facts/{id}/confirm"): Sample(_ID, json={}),
    ("DELETE", "/api/v1/memory.recalls/{id}"): Sample({"id": EVENT}),
    ("GET", "/api/v1/memory.audit/{trace_id}"): Sample({"trace_id": "tr_0"}),
    ("GET", "/v1/status"): Sample(),
    ("GET", "/v1/jobs"): Sample(),
    ("GET", "/v1/slo"): Sample(),
    ("GET", "/v1/evaluations"): Sample(),
    ("GET", "/v1/health"): Sample(),
    ("GET", "/v1/ready"): Sample(),
    ("GET", "/v1/version"): Sample(),
    ("GET", "/v1/metrics"): Sample(),
    ("GET", "/openapi.json"): Sample(),
    ("GET", "/docs"): Sample(),
    ("GET", "/ui"): Sample(),
    ("GET", "/ui/"): Sample(),
    ("GET", "/ui/{name}"): Sample({"name": "page.css"}),
}


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
    sample = SAMPLES[name]
    arguments: dict[str, Any] = {"method": method, "url": path.format(**sample.path)}
    if sample.json is not None:
        return arguments | {"json": {**sample.json, **scope}}
    if sample.body is not None:
        arguments |= {"content": sample.body}
    return arguments | {"params": {**sample.query, **scope}}
