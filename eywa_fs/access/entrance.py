"""Who stands behind a request: told from its key, or from where it comes while there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from eywa_fs.access.keys import KeyRing
from eywa_fs.access.policy import LOCAL, Principal
from eywa_fs.errors import ConfigError, Unauthenticated

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request shows of who sent it: the address, and headers by name in lower case."""

    address: str
    headers: Mapping[str, str]


def identify(caller: Caller, ring: KeyRing, now: int) -> Principal:
    """Who asks. Pure.

    Args:
        now: epoch milliseconds.

    Raises:
        Unauthenticated: there are keys and none of them in force was sent; or there are none, and
            the request does not plainly come from a program on this machine.
    """
    if not ring:
        if problem := _not_local(caller):
            raise Unauthenticated(
                f"{problem}: while there is no key only programs on this machine are served; "
                "'eywa keys create' makes one"
            )
        return LOCAL
    scheme, _, token = caller.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("send a key as 'Authorization: Bearer ...'")
    key = ring.find(token.strip(), now)
    if key is None:
        raise Unauthenticated("the key is unknown, expired or revoked")
    return key.principal


def check_host(host: str, ring: KeyRing) -> None:
    """Refuse to listen where other machines can ask while there is no key.

    Raises:
        ConfigError: there is no key, and the host is not this machine's own.
    """
    if not ring and not is_loopback(host):
        raise ConfigError(
            f"host {host!r} can be reached from other machines, and there is no key: anybody could "
            "read and write every memory; run 'eywa keys create NAME --role admin' first"
        )


def is_loopback(host: str) -> bool:
    """Whether a name or address is this machine's own."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost":
        return True
    try:
        return ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _not_local(caller: Caller) -> str | None:
    """Why a request is not plainly from a program on this machine; ``None`` where it is.

    A page of the web in a browser on this machine is none: it sends its origin, or, where a name
    was made to point here, that name as the host.
    """
    if not is_loopback(caller.address):
        return "it comes from another machine"
    if any(name in caller.headers for name in _FORWARDED):
        return "it was passed on for somebody else"
    if not is_loopback(_host(f"//{caller.headers.get('host', '')}")):
        return "it names another host"
    origin = caller.headers.get("origin")
    if origin is not None and not is_loopback(_host(origin)):
        return "it comes from a page of the web"
    return None


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
