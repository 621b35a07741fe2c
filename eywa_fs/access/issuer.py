"""The issuer whose tokens let somebody in: its public keys, fetched when they are needed."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from eywa_fs.access.listening import is_loopback
from eywa_fs.access.policy import Principal
from eywa_fs.access.tokens import PublicKeys, key_for, key_name, principal_of, public_keys
from eywa_fs.config.service import OidcSettings
from eywa_fs.errors import ConfigError, IssuerUnavailable, Unauthenticated

_LOG = logging.getLogger(__name__)
FRESH_S: Final = 3600.0
"""Age from which keys are fetched anew: a key that the issuer took back ends by then."""
KEPT_S: Final = 86_400.0
"""Age until which keys count while the issuer cannot be asked."""
PAUSE_S: Final = 30.0
"""At least this long after one fetch begins the next."""
MAX_BYTES: Final = 256 << 10
_TIMEOUT_S: Final = 10.0


class _Unfit(ValueError):
    """What an issuer sent cannot be used; the words are ours, with nothing that was sent."""


class Issuer:
    """An issuer and what it published last; for one event loop. ``failing``: the last fetch of its
    keys failed.

    Args:
        clock: seconds that never go back.

    Raises:
        ConfigError: its keys would be fetched over a network without TLS.
    """

    def __init__(self, oidc: OidcSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._oidc = oidc
        self._clock = clock
        self._keys: PublicKeys = {}
        self._fetched_at = self._tried_at = float("-inf")
        self._fetching: asyncio.Task[None] | None = None
        self._absent: set[str | None] = set()
        """Names of keys that the last fetch did not find: that for which it was made, and those of
        the fetch before."""
        self.failing = False
        if not _is_safe(oidc.jwks_url or oidc.issuer):
            raise ConfigError(
                "service.oidc: the keys of the issuer are fetched by https only, but from this "
                "machine itself: set issuer, or jwks_url, to such a URL"
            )

    async def prepare(self, token: str) -> None:
        """Have the key at hand that a token names, if the issuer has it. Keys that are merely old
        are fetched while the old ones still count. A fetch that fails is logged."""
        try:
            known = key_for(token, self._at_hand(), self._oidc) is not None
        except Unauthenticated:
            return
        now = self._clock()
        wanted = not known or now - self._fetched_at >= FRESH_S
        asked_for = wanted and self._fetching is None and now - self._tried_at >= PAUSE_S
        if asked_for:
            self._tried_at = now
            self._fetching = asyncio.create_task(self._fetch())
        if self._fetching is not None and not known:
            await asyncio.shield(self._fetching)
            if asked_for:  # one that another request began may be older than the key
                self._absent.add(key_name(token))

    def principal(self, token: str, now: int) -> Principal:
        """Who asks with a token, by the keys at hand.

        Args:
            now: epoch milliseconds.

        Raises:
            Unauthenticated: the token lets nobody in.
            IssuerUnavailable: it may, but the issuer cannot be asked for its key, or was asked just
                before for others.
        """
        key = key_for(token, self._at_hand(), self._oidc)
        if key is None and (self.failing or key_name(token) not in self._absent):
            why = "it cannot be reached, or its answer cannot be used"
            raise IssuerUnavailable(
                "the key of this token is not known, and the issuer of tokens (service.oidc) "
                f"cannot be asked for it now: {why if self.failing else 'it was asked just before'}"
                "; try again later",
                self._tried_at + PAUSE_S - self._clock(),
            )
        if key is None:
            raise Unauthenticated("the token is signed with a key that its issuer does not publish")
        return principal_of(token, key, self._oidc, now)

    def _at_hand(self) -> PublicKeys:
        return self._keys if self._clock() - self._fetched_at < KEPT_S else {}

    async def _fetch(self) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                found = public_keys(await _get(await self._address()))
            self._keys, self._absent = found, {*self._keys} - {*found}
            self._fetched_at, self.failing = self._clock(), False
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, RecursionError) as error:
            self.failing = True
            why = str(error) if isinstance(error, _Unfit) else type(error).__name__
            _LOG.warning("the keys of the issuer cannot be fetched: %s", why)
        finally:
            self._fetching = None

    async def _address(self) -> str:
        """Where the keys are: as set, else as the issuer's discovery document says."""
        if self._oidc.jwks_url:
            return self._oidc.jwks_url
        about = await _get(self._oidc.issuer.rstrip("/") + "/.well-known/openid-configuration")
        if not isinstance(about, dict) or about.get("issuer") != self._oidc.issuer:
            raise _Unfit(
                "its document names another issuer than service.oidc.issuer, to the letter"
            )
        return str(about.get("jwks_uri"))


async def _get(url: str) -> Any:
    """A small JSON document. Redirects are not followed.

    Raises:
        _Unfit: not from a safe place, another status than 200, or too large. ValueError: no JSON.
        httpx.HTTPError, httpx.InvalidURL, OSError: it cannot be had.
    """
    if not _is_safe(url):
        raise _Unfit("an address is neither https nor this machine")
    data = b""
    async with (
        httpx.AsyncClient(timeout=_TIMEOUT_S, headers={"Accept-Encoding": "identity"}) as client,
        client.stream("GET", url) as answer,
    ):
        if answer.status_code != 200:
            raise _Unfit(f"it answers with status {answer.status_code}")
        async for part in answer.aiter_raw():
            data += part
            if len(data) > MAX_BYTES:
                raise _Unfit("its answer is too large")
    return json.loads(data)


def _is_safe(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" or (
            parts.scheme == "http" and is_loopback(parts.hostname or "")
        )
    except ValueError:
        return False
