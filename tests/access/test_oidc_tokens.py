"""Tokens of a real issuer on this machine: who is let in, who is not, what is fetched."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from access.issuing import EC, RSA, IssuingServer
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from joserfc import jws, jwt
from joserfc.jwk import ECKey, Key, OctKey, OKPKey, RSAKey

from eywa_fs.access.entrance import Caller, identify
from eywa_fs.access.issuer import FRESH_S, KEPT_S, MAX_BYTES, PAUSE_S, Issuer
from eywa_fs.access.keys import KeyRing
from eywa_fs.access.policy import Principal
from eywa_fs.access.tokens import MAX_TOKEN_CHARS
from eywa_fs.config import load_settings
from eywa_fs.config.service import OidcSettings
from eywa_fs.errors import ConfigError, IssuerUnavailable, Unauthenticated

ALL = ["RS256", "ES256", "EdDSA", "Ed25519", "PS256"]
Admit = Callable[[str], Principal]


@pytest.fixture(scope="module")
def server() -> Iterator[IssuingServer]:
    with IssuingServer() as found:
        yield found


@pytest.fixture(autouse=True)
def as_it_was(server: IssuingServer) -> Iterator[None]:
    documents = dict(server.documents)
    yield
    server.documents, server.status = documents, 200
    server.asked.clear()


class Wanting:
    """An issuer as the service has it, asked as the gate does, on a clock of the test."""

    def __init__(self, server: IssuingServer, **more: Any) -> None:
        self.now = 0.0
        self.issuer = Issuer(OidcSettings(**server.settings(**more)), lambda: self.now)

    def __call__(self, token: str, at: int | None = None) -> Principal:
        async def admitted() -> Principal:
            await self.issuer.prepare(token)
            while self.issuer._fetching is not None:  # also what nobody waits for
                await asyncio.sleep(0)
            caller = Caller("192.0.2.7", {"authorization": f"Bearer {token}"})
            return identify(caller, KeyRing({}), at or int(time_ms()), self.issuer)

        return asyncio.run(admitted())


def time_ms() -> float:
    return time.time() * 1000


@pytest.fixture
def admit(server: IssuingServer) -> Wanting:
    return Wanting(server)


def refused(admit: Admit, token: str, because: str | None = None) -> str:
    with pytest.raises(Unauthenticated, match=because) as found:
        admit(token)
    assert not any(len(part) > 8 and part in str(found.value) for part in token.split("."))
    return str(found.value)


def test_a_token_is_a_principal(admit: Wanting, server: IssuingServer) -> None:
    who = Principal("token:subject-1", "reader", "acme")
    assert admit(server.token()) == who
    assert admit(server.token(EC, "ES256", aud=["other", "eywa"], roles="reader")) == who
    assert admit(server.token(users=["ana", "bob", "ana"])).users == ("ana", "bob")
    assert admit(server.token(users="ana")).users == ("ana",)
    assert admit(server.token(roles=["offline_access", "user"])).users == ("subject-1",)
    assert admit(server.token(roles="user", users=["ana"])).users == ("ana",)
    assert len(server.asked) == 2, "the keys are fetched once"


@pytest.mark.parametrize("alg", ALL)
def test_algorithms_that_are_set_are_taken_and_no_others(server: IssuingServer, alg: str) -> None:
    made: dict[str, Key] = {
        "RS256": RSA, "PS256": RSA, "ES256": EC,
        "EdDSA": OKPKey.generate_key("Ed25519", {"kid": "ed"}),
        "Ed25519": OKPKey.generate_key("Ed25519", {"kid": "ed"}),
    }  # fmt: skip
    key = made[alg]
    server.publish(key)
    with pytest.MonkeyPatch.context() as patch:  # the issuer's own library warns of EdDSA
        patch.setattr(jws.JWSRegistry.algorithms[alg], "security_warning", None)
        token = server.token(key, alg)
    assert Wanting(server, algorithms=[alg])(token).tenant_id == "acme"
    others = [one for one in ALL if one != alg]
    refused(Wanting(server, algorithms=others), token, "algorithm")


@pytest.mark.parametrize(
    ("claims", "because"),
    [
        ({"aud": "another"}, "audience"),
        ({"aud": ["another"]}, "audience"),
        ({"aud": {"eywa": 1}}, "audience"),
        ({"aud": ...}, "audience"),
        ({"iss": "https://login.example"}, "issuer"),
        ({"iss": ["x"]}, "issuer"),
        ({"iss": ...}, "issuer"),
        ({"exp": 1}, "expired"),
        ({"exp": ...}, "time"),
        ({"exp": "9999999999"}, "time"),
        ({"exp": True}, "time"),
        ({"nbf": 9_999_999_999}, "time"),
        ({"iat": 9_999_999_999}, "time"),
        ({"sub": ...}, "subject"),
        ({"sub": ""}, "subject"),
        ({"sub": 7}, "subject"),
        ({"sub": "a\nb"}, "id"),
        ({"sub": "x" * 300}, "id"),
        ({"roles": ...}, "role"),
        ({"roles": []}, "role"),
        ({"roles": None}, "role"),
        ({"roles": "root"}, "role"),
        ({"roles": ["reader", "admin"]}, "role"),
        ({"roles": [["reader"]]}, "role"),
        ({"roles": {"reader": True}}, "role"),
        ({"roles": "reader admin"}, "role"),
        ({"tenantId": ...}, "tenant"),
        ({"tenantId": None}, "tenant"),
        ({"tenantId": ["acme"]}, "tenant"),
        ({"tenantId": ""}, "id"),
        ({"tenantId": "\u0000"}, "id"),
        ({"users": []}, "users"),
        ({"users": None}, "users"),
        ({"users": [None]}, "id"),
        ({"users": {"ana": 1}}, "users"),
        ({"users": ""}, "id"),
        ({"users": ["u"] * 1001}, "users"),
        ({"roles": "user", "users": []}, "users"),
    ],
)
def test_claims_that_do_not_fit_let_nobody_in(
    admit: Wanting, server: IssuingServer, claims: dict[str, Any], because: str
) -> None:
    refused(admit, server.token(**claims), because)


def test_a_time_may_differ_by_the_leeway_and_not_more(
    admit: Wanting, server: IssuingServer
) -> None:
    at = 1_700_000_000
    for late, taken in ((29, True), (31, False)):
        for claims in (
            server.claims(exp=at - late, iat=1),
            server.claims(exp=at + 900, nbf=at + late, iat=1),
            server.claims(exp=at + 900, iat=at + late),
        ):
            token = jwt.encode({"alg": "RS256", "kid": "rsa"}, claims, RSA, ["RS256"])
            if taken:
                assert admit(token, at * 1000).tenant_id == "acme"
            else:
                with pytest.raises(Unauthenticated):
                    admit(token, at * 1000)


def b64(value: Any) -> str:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def test_what_was_not_signed_by_the_issuer_lets_nobody_in(
    admit: Wanting, server: IssuingServer
) -> None:
    claims = server.claims()
    public = RSA.as_pem(private=False)
    stranger = RSAKey.generate_key(2048, {"kid": "rsa"})
    good = server.token()
    head, body, signature = good.split(".")
    by_public_key = jwt.encode(
        {"alg": "HS256", "kid": "rsa"}, claims, OctKey.import_key(b64(public)), ["HS256"]
    )
    tricks = {
        "none": f"{b64({'alg': 'none', 'kid': 'rsa'})}.{b64(claims)}.",
        "None": f"{b64({'alg': 'None', 'kid': 'rsa'})}.{b64(claims)}.{signature}",
        "no signature": f"{head}.{body}.",
        "the public key as a secret": by_public_key,
        "another key of that name": server.token(stranger),
        "another algorithm": f"{b64({'alg': 'ES256', 'kid': 'rsa'})}.{body}.{signature}",
        "other claims": f"{head}.{b64(claims | {'roles': ['admin']})}.{signature}",
        "other claims before": f"{head}.{b64(claims | {'tenantId': 'globex'})}{body}.{signature}",
        "as JSON": json.dumps({"protected": head, "payload": body, "signature": signature}),
        "five parts": f"{good}.{body}.{signature}",
        "not encoded": f"{b64({'alg': 'RS256', 'kid': 'rsa', 'b64': False, 'crit': ['b64']})}."
        f"{body}.{signature}",
        "for another use": jwt.encode(
            {"alg": "RS256", "kid": "rsa", "typ": "logout+jwt"}, claims, RSA, ["RS256"]
        ),
    }
    for name, token in tricks.items():
        assert refused(admit, token), name
    assert admit(good).name == "token:subject-1"


def test_headers_that_bring_or_locate_a_key_are_ignored(
    admit: Wanting, server: IssuingServer
) -> None:
    stranger = RSAKey.generate_key(2048, {"kid": "theirs"})
    server.documents["/theirs"] = {"keys": [stranger.as_dict(private=False)]}
    brought: dict[str, Any] = {
        "jwk": stranger.as_dict(private=False),
        "jku": f"{server.url}/theirs",
        "x5u": f"{server.url}/theirs",
        "x5c": ["MIIB"],
    }
    for name, value in brought.items():
        for kid in ("theirs", "rsa"):
            header = {"alg": "RS256", "kid": kid, name: value}
            refused(admit, jwt.encode(header, server.claims(), stranger, ["RS256"]))
            good = jwt.encode(header | {"kid": "rsa"}, server.claims(), RSA, ["RS256"])
            assert admit(good).role == "reader"
    assert "/theirs" not in server.asked
    critical = {"alg": "RS256", "kid": "rsa", "crit": ["jti2"], "jti2": 1}
    signed = f"{b64(critical)}.{b64(server.claims())}"
    made = RSA.private_key
    assert made is not None
    refused(admit, f"{signed}.{b64(made.sign(signed.encode(), PKCS1v15(), SHA256()))}")


@pytest.mark.parametrize(
    "sent",
    [
        "x", "..", "a.b.c", "\xff.\xfe.\xfd", "é", "eyJ", "eywa.token.x",
        f"{b64(b'[' * 3000)}.x.x", f"{b64([1])}.x.x", f"{b64(b'{}')}.x.x",
        f"{b64(['alg'])}.e30.AAAA", f"{b64('alg')}.e30.AAAA",
        f"{b64(bytes([0xFF, 0xFE]))}.x.x", f"{b64({'alg': 'RS256', 'kid': ['rsa']})}.e30.AAAA",
        f"{b64({'alg': 'RS256', 'crit': 5})}.e30.AAAA", f"{b64({'alg': ['RS256']})}.e30.AAAA",
        f"{b64({'alg': 'RS256', 'kid': 'rsa'})}.{b64(b'[' * 3000)}.AAAA",
    ],
)  # fmt: skip
def test_what_is_no_token_lets_nobody_in(admit: Wanting, sent: str) -> None:
    refused(admit, sent)


def test_a_changed_token_is_refused(admit: Wanting, server: IssuingServer) -> None:
    chance, token = random.Random(7), server.token()
    for _ in range(500):
        at = chance.randrange(len(token))
        new = "".join(chance.choices("AQgw9-_.=+/ \n\x00\xe9", k=chance.randrange(3)))
        changed = token[:at] + new + token[at + 1 :]
        if changed.strip() != token:
            with pytest.raises((Unauthenticated, IssuerUnavailable)):
                admit(changed)


def test_a_huge_token_is_not_looked_into(admit: Wanting, server: IssuingServer) -> None:
    token = server.token(more="x" * MAX_TOKEN_CHARS)
    refused(admit, token, "characters")
    assert server.asked == []


def test_a_rotated_key_is_fetched_and_an_unknown_one_not_at_every_request(
    admit: Wanting, server: IssuingServer
) -> None:
    admit(server.token())
    fresh = ECKey.generate_key("P-256", {"kid": "fresh"})
    token = server.token(fresh, "ES256")
    server.asked.clear()
    server.publish(fresh)
    for _ in range(5):
        admit.now += 1
        with pytest.raises(IssuerUnavailable, match="asked just before") as later:
            admit(token)
        assert later.value.retry_after_s == PAUSE_S - admit.now
    assert server.asked == [], "it asked a moment ago"
    admit.now = PAUSE_S
    assert admit(token).role == "reader"
    refused(admit, server.token(), "not publish")  # the old one is gone
    mine = server.token(ECKey.generate_key("P-256", {"kid": "mine"}), "ES256")
    admit.now += PAUSE_S
    for _ in range(5):
        refused(admit, mine, "not publish")
    assert server.asked.count("/keys") == 2


def test_an_issuer_of_another_name_is_told_by_the_log(
    admit: Wanting,
    server: IssuingServer,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    about = server.documents["/.well-known/openid-configuration"]
    monkeypatch.setitem(about, "issuer", about["issuer"] + "/")
    with caplog.at_level(logging.WARNING), pytest.raises(IssuerUnavailable):
        admit(server.token())
    assert "names another issuer than service.oidc.issuer" in caplog.text


def test_a_token_without_a_key_name_fits_the_only_key(server: IssuingServer) -> None:
    unnamed = jwt.encode({"alg": "RS256"}, server.claims(), RSA, ["RS256"])
    refused(Wanting(server), unnamed)
    server.publish(RSA)
    assert Wanting(server)(unnamed).role == "reader"
    server.documents["/keys"]["keys"][0].pop("kid")
    assert Wanting(server)(unnamed).role == "reader"


def test_keys_stay_while_the_issuer_fails_and_not_for_ever(
    admit: Wanting, server: IssuingServer, caplog: pytest.LogCaptureFixture
) -> None:
    token = server.token(exp=int(time_ms()) + 10**9)
    admit(token)
    replies: list[Any] = [b"{", b"[]", b"[" * 10_000, {"keys": 5}, b"x" * (MAX_BYTES + 1), None]
    for broken in replies:
        server.documents["/keys"] = broken
        admit.now += FRESH_S
        with caplog.at_level(logging.WARNING):
            assert admit(token).role == "reader"
        assert admit.issuer.failing and "cannot be fetched" in caplog.text
        assert token not in caplog.text
    server.status = 500
    unknown = server.token(ECKey.generate_key("P-256", {"kid": "new"}), "ES256")
    with pytest.raises(IssuerUnavailable):
        admit(unknown)
    admit.now += KEPT_S
    with pytest.raises(IssuerUnavailable):
        admit(token)
    server.status = 200
    server.publish(RSA)
    admit.now += PAUSE_S
    assert admit(token).role == "reader" and not admit.issuer.failing


def test_an_issuer_is_only_asked_where_nobody_can_answer_for_it(server: IssuingServer) -> None:
    for url in ("http://login.example", "ftp://login.example", "file:///keys", "login", ""):
        with pytest.raises(ConfigError, match="https"):
            Issuer(OidcSettings(issuer=url or "x", audience="eywa"))
        with pytest.raises(ConfigError, match="https"):
            Issuer(OidcSettings(issuer="x", audience="eywa", jwks_url=url))
    known = server.documents["/.well-known/openid-configuration"]
    for changed in ({"jwks_uri": "http://login.example/keys"}, {"jwks_uri": 5}, {"issuer": "x"}):
        server.documents["/.well-known/openid-configuration"] = known | changed
        with pytest.raises(IssuerUnavailable):
            Wanting(server)(server.token())
    server.documents["/.well-known/openid-configuration"] = {}
    named = Wanting(server, jwks_url=f"{server.url}/keys")
    assert named(server.token()).role == "reader"


@pytest.mark.parametrize(
    "oidc",
    [
        {"issuer": "https://x"},
        {"audience": "x"},
        *(
            {"issuer": "https://x", "audience": "x", "algorithms": algorithms}
            for algorithms in (["none"], ["RS256", "HS256"], [])
        ),
    ],
)
def test_settings_that_would_let_anybody_in_are_refused(oidc: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        load_settings("unused", {"service": {"oidc": oidc}})


def test_claims_may_be_nested_or_have_dots_in_their_names(server: IssuingServer) -> None:
    nested = Wanting(server, role_claim="realm.roles", tenant_claim="https://x.example/tenant")
    named: dict[str, Any] = {"https://x.example/tenant": "t"}
    token = server.token(roles=..., tenantId=..., realm={"roles": ["auditor"]}, **named)
    assert (nested(token).role, nested(token).tenant_id) == ("auditor", "t")
    refused(nested, server.token(realm="auditor"), "role")


def test_a_request_from_this_machine_needs_a_token_as_well(admit: Wanting) -> None:
    local = Caller("127.0.0.1", {"host": "localhost"})
    with pytest.raises(Unauthenticated, match="key or token"):
        identify(local, KeyRing({}), 0, admit.issuer)
