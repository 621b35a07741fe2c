"""The wall clock, injected wherever time is needed so that tests can move it."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""A function that gives the current time in epoch milliseconds."""

DAY_MS = 86_400_000


def system_clock() -> int:
    """Now, in epoch milliseconds."""
    return time.time_ns() // 1_000_000
