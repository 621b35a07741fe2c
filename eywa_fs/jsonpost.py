"""Posting JSON to a server that may be slow, busy or gone.

Messages of errors name the server and the status, never the token, a text or a server's answer.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from eywa_fs.errors import DependencyTimeout, DependencyUnavailable
from eywa_fs.packages import importing

if TYPE_CHECKING:
    import httpx

RETRYABLE_STATUSES = frozenset((408, 425, 429, 500, 502, 503, 504))
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 20.0


class JsonPost:
    """One pooled client for one address; safe for threads.

    Args:
        url: where to post.
        what: how errors call the server ("the embedding server").
        token: sent as a bearer token where not empty.
        timeout_s: seconds to wait for an answer to begin, and in which it must be there.
        sleep: waits between attempts; replaced in tests.
    """

    def __init__(
        self,
        url: str,
        what: str,
        token: str,
        timeout_s: float,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url
        self._token = token
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None
        self.where = f"{what} at {_without_secrets(url)}"

    def post(self, body: Mapping[str, Any], attempts: int, *, patient: bool = True) -> Any:
        """The parsed answer. Tries again on statuses and failures that may pass.

        Args:
            attempts: at least 1.
            patient: whether it tries again where no answer came in time.

        Raises:
            DependencyTimeout: no answer in time, ``attempts`` times or, not ``patient``, once.
            DependencyUnavailable: unreachable, another status than 200, or an answer not JSON.
        """
        with importing("httpx", "httpx"):
            import httpx

        for attempt in range(1, attempts + 1):
            wait = min(FIRST_WAIT_S * 2 ** (attempt - 1), LONGEST_WAIT_S)
            error, may_pass = DependencyUnavailable, True
            try:
                until = time.monotonic() + self._timeout_s
                with self._opened().stream("POST", self._url, json=body) as response:
                    answer = b"".join(_in_time(response.iter_bytes(), until))
                if response.status_code == 200:
                    return json.loads(answer)
                said = f"answered with status {response.status_code}"
                may_pass = response.status_code in RETRYABLE_STATUSES
                wait = _asked_wait(response.headers.get("retry-after"), wait)
            except httpx.TimeoutException:
                attempts = attempts if patient else attempt
                error, said = DependencyTimeout, f"did not answer within {self._timeout_s:g} s"
            except httpx.HTTPError as failed:
                said = f"cannot be reached ({type(failed).__name__})"
            except httpx.InvalidURL:
                said, may_pass = "has an impossible address", False
            except ValueError:
                said, may_pass = "answered with something not JSON", False
            if not may_pass or attempt == attempts:
                failure = error(f"{self.where} {said}")
                failure.retryable = may_pass
                raise failure
            self._sleep(wait)
        raise AssertionError("attempts is at least 1")

    def close(self) -> None:
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _opened(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                import httpx

                headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
                # Redirects are not followed: they would carry texts to another host.
                self._client = httpx.Client(headers=headers, timeout=self._timeout_s)
            return self._client


def _in_time(chunks: Iterator[bytes], until: float) -> Iterator[bytes]:
    """What arrives until then; httpx bounds each wait only, and a server may send byte by byte."""
    import httpx

    for chunk in chunks:
        if time.monotonic() > until:
            raise httpx.ReadTimeout("the answer takes too long")
        yield chunk


def _asked_wait(header: str | None, otherwise: float) -> float:
    """``Retry-After`` in seconds, at most ``LONGEST_WAIT_S``; its date form is not honoured."""
    if header is not None and header.strip().isdigit():
        return min(float(header), LONGEST_WAIT_S)
    return otherwise


def _without_secrets(url: str) -> str:
    """Scheme, host and path: user information and a query string may hold a key."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
