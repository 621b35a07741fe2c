"""What the service counts, as the text that Prometheus reads. No label names a tenant or user."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from eywa_fs.errors import RoleForbidden, TooMany, Unauthenticated
from eywa_fs.model.degraded import REASONS

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 10.0)
"""Upper bounds of the time a request takes, in seconds; 0.2 and 0.4 are the aims of writes and
searches."""

GAUGES: Final = (
    *("requests_in_progress", "issuer_failing"),
    *("index_lag_bytes", "index_lag_seconds", "outbox_pending", "outbox_dead_letter"),
    *("backup_stale", "job_failed", "job_success_seconds", "findings"),
)
"""Values of a moment that there may be: of jobs by ``job``, of what they found by ``kind`` too."""
REFUSALS: Final = (
    *(Unauthenticated.code, RoleForbidden.code, TooMany.code),
    *("forbidden", "foreign"),
)
"""Why a request is turned away by a rule. Every reason is counted from 0 on: what is watched for
its increase has none where the first sample is the event itself."""
Route = tuple[str, str]
"""Method and path, as the API names it."""


Labels = Mapping[str, str | int]
Counts = Mapping[str, list[tuple[dict[str, str | int], int]]]
"""Counters by name: each value with its labels."""
Gauges = Mapping[str, list[tuple[dict[str, str], float]]]
"""Likewise values of a moment."""


def is_done(status: int) -> bool:
    """Whether a request was done: neither refused (a status of 400 to 499) nor failed."""
    return status < 400


class Metrics:
    """Counts of one service. Threads may share it."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._slots: dict[Route, list[int]] = {}
        self._seconds: Counter[Route] = Counter()
        self._degraded = Counter(dict.fromkeys((f"{part}_{kind}" for part, kind in REASONS), 0))
        self._refused = Counter(dict.fromkeys(REFUSALS, 0))

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count one answered request. Its time counts only where it was done: what is refused or
        fails at once would make the others look fast."""
        with self._mutex:
            self._requests[method, path, status] += 1
            if not is_done(status):
                return
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

    def text(self, gauges: Gauges) -> str:
        """All of it in the format of Prometheus, with values of this moment."""
        with self._mutex:
            histogram = [*self._lines()]
        shown = {f"eywa_{name}": values for name, values in gauges.items()}
        lines = [*_lines_of("counter", self.counts()), *histogram, *_lines_of("gauge", shown)]
        return "\n".join(lines) + "\n"

    def within(self, routes: Collection[Route], seconds: float) -> tuple[int, int]:
        """How many requests of some routes were done within a time, which is one of ``BOUNDS_S``,
        and how many there were; those that were refused count for neither."""
        last = BOUNDS_S.index(seconds) + 1
        failed, _ = self.failed(routes)
        with self._mutex:
            slots = [self._slots[route] for route in routes if route in self._slots]
        return sum(sum(one[:last]) for one in slots), sum(map(sum, slots)) + failed

    def failed(self, routes: Collection[Route]) -> tuple[int, int]:
        """How many requests of some routes were answered with a status of 500 or more, and how many
        there were that were not refused."""
        with self._mutex:
            found = [
                (status, number)
                for (method, path, status), number in self._requests.items()
                if (method, path) in routes and (is_done(status) or status >= 500)
            ]
        return sum(n for status, n in found if status >= 500), sum(n for _, n in found)

    def counts(self) -> Counts:
        """The counters: labels and values by name."""
        with self._mutex:
            requests = sorted(self._requests.items())
            reasons = {"degraded": dict(self._degraded), "refused": dict(self._refused)}
        found: dict[str, list[tuple[dict[str, str | int], int]]] = {}
        found["eywa_requests_total"] = [
            ({"method": method, "route": path, "status": status}, number)
            for (method, path, status), number in requests
        ]
        for name, numbers in reasons.items():
            found[f"eywa_{name}_total"] = [
                ({"reason": reason}, number) for reason, number in sorted(numbers.items())
            ]
        return found

    def _lines(self) -> Iterator[str]:
        yield "# TYPE eywa_request_seconds histogram"
        for (method, path), slots in sorted(self._slots.items()):
            labels = f'method="{method}",route="{path}"'
            total = 0
            for bound, number in zip((*BOUNDS_S, "+Inf"), slots, strict=True):
                total += number
                yield f'eywa_request_seconds_bucket{{{labels},le="{bound}"}} {total}'
            yield f"eywa_request_seconds_sum{{{labels}}} {self._seconds[method, path]:.6f}"
            yield f"eywa_request_seconds_count{{{labels}}} {total}"


def _escaped(value: str | int) -> str:
    """The value of a label; what jobs found comes from notes that anybody may have changed."""
    return str(value).replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _lines_of(kind: str, found: Mapping[str, Iterable[tuple[Labels, float]]]) -> Iterator[str]:
    for name, values in found.items():
        yield f"# TYPE {name} {kind}"
        for labels, number in values:
            shown = ",".join(f'{label}="{_escaped(value)}"' for label, value in labels.items())
            yield f"{name}{{{shown}}} {number:.15g}" if shown else f"{name} {number:.15g}"
