"""What all requests of one service share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from eywa_fs.access.issuer import Issuer
from eywa_fs.access.keys import KeyFile
from eywa_fs.errors import EywaError
from eywa_fs.service.call import Observer
from eywa_fs.service.metrics import Gauges, Metrics, Route
from eywa_fs.service.rates import Rates
from eywa_fs.service.telemetry import Telemetry, telemetry_of
from eywa_fs.service.work import Workers

if TYPE_CHECKING:
    from eywa_fs.config.service import ServiceSettings
    from eywa_fs.memory import EywaMemory
    from eywa_fs.memory.jobs import JobResult


@dataclass(slots=True)
class Service:
    """The parts of a service.

    Attributes:
        issuer: whose tokens are taken beside keys, if anybody's.
        observers: are told of each request once it is answered.
        document: gives the OpenAPI document.
        writes: the routes that write, but for those that take a file.
        draining: it was told to stop: what runs is finished, ``ready`` says no.
    """

    memory: EywaMemory
    keys: KeyFile
    settings: ServiceSettings
    workers: Workers
    rates: Rates
    issuer: Issuer | None = None
    observers: list[Observer] = field(default_factory=list)
    metrics: Metrics = field(default_factory=Metrics)
    telemetry: Telemetry | None = None
    draining: bool = False
    document: Callable[[], dict[str, Any]] = dict
    writes: frozenset[Route] = frozenset()

    @classmethod
    def over(cls, memory: EywaMemory) -> Service:
        """A service over an open memory, with the settings of that. ``ConfigError``: the settings
        of the service cannot be as they are."""
        settings = memory.settings.service
        workers = Workers(settings.threads, settings.waiting, settings.timeout_s)
        rates = Rates(settings.requests_per_minute)
        issuer = Issuer(settings.oidc) if settings.oidc.issuer else None
        service = cls(memory, KeyFile(memory.layout), settings, workers, rates, issuer)
        service.telemetry = telemetry_of(service)
        if service.telemetry is not None:
            service.observers.append(service.telemetry.request)
        return service

    @property
    def closed(self) -> bool:
        """Whether everybody needs a key or token, also programs on this machine.
        ``TruthReadError``: the keys cannot be read."""
        return self.issuer is not None or bool(self.keys.ring())

    def gauges(self) -> Gauges:
        """Values of this moment, of ``GAUGES``; those of the memory are left out where they
        cannot be had."""
        failing = self.issuer is not None and self.issuer.failing
        plain = {"requests_in_progress": float(self.workers.taken)}
        plain["issuer_failing"] = float(failing)
        jobs: dict[str, JobResult | None] = {}
        with suppress(EywaError):
            status, jobs = self.memory.status(), self.memory.jobs()
            plain["index_lag_bytes"] = float(status.lag["bytes"])
            plain["index_lag_seconds"] = float(status.lag["seconds"])
            for state in ("pending", "dead_letter"):
                plain[f"outbox_{state}"] = float(status.outbox.get(state, 0))
            if status.backup is not None:
                plain["backup_stale"] = float(status.backup.stale)
        return {**{name: [({}, value)] for name, value in plain.items()}, **_of_jobs(jobs)}

    def close(self) -> None:
        """Finish what runs, then let go of everything but the memory."""
        self.draining = True
        self.workers.close()
        self.keys.close()
        if self.telemetry is not None:
            self.telemetry.close()


def _of_jobs(jobs: Mapping[str, JobResult | None]) -> Gauges:
    """Of each job that ran whether it failed, and how many findings of each kind it had; of all
    jobs when they last ended well (epoch seconds), 0 where they never did."""
    ran = {name: done for name, done in jobs.items() if done is not None}
    found = {name: done.found.get("findings") for name, done in ran.items()}
    return {
        "job_failed": [({"job": name}, float(not done.ok)) for name, done in ran.items()],
        "job_success_seconds": [
            ({"job": name}, (done.well_at or 0) / 1000 if done else 0.0)
            for name, done in jobs.items()
        ],
        "findings": [
            ({"job": name, "kind": str(kind)}, float(number))
            for name, kinds in found.items()
            for kind, number in (kinds.items() if isinstance(kinds, Mapping) else ())
            if isinstance(number, int | float)  # the note is a file that anybody may have changed
        ],
    }
