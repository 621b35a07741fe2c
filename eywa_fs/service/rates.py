"""How many requests a tenant may send: a bucket for each, filled evenly, emptied by requests."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from typing import Final

from eywa_fs.errors import TooMany
from eywa_fs.lru import Lru

_BURST_S: Final = 10.0
"""Seconds for which the requests of a tenant may come at once."""
_TENANTS: Final = 10_000
"""Tenants that are counted; who did not ask for longest starts anew."""


class Rates:
    """The buckets of all tenants; to be used from one thread.

    Args:
        per_minute: requests of a tenant; 0: any number.
        clock: seconds that never go back.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / 60
        self._clock = clock
        self._buckets: Lru[str, tuple[float, float]] = Lru(_TENANTS)

    def take(self, tenant_id: str) -> None:
        """Count a request of a tenant; ``TooMany`` where it sent too many."""
        if not self._rate:
            return
        now, room = self._clock(), max(1.0, self._rate * _BURST_S)
        left, at = self._buckets.get(tenant_id) or (room, now)
        left = min(room, left + (now - at) * self._rate)
        if left < 1:
            self._buckets.put(tenant_id, (left, now))
            wait = (1 - left) / self._rate
            raise TooMany(
                f"the tenant may send {int(room)} requests at once and from then on "
                f"{self._rate * 60:g} a minute, evenly: try again in {max(1, ceil(wait))} s",
                wait,
                of_caller=True,
            )
        self._buckets.put(tenant_id, (left - 1, now))
