"""Whether and when a request is sent again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from eywa_fs.client.problems import ServiceError
from eywa_fs.client.request import Request


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is sent again, and how long is waited before.

    Attributes:
        most: times it is sent again; 0 for never.
        first_wait_s: the first wait; each is twice the one before, and up to half of it is left
            out by chance, so that clients do not come back all at once.
        longest_wait_s: no wait is longer. Where the service asks for a longer one, the error is
            raised instead.
    """

    most: int = 4
    first_wait_s: float = 0.25
    longest_wait_s: float = 20.0

    def wait_s(
        self, request: Request[Any], done: int, error: ServiceError, chance: float | None = None
    ) -> float | None:
        """Seconds to wait before a request is sent again; ``None`` for never.

        It is sent again where the error may pass, and the request reads, has an idempotency key,
        or cannot have arrived.

        Args:
            done: times it was sent.
            error: what came of the last time.
            chance: between 0 and 1; random by default.
        """
        safe = request.repeatable or not error.sent
        if done > self.most or not safe or not error.retryable:
            return None
        if error.retry_after_s > self.longest_wait_s:
            return None
        step = min(self.longest_wait_s, self.first_wait_s * 2.0 ** (done - 1))
        part = random.random() if chance is None else chance
        return max(error.retry_after_s, step * (1 - part / 2))


USUAL: Final = Retries()
"""What clients do unless told otherwise."""
