"""What all requests of one service share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from eywa_fs.access.keys import KeyFile
from eywa_fs.service.metrics import Metrics
from eywa_fs.service.rates import Rates
from eywa_fs.service.work import Workers

if TYPE_CHECKING:
    from eywa_fs.config import ServiceSettings
    from eywa_fs.memory import EywaMemory


@dataclass(slots=True)
class Service:
    """The parts of a service.

    Attributes:
        document: gives the OpenAPI document.
        draining: it was told to stop: what runs is finished, ``ready`` says no.
    """

    memory: EywaMemory
    keys: KeyFile
    settings: ServiceSettings
    workers: Workers
    rates: Rates
    metrics: Metrics = field(default_factory=Metrics)
    draining: bool = False
    document: Callable[[], dict[str, Any]] = dict

    @classmethod
    def over(cls, memory: EywaMemory) -> Service:
        """A service over an open memory, with the settings of that."""
        settings = memory.settings.service
        workers = Workers(settings.threads, settings.waiting, settings.timeout_s)
        rates = Rates(settings.requests_per_minute)
        return cls(memory, KeyFile(memory.layout), settings, workers, rates)

    def close(self) -> None:
        """Finish what runs, then let go of everything but the memory."""
        self.draining = True
        self.workers.close()
        self.keys.close()
