"""A circuit breaker: a store that hangs or keeps failing costs one wait, not one per query.

closed --failures--> open --time--> half-open --success--> closed, or --failure--> open for twice
as long. Nothing here does I/O or reads a clock of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

FAILURES_TO_OPEN = 3
"""Failures in a row after which the store is left alone."""

FIRST_PAUSE_S = 10.0
"""How long it is left alone the first time; each failed trial doubles it."""

LONGEST_PAUSE_S = 300.0
"""How long at most, where nothing else is given."""


@dataclass(frozen=True, slots=True)
class BreakerState:
    """Calls pass (``closed``), are refused (``open``), or the next one is a trial (``half-open``);
    with the last failure, or ``""``, and the seconds until the next trial, 0 unless open."""

    phase: Literal["closed", "open", "half-open"]
    reason: str
    retry_in_s: float


class Breaker:
    """Counts failures. Not thread-safe by itself: the owner calls it under its own lock."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, longest_s: float = LONGEST_PAUSE_S
    ) -> None:
        self._clock = clock
        self._longest_s = longest_s
        self._failures = 0
        self._pause_s = 0.0
        self._opened_at: float | None = None
        self._reason = ""

    @property
    def state(self) -> BreakerState:
        """The state as of now."""
        if self._opened_at is None:
            return BreakerState("closed", self._reason, 0.0)
        left = self._opened_at + self._pause_s - self._clock()
        if left > 0:
            return BreakerState("open", self._reason, left)
        return BreakerState("half-open", self._reason, 0.0)

    def succeeded(self) -> None:
        """A call worked: forget every failure."""
        self._failures = 0
        self._pause_s = 0.0
        self._opened_at = None
        self._reason = ""

    def failed(self, reason: str, *, at_once: bool = False) -> None:
        """A call failed; ``at_once`` opens without waiting for more (a timeout is too dear)."""
        self._failures += 1
        self._reason = reason
        trial_failed = self._opened_at is not None
        if not (at_once or trial_failed or self._failures >= FAILURES_TO_OPEN):
            return
        doubled = self._pause_s * 2 if trial_failed else FIRST_PAUSE_S
        self._pause_s = min(max(doubled, FIRST_PAUSE_S), self._longest_s)
        self._opened_at = self._clock()
