"""When work that failed is tried again, and when it is put aside. Pure."""

from __future__ import annotations

from typing import Final, Literal

MAX_ATTEMPTS: Final = 8
RETRY_SECONDS: Final = (1, 2, 4, 8, 16)
"""Waits after the first failures; the last one is used from then on (seed 000 §7.3)."""
LONGEST_WAIT_MS: Final = RETRY_SECONDS[-1] * 1000


def status_after(attempts: int) -> Literal["pending", "dead_letter"]:
    """What work is that failed so many times: due again later, or put aside as a dead letter."""
    return "dead_letter" if attempts >= MAX_ATTEMPTS else "pending"


def wait_ms(attempts: int) -> int:
    """How long it waits after so many failures, in milliseconds."""
    return RETRY_SECONDS[min(attempts, len(RETRY_SECONDS)) - 1] * 1000 if attempts else 0
