"""The policy and the entrance, case by case."""

from __future__ import annotations

from typing import get_args

import pytest

from eywa_fs.access.entrance import Caller, check_host, identify
from eywa_fs.access.keys import KeyRing
from eywa_fs.access.listening import is_loopback
from eywa_fs.access.policy import LOCAL, PERMITTED, ROLES, Action, Principal, judge
from eywa_fs.errors import ConfigError, Unauthenticated

LOCALHOST = {"host": "localhost:8765"}
PASSED_ON = (
    *("via", "Via", "forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-port"),
    *("x-real-ip", "cf-connecting-ip", "true-client-ip", "cf-ray", "cdn-loop", "x-original-url"),
    *("x-envoy-external-address", "x-amzn-trace-id", "Forwarded-For", "X-Azure-ClientIP"),
    *("x-azure-fdid", "x-clientip"),
)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", get_args(Action))
def test_a_key_of_a_tenant_reaches_no_other(role: str, action: Action) -> None:
    who = Principal("key:1", role, "acme", ("ana",))  # type: ignore[arg-type]
    assert judge(who, action, "other", "ana") == "foreign"
    assert judge(who, action, "acme", "bob") == "foreign"
    own = "allowed" if action in PERMITTED[who.role] else "forbidden"
    assert judge(who, action, "acme", "ana") == own
    if action != "probe":
        assert judge(who, action, "acme", None) == "forbidden"
        assert judge(who, action, None, None) == "forbidden"


def test_a_key_of_a_whole_tenant_reaches_all_of_it() -> None:
    who = Principal("key:1", "auditor", "acme")
    assert judge(who, "audit", "acme", None) == "allowed"
    assert judge(who, "read", "acme", "ana") == "forbidden"
    assert judge(who, "watch", None, None) == "forbidden"
    assert judge(Principal("key:2", "auditor"), "watch", None, None) == "allowed"
    assert judge(LOCAL, "write", "any", "body") == "allowed"


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.0.2.7", LOCALHOST),
        ("", LOCALHOST),
        ("127.0.0.1", {"host": "evil.example"}),
        ("127.0.0.1", {}),
        ("127.0.0.1", {"host": "[::1"}),
        ("127.0.0.1", {**LOCALHOST, "origin": "https://evil.example"}),
        ("127.0.0.1", {**LOCALHOST, "origin": "null"}),
        *(("127.0.0.1", {**LOCALHOST, name: "x"}) for name in PASSED_ON),
    ],
)
def test_without_a_key_only_programs_here_are_served(address: str, headers: dict[str, str]) -> None:
    with pytest.raises(Unauthenticated):
        identify(Caller(address, headers), KeyRing({}), 0)


def test_what_speaks_the_old_protocol_may_be_a_proxy() -> None:
    """As nginx does to what is behind it, with nothing else that tells."""
    with pytest.raises(Unauthenticated, match="passed on"):
        identify(Caller("127.0.0.1", LOCALHOST, "1.0"), KeyRing({}), 0)


def test_a_program_here_is_served_while_there_is_no_key() -> None:
    for address in ("127.0.0.1", "::1", "127.9.9.9"):
        for host in ("localhost", "127.0.0.1:80", "[::1]:80"):
            assert identify(Caller(address, {"host": host}), KeyRing({}), 0) is LOCAL
    origin = {**LOCALHOST, "origin": "http://localhost:8765"}
    assert identify(Caller("127.0.0.1", origin), KeyRing({}), 0) is LOCAL
    assert identify(Caller("::1", {**LOCALHOST, "x-membership": "1"}), KeyRing({}), 0) is LOCAL


def test_a_host_that_others_reach_needs_a_key() -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "example.org", ""):
        with pytest.raises(ConfigError):
            check_host(host, closed=False)
    check_host("127.0.0.1", closed=False)
    check_host("0.0.0.0", closed=True)
    assert is_loopback("[::1]") and is_loopback("localhost.") and not is_loopback("localhost.evil")
