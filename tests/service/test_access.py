"""Every route as every role, for the own user, another user, a foreign tenant and one that is not
there. The routes come from the application: one without a sample or a rule fails."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from access.issuing import IssuingServer
from factbase.lives import QuickMemory
from fastapi import FastAPI
from service.conftest import client_of
from service.samples import EVENT, ROUTES, TEXT, request_of, routes_of
from starlette.testclient import TestClient

from eywa_fs.access.issuer import Issuer
from eywa_fs.access.policy import CHANGES, PERMITTED, ROLES, Role
from eywa_fs.config.service import OidcSettings
from eywa_fs.errors import TruthWriteError
from eywa_fs.service.gate import FOREIGN

ASKED_BY_POST = {
    *("/v1/context", "/v1/retrieve", "/v1/explain", "/v1/prove"),
    *("/v1/episodes/query", "/v1/layers"),
    "/api/v1/memory.query",
}
"""Routes that only read, although a body is sent."""
SECRET = "The safe opens with the word marzipan."
FOREIGN_SCOPES = (("acme", "bob"), ("acme", "nobody"), ("globex", "ana"), ("nowhere", "ana"))
"""Another user, and one that is not there; another tenant, and one that is not there."""

_OWN_NAMES = re.compile(r'"(traceId|requestId)": ?"[^"]*"')


@pytest.fixture
def told(quick: QuickMemory) -> QuickMemory:
    """A memory of a user of ours, another user and another tenant."""
    quick.upsert(EVENT, TEXT, tenant_id="acme", user_id="ana")
    quick.append(SECRET, tenant_id="acme", user_id="bob", event_id=EVENT)
    quick.append(SECRET, tenant_id="globex", user_id="ana", event_id=EVENT)
    return quick


@pytest.fixture
def server(app: FastAPI) -> Iterator[IssuingServer]:
    """An issuer whose tokens the application takes."""
    with IssuingServer() as found:
        app.state.service.issuer = Issuer(OidcSettings(**found.settings()))
        yield found


@pytest.fixture(params=ROLES)
def role(request: pytest.FixtureRequest) -> Role:
    found: Role = request.param
    return found


@pytest.fixture(params=["key", "token"])
def keyed(
    request: pytest.FixtureRequest,
    role: Role,
    told: QuickMemory,
    app: FastAPI,
    make_key: Callable[..., str],
) -> Iterator[tuple[Role, TestClient]]:
    """A role, and a client with a key or a token of it that is for ``acme/ana``."""
    if request.param == "key":
        token = make_key(role, "acme", "ana")
    else:
        token = request.getfixturevalue("server").token(roles=[role], users=["ana"])
    with client_of(app, token, address="192.0.2.7") as client:
        yield role, client


def bytes_of(root: Path, *tenants: str) -> str:
    """A hash over all truth of some tenants."""
    hashed = sha256()
    for tenant in tenants:
        for path in sorted((root / "tenants" / tenant).rglob("*.jsonl")):
            hashed.update(str(path).encode() + path.read_bytes())
    return hashed.hexdigest()


def test_every_route_has_a_rule_and_a_sample(app: FastAPI) -> None:
    routes = routes_of(app)
    assert set(routes) == set(ROUTES)
    for (method, path), route in routes.items():
        reads = method == "GET" or path in ASKED_BY_POST
        assert (route.rule.action not in CHANGES) == reads, path


def test_own_requests_are_answered_where_the_role_allows_them(
    keyed: tuple[Role, TestClient], app: FastAPI
) -> None:
    role, client = keyed
    for name, route in routes_of(app).items():
        found = client.request(**request_of(name))
        action = route.rule.action
        wide = action in ("list_users", "audit", "watch")  # of more than this key's one user
        wide &= not name[1].startswith("/api/")
        if action not in PERMITTED[role] or wide:
            assert found.status_code == 403, (name, found.text)
            assert found.json()["code"] == "E_TENANT_FORBIDDEN"
        else:
            assert found.status_code in (200, 201, 202, 400, 404), (name, found.text)
        assert "marzipan" not in found.text


def test_foreign_requests_look_like_absence_and_are_audited(
    keyed: tuple[Role, TestClient], app: FastAPI, root: Path, told: QuickMemory
) -> None:
    role, client = keyed
    before = bytes_of(root, "globex")
    refused = 0
    for name, route in routes_of(app).items():
        action = route.rule.action
        if action not in PERMITTED[role] or action in ("probe", "watch"):
            continue
        seen = set()
        for tenant, user in FOREIGN_SCOPES:
            scope = {"tenantId": tenant, "userId": user}
            if action in ("list_users", "audit"):
                del scope["userId"]
                if tenant == "acme":
                    continue
            found = client.request(**request_of(name, **scope))
            assert found.status_code == 404, (name, found.text)
            assert found.json()["code"] == "E_NOT_FOUND" and "marzipan" not in found.text
            seen.add(_OWN_NAMES.sub("", found.text))
            refused += 1
        assert len(seen) == 1, f"{name}: what is there can be told from what is not"
    assert refused and bytes_of(root, "globex") == before
    assert not (root / "tenants" / "nowhere").exists()
    entries = told.audit(action=FOREIGN)
    assert len(entries) == refused
    assert all(entry.operator.startswith(("key:", "token:subject-1")) for entry in entries)
    assert all(entry.trace_id for entry in entries)


def test_a_foreign_request_that_cannot_be_audited_looks_like_absence_all_the_same(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise TruthWriteError("no room")

    monkeypatch.setattr(app.state.service.memory, "audit_note", full)
    with client_of(app, make_key("reader", "acme", "ana")) as client:
        found = client.get("/v1/sessions", params={"tenantId": "globex", "userId": "ana"})
    assert (found.status_code, found.json()["code"]) == (404, "E_NOT_FOUND")


def test_without_a_key_that_is_in_force_nothing_is_answered(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str]
) -> None:
    token = make_key("admin", None)
    with client_of(app) as client:
        for sent in ("", "x", token[:-1], token + "x", "eywa_", "é"):
            for name, route in routes_of(app).items():
                arguments = request_of(name)
                if sent:
                    arguments["headers"] = {"Authorization": f"Bearer {sent}".encode()}
                found = client.request(**arguments)
                if route.rule.action == "probe":
                    assert found.status_code == 200, name
                else:
                    assert found.status_code == 401, (name, found.text)
                    assert found.headers["www-authenticate"] == "Bearer"
                    assert found.json()["code"] == "E_UNAUTHENTICATED"


def test_with_an_issuer_nothing_is_answered_without_a_token(
    app: FastAPI, told: QuickMemory, server: IssuingServer, caplog: pytest.LogCaptureFixture
) -> None:
    stale = server.token(exp=1)
    with client_of(app) as client, caplog.at_level(logging.DEBUG):
        for headers in ({}, {"Authorization": f"Bearer {stale}"}):
            for name, route in routes_of(app).items():
                found = client.request(**request_of(name), headers=headers)
                expected = 200 if route.rule.action == "probe" else 401
                assert found.status_code == expected, (name, found.text)
                assert not any(part in found.text + caplog.text for part in stale.split("."))
        good = {"Authorization": f"Bearer {server.token(users='ana')}"}
        hits = client.post("/v1/retrieve", json={"query": "Turku"}, headers=good).json()["hits"]
        assert [hit["text"] for hit in hits] == [TEXT]


def test_keys_let_in_while_the_issuer_fails_and_tokens_are_told_so(
    app: FastAPI, told: QuickMemory, server: IssuingServer, make_key: Callable[..., str]
) -> None:
    server.status = 500
    with client_of(app) as client:
        for token, status in ((make_key("reader", "acme", "ana"), 200), (server.token(), 503)):
            headers = {"Authorization": f"Bearer {token}"}
            found = client.post("/v1/retrieve", json={"query": "Turku"}, headers=headers)
            assert found.status_code == status, found.text
        assert "issuer of tokens" in found.json()["detail"]
        assert 2 < int(found.headers["retry-after"]) <= 30
        assert client.get("/v1/ready").status_code == 200


def test_a_record_of_somebody_else_is_not_named_by_its_citation(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str]
) -> None:
    [other] = told.list(tenant_id="acme", user_id="bob").items
    missing = other.citation.replace("bob", "nobody")
    with client_of(app, make_key("service", "acme", "ana")) as client:
        bodies = []
        for citation in (other.citation, missing):
            asked = {"query": "safe", "eventId": citation}
            found = client.post("/v1/explain", json=asked)
            assert found.status_code == 404
            bodies.append(_OWN_NAMES.sub("", found.text))
        assert bodies[0] == bodies[1]
    assert len(told.audit(action=FOREIGN)) == 2


def test_a_key_of_every_tenant_asks_for_any(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str]
) -> None:
    with client_of(app, make_key("admin", None)) as client:
        asked = {"tenantId": "globex", "userId": "ana", "query": "safe"}
        assert client.post("/v1/retrieve", json=asked).json()["hits"][0]["text"] == SECRET
        users = client.get("/v1/users", params={"tenantId": "acme"}).json()["users"]
        assert [user["userId"] for user in users] == ["ana", "bob"]
        assert client.get("/v1/metrics").status_code == 200


def test_a_key_of_several_users_says_which_one(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str]
) -> None:
    with client_of(app, make_key("reader", "acme", "ana", "bob")) as client:
        for path in ("/v1/profile", "/api/v1/memory.facts"):
            found = client.get(path)
            assert (found.status_code, found.json()["code"]) == (400, "E_BAD_REQUEST")
            assert "2 users" in found.json()["detail"] and "userId" in found.json()["detail"]
            assert "ana" not in found.text
        assert client.get("/v1/profile", params={"userId": "bob"}).is_success
        told_of = client.get("/v1/access").json()
        assert told_of["users"] == ["ana", "bob"] and told_of["userId"] == "ana"
        sent = {"Authorization": f"Bearer {make_key('reader', 'acme', 'ana', 'me')}"}
        assert client.get("/v1/profile", headers=sent).is_success, "the default user is of them"
    assert not told.audit(action=FOREIGN)


def test_an_import_cannot_write_for_somebody_else(
    app: FastAPI, told: QuickMemory, make_key: Callable[..., str], root: Path
) -> None:
    lines = "\n".join(told.export(tenant_id="globex", user_id="ana"))
    foreign = '{"content": "planted", "tenantId": "globex", "userId": "ana"}'
    before = bytes_of(root, "globex")
    with client_of(app, make_key("user", "acme", "ana")) as client:
        for body in (lines, foreign, '{"content": "mine"}\n' + foreign):
            done = client.post("/v1/import", content=body.encode()).json()
            assert done["refused"] >= 1 and "marzipan" not in str(done["problems"])
    assert bytes_of(root, "globex") == before
    texts = [one.record.content for one in told.list(tenant_id="acme", user_id="ana").items]
    assert sorted(texts) == [TEXT, "mine"]


def test_a_page_of_the_web_is_not_a_program_here(app: FastAPI, told: QuickMemory) -> None:
    with client_of(app) as client:
        for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
            found = client.post("/v1/retrieve", json={"query": "safe"}, headers=headers)
            assert found.status_code == 401, headers
