"""Who stands behind a request: told from its key or token, or from where it comes while there is
neither."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from eywa_fs.access.issuer import Issuer
from eywa_fs.access.keys import KeyRing, is_key
from eywa_fs.access.listening import is_loopback
from eywa_fs.access.policy import LOCAL, Principal
from eywa_fs.errors import ConfigError, Unauthenticated

_FORWARDED: Final = re.compile(
    r"via|forwarded.*|cdn-loop|(x-forwarded|x-original|x-envoy|x-amzn|x-azure|cf)-.*"
    r"|(.*-)?(client|remote)?ip",
    re.IGNORECASE,
)
"""Headers that a proxy adds, by name. One that adds none cannot be told from a program on this
machine, but for the old protocol that many speak to what is behind them."""


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request shows of who sent it: the address, headers by name in lower case, and the
    version of HTTP."""

    address: str
    headers: Mapping[str, str]
    version: str = "1.1"

    @property
    def token(self) -> str:
        """The key or token it sent; empty where it sent none."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""


def identify(caller: Caller, ring: KeyRing, now: int, issuer: Issuer | None = None) -> Principal:
    """Who asks. Nothing is read or fetched for it.

    Args:
        issuer: whose tokens are taken as well; it was told to prepare for this one.
        now: epoch milliseconds.

    Raises:
        Unauthenticated: there are keys, or an issuer, and none in force was sent; or there are
            none, and the request does not plainly come from a program on this machine.
        IssuerUnavailable: the issuer cannot be asked for the key of a token.
    """
    if not ring and issuer is None:
        if problem := _not_local(caller):
            raise Unauthenticated(
                f"{problem}: while there is no key only programs on this machine are served; "
                "'eywa keys create NAME --tenant TENANT' makes one"
            )
        return LOCAL
    token = caller.token
    if not token:
        raise Unauthenticated("send a key or token as 'Authorization: Bearer ...'")
    if issuer is not None and not is_key(token):
        return issuer.principal(token, now)
    key = ring.find(token, now)
    if key is None:
        raise Unauthenticated("the key is unknown, expired or revoked")
    return key.principal


def check_host(host: str, closed: bool) -> None:
    """Raise ``ConfigError`` for a host where other machines can ask while nobody needs a key.

    Args:
        closed: there is a key, or an issuer of tokens.
    """
    if not closed and not is_loopback(host):
        raise ConfigError(
            f"host {host!r} can be reached from other machines, and there is no key: anybody could "
            "read and write every memory; run 'eywa keys create NAME --role admin' first"
        )


def _not_local(caller: Caller) -> str | None:
    """Why a request is not plainly from a program on this machine; ``None`` where it is.

    A page of the web in a browser on this machine is none: it sends its origin, or, where a name
    was made to point here, that name as the host.
    """
    if not is_loopback(caller.address):
        return "it comes from another machine"
    if caller.version == "1.0" or any(map(_FORWARDED.fullmatch, caller.headers)):
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
