"""Whether the service keeps its objectives, by what it measured since it was started. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from eywa_fs.model.measured import Measured
from eywa_fs.service.metrics import Metrics, Route

SEARCHES: Final[tuple[Route, ...]] = (
    ("POST", "/v1/retrieve"),
    ("POST", "/v1/context"),
    ("POST", "/api/v1/memory.query"),
)
SEARCH_S: Final = 0.4
WRITE_S: Final = 0.2
P95: Final = 0.95
WRITTEN: Final = 0.999
AUDITED: Final = 1.0
"""Objectives of the specification (000, 10.1)."""


@dataclass(frozen=True, slots=True)
class Objective:
    """One thing that is to be kept; for its attributes see
    :class:`~eywa_fs.client.state_answers.ObjectiveGiven`."""

    name: str
    aim: str
    share: float
    good: int
    of: int

    @property
    def measured(self) -> float | None:
        """The share that was good; ``None`` where there was none to measure."""
        return self.good / self.of if self.of else None

    @property
    def met(self) -> bool | None:
        """Whether it is kept; ``None`` where there was none to measure."""
        return None if self.measured is None else self.measured >= self.share


def all_met(found: Iterable[Objective]) -> bool | None:
    """Whether none is missed; ``None`` where there was nothing to measure yet."""
    told = [one.met for one in found if one.met is not None]
    return all(told) if told else None


def objectives(
    metrics: Metrics, measured: Measured, writes: Collection[Route]
) -> tuple[Objective, ...]:
    """All objectives.

    Args:
        measured: what the memory measured of itself.
        writes: the routes that write, but for those that take a file.
    """
    failed, asked = metrics.failed(writes)
    audited, lost = measured.audit_written, measured.audit_lost
    return (
        Objective("search_time", "95 % within 400 ms", P95, *metrics.within(SEARCHES, SEARCH_S)),
        Objective("write_time", "95 % within 200 ms", P95, *metrics.within(writes, WRITE_S)),
        Objective("writes_done", "99.9 % without a failure", WRITTEN, asked - failed, asked),
        Objective("index_delay", "95 % within 5 s", P95, measured.indexed_soon, measured.indexed),
        Objective("audit", "every entry on disk", AUDITED, audited, audited + lost),
    )
