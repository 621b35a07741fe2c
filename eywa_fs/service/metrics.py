"""What the service counts, as the text that Prometheus reads. No label names a tenant or user."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 10.0)
"""Upper bounds of the time a request takes, in seconds; 0.2 and 0.4 are the aims of writes and
searches."""

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_Route = tuple[str, str]
"""Method and path, as the API names it."""


class Metrics:
    """Counts of one service. Threads may share it."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._slots: dict[_Route, list[int]] = {}
        self._seconds: Counter[_Route] = Counter()
        self._degraded: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count one answered request; a method that HTTP does not know has no name of its own."""
        method = method if method in _METHODS else "other"
        with self._mutex:
            self._requests[method, path, status] += 1
            slots = self._slots.setdefault((method, path), [0] * (len(BOUNDS_S) + 1))
            slots[bisect_left(BOUNDS_S, seconds)] += 1
            self._seconds[method, path] += seconds  # type: ignore[assignment]  # seconds add up

    def degraded(self, reason: str) -> None:
        """Count an answer that lacked a part of the index."""
        with self._mutex:
            self._degraded[reason] += 1

    def refused(self, reason: str) -> None:
        """Count a request that was turned away by a rule."""
        with self._mutex:
            self._refused[reason] += 1

    def text(self, gauges: Mapping[str, float]) -> str:
        """All of it in the format of Prometheus; ``gauges`` are values of this moment, by name."""
        with self._mutex:
            return "\n".join([*self._lines(), *_gauge_lines(gauges)]) + "\n"

    def _lines(self) -> Iterator[str]:
        yield "# TYPE eywa_requests_total counter"
        for (method, path, status), number in sorted(self._requests.items()):
            labels = f'method="{method}",route="{path}",status="{status}"'
            yield f"eywa_requests_total{{{labels}}} {number}"
        yield "# TYPE eywa_request_seconds histogram"
        for (method, path), slots in sorted(self._slots.items()):
            labels = f'method="{method}",route="{path}"'
            total = 0
            for bound, number in zip((*BOUNDS_S, "+Inf"), slots, strict=True):
                total += number
                yield f'eywa_request_seconds_bucket{{{labels},le="{bound}"}} {total}'
            yield f"eywa_request_seconds_sum{{{labels}}} {self._seconds[method, path]:.6f}"
            yield f"eywa_request_seconds_count{{{labels}}} {total}"
        for name, found in (("degraded", self._degraded), ("refused", self._refused)):
            yield f"# TYPE eywa_{name}_total counter"
            for reason, number in sorted(found.items()):
                yield f'eywa_{name}_total{{reason="{reason}"}} {number}'


def _gauge_lines(gauges: Mapping[str, float]) -> Iterator[str]:
    for name, value in gauges.items():
        yield f"# TYPE eywa_{name} gauge"
        yield f"eywa_{name} {value:g}"
